"""Everything Fieldpost keeps on disk: the schema, its migrations, and all SQL of the bot.

Open with `Database.open`; every function of `tables`, `seeds`, `players`, `steps`, `drafts`, `outbox`,
`deadlines`, `people`, `desks`, `letters`, `leagues`, `ratings` and the others takes the transaction first.
Times are epoch seconds (UTC) that the caller gives; ids are Discord's. No game, no Discord and no clock is
known here.
"""
