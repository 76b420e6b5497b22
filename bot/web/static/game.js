// A game turn by turn: arrow keys, the slider, and word of a new turn.
import { localTimes } from "./times.js";

const game = document.getElementById("game");
const { url, seq } = game.dataset;
const number = Number(game.dataset.number);
const last = Number(game.dataset.last);

function go(to) {
  if (to >= 1 && to <= last && to !== number) location.assign(to === last ? url : `${url}/${to}`);
}

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, textarea, select") || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft") go(number - 1);
  else if (event.key === "ArrowRight") go(number + 1);
});
document.getElementById("slider")?.addEventListener("change", (event) => go(Number(event.target.value)));

if (seq) {
  const stream = new EventSource(`${url}/events`);
  stream.addEventListener("turn", (event) => {
    if (event.data === seq) return;
    document.getElementById("fresh").hidden = false;
    stream.close();
  });
}
localTimes(document);
