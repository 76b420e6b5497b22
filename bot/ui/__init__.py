"""Discord's side of the bot: messages, buttons, menus, forms. Decides nothing; asks the service."""
