// The link's secret stands behind the #: the browser sends it nowhere, this script posts it once.
import { post } from "./net.js";

const told = document.getElementById("told");
const again = document.getElementById("again");
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);

async function open() {
  again.hidden = true;
  try {
    const found = await post(location.pathname, { token });
    location.replace(found.to);
  } catch (error) {
    told.textContent = error.message.replaceAll("*", "");
    again.hidden = error.status === 410;
  }
}

again.addEventListener("click", open);
if (token) open();
else told.textContent = "Press Open the board on your order desk in Discord: that link leads here.";
