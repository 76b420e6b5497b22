"""The offline stand-in for Discord that ``make demo`` runs: the unmodified bot, a page, no network."""
