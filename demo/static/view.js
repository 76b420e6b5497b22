// SimCord's page reports every step in its toolbar. A player needs to hear of it only when something went
// wrong, in a player's words; what one looks at must not move; and one must know as whom one writes.
"use strict";

const NOTICES = [
  [/not completed/, "That didn't work: the bot gave no answer, or something you entered isn't valid."],
  [/uncertain|awaiting a confirmed/, "That may or may not have worked. Look before you try again."],
  [/interrupted/, "The demo doesn't answer. Trying again…"],
  [/unavailable|ended|closed/, "This view has ended. It comes back when the demo runs again."],
];
const byId = (id) => document.getElementById(id);
const report = byId("action-status");
const timeline = byId("channel-timeline");
const list = byId("channel-message-list");

function update() {
  const notice = NOTICES.find(([pattern]) => pattern.test(report.textContent));
  document.body.dataset.notice = notice ? "shown" : "none";
  report.dataset.text = notice ? notice[1] : "";
}
new MutationObserver(update).observe(report, { childList: true, characterData: true, subtree: true });
update();

// SimCord's page waits for fonts of all scripts, 20 MB, each time; the bot writes Latin (see also view.css).
const loadFont = document.fonts.load.bind(document.fonts);
document.fonts.load = (font, ...sample) => /Arabic|Hebrew|Devanagari| SC/.test(font) ? Promise.resolve([]) : loadFont(font, ...sample);
document.fonts.check = () => true;

// ---- as whom and where one writes

const [ME, HERE] = window.parent.whoIs?.(location.search) ?? ["", ""];
const caption = Object.assign(document.createElement("p"), { id: "whoami" });
caption.append("You're writing as ", Object.assign(document.createElement("b"), { textContent: ME }), ` in ${HERE}`);
byId("channel-layout").append(caption);

// SimCord's page sets this text again and again; typed.js reads what it set.
const placeholder = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "placeholder");
let plain = byId("channel-composer-input").placeholder;
Object.defineProperty(byId("channel-composer-input"), "placeholder", {
  get: () => plain,
  set(text) {
    plain = text;
    const said = text.startsWith("You can use") ? `Read-only for ${ME}: only / commands` : text.startsWith("Message ") ? `${text} as ${ME}` : text;
    placeholder.set.call(this, said);
    caption.classList.toggle("needed", said.length > 34); // a phone cuts it
  },
});

// ---- one thing after the other

// SimCord's page refuses what is done while the bot still answers the act before: it is done then, instead.
function isBusy() {
  return Boolean(window.simcordPreview?.pendingAction || timeline.querySelector('.component-button[aria-disabled="true"]:not(:disabled)'));
}
function whenFree(act, tries = 200) {
  if (isBusy() && tries) setTimeout(() => whenFree(act, tries - 1), 50);
  else act();
}
function again(event, act) {
  if (!event.isTrusted || !isBusy()) return false;
  event.preventDefault();
  event.stopImmediatePropagation();
  whenFree(() => setTimeout(act, 50));
  return true;
}
function choose(menu, value) { // its list may have been closed meanwhile
  const trigger = document.querySelector(`${menu} .select-trigger`);
  if (trigger?.getAttribute("aria-expanded") === "false") trigger.click();
  document.querySelector(`${menu} .select-option[data-value="${CSS.escape(value)}"]`)?.click();
}
// A menu with another id has another key; what counts here is its place in its message (demo/menus.py).
const atPlace = (key) => { const at = CSS.escape(key.split("~")[0]); return `:is([data-control-key="${at}"], [data-control-key^="${at}~"])`; };
const keyed = (element) => atPlace(element.closest("[data-control-key]").dataset.controlKey);
// The keyboard stays with a menu that an answer has put in place of another.
let focused = null;
timeline.addEventListener("focusin", (event) => { focused = event.target.matches(".select-trigger") ? keyed(event.target) : null; });
new MutationObserver(() => {
  if (focused && document.activeElement === document.body) document.querySelector(`.select-trigger${focused}`)?.focus({ preventScroll: true });
}).observe(list, { childList: true, subtree: true });
document.addEventListener("click", (event) => {
  const button = event.target.closest?.(".component-button[data-control-key]:not(:disabled)");
  const option = event.target.closest?.(".select-option");
  const key = (option ?? button) && keyed(option ?? button);
  if (option && timeline.contains(option)) again(event, () => choose(key, option.dataset.value));
  else if (button) again(event, () => document.querySelector(key)?.click());
  if (timeline.contains(event.target)) setTimeout(showWaiting);
}, true);
// As on Discord, what was pressed or chosen waits until the bot has acknowledged it, and the place of an answer that
// it has put off says who is thinking.
let nextLook = 0;
function showWaiting() {
  clearTimeout(nextLook);
  const act = window.simcordPreview?.pendingAction;
  const key = act?.controlKey && ["click", "select"].includes(act.kind) ? atPlace(act.controlKey) : null;
  for (const one of timeline.querySelectorAll(".waiting")) if (!key || !one.matches(key)) one.classList.remove("waiting");
  if (key) timeline.querySelector(key)?.classList.add("waiting");
  if (key) nextLook = setTimeout(showWaiting, 50);
  for (const one of list.querySelectorAll(".message-loading")) {
    if (one.textContent === "Thinking…") one.textContent = "Fieldpost is thinking…";
  }
}
new MutationObserver(showWaiting).observe(list, { childList: true, subtree: true });
document.addEventListener("keydown", (event) => {
  const box = event.target;
  if (event.key !== "Enter" || event.shiftKey || box.id !== "channel-composer-input" || !event.isTrusted || !isBusy()) return;
  if (box.value.startsWith("/")) return; // typed.js waits by itself
  event.preventDefault();
  event.stopImmediatePropagation();
  const said = box.value;
  whenFree(() => { if (box.value === said) box.form?.requestSubmit(); });
}, true);

// ---- what one looks at stays where it is

// SimCord's page scrolls by rules of its own, some frames late: here it may not. Either something is held where it
// stands on the screen, or the end is followed; then a control that was pressed stays in sight all the same.
const scroll = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
Object.defineProperty(timeline, "scrollTop", { get() { return scroll.get.call(timeline); }, set() {} });
const news = Object.assign(document.createElement("button"), { id: "news", type: "button", hidden: true });
byId("channel-layout").append(news);
let held = null;
let kept = null;
let placed = 0; // where the view was put
let seen = 0n;
let handAt = -1000; // when the player last touched the conversation

const articles = () => [...list.querySelectorAll("[data-message-id]")];
const article = (id) => list.querySelector(`[data-message-id="${id}"]`);
const within = (id, key) => key && article(id)?.querySelector(atPlace(key));
const bounds = () => timeline.getBoundingClientRect();
const atNewest = () => byId("history-newer").hidden;
function atEnd() { return atNewest() && timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 40; }

// A message by the edge of it that is nearer to what one reads, a control by its own place.
function hold(message, key = null) {
  const { top } = bounds();
  const rect = message.getBoundingClientRect();
  const control = within(message.dataset.messageId, key);
  return {
    id: message.dataset.messageId, key, low: rect.top < top, top: rect.top - top, bottom: rect.bottom - top,
    control: control && control.getBoundingClientRect().top - top,
  };
}
function moved(mark) {
  const message = article(mark.id);
  if (!message) return 0;
  const { top } = bounds();
  const control = within(mark.id, mark.key);
  if (control) return control.getBoundingClientRect().top - top - mark.control;
  const rect = message.getBoundingClientRect();
  return mark.low || mark.key ? rect.bottom - top - mark.bottom : rect.top - top - mark.top;
}
function place() {
  if (performance.now() - handAt < 400 && Math.abs(timeline.scrollTop - placed) > 1) lookHere();
  const end = timeline.scrollHeight - timeline.clientHeight;
  let to = end;
  if (held) to = timeline.scrollTop + moved(held);
  else if (kept && article(kept.id)) {
    const control = within(kept.id, kept.key);
    const top = control ? control.getBoundingClientRect().top : article(kept.id).getBoundingClientRect().bottom - 60;
    to = Math.min(end, timeline.scrollTop + top - bounds().top - 8);
  }
  to = Math.max(0, Math.min(end, Math.round(to)));
  if (Math.abs(to - timeline.scrollTop) >= 1) scroll.set.call(timeline, to);
  placed = timeline.scrollTop;
  tellNews();
}
function follow() { held = kept = null; place(); }

function tellNews() {
  const { bottom } = bounds();
  const below = [];
  for (const one of articles()) {
    const id = BigInt(one.dataset.messageId);
    if (one.getBoundingClientRect().top > bottom - 24) below.push(id);
    else if (id > seen) seen = id;
  }
  const count = below.filter((id) => id > seen).length;
  const far = !atNewest() || timeline.scrollHeight - timeline.scrollTop > 3 * timeline.clientHeight;
  const text = count ? `${count} new message${count === 1 ? "" : "s"} ↓` : "Jump to present ↓";
  if (news.textContent !== text) news.textContent = text;
  news.classList.toggle("far", !count);
  news.hidden = !count && !far;
}
news.addEventListener("click", () => {
  if (!atNewest()) byId("new-messages").click();
  follow();
});

// The player has scrolled.
function lookHere() {
  placed = timeline.scrollTop;
  kept = null;
  const { top } = bounds();
  const first = articles().find((one) => one.getBoundingClientRect().bottom > top + 20);
  held = atEnd() || !first ? null : hold(first);
}
for (const kind of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  timeline.addEventListener(kind, (event) => {
    const scrolls = kind === "keydown" ? /^(Page|Home|End)/.test(event.key)
      : kind === "pointerdown" ? event.target === timeline // its scroll bar
        : !event.target.closest(".select-list");
    if (scrolls) handAt = performance.now();
  }, { passive: true });
}
// Whatever else moves the view is the player, or the browser for the player.
timeline.addEventListener("scroll", () => {
  const now = timeline.scrollTop;
  if (Math.abs(now - placed) <= 1) return;
  lookHere();
  if (now < 300 && !byId("history-older").hidden) byId("history-older").click();
  else if (!atNewest() && timeline.scrollHeight - now - timeline.clientHeight < 300) byId("history-newer").click();
  tellNews();
}, { passive: true });

// A press keeps what was pressed in sight; where it belongs to the newest message, its answer is followed too.
document.addEventListener("click", (event) => {
  const control = event.target.closest?.(".component-button, .select-trigger");
  const message = control?.closest("[data-message-id]");
  if (!message || !timeline.contains(message)) return;
  measure();
  const key = control.closest("[data-control-key]").dataset.controlKey;
  const follows = atEnd() || (atNewest() && message === articles().at(-1));
  held = follows ? null : hold(message, key);
  kept = follows ? { id: message.dataset.messageId, key } : null;
}, true);
document.addEventListener("submit", (event) => { if (event.target.id === "channel-composer") follow(); }, true);

// SimCord's page draws a message anew when a menu in it opens, and a picture has no height until it is loaded
// again: the message would jump, and the page closes a menu that leaves the screen.
const PICTURES = ".gallery-item, .attachment-media";
const heights = new Map();
// Where a message has one picture, a rule keeps its place from the first moment: the page looks at once whether
// the menu is still on the screen, before an observer can put the height back.
const places = new CSSStyleSheet();
document.adoptedStyleSheets.push(places);
const placeOf = new Map();
function measure() {
  for (const message of articles()) {
    const pictures = [...message.querySelectorAll(PICTURES)].filter((one) => one.querySelector("img")?.naturalWidth);
    for (const one of pictures) heights.set(pictureKey(one), one.offsetHeight);
    const id = message.dataset.messageId;
    const [height] = pictures.map((one) => one.offsetHeight);
    if (message.querySelectorAll(PICTURES).length > 1) placeOf.delete(id);
    else if (height) placeOf.set(id, `[data-message-id="${id}"] :is(${PICTURES}) { height: ${height}px; min-height: 0; max-height: ${height}px; }`);
  }
  places.replaceSync([...placeOf.values()].join("\n"));
}
function pictureKey(picture) {
  const message = picture.closest("[data-message-id]");
  return `${message.dataset.messageId}:${[...message.querySelectorAll(PICTURES)].indexOf(picture)}`;
}
function keepHeights() {
  for (const picture of list.querySelectorAll(PICTURES)) {
    const height = heights.get(pictureKey(picture));
    if (picture.querySelector("img")?.naturalWidth || !height || picture.style.minHeight) continue;
    if (placeOf.has(picture.closest("[data-message-id]").dataset.messageId)) continue;
    picture.style.minHeight = `${height}px`;
  }
}
for (const observed of [timeline, list]) new ResizeObserver(place).observe(observed);
new MutationObserver(() => {
  keepHeights();
  place();
  requestAnimationFrame(place); // the browser may have cut the view short meanwhile
}).observe(list, { childList: true, subtree: true });
timeline.addEventListener("load", (event) => {
  const picture = event.target.closest(PICTURES);
  if (!picture) return;
  Object.assign(picture.style, { height: "auto", minHeight: "0", maxHeight: "none" }); // not those of the rule
  setTimeout(measure, 300); // the page fits it first
}, true);

// ---- what the frame asks for, and is told

// Look at the newest message with these words, rather one with something to press.
window.showMessage = (words) => {
  const found = articles().filter((one) => one.textContent.includes(words));
  const message = found.findLast((one) => one.querySelector(".component-row")) ?? found.at(-1);
  if (!message || message === articles().at(-1)) return follow();
  kept = null;
  held = { id: message.dataset.messageId, top: 8 };
  place();
};

window.showMessageWithId = (id) => {
  if (!article(id)) return follow();
  kept = null;
  held = { id, top: 8 };
  place();
};
// A channel's name, or a link to a message, leads there, not to discord.com.
document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='https://discord.com/channels/']");
  const name = event.target.closest?.(".mention")?.textContent;
  const [, channel, message] = link?.pathname.match(/^\/channels\/[^/]+\/(\d+)(?:\/(\d+))?/) ?? [];
  if ((channel || name?.startsWith("#")) && window.parent.openPlace?.(channel ?? name, message)) event.preventDefault();
}, true);

// The frame shows the conversation once it is there, with its pictures if they come soon.
const app = byId("preview-app");
let shown = false;
function tellReady() {
  if (shown || byId("channel-layout").hidden) return;
  shown = true;
  seen = BigInt(articles().at(-1)?.dataset.messageId ?? 0);
  follow();
  window.parent.viewReady?.(location.search);
}
const busy = new MutationObserver(() => {
  if (app.getAttribute("aria-busy") === "false") tellReady();
  else if (!byId("channel-layout").hidden) setTimeout(tellReady, 800);
});
busy.observe(app, { attributes: true, attributeFilter: ["aria-busy", "hidden"], subtree: true });

// In private messages SimCord's page does not resolve channels (Discord does): put their names in.
function nameChannels() {
  const texts = document.createTreeWalker(timeline, NodeFilter.SHOW_TEXT);
  const found = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode()) if (/<#\d+>/.test(text.data)) found.push(text);
  for (const text of found) {
    text.replaceWith(...text.data.split(/(<#\d+>)/).map((part) => {
      const name = window.parent.placeName?.(/^<#(\d+)>$/.exec(part)?.[1]);
      return name ? Object.assign(document.createElement("span"), { className: "mention", textContent: name }) : part;
    }));
  }
}
new MutationObserver(nameChannels).observe(timeline, { childList: true, subtree: true });
nameChannels();
