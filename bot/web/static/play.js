// A board that one touches. Every card has controls; a space of its picture stands for those that name it.
import { get, post } from "./net.js";
import { localTimes } from "./times.js";

const root = document.getElementById("play");
const base = document.getElementById("base");
const answers = document.getElementById("answers");
const boards = document.getElementById("boards");
const said = document.getElementById("said");
const asked = document.getElementById("asked");
const which = document.getElementById("which");
let version = root.dataset.version; // of what the base card shows
let heard = version; // the newest of which the stream has told
let busy = false;
let pressing = Promise.resolve(); // ends when the last press is answered
let askedIn = base;

// -- spaces and controls

const controls = (card, space) =>
  [...card.querySelectorAll("[data-for]:not([hidden])")].filter((one) => !one.disabled && one.dataset.for === space);

// The pieces that can be ordered. Those that no list shows now are there all the same: another piece can be
// touched at any time.
const piecesOn = (card, space) =>
  [...card.querySelectorAll("[data-kind=piece]")].filter((one) => one.dataset.for === space);

const levelOf = (control) => Number(control.closest("[data-level]")?.dataset.level ?? Infinity);
const words = (control) => {
  const said = control.closest("label") ?? control;
  const parts = [...said.querySelectorAll("span, small")];
  return (parts.length ? parts : [said]).map((one) => one.textContent.trim()).join(" · ");
};
const pick = (card, { dataset }) => press(card, dataset.id, [dataset.value]);

function prepare(card) {
  localTimes(card);
  for (const form of card.querySelectorAll("form.counted")) count(form);
  const board = card.querySelector(".touch");
  if (!board) return;
  // Once a piece is picked, the first list after it has where it goes; what comes after is outlined, too.
  const some = [...card.querySelectorAll("[data-kind=piece]")];
  const picked = some.some((one) => one.hidden || one.getAttribute("aria-pressed") === "true");
  const aim = picked ? Math.min(...[...card.querySelectorAll("[data-kind=target]")].map(levelOf)) : NaN;
  for (const shape of board.querySelectorAll("[data-space]")) {
    const found = controls(card, shape.dataset.space);
    const own = piecesOn(card, shape.dataset.space).length > 0;
    shape.setAttribute("class", "");
    shape.removeAttribute("tabindex");
    shape.removeAttribute("role");
    shape.removeAttribute("aria-label");
    shape.removeAttribute("aria-pressed");
    if (!found.length && !own) continue;
    shape.setAttribute("role", "button");
    shape.setAttribute("aria-label", shape.dataset.label);
    shape.setAttribute("tabindex", "-1");
    const chosen = found.some((one) => one.getAttribute("aria-pressed") === "true" || one.checked);
    const target = found.some((one) => one.dataset.kind === "target" && levelOf(one) === aim);
    shape.setAttribute("class", `${chosen ? "chosen" : target ? "target" : "can"}${own ? " piece" : ""}`);
    if (chosen) shape.setAttribute("aria-pressed", "true");
  }
  const first = board.querySelector("[role=button]");
  if (first) first.setAttribute("tabindex", "0");
  board.addEventListener("touchmove", still, { passive: false });
}

// aimed: a piece was dragged here: it is no choice of another one, nor what comes after
async function touch(card, shape, aimed = false) {
  const { space, label } = shape.dataset;
  const all = controls(card, space).filter((one) => !aimed || one.dataset.kind === "target");
  const found = aimed ? all.filter((one) => levelOf(one) === Math.min(...all.map(levelOf))) : all;
  // Where the piece that is picked can go, it is meant; elsewhere also what is not listed now.
  const others = shape.classList.contains("target") ? [] : piecesOn(card, space).filter((one) => one.hidden);
  const open = found.filter((one) => one.getAttribute("aria-pressed") !== "true");
  const act = (one) => (one.hidden ? pick(card, one) : use(one));
  const meant = [...others, ...open];
  if (meant.length > 1) await choose(label, meant.map((one) => [words(one), () => act(one)]));
  else if (meant.length || found.length === 1) act(meant[0] ?? found[0]);
  await pressing;
}

async function pickFrom(card, label, some) {
  if (some.length === 1) await pick(card, some[0]);
  else if (some.length) await choose(label, some.map((one) => [words(one), () => pick(card, one)]));
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

// Says no more than the marks do: what stands on a space that cannot be touched is not looked at.
function nothing(card, shape) {
  if (!shape || busy) return;
  for (const one of answers.querySelectorAll(".passing")) one.remove();
  const some = (which) => card.querySelector(`.touch ${which}`);
  if (some(".target")) note(notThere(shape));
  else note(some("[role=button]") ? `${nameOf(shape)}: nothing to order there now.` : "Nothing to order now.");
}

const nameOf = (shape) => shape.dataset.label.split(":")[0];
const notThere = (shape) => `${nameOf(shape)}: it can't go there.`;

const howMany = (least, most) => `Choose ${least === most ? least : `${least} to ${most}`}.`;

// A finger is not as exact as small spaces are: one that meets none means the nearest.
const FINGER = 24;

function nearby(card, event) {
  const { board, x, y } = pointOf(card, event);
  const far = (one) => Math.hypot(one.dataset.x - x, one.dataset.y - y) * board.getScreenCTM().a;
  const shapes = [...board.querySelectorAll("[role=button]")].sort((one, other) => far(one) - far(other));
  return shapes.find((one) => far(one) <= FINGER);
}

// What a space stands for, where that is more than one thing. meanings: words, and what is done for them
function choose(label, meanings) {
  which.querySelector("h2").textContent = label.split(":")[0];
  which.querySelector(".choices").replaceChildren(
    ...meanings.map(([said, act]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = said;
      button.addEventListener("click", () => {
        which.close();
        act();
      });
      return button;
    }),
  );
  which.showModal();
  return new Promise((done) => which.addEventListener("close", done, { once: true }));
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

// What a list that folds is: its menu, of whatever turn and piece.
function what(details) {
  const [, act, , , , extra] = details.querySelector("[data-id]")?.dataset.id.split(":") ?? ["", details.className];
  return `${act} ${extra?.split(".")[0]}`;
}

function put(card, html) {
  const active = card.contains(document.activeElement) ? document.activeElement : null;
  const { space } = active?.dataset ?? {};
  const label = active?.textContent;
  const old = card.querySelector("img.board");
  const open = (card.opened ??= new Set()); // also of lists that are away for a while
  for (const one of card.querySelectorAll("details")) open[one.open ? "add" : "delete"](what(one));
  const seen = card.querySelector(".touchboard");
  const at = seen && { left: seen.scrollLeft, top: seen.scrollTop, behavior: "instant" };
  const place = () => card.querySelector(".touchboard")?.getBoundingClientRect().top;
  const before = place();
  // A page that gets shorter must not jump under a finger on the board; after any other press it may.
  root.style.minHeight = onBoard ? `${scrollY + innerHeight - root.offsetTop}px` : "";
  card.innerHTML = html;
  for (const one of card.querySelectorAll("details")) one.open = open.has(what(one));
  if (card !== base) closable(card);
  enlarge(card);
  const img = card.querySelector(".touchboard img.board");
  if (old && img && old.src !== img.src) {
    // The old picture stays until the new one is there.
    const { src, srcset, sizes } = img;
    img.srcset = old.srcset;
    img.src = old.src;
    img.classList.add("waiting");
    const loading = new Image();
    loading.onload = loading.onerror = () => {
      Object.assign(img, { srcset, src });
      img.classList.remove("waiting");
    };
    Object.assign(loading, { sizes, srcset, src });
  }
  prepare(card);
  if (at) card.querySelector(".touchboard")?.scrollTo(at);
  if (root.classList.contains("larger") && (!at || (!onBoard && outOfSight(card)))) lookAt(card, null);
  // What is touched stays where it was; a board that sticks to the top may need it more than once.
  for (let times = 0; onBoard && times < 3; times += 1) scrollBy(0, (place() ?? before) - before);
  if (space) {
    const shape = card.querySelector(`[data-space="${CSS.escape(space)}"][role=button]`);
    (shape ?? card.querySelector("[role=button]") ?? card).focus();
  } else if (active) {
    // Whoever goes by keyboard stays where they were.
    const same = [...card.querySelectorAll("button:enabled, summary")].find((one) => one.textContent === label);
    (same ?? card).focus({ preventScroll: true });
  }
}

// An answer lies over the page where one looks; a board stands below the one that is there.
function add(html) {
  if (answers.firstChild?.shown === html) answers.firstChild.remove();
  const card = document.createElement("section");
  card.shown = html;
  card.tabIndex = -1;
  put(card, html);
  const board = card.querySelector("img.board");
  (board ? boards : answers).prepend(card);
  answers.scrollTop = 0;
  if (!board) return;
  if (root.classList.contains("larger")) lookAt(card, null); // what is not on the page has no size
  card.scrollIntoView({ block: "start" });
}

function closable(card) {
  const passes = !card.querySelector("button, form, a, img") && card.textContent.trim().length < SHORT;
  card.className = `card live answer${passes ? " passing" : ""}`;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "close";
  close.textContent = "×";
  close.setAttribute("aria-label", "Close this answer");
  close.addEventListener("click", () => card.remove());
  card.prepend(close);
}

const SHORT = 400; // characters: what is longer stays until it is closed
const LINES = 160; // what is longer, such as a whole sheet, is read where it stands

// The words of a paragraph, line by line, without its small print.
function plain(told) {
  const copy = told.cloneNode(true);
  for (const one of copy.querySelectorAll("small")) one.remove();
  return copy.textContent.trim();
}

function note(words) {
  const line = document.createElement("p");
  line.textContent = words;
  add(line.outerHTML);
  tell(words);
}

// Neither scrolled away nor under the bar at the bottom of a phone.
const inSight = (one) => {
  const { left, top, bottom } = one.getBoundingClientRect();
  return top >= 0 && one.contains(document.elementFromPoint(left + 1, Math.min(bottom, top + 40) - 1));
};

// -- a larger board, in a box that scrolls. It stays so on every board, and in this tab at the same part of it.

const LARGER = "fieldpost-larger";
const part = JSON.parse(sessionStorage.getItem(root.dataset.url)); // the middle of the box: 0 to 1 across and down

function enlarge(card) {
  const on = root.classList.contains("larger");
  const box = card.querySelector(".touchboard");
  if (!box) return;
  card.querySelector("[data-larger]").textContent = on ? "Smaller board" : "Larger board";
  if (on) box.tabIndex = 0; // the keyboard scrolls it, too
  else box.removeAttribute("tabindex");
  const img = box.querySelector("img.board");
  img.dataset.sizes ??= img.sizes;
  img.sizes = on ? "140rem" : img.dataset.sizes;
}

function larger(card) {
  localStorage.setItem(LARGER, root.classList.toggle("larger") ? "1" : "");
  for (const one of document.querySelectorAll(".live")) enlarge(one);
  if (root.classList.contains("larger")) lookAt(card, null);
  card.querySelector(".touchboard")?.scrollIntoView({ block: "nearest" });
}

// Shows a part of a larger board; null: what is picked, or else the middle of what can be touched.
function lookAt(card, where) {
  const box = card.querySelector(".touchboard");
  const board = card.querySelector(".touch");
  if (!box) return;
  const some = ["chosen", "target", "piece", "can"].map((kind) => [...board.querySelectorAll(`.${kind}`)]);
  const seen = some.find((all) => all.length) ?? [];
  const middle = (key, all) => seen.reduce((sum, one) => sum + Number(one.dataset[key]), 0) / seen.length / all;
  const { width, height } = board.viewBox.baseVal;
  const [x, y] = where ?? (seen.length ? [middle("x", width), middle("y", height)] : [0.5, 0.5]);
  const [left, top] = [x * box.scrollWidth - box.clientWidth / 2, y * box.scrollHeight - box.clientHeight / 2];
  box.scrollTo({ left, top, behavior: "instant" });
}

// Whether what can be touched, such as on the next lesson's board, is all beyond the edges of the box.
function outOfSight(card) {
  const { left, right, top, bottom } = card.querySelector(".touchboard").getBoundingClientRect();
  const places = [...card.querySelectorAll(".touch [role=button]")].map((one) => one.getBoundingClientRect());
  const inside = (at) => at.left < right && at.right > left && at.top < bottom && at.bottom > top;
  return places.length > 0 && !places.some(inside);
}

addEventListener("pagehide", () => {
  const box = base.querySelector(".touchboard");
  if (!box || !root.classList.contains("larger")) return;
  const across = (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth;
  const down = (box.scrollTop + box.clientHeight / 2) / box.scrollHeight;
  sessionStorage.setItem(root.dataset.url, JSON.stringify([across, down]));
});

function tell(words) {
  said.textContent = "";
  requestAnimationFrame(() => (said.textContent = words));
}

function failed(error) {
  if (error.status === 403) location.reload();
  note(error.message.replaceAll("*", ""));
}

function press(card, id, values) {
  if (!busy) pressing = answered(card, id, values);
  return pressing;
}

async function answered(card, id, values) {
  busy = true;
  const before = [...base.querySelectorAll(".head, .told"), ...card.querySelectorAll(".told")].map((one) => one.textContent);
  card.setAttribute("aria-busy", "true");
  for (const one of answers.querySelectorAll(".passing")) one.remove();
  try {
    const found = await post(`${root.dataset.url}/press`, { id, values, base: card === base });
    if (found.to) return location.assign(found.to); // another board, such as the next lesson
    document.querySelector("h1").textContent = found.title; // another puzzle may be one of another game
    document.title = `${found.title} · Fieldpost`;
    const target = card.isConnected ? card : base;
    if (found.put !== null) put(target, found.put);
    const fresh = (which) => [...target.querySelectorAll(which)].filter((one) => !before.includes(one.textContent));
    const away = onBoard || target !== base ? null : fresh(".head, .told").find((one) => !inSight(one));
    if (away) (away.matches(".head") ? base : away).scrollIntoView();
    for (const html of found.added) add(html);
    if (answers.contains(card) && found.put === null && found.added.length) card.remove(); // it led there
    if (found.form !== null) {
      askedIn = card;
      asked.innerHTML = found.form;
      asked.showModal();
    }
    if (found.said) tell(found.said);
    const [told] = fresh(".told").filter((one) => plain(one).length < LINES);
    if (told && !found.added.length && !inSight(told)) note(plain(told));
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
  const near = !shape && event.target.closest(".touch") && nearby(card, event);
  if (near) return touch(card, near);
  if (event.target.closest(".touch")) return nothing(card, spaceAt(card, event));
  const button = event.target.closest("button[data-id]");
  if (event.target.matches("[data-step]")) step(event.target);
  if (button) press(card, button.dataset.id, button.dataset.value === undefined ? [] : [button.dataset.value]);
  if (event.target.matches("[data-larger]")) larger(card);
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
  const over = answers.querySelector(".answer:not(.passing)");
  if (event.key === "Escape" && over && !document.querySelector("dialog[open]")) return over.remove();
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
  if (shape.matches(":focus-visible")) shape.scrollIntoView({ block: "nearest", inline: "nearest" });
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

// A piece is dragged to where it goes: the same as to touch it, and then the target.
const FAR = 8; // pixels: less is a touch
const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
let drag = null;
let onBoard = false; // whether the board was touched last, or what it was asked about

for (const kind of ["pointerdown", "keydown"])
  document.addEventListener(kind, ({ target }) => {
    if (!which.contains(target)) onBoard = Boolean(target.closest?.(".touchboard"));
  });

// A finger on a piece drags it; elsewhere it scrolls, and two zoom. Chromium has no touch-action for shapes.
const still = (event) => drag && event.touches.length === 1 && event.preventDefault();

document.addEventListener("pointerdown", (event) => {
  const shape = event.target.closest?.(".piece[data-space]");
  if (!event.isPrimary) return endDrag(); // a second finger: it zooms
  if (!shape || event.button !== 0 || busy) return;
  const { clientX: x, clientY: y, pointerId: pointer } = event;
  drag = { card: shape.closest(".live"), shape, space: shape.dataset.space, x, y, pointer, begun: null };
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const { card, shape, space } = drag;
  if (!drag.begun) {
    if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR) return;
    root.setPointerCapture(event.pointerId); // the shape may be gone before the piece is dropped
    const some = piecesOn(card, space);
    const waits = shape.classList.contains("chosen") || some.length > 1; // which one is asked at the end
    drag.begun = waits ? Promise.resolve() : pick(card, some[0]);
  }
  scrollAtEdge(card.querySelector(".touchboard"), event);
  const { board, x, y } = pointOf(card, event);
  line.setAttribute("x1", shape.dataset.x);
  line.setAttribute("y1", shape.dataset.y);
  line.setAttribute("x2", x);
  line.setAttribute("y2", y);
  if (line.parentNode !== board) board.append(line);
});

document.addEventListener("pointerup", async (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const { card, shape, space, begun } = drag;
  endDrag();
  if (!begun) return;
  const there = spaceAt(card, event);
  if (!there || there.dataset.space === space) return begun;
  await begun;
  const some = piecesOn(card, space);
  if (some.length > 1 && !shape.classList.contains("chosen")) await pickFrom(card, shape.dataset.label, some);
  await pressing;
  const target = card.querySelector(`[data-space="${CSS.escape(there.dataset.space)}"][role=button]`);
  if (target && controls(card, there.dataset.space).some((one) => one.dataset.kind === "target"))
    return touch(card, target, true);
  note(notThere(there));
});

const EDGE = 32; // pixels: so near to the edge of its box a larger board scrolls under what is dragged
const STEP = 12; // pixels, with each movement

function scrollAtEdge(box, { clientX, clientY }) {
  const { left, right, top, bottom } = box.getBoundingClientRect();
  const way = (at, from, to) => (at < from + EDGE ? -STEP : at > to - EDGE ? STEP : 0);
  box.scrollBy({ left: way(clientX, left, right), top: way(clientY, top, bottom), behavior: "instant" });
}

document.addEventListener("pointercancel", (event) => event.pointerId === drag?.pointer && endDrag());

function endDrag() {
  drag = null;
  line.remove();
}

function spaceAt(card, event) {
  const { board, x, y } = pointOf(card, event);
  return [...board.querySelectorAll("[data-space]")].findLast((one) => one.isPointInFill(new DOMPoint(x, y)));
}

function pointOf(card, event) {
  const board = card.querySelector(".touch");
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM().inverse());
  return { board, x, y };
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
const READ_MS = 4000; // so long an answer stays when others have changed what it was about

function listen() {
  const stream = new EventSource(`${root.dataset.url}/events`);
  stream.addEventListener("changed", async (event) => {
    heard = event.data;
    if (heard === version || busy) return;
    const found = await refresh();
    for (const one of answers.querySelectorAll(".passing")) setTimeout(() => one.remove(), READ_MS);
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
if (localStorage.getItem(LARGER)) {
  root.classList.add("larger");
  enlarge(base);
  lookAt(base, part);
}
localTimes(document);
listen();
