// The link's secret stands behind the #: the browser sends it nowhere, this script posts it once. After a dot
// the place follows, which a used link leads to if this browser's cookie for it is still good.
import { get, post } from "./net.js";

const told = document.getElementById("told");
const again = document.getElementById("again");
const [token, place] = location.hash.slice(1).split(".");
history.replaceState(null, "", location.pathname);

const board = /^[a-z0-9]+$/.test(place ?? "") ? location.pathname.replace(/open$/, `play/${place}`) : "";
const isOpen = () => board && get(`${board}/desk`).then(() => true, () => false);

async function open() {
  again.hidden = true;
  try {
    const found = await post(location.pathname, { token });
    location.replace(found.to);
  } catch (error) {
    if (error.status === 410 && (await isOpen())) return location.replace(board);
    told.textContent = error.message.replaceAll("*", "");
    again.hidden = error.status === 410;
  }
}

again.addEventListener("click", open);
if (token === "closed")
  told.textContent =
    "The board is closed in this browser. Your orders stay as they are. To open it again press Open the board in Discord.";
else if (token) open();
else told.textContent = "Press Open the board on your order desk in Discord: that link leads here.";
