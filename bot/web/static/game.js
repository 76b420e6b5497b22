// A game turn by turn: arrow keys, the slider, Play, and word of a new turn.
import { localTimes } from "./times.js";

const STANDS_MS = 1600;
let game = document.getElementById("game");
const { url, seq } = game.dataset;
const turns = game.dataset.turns.split(" "); // their names in addresses
const last = turns.length - 1;
const read = new Map();
let isOld = false; // there is a newer turn than when this page was loaded
let playing = null; // what plays: another press of Play or Pause puts something else there

const now = () => Number(game.dataset.at);
const address = (at) => (at === last ? url : `${url}/${turns[at]}`);

// A turn's page, read once, with its picture ready to be shown.
function page(at) {
  if (!read.has(at)) {
    read.set(at, load(at).catch((error) => { read.delete(at); throw error; }));
  }
  return read.get(at);
}

async function load(at) {
  const answer = await fetch(`${url}/${turns[at]}`, { credentials: "same-origin" });
  if (!answer.ok) throw new Error("no such turn");
  const found = new DOMParser().parseFromString(await answer.text(), "text/html");
  const picture = new Image();
  const large = found.querySelector("picture source");
  picture.src = matchMedia(large.media).matches ? large.srcset : found.querySelector("img.board").src;
  await picture.decode().catch(() => {}); // shown all the same, a moment later
  return { title: found.title, shown: found.getElementById("game") };
}

async function show(at) {
  const { title, shown } = await page(at);
  const focus = document.activeElement?.id;
  const fresh = document.importNode(shown, true);
  game.replaceWith(fresh);
  game = fresh;
  document.title = title;
  history.replaceState(null, "", address(at));
  dress();
  if (focus) document.getElementById(focus)?.focus({ preventScroll: true });
}

async function go(at) {
  if (at < 0 || at > last || at === now()) return;
  try {
    await show(at);
  } catch {
    location.assign(address(at));
  }
}

async function play() {
  const mine = (playing = {});
  dress();
  let at = now() === last ? -1 : now();
  while (at < last) {
    const stands = at < 0 ? null : new Promise((done) => setTimeout(done, STANDS_MS));
    const there = await Promise.all([page(at + 1), stands]).then(() => true, () => false);
    if (playing !== mine) return;
    if (!there) break;
    at += 1;
    await show(at);
  }
  if (playing === mine) stop();
}

function stop() {
  playing = null;
  dress();
}

// What only works with this script.
function dress() {
  const button = document.getElementById("play");
  if (button) {
    button.hidden = false;
    button.textContent = playing ? "Pause" : "Play";
    document.querySelector(".slider").hidden = false;
  }
  document.getElementById("fresh").hidden = !isOld;
  localTimes(game);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go(now() - 1);
  else if (event.key === "ArrowRight") go(now() + 1);
});
document.addEventListener("change", (event) => {
  if (event.target.id === "slider") go(Number(event.target.value));
});
document.addEventListener("click", (event) => {
  if (event.target.id !== "play") return;
  if (playing) stop();
  else play();
});

const AGAIN_MS = 20000;

function listen() {
  const stream = new EventSource(`${url}/events`);
  stream.addEventListener("turn", (event) => {
    if (event.data === seq) return;
    isOld = true;
    dress();
    stream.close();
  });
  // A browser comes back by itself, but for an answer such as 502 while the server is started anew.
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

if (seq) listen();
dress();
