// Commands typed as text: people write "/why unit:2" at once and send it. SimCord's page would post that as
// a message of theirs; here it is run as if it had been taken from the lists, or kept with a line that says how.
// And the keys of a command, as on Discord.
"use strict";

const composer = document.getElementById("channel-composer");
const box = document.getElementById("channel-composer-input");
const hint = document.createElement("p");
hint.id = "command-hint";
hint.setAttribute("role", "alert");
hint.hidden = true;
composer.prepend(hint);
const HOW = "Nothing was sent. To give a command, type its name, press Tab, fill it in, press Enter.";
const SHUT = ["user", "channel", "role", "mentionable", "attachment"]; // kinds of options that text cannot give

// SimCord's page asks for the commands by itself, and says what is done: listen to both.
let commands = [];
const plainFetch = window.fetch;
window.fetch = async (...request) => {
  const [path, { body } = {}] = request;
  const done = path === "/api/action" && typeof body === "string" ? named(JSON.parse(body)) : null;
  const response = await plainFetch.apply(window, request);
  if (path === "/api/commands" && response.ok) {
    response.clone().json().then((catalog) => { commands = catalog.entries ?? []; }, () => {});
  }
  if (done && response.ok) {
    response.clone().json().then(({ rejected, settlement }) => {
      if (!rejected && settlement === "settled") window.parent.done?.(location.search, done);
    }, () => {});
  }
  return response;
};
// What an action is called: the button's label, "/why" for a command, the text of a message.
function named({ kind, control_key: key, command_id: id, path, content }) {
  if (kind === "click") return document.querySelector(`[data-control-key="${CSS.escape(key)}"]`)?.textContent;
  if (kind === "send_message") return content;
  const entry = commands.find((one) => one.commandId === id && one.path.join() === path.join());
  return kind === "run_command" && entry ? `/${entry.invocation}` : null;
}

// The command that a text names, with the values of its options; or, as a string, what is wrong with it.
function parse(text) {
  const line = text.trim().slice(1).replace(/\s+/g, " ");
  const entry = commands
    .filter(({ invocation }) => `${line} `.toLowerCase().startsWith(`${invocation.toLowerCase()} `))
    .sort((one, other) => other.invocation.length - one.invocation.length)[0];
  if (!entry) return `/${line.split(" ")[0]} isn't a command here.`;
  const rest = line.slice(entry.invocation.length);
  const values = new Map();
  let last = null;
  let end = 0;
  for (const found of rest.matchAll(/ ([\w-]+):/g)) {
    const option = entry.options.find(({ name }) => name === found[1].toLowerCase());
    if (!option || values.has(option)) continue; // words of the value before it
    const before = rest.slice(end, found.index).trim();
    if (last) values.set(last, before);
    else if (before) return `I don't know what “${before}” is.`;
    values.set(option, "");
    last = option;
    end = found.index + found[0].length;
  }
  const tail = rest.slice(end).trim();
  if (last) values.set(last, tail);
  else if (tail) return `I don't know what “${tail}” is: /${entry.invocation} has ${names(entry)}.`;
  for (const option of entry.options) {
    if (option.required && !values.get(option)) return `/${entry.invocation} needs ${option.name}:`;
  }
  for (const [option, value] of values) {
    if (!value) return `${option.name}: is empty.`;
    if (SHUT.includes(option.type)) return `choose ${option.name}: from its list.`;
    const listed = option.autocomplete ? [] : option.choices ?? [];
    const same = listed.find((one) => [one.name, one.value].some((word) => String(word).toLowerCase() === value.toLowerCase()));
    if (same) values.set(option, String(same.value));
    else if (listed.length) return `${option.name}: is one of ${listed.map((one) => one.name).join(", ")}.`;
    else if (option.type === "boolean") {
      if (!/^(true|false|yes|no|on|off)$/i.test(value)) return `${option.name}: is true or false.`;
      values.set(option, String(/^(true|yes|on)$/i.test(value)));
    }
  }
  return { entry, values };
}
function names(entry) {
  return entry.options.length ? entry.options.map(({ name }) => `${name}:`).join(", ") : "no options";
}

// Take the command and its options from the lists of SimCord's page.
function take({ entry, values }) {
  enter(box, `/${entry.invocation}`);
  pick(`#command-picker-listbox [data-entry-key="${CSS.escape(entry.key)}"]`);
  for (const [option, value] of values) {
    const selector = `.command-option-input[data-option="${CSS.escape(option.name)}"]`;
    if (!composer.querySelector(selector)) {
      pick(".command-chip"); // opens the list of options
      pick(`#command-suggestion-listbox [data-value="${CSS.escape(option.name)}"]`);
    }
    enter(composer.querySelector(selector), value);
  }
  composer.querySelector(".command-chip").focus(); // away from the last entry, which would ask for suggestions
  pick(".command-chip");
}
function enter(field, value) {
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
function pick(selector) { composer.querySelector(selector).click(); }

// Where one may not write, one may give commands.
const readOnly = () => box.placeholder.startsWith("You can use application commands");
const sendButton = () => document.getElementById("send-message");

// Run it as soon as the page is done with the action before; not if the text is changed until then.
function when(parsed, text, tries) {
  if (!box.isConnected || box.value !== text) return;
  // In a read-only channel the button is disabled until a command is taken.
  if (sendButton().disabled && !readOnly() && tries) {
    setTimeout(() => when(parsed, text, tries - 1), 100);
    return;
  }
  try {
    take(parsed);
    send(tries);
  } catch {
    document.querySelector(".command-context-close")?.click();
    enter(box, text);
    tell("That command doesn't work right now.");
  }
}
function send(tries) {
  if (!composer.querySelector(".command-chip")) return; // given up meanwhile
  if (sendButton().disabled && tries) setTimeout(() => send(tries - 1), 100);
  else composer.requestSubmit();
}

function tell(problem) {
  hint.textContent = `${problem} ${HOW}`;
  hint.hidden = false;
  box.focus();
}

// In the capture phase of the document: before the page's own handlers.
document.addEventListener("submit", (event) => {
  if (event.target !== composer || !box.isConnected) return;
  const command = box.value.trimStart().startsWith("/");
  if (!command && !readOnly()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (!command) return tell("This channel is read-only for you.");
  const text = box.value;
  const edits = sendButton().dataset.mode === "Save";
  const parsed = edits ? "You can't turn a message into a command." : parse(text);
  if (typeof parsed === "string") return tell(parsed);
  hint.hidden = true;
  // Not within this event, in which a form does not submit again.
  setTimeout(() => when(parsed, text, 150), 0);
}, true);
composer.addEventListener("input", () => { hint.hidden = true; });
composer.addEventListener("click", () => { if (!box.isConnected) hint.hidden = true; });

// For the frame: put a text into the box, or a command with its options, for the player to send.
window.typeIn = (text, tries = 20) => {
  leave();
  enter(box, text);
  box.focus();
  if (!text.startsWith("/")) return;
  if (!commands.length && tries) return void setTimeout(() => { if (box.value === text) window.typeIn(text, tries - 1); }, 100);
  const parsed = parse(text);
  if (typeof parsed !== "string") take(parsed);
};

// ---- the keys of a command: Enter sends, Esc leaves, Tab takes a suggestion

let left = "";
function leave(text = "") {
  document.querySelector(".command-context-close")?.click();
  enter(box, text);
  left = text;
}
// The command with what was filled in, as a line: a long letter is not lost. Another Esc clears it.
function written() {
  const filled = [...composer.querySelectorAll(".command-option-input")].filter((one) => one.value);
  return filled.length ? [composer.querySelector(".command-chip").textContent, ...filled.map((one) => `${one.dataset.option}:${one.value}`)].join(" ") : "";
}
const expanded = (field) => field.getAttribute("aria-expanded") === "true";
// To SimCord's page this key closes the list, and nothing more.
function closeList(field) { field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true })); }

let steered = null; // the entry whose list the player goes through with the arrow keys
document.addEventListener("keydown", (event) => {
  const field = event.target;
  const command = composer.querySelector(".command-chip");
  // SimCord's page loses the focus when it draws a command anew.
  if (!event.isTrusted || !(composer.contains(field) || (command && field === document.body))) return;
  if (["ArrowDown", "ArrowUp"].includes(event.key)) steered = field;
  // In the command's name, or in an empty optional entry, Enter sends: the list there is an offer.
  if (event.key === "Enter" && command && expanded(field) && steered !== field) {
    const optional = field.closest?.(".command-pill")?.querySelector(".command-option-remove");
    if (field === command || (optional && !field.value)) closeList(field);
  }
  const lost = field === document.body;
  if (event.key === "Enter" && command && (lost || (isBusy() && !expanded(field) && field.matches(".command-chip, .command-option-input")))) {
    event.preventDefault();
    event.stopImmediatePropagation();
    whenFree(() => { if (composer.querySelector(".command-chip")) composer.requestSubmit(); }); // see view.js
    return;
  }
  if (event.key === "Escape") {
    if (command) leave(written());
    else if (left && box.value === left) leave();
    else if (!document.getElementById("reply-context").hidden) document.getElementById("reply-cancel").click();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
document.addEventListener("focusin", (event) => {
  steered = null;
  const field = event.target;
  // The bot's suggestions come at once, as on Discord, not only when something is typed.
  if (field.matches?.('.command-option-input[role="combobox"]')) {
    setTimeout(() => {
      if (document.activeElement === field && !field.value && !field.readOnly) field.dispatchEvent(new Event("input", { bubbles: true }));
    }, 60);
  }
});

// Once a suggestion is taken its list would come back with that line in it and take every Enter: close it, so
// that the next Enter sends. Typing opens it again.
document.addEventListener("click", (event) => {
  const taken = event.target.closest?.("#command-suggestion-listbox .command-suggestion");
  if (!taken) return;
  const words = [taken.dataset.value, taken.textContent];
  for (const wait of [80, 300, 700]) {
    setTimeout(() => {
      const field = document.activeElement;
      if (field?.matches?.(".command-option-input") && words.some((word) => same(word, field.value))) closeList(field);
    }, wait);
  }
}, true);
function same(one, other) { return one.toLowerCase() === other.toLowerCase(); }

// Tab takes the highlighted suggestion, as in the list of commands; with none it passes by the option's small ×,
// which the next Enter would press.
document.addEventListener("keydown", (event) => {
  const field = event.target;
  if (event.key !== "Tab" || event.shiftKey || !field.matches?.(".command-option-input, .command-chip")) return;
  const taken = expanded(field) && document.querySelector('#command-suggestion-listbox [aria-selected="true"]');
  const stops = [...document.querySelectorAll(".command-option-input, .command-mention, .command-file-choose, .command-ghost, #send-message")];
  const next = taken || stops.find((one) => field.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (!next) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (taken) taken.click(); else next.focus();
}, true);
