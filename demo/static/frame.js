// The frame: who plays and where. SimCord's page for that pair sits in the <iframe>.
"use strict";

const COLOURS = ["#c2453c", "#3b7dd8", "#2f8f4e", "#a05ac8", "#b7791f", "#178a8a", "#8a5a44"];
const GLYPHS = { channel: "#", thread: "↳", dm: "✉" };
const view = document.getElementById("view");
const banner = document.getElementById("banner");
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
}

function readKey(user, place) { return `read:${state.world}:${user.id}:${place.id}`; }
function isUnread(user, place) {
  return place.last !== "0" && localStorage.getItem(readKey(user, place)) !== place.last;
}

function label(place) {
  return place.kind === "dm" ? `Private messages with ${place.name}` : `${place.kind === "thread" ? "" : "#"}${place.name}`;
}

/** For the page in the iframe: "#war-room" for a channel's id, undefined for an unknown one. */
window.placeName = (id) => {
  const place = state?.users.flatMap((user) => user.places).find((one) => one.id === id);
  return place && `#${place.name}`;
};

/** Update a list in place, so that focus and hover survive the poll. */
function fill(list, items) {
  while (list.children.length > items.length) list.lastChild.remove();
  items.forEach((item, index) => {
    let row = list.children[index];
    if (!row) {
      row = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      for (const part of ["mark", "name", "dot"]) button.append(Object.assign(document.createElement("span"), { className: part }));
      row.append(button);
      list.append(row);
    }
    const button = row.firstChild;
    const [mark, name, dot] = button.children;
    row.className = item.kind;
    mark.className = item.colour ? "face" : "glyph";
    mark.style.background = item.colour || "";
    mark.textContent = item.mark;
    mark.setAttribute("aria-hidden", "true");
    name.className = "name";
    name.textContent = item.text;
    dot.className = "dot";
    dot.hidden = !item.unread;
    dot.title = "new messages";
    button.title = item.text;
    button.setAttribute("aria-label", item.unread ? `${item.text}, new messages` : item.text);
    button.setAttribute("aria-current", String(item.current));
    button.onclick = item.pick;
  });
}

function render() {
  const { user, place } = chosen();
  if (document.visibilityState === "visible") localStorage.setItem(readKey(user, place), place.last);
  fill(document.getElementById("users"), state.users.map((one, index) => ({
    kind: "user", mark: one.name[0], colour: COLOURS[index % COLOURS.length], text: one.name, current: one === user,
    unread: one.places.some((there) => isUnread(one, there)),
    // The same channel as the other player, if that player can read it; from a DM to that player's own.
    pick: () => choose(one, one.places.find((there) => there.id === place.id || (place.kind === "dm" && there.kind === "dm")) || one.places[0]),
  })));
  fill(document.getElementById("places"), user.places.map((one) => ({
    kind: one.kind, mark: GLYPHS[one.kind], text: one.kind === "dm" ? `${one.name} (private)` : one.name,
    current: one === place, unread: isUnread(user, one), pick: () => choose(user, one),
  })));
  banner.classList.remove("lost");
  const text = `You are ${user.name} in ${label(place)}`;
  if (banner.textContent !== text) banner.textContent = text;
  document.title = `${user.name} · ${label(place)} · Fieldpost demo`;
  const wanted = `${state.run}/${user.id}/${place.id}`;
  if (shown !== wanted) {
    shown = wanted;
    // replace(): the browser's Back button steps through the choices, not through the iframe as well.
    view.contentWindow.location.replace(`/demo/view/${user.id}/${place.id}`);
  }
}

async function poll() {
  try {
    const answer = await fetch("/demo/state", { cache: "no-store" });
    if (!answer.ok) throw new Error(String(answer.status));
    state = await answer.json();
    render();
  } catch (error) {
    banner.classList.add("lost");
    banner.textContent = "The demo is not running. Start it again with “make demo”; this page comes back by itself.";
  }
  setTimeout(poll, 1000);
}

window.addEventListener("hashchange", () => { if (state) render(); });
poll();
