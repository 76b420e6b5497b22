// SimCord's page reports every step in its toolbar. A player needs to hear of it only when something
// went wrong, in a player's words; and what one asked for, or waits for at the end, should be in sight.
"use strict";

const NOTICES = [
  [/not completed/, "That was not done: the bot did not answer, or an entry is not valid."],
  [/uncertain|awaiting a confirmed/, "It is not known whether that was done. Look before you try again."],
  [/interrupted/, "The demo does not answer. Trying again…"],
  [/unavailable|ended|closed/, "This view has ended. It comes back when the demo runs again."],
];
const report = document.getElementById("action-status");
const timeline = document.getElementById("channel-timeline");
const newMessages = document.getElementById("new-messages");

function update() {
  const notice = NOTICES.find(([pattern]) => pattern.test(report.textContent));
  document.body.dataset.notice = notice ? "shown" : "none";
  report.dataset.text = notice ? notice[1] : "";
}

// Stay at the end while the player is there, also when a picture gets its height late, and go there
// after the player's own action. Scrolling up by hand ends it; an open menu must not move.
let follows = true;
let byHand = 0;

// A preview of an attached text is "expanded" too, but it is no menu.
const OPEN_MENU = '.select-trigger[aria-expanded="true"]';
function atEnd() { return timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 60; }
function holds() { return follows && !timeline.querySelector(OPEN_MENU); }
function follow() {
  if (!holds()) return;
  if (!newMessages.hidden) newMessages.hidden = true; // it is observed
  timeline.scrollTop = timeline.scrollHeight;
}
function acted(event) {
  if (event.type !== "submit" && !event.target.closest?.(".component-button, .select-option, #new-messages")) return;
  follows = true;
  byHand = 0; // what moves from now on is the page's answer
}

// SimCord's page scrolls too, some frames later: to the head of the newest message, which leaves the end of a tall
// one out of sight, or back to what stood there before. While the end is followed it lands there as well.
const scrollTop = Object.getOwnPropertyDescriptor(Element.prototype, "scrollTop");
Object.defineProperty(timeline, "scrollTop", {
  get() { return scrollTop.get.call(timeline); },
  set(top) { scrollTop.set.call(timeline, holds() ? timeline.scrollHeight : top); },
});

for (const kind of ["wheel", "touchmove", "keydown"]) {
  timeline.addEventListener(kind, () => { byHand = performance.now(); }, { passive: true });
}
timeline.addEventListener("pointerdown", () => { byHand = Infinity; }); // the scroll bar, until it is let go
for (const kind of ["pointerup", "pointercancel"]) { // cancelled: a finger has begun to scroll
  window.addEventListener(kind, () => { if (byHand === Infinity) byHand = performance.now(); });
}
timeline.addEventListener("scroll", () => {
  if (byHand === Infinity || performance.now() - byHand < 500) follows = atEnd();
});
for (const observed of [timeline, document.getElementById("channel-message-list")]) {
  new ResizeObserver(follow).observe(observed);
}
new MutationObserver(follow).observe(newMessages, { attributes: true, attributeFilter: ["hidden"] });
// SimCord's page draws a message anew when a menu in it opens, and a gallery picture has no height until
// it is loaded again: the message would jump, and the page closes a menu that leaves the screen.
const heights = new Map();
let lastTop = 0;

function figureKey(figure) {
  const message = figure.closest("[data-message-id]");
  return `${message.dataset.messageId}:${[...message.querySelectorAll(".gallery-item")].indexOf(figure)}`;
}
function keepHeights() {
  let kept = false;
  for (const image of timeline.querySelectorAll(".gallery-image")) {
    const figure = image.closest(".gallery-item");
    const height = heights.get(figureKey(figure));
    if (image.naturalWidth || !height || figure.style.minHeight) continue;
    figure.style.minHeight = `${height}px`;
    kept = true;
  }
  if (kept) timeline.scrollTop = lastTop;
}

new MutationObserver(keepHeights).observe(timeline, { childList: true, subtree: true });
timeline.addEventListener("scroll", () => { lastTop = timeline.scrollTop; });
timeline.addEventListener("load", (event) => {
  const figure = event.target.closest(".gallery-item");
  if (!figure) return;
  figure.style.minHeight = "";
  heights.set(figureKey(figure), figure.offsetHeight);
}, true);

new MutationObserver(update).observe(report, { childList: true, characterData: true, subtree: true });
document.addEventListener("click", acted, true);
document.addEventListener("submit", acted, true);
update();

// In private messages SimCord's page does not resolve channels (Discord does): put their names in.
function nameChannels() {
  const texts = document.createTreeWalker(timeline, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.data.includes("<#")) continue;
    const named = text.data.replace(/<#(\d+)>/g, (whole, id) => window.parent.placeName?.(id) ?? whole);
    if (named !== text.data) text.data = named;
  }
}
new MutationObserver(nameChannels).observe(timeline, { childList: true, subtree: true });
nameChannels();

// Once a suggestion is taken its list would come back with that line in it and take every Enter: close it, so
// that the next Enter sends. Typing opens it again.
document.addEventListener("click", (event) => {
  if (!event.target.closest?.("#command-suggestion-listbox")) return;
  for (const wait of [80, 300, 700]) {
    setTimeout(() => {
      const field = document.activeElement;
      if (!field?.matches?.(".command-option-input")) return;
      const left = [...document.querySelectorAll("#command-suggestion-listbox .command-suggestion")];
      const taken = left.some((one) => [one.dataset.value, one.textContent].some((word) => same(word, field.value)));
      if (taken) field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
    }, wait);
  }
}, true);
function same(one, other) { return one.toLowerCase() === other.toLowerCase(); }

// Tab takes the highlighted suggestion, as in the list of commands; with none it passes by the option's small ×,
// which the next Enter would press.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Tab" || event.shiftKey || !field.matches?.(".command-option-input, .command-chip")) return;
  const open = field.getAttribute("aria-expanded") === "true";
  const taken = open && document.querySelector('#command-suggestion-listbox [aria-selected="true"]');
  const stops = [...document.querySelectorAll(".command-option-input, .command-mention, .command-file-choose, .command-ghost, #send-message")];
  const next = taken || stops.find((one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (!next) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (taken) taken.click(); else next.focus();
}, true);
