// A board that one touches. Every card has controls; a space of its picture stands for those that name it.
import { get, post } from "./net.js";
import { localTimes } from "./times.js";

const root = document.getElementById("play");
const base = document.getElementById("base");
const answers = document.getElementById("answers");
const said = document.getElementById("said");
const asked = document.getElementById("asked");
const which = document.getElementById("which");
let version = root.dataset.version; // of what the base card shows
let heard = version; // the newest of which the stream has told
let busy = false;
let askedIn = base;

// -- spaces and controls

const controls = (card, space) =>
  [...card.querySelectorAll("[data-for]")].filter((one) => !one.disabled && one.dataset.for === space);

// What was touchable before anything was picked: another piece can be touched at any time.
const pieces = new WeakMap();

function prepare(card) {
  localTimes(card);
  for (const form of card.querySelectorAll("form.counted")) count(form);
  const board = card.querySelector(".touch");
  if (!board) return;
  const levels = [...card.querySelectorAll("[data-level]")].map((one) => Number(one.dataset.level));
  const deepest = Math.max(...levels, 0);
  const piece = levels.length === 1 && !card.querySelector("[data-level] [aria-pressed=true]");
  if (piece && card.querySelector("[data-back]") === null) {
    const found = [...card.querySelectorAll("[data-level] button[data-for]")];
    pieces.set(card, new Map(found.map((one) => [one.dataset.for, [one.dataset.id, one.dataset.value]])));
  }
  for (const shape of board.querySelectorAll("[data-space]")) {
    const found = controls(card, shape.dataset.space);
    shape.setAttribute("class", "");
    shape.removeAttribute("tabindex");
    shape.removeAttribute("role");
    shape.removeAttribute("aria-label");
    const other = !found.length && pieces.get(card)?.has(shape.dataset.space);
    if (!found.length && !other) continue;
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", shape.dataset.label);
    shape.setAttribute("tabindex", "-1");
    const chosen = found.some((one) => one.getAttribute("aria-pressed") === "true" || one.checked);
    const level = Math.max(...found.map((one) => Number(one.closest("[data-level]")?.dataset.level ?? deepest)));
    const target = level === deepest && (levels.length > 1 || !piece);
    const kind = other ? "can" : chosen ? "chosen" : target ? "target" : "can";
    shape.setAttribute("class", kind);
    if (chosen) shape.setAttribute("aria-pressed", "true");
    else shape.removeAttribute("aria-pressed");
  }
  const first = board.querySelector("[role=button]");
  if (first) first.setAttribute("tabindex", "0");
}

function touch(card, shape) {
  const found = controls(card, shape.dataset.space);
  const open = found.filter((one) => one.getAttribute("aria-pressed") !== "true");
  if (found.length === 1 || open.length === 1) use(open[0] ?? found[0]);
  else if (open.length > 1) choose(shape.dataset.label.split(":")[0], open);
  else if (pieces.get(card)?.has(shape.dataset.space)) {
    const [id, value] = pieces.get(card).get(shape.dataset.space);
    press(card, id, [value]);
  }
}

function use(control) {
  if (control.type !== "checkbox") return control.click();
  control.checked = !control.checked;
  control.dispatchEvent(new Event("change", { bubbles: true }));
  const { least, most } = control.form.querySelector("[type=submit]").dataset;
  const chosen = control.form.querySelectorAll("input:checked").length;
  // On the board a touch is enough, as soon as the choice is whole.
  if (chosen > Number(most)) control.checked = false;
  else if (chosen >= Number(least)) return control.form.requestSubmit();
  prepare(control.closest(".live"));
  tell(`${Math.min(chosen, most)} chosen. ${howMany(least, most)}`);
}

const howMany = (least, most) => `Choose ${least === most ? least : `${least} to ${most}`}.`;

// What a space stands for, where that is more than one thing.
function choose(label, found) {
  which.querySelector("h2").textContent = label;
  const box = which.querySelector(".choices");
  box.replaceChildren(
    ...found.map((one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = one.type === "checkbox" ? one.closest("label").textContent.trim() : one.textContent.trim();
      button.addEventListener("click", () => {
        which.close();
        use(one);
      });
      return button;
    }),
  );
  which.showModal();
}

// Coins that are counted out: what they come to, and whether they can be taken.
function count(form) {
  const counts = [...form.querySelectorAll("output")].map((one) => [Number(one.dataset.worth), Number(one.value)]);
  const { kept, total, sub, most, room } = form.dataset;
  const sum = counts.reduce((all, [worth, n]) => all + worth * n, 0);
  const units = counts.slice(Number(kept)).reduce((all, [, n]) => all + n, 0);
  const coins = counts.reduce((all, [, n]) => all + n, 0);
  const told = [`${sum} of ${total}${sub}`, `${coins} of at most ${most} coins`];
  if (units > Number(room)) told.push(`${units} units, but room for ${room}`);
  if (coins && !units) told.push("no units yet");
  form.querySelector(".sum").textContent = told.join(" · ");
  form.querySelector("[type=submit]").disabled =
    sum !== Number(total) || coins > Number(most) || !units || units > Number(room);
  return form.dataset.begins + counts.map(([, n]) => n).join(".");
}

function step(button) {
  const output = button.parentNode.querySelector("output");
  output.value = Math.max(0, Number(output.value) + Number(button.dataset.step));
  count(button.form);
}

// -- what is shown

function put(card, html) {
  const active = card.contains(document.activeElement) ? document.activeElement : null;
  const { space } = active?.dataset ?? {};
  const label = active?.textContent;
  const old = card.querySelector("img.board");
  const open = [...card.querySelectorAll("details")].map((one) => one.open);
  card.innerHTML = html;
  [...card.querySelectorAll("details")].forEach((one, at) => (one.open = open[at] ?? false));
  const img = card.querySelector(".touchboard img.board");
  if (old && img && old.src !== img.src) {
    // The old picture stays until the new one is there.
    const next = img.src;
    img.src = old.src;
    img.classList.add("waiting");
    const loading = new Image();
    loading.onload = loading.onerror = () => {
      img.src = next;
      img.classList.remove("waiting");
    };
    loading.src = next;
  }
  prepare(card);
  if (space) {
    const shape = card.querySelector(`[data-space="${CSS.escape(space)}"][role=button]`);
    (shape ?? card.querySelector("[role=button]") ?? card).focus();
  } else if (active) {
    // Whoever goes by keyboard stays where they were.
    const same = [...card.querySelectorAll("button:enabled, summary")].find((one) => one.textContent === label);
    (same ?? card).focus({ preventScroll: true });
  }
}

function add(html, after) {
  if (answers.firstChild?.shown === html) answers.firstChild.remove();
  const card = document.createElement("section");
  card.shown = html;
  card.className = "card live answer";
  card.tabIndex = -1;
  put(card, html);
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.textContent = "×";
  close.setAttribute("aria-label", "Close this answer");
  close.addEventListener("click", () => card.remove());
  card.append(close);
  answers.prepend(card);
  if (after) card.scrollIntoView({ block: "nearest" });
  return card;
}

function tell(words) {
  said.textContent = "";
  requestAnimationFrame(() => (said.textContent = words));
}

function failed(error) {
  if (error.status === 403) location.reload();
  const box = document.createElement("p");
  box.textContent = error.message.replaceAll("*", "");
  add(box.outerHTML, true);
  tell(error.message);
}

async function press(card, id, values) {
  if (busy) return;
  busy = true;
  card.setAttribute("aria-busy", "true");
  try {
    const found = await post(`${root.dataset.url}/press`, { id, values, base: card === base });
    const target = card === base || answers.contains(card) ? card : base;
    if (found.put !== null) put(target, found.put);
    for (const html of found.added) add(html, true);
    if (found.form !== null) {
      askedIn = card;
      asked.innerHTML = found.form;
      asked.showModal();
    }
    if (found.said) tell(found.said);
    // An answer beside the base card may say that it is out of date: it is made anew then.
    if (found.put !== null && target === base) version = heard = found.version;
    else if (found.put !== null || found.version !== version) await refresh();
  } catch (error) {
    failed(error);
  } finally {
    busy = false;
    card.removeAttribute("aria-busy");
  }
  if (heard !== version) refresh();
}

async function refresh() {
  try {
    const found = await get(`${root.dataset.url}/desk`);
    version = heard = found.version;
    put(base, found.put);
    return found;
  } catch (error) {
    failed(error);
    return null;
  }
}

// -- what one does

document.addEventListener("click", (event) => {
  const shape = event.target.closest("[data-space]");
  const card = event.target.closest(".live") ?? base;
  if (shape && shape.getAttribute("role")) return touch(card, shape);
  const button = event.target.closest("button[data-id]");
  if (event.target.matches("[data-step]")) step(event.target);
  if (button) press(card, button.dataset.id, button.dataset.value === undefined ? [] : [button.dataset.value]);
  if (event.target.closest("[data-close]")) event.target.closest("dialog").close();
});

document.addEventListener("change", (event) => {
  const card = event.target.closest(".live");
  if (card && event.target.type === "checkbox") prepare(card);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  event.preventDefault();
  if (form.matches(".many")) {
    const chosen = [...form.querySelectorAll("input:checked")].map((one) => one.value);
    const { least, most } = form.querySelector("[type=submit]").dataset;
    if (chosen.length < Number(least) || chosen.length > Number(most))
      tell(howMany(least, most));
    else press(form.closest(".live"), form.dataset.id, chosen);
  } else if (form.matches(".counted")) press(form.closest(".live"), form.dataset.id, [count(form)]);
  else if (form.matches(".asked")) {
    const values = {};
    for (const field of form.elements)
      if (field.name)
        values[field.name] = field.multiple ? [...field.selectedOptions].map((one) => one.value).join(",") : field.value;
    asked.close();
    press(askedIn, form.dataset.id, values);
  }
});

document.addEventListener("keydown", (event) => {
  const shape = event.target.closest?.("[data-space]");
  if (!shape) {
    if (event.key === "Escape" && !document.querySelector("dialog[open]") && base.contains(event.target)) refresh();
    return;
  }
  const card = shape.closest(".live");
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    touch(card, shape);
  } else if (event.key === "Escape") refresh();
  else if (way) {
    event.preventDefault();
    nearest(card, shape, way)?.focus();
  }
});

document.addEventListener("focusin", (event) => {
  const shape = event.target.closest?.("[data-space]");
  if (!shape) return;
  for (const other of shape.parentNode.querySelectorAll('[tabindex="0"]')) other.setAttribute("tabindex", "-1");
  shape.setAttribute("tabindex", "0");
});

// The next space that can be touched in the direction of an arrow key.
function nearest(card, from, [across, down]) {
  const [x, y] = [Number(from.dataset.x), Number(from.dataset.y)];
  let best = null;
  let least = Infinity;
  for (const shape of card.querySelectorAll("[data-space][role=button]")) {
    const [right, below] = [Number(shape.dataset.x) - x, Number(shape.dataset.y) - y];
    const along = right * across + below * down;
    const aside = Math.abs(right * down) + Math.abs(below * across);
    if (along <= 1 || aside > 2 * along) continue;
    const far = along + 2 * aside;
    if (far < least) [best, least] = [shape, far];
  }
  return best;
}

document.getElementById("leave").addEventListener("click", async () => {
  try {
    location.assign((await post(`${root.dataset.url}/leave`, {})).to);
  } catch (error) {
    failed(error);
  }
});

// -- what others do

const AGAIN_MS = 5000;

function listen() {
  const stream = new EventSource(`${root.dataset.url}/events`);
  stream.addEventListener("changed", async (event) => {
    heard = event.data;
    if (heard === version || busy) return;
    const found = await refresh();
    if (found?.said) tell(found.said);
  });
  // A browser comes back by itself, but for an answer such as 502 while the server is started anew.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listenAgain, AGAIN_MS);
  });
}

async function listenAgain() {
  try {
    await get(`${root.dataset.url}/desk`);
    listen();
  } catch (error) {
    if (error.status === 403) location.reload();
    else setTimeout(listenAgain, AGAIN_MS);
  }
}

base.tabIndex = -1;
prepare(base);
localTimes(document);
listen();
