// Commands typed as text: people write "/why unit:2" at once and send it. SimCord's page would post that as
// a message of theirs; here it is run as if it had been taken from the lists, or kept with a line that says how.
"use strict";

const composer = document.getElementById("channel-composer");
const box = document.getElementById("channel-composer-input");
const hint = document.createElement("p");
hint.id = "command-hint";
hint.setAttribute("role", "alert");
hint.hidden = true;
composer.prepend(hint);
const HOW = "Commands: type the name, press Tab, fill in, press Enter. Nothing was sent.";
const SHUT = ["user", "channel", "role", "mentionable", "attachment"]; // kinds of options that text cannot give

// SimCord's page asks for the commands by itself; listen to the answer.
let commands = [];
const plainFetch = window.fetch;
window.fetch = async (...request) => {
  const response = await plainFetch.apply(window, request);
  if (request[0] === "/api/commands" && response.ok) {
    response.clone().json().then((catalog) => { commands = catalog.entries ?? []; }, () => {});
  }
  return response;
};

// The command that a text names, with the values of its options; or, as a string, what is wrong with it.
function parse(text) {
  const line = text.trim().slice(1).replace(/\s+/g, " ");
  const entry = commands
    .filter(({ invocation }) => `${line} `.toLowerCase().startsWith(`${invocation.toLowerCase()} `))
    .sort((one, other) => other.invocation.length - one.invocation.length)[0];
  if (!entry) return `/${line.split(" ")[0]} alone is no command that is known here.`;
  const rest = line.slice(entry.invocation.length);
  const values = new Map();
  let last = null;
  let end = 0;
  for (const found of rest.matchAll(/ ([\w-]+):/g)) {
    const option = entry.options.find(({ name }) => name === found[1].toLowerCase());
    if (!option || values.has(option)) continue; // words of the value before it
    const before = rest.slice(end, found.index).trim();
    if (last) values.set(last, before);
    else if (before) return `What is “${before}”?`;
    values.set(option, "");
    last = option;
    end = found.index + found[0].length;
  }
  const tail = rest.slice(end).trim();
  if (last) values.set(last, tail);
  else if (tail) return `What is “${tail}”? /${entry.invocation} has ${names(entry)}.`;
  for (const option of entry.options) {
    if (option.required && !values.get(option)) return `/${entry.invocation} needs ${option.name}:`;
  }
  for (const [option, value] of values) {
    if (!value) return `${option.name}: is empty.`;
    if (SHUT.includes(option.type)) return `${option.name}: has to be chosen from its list.`;
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
    tell("That command cannot be given just now.");
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
  const parsed = edits ? "A message cannot become a command." : parse(text);
  if (typeof parsed === "string") return tell(parsed);
  hint.hidden = true;
  // Not within this event, in which a form does not submit again.
  setTimeout(() => when(parsed, text, 150), 0);
}, true);
composer.addEventListener("input", () => { hint.hidden = true; });
composer.addEventListener("click", () => { if (!box.isConnected) hint.hidden = true; });
