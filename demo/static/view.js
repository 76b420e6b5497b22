// SimCord's page reports every step in its toolbar. A player needs to hear of it only when something
// went wrong, or the connection did.
"use strict";

const TROUBLE = /not completed|uncertain|interrupted|unavailable|ended|closed|awaiting a confirmed/;
const toolbarText = document.getElementById("action-status");

function update() {
  document.body.dataset.notice = TROUBLE.test(toolbarText.textContent) ? "shown" : "none";
}

new MutationObserver(update).observe(toolbarText, { childList: true, characterData: true, subtree: true });
update();
