"""Tables before they begin, and what they agree on."""
