"""Use cases of the bot, without Discord: tables, orders, turns, deadlines, the outbox."""
