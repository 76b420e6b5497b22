// The frame: who plays and where, what is new there, and the tour. SimCord's page for that pair sits in the <iframe>.
"use strict";

const COLOURS = ["#c2453c", "#3b7dd8", "#2f8f4e", "#a05ac8", "#b7791f", "#178a8a", "#8a5a44"];
const GLYPHS = { channel: "#", thread: "↳", dm: "✉" };
const byId = (id) => document.getElementById(id);
const make = (tag, className, ...inside) => {
  const made = Object.assign(document.createElement(tag), { className });
  if (tag === "button") made.type = "button";
  made.append(...inside);
  return made;
};
const view = byId("view");
const banner = byId("banner");
const loading = byId("loading");
let state = null;
let shown = null; // what the iframe shows: run, user and channel

/** The address keeps the choice, so that two windows can be two players: #Ada/<channel id> */
function chosen() {
  const [name, channel] = decodeURIComponent(location.hash.slice(1)).split("/");
  const user = state.users.find((one) => one.name === name) || state.users[0];
  const place = user.places.find((one) => one.id === channel) || user.places[0];
  return { user, place };
}

function choose(user, place) {
  location.hash = `${encodeURIComponent(user.name)}/${place.id}`;
  render(); // at once: what is typed from now on is typed there
}

function label(place) {
  return place.kind === "dm" ? `private messages with ${place.name}` : `${place.kind === "thread" ? "" : "#"}${place.name}`;
}

// ---- what is new

const readKey = (user, place) => `read:${state.world}:${user.id}:${place.id}`;
const readUntil = (user, place) => BigInt(localStorage.getItem(readKey(user, place)) ?? 0);
const setRead = (user, place) => localStorage.setItem(readKey(user, place), place.last);
const isNew = (user, place) => BigInt(place.last) > readUntil(user, place);
const calls = (user, place) => place.calls.filter((id) => BigInt(id) > readUntil(user, place)).length;
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** Who comes to a world for the first time has nothing to catch up on. */
function arrive() {
  if (localStorage.getItem(`seen:${state.world}`)) return;
  for (const user of state.users) for (const place of user.places) setRead(user, place);
  localStorage.setItem(`seen:${state.world}`, "yes");
}

function mark(dot, isNew, count) {
  dot.className = count ? "dot count" : "dot";
  dot.textContent = count ? String(count) : "";
  dot.hidden = !isNew;
}

/** Update a list in place, so that focus and hover survive the poll. */
function fill(list, items) {
  while (list.children.length > items.length) list.lastChild.remove();
  items.forEach((item, index) => {
    let row = list.children[index];
    if (!row) {
      row = make("li", "", make("button", "", ...["", "", ""].map((part) => make("span", part))));
      list.append(row);
    }
    const button = row.firstChild;
    const [sign, name, dot] = button.children;
    row.className = item.kind;
    sign.className = item.colour ? "face" : "glyph";
    sign.style.background = item.colour || "";
    sign.textContent = item.mark;
    sign.setAttribute("aria-hidden", "true");
    name.className = "name";
    name.textContent = item.text;
    mark(dot, item.isNew, item.calls);
    button.className = item.isNew ? "new" : "";
    button.title = item.text;
    button.setAttribute("aria-label", item.isNew ? `${item.text}, ${item.calls ? `${item.calls} for you` : "something new"}` : item.text);
    button.setAttribute("aria-current", String(item.current));
    button.onclick = item.pick;
  });
}

function render() {
  const { user, place } = chosen();
  arrive();
  if (document.visibilityState === "visible") setRead(user, place);
  const news = state.users.map((one) => ({
    isNew: one.places.some((there) => isNew(one, there)), calls: sum(one.places.map((there) => calls(one, there))),
  }));
  fill(byId("users"), state.users.map((one, index) => ({
    kind: "user", mark: one.name[0], colour: COLOURS[index % COLOURS.length], text: one.name, current: one === user, ...news[index],
    // The same channel as the other player, if that player can read it; from a DM to that player's own.
    pick: () => choose(one, one.places.find((there) => there.id === place.id || (place.kind === "dm" && there.kind === "dm")) || one.places[0]),
  })));
  const direct = user.places.filter((one) => one.kind === "dm");
  fill(byId("places"), [...direct, ...user.places.filter((one) => one.kind !== "dm")].map((one) => ({
    kind: one.kind, mark: GLYPHS[one.kind], text: one.kind === "dm" ? `${one.name} (private)` : one.name,
    current: one === place, isNew: isNew(user, one), calls: calls(user, one),
    pick: () => { choose(user, one); open(null); },
  })));
  mark(byId("menu").querySelector(".dot"), news.some((one) => one.isNew), news[state.users.indexOf(user)].calls);
  const face = byId("face");
  face.textContent = user.name[0];
  face.style.background = COLOURS[state.users.indexOf(user) % COLOURS.length];
  banner.classList.remove("lost");
  const text = `You are ${user.name} in ${label(place)}`;
  if (banner.textContent !== text) banner.replaceChildren(make("span", "long", "You are "), make("b", "", user.name), ` in ${label(place)}`);
  document.title = `${user.name} · ${label(place)} · Fieldpost demo`;
  const wanted = `${state.run}/${user.id}/${place.id}`;
  if (shown !== wanted) load(wanted, user, place);
  renderTour();
}

/** Show another view. Until it is there nothing can be typed or pressed: it would be the player of before. */
function load(wanted, user, place) {
  shown = wanted;
  view.inert = true;
  loading.querySelector("p").textContent = `Loading ${label(place)} as ${user.name}…`;
  loading.hidden = false;
  // replace(): the browser's Back button steps through the choices, not through the iframe as well.
  view.contentWindow.location.replace(`/demo/view/${user.id}/${place.id}`);
}

// A page that is none of ours (the channel is gone) has nothing to wait for.
view.addEventListener("load", () => {
  try {
    if (view.contentWindow.location.href === "about:blank" || view.contentWindow.showMessage) return;
  } catch { /* the browser's own page: the demo is not running */ }
  loading.hidden = true;
});

// ---- what the page in the iframe asks and tells; it names itself by its address, "?user.channel"

window.whoIs = (address) => {
  const [userId, placeId] = address.slice(1).split(".");
  const user = state?.users.find((one) => one.id === userId);
  const place = user?.places.find((one) => one.id === placeId);
  return place && [user.name, label(place)];
};
/** "#war-room" for a channel's id, undefined for an unknown one. */
window.placeName = (id) => {
  const place = state?.users.flatMap((user) => user.places).find((one) => one.id === id);
  return place && `#${place.name}`;
};
/** Go to a channel by its id or "#name", as the player that one is; false if that player can't read it. */
window.openPlace = (wanted, message) => {
  const { user } = chosen();
  const place = user.places.find((one) => one.id === wanted || `#${one.name}` === wanted);
  if (!place) return false;
  atStep = message ? () => view.contentWindow.showMessageWithId?.(message) : null;
  choose(user, place);
  arrived();
  return true;
};
/** What was to be done there, if the view is there already. */
function arrived() {
  if (!loading.hidden) return;
  const act = atStep;
  atStep = null;
  act?.();
}
window.viewReady = (address) => {
  const { user, place } = chosen();
  if (address !== `?${user.id}.${place.id}`) return; // the view of before, late
  view.inert = false;
  loading.hidden = true;
  arrived();
};

// ---- the tour

let tour = [];
let atStep = null; // what to do once the step's view is there
const doneSteps = () => new Set(JSON.parse(localStorage.getItem(`tour:${state.world}`) ?? "[]"));
const keyOf = (part, index) => `${part.key}-${index + 1}`;
const current = () => localStorage.getItem(`step:${state.world}`);
const steps = () => tour.flatMap((part) => part.steps.map((step, index) => ({ part, step, index, key: keyOf(part, index) })));
const stepAt = (key) => steps().find((one) => one.key === key);

/** Who plays a step and where, as things stand: seats are drawn by lot, threads have codes of their own. */
function castOf(step) {
  const [channel, word] = (step.place === "dm" ? step.game : step.place).split("/");
  const everywhere = state.users.flatMap((one) => one.places);
  const user = state.users.find((one) => one.name === step.player)
    ?? state.users.find((one) => one.id === everywhere.find((there) => there.name === channel)?.called) ?? state.users[0];
  const from = user.places.findIndex((one) => one.kind === "channel" && one.name === channel);
  const place = step.place === "dm" ? user.places.find((one) => one.kind === "dm")
    : word ? user.places.slice(from).find((one) => one.kind === "thread" && one.name.includes(word)) : user.places[from];
  return { user, place: place ?? user.places[0] };
}

function go(key, then = null) {
  const { step } = stepAt(key);
  const { user, place } = castOf(step);
  localStorage.setItem(`step:${state.world}`, key);
  atStep = () => {
    if (step.show) view.contentWindow.showMessage?.(step.show);
    if (then) then();
    if (!step.done) finish(key);
  };
  open(null);
  choose(user, place);
  arrived();
}

function finish(key) {
  const done = doneSteps().add(key);
  localStorage.setItem(`tour:${state.world}`, JSON.stringify([...done]));
  const { part } = stepAt(key);
  const next = steps()[steps().findIndex((one) => one.key === key) + 1];
  if (next && next.part !== part && part.steps.every((_, index) => done.has(keyOf(part, index)))) unfold(next.part.key);
  renderTour();
}
/** The page in the iframe did something: is it what the step asks for? */
window.done = (address, what) => {
  const at = stepAt(current());
  const { user, place } = chosen();
  if (at && address === `?${user.id}.${place.id}` && what === at.step.done && isThere(at.step, user, place)) finish(at.key);
};
function isThere(step, user, place) {
  if (step.player === "called") return place.kind === "dm";
  return user.name === step.player && castOf(step).place.id === place.id;
}

/** A step's text: **bold**, and `code` that can be put into the message box. */
function written(step, key) {
  const text = make("p", "what");
  for (const [index, part] of step.text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).entries()) {
    if (index % 2 === 0) text.append(part);
    else if (part[0] === "*") text.append(make("b", "", part.slice(2, -2)));
    else {
      const button = make("button", "code", part.slice(1, -1));
      button.title = "Put this into the message box";
      button.onclick = () => go(key, () => view.contentWindow.typeIn?.(part.slice(1, -1)));
      text.append(button);
    }
  }
  return text;
}
function unfold(key) {
  for (const part of byId("parts").children) {
    part.open = part.dataset.key === key;
    if (part.open) part.scrollIntoView({ block: "nearest" });
  }
}
function buildTour() {
  byId("parts").replaceChildren(...tour.map((part) => {
    const list = make("ol", "", ...part.steps.map((step, index) => {
      const key = keyOf(part, index);
      const button = make("button", "go", make("span", "whom"));
      button.onclick = () => go(key);
      const item = make("li", "step", make("span", "tick"), make("div", "", button, written(step, key)));
      item.dataset.key = key;
      return item;
    }));
    const made = make("details", "part", make("summary", "", part.title), make("p", "about", part.about), list);
    made.dataset.key = part.key;
    made.firstChild.onclick = (event) => { // one game at a time
      event.preventDefault();
      unfold(made.open ? null : part.key);
    };
    return made;
  }));
  unfold((stepAt(current())?.part ?? tour[0])?.key);
}
function renderTour() {
  const done = doneSteps();
  for (const { part, step, index, key } of steps()) {
    const item = document.querySelector(`.step[data-key="${key}"]`);
    const { user, place } = castOf(step);
    item.className = `step${done.has(key) ? " done" : ""}${key === current() ? " current" : ""}`;
    item.querySelector(".tick").textContent = done.has(key) ? "✓" : String(index + 1);
    const whom = `${user.name} · ${place.kind === "dm" ? "private messages" : label(place)}`;
    if (item.querySelector(".whom").textContent !== whom) item.querySelector(".whom").textContent = whom;
    const all = part.steps.filter((_, one) => done.has(keyOf(part, one))).length;
    const box = item.closest(".part");
    box.classList.toggle("done", all === part.steps.length);
    box.firstChild.dataset.count = all === part.steps.length ? "✓" : `${all}/${part.steps.length}`;
  }
  for (const count of document.querySelectorAll(".done-count")) count.textContent = `${done.size}/${steps().length}`;
  renderStrip(done);
}
let striped = "";
function renderStrip(done) {
  const all = steps();
  const at = stepAt(current());
  const next = at ? done.has(at.key) && all[all.findIndex((one) => one.key === at.key) + 1] : all[0];
  const away = localStorage.getItem(`strip:${state.world}`) === (at?.key ?? "new");
  const now = JSON.stringify([at?.key, next?.key, away]);
  if (now === striped) return;
  striped = now;
  byId("strip").hidden = away;
  const close = make("button", "away", "×");
  close.setAttribute("aria-label", "Hide this");
  close.onclick = () => { localStorage.setItem(`strip:${state.world}`, at?.key ?? "new"); renderTour(); };
  const parts = [at ? written(at.step, at.key) : make("p", "what", "New here? The tour shows you the five games."), close];
  if (next) {
    const button = make("button", "next", at ? "✓ Next" : "Start here");
    button.onclick = () => go(next.key);
    parts.splice(1, 0, button);
  }
  byId("strip").replaceChildren(...parts);
}

// ---- the drawers of a narrow window

function open(which) {
  for (const name of ["menu", "tour"]) document.body.classList.toggle(`${name}-shown`, name === which);
  byId("menu").setAttribute("aria-expanded", String(which === "menu"));
  byId("tour-open").setAttribute("aria-expanded", String(which === "tour"));
  byId("scrim").hidden = !which;
}
byId("menu").onclick = () => open("menu");
byId("tour-open").onclick = () => open("tour");
byId("tour-close").onclick = byId("scrim").onclick = () => open(null);
document.addEventListener("keydown", (event) => { if (event.key === "Escape") open(null); });

// ----

async function poll() {
  try {
    const answer = await fetch("/demo/state", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    state = await answer.json();
    if (!tour.length) {
      tour = await (await fetch("/demo/tour")).json();
      buildTour();
    }
    const pages = document.querySelector(".pages");
    pages.hidden = !state.pages;
    pages.firstElementChild.href = state.pages || "#";
    render();
  } catch (error) {
    banner.classList.add("lost");
    banner.textContent = "The demo isn't running. Start it again with “make demo”; this page comes back by itself.";
  }
  setTimeout(poll, 1000);
}

window.addEventListener("hashchange", () => { if (state) render(); });
poll();
