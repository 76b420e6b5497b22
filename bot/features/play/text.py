"""Playing: /order, /orders, /draw, /concede"""

from __future__ import annotations

from adjudicator.text import Text

ORDER = "Give an order in secret; legal orders appear as you type"
ORDER_ORDER = "Your order, like e7-e6; put ; between several"
ORDER_SEND = "Send it at once, without a preview"
ORDERS = "Open your order desk: see, change and send orders (only you see this)"
DRAW = "Offer a draw, or accept one"
CONCEDE = "Concede a game (I'll ask again first)"
ORDER_MISSING = " · your order is missing"
PLAY_ON = Text("You play on in game `{code}`.", code="k7f3")
