"""The work that may be done in another process or on another machine: every job by its name.

A name has at most 26 characters. What is drawn for an answer goes first, and what takes long goes last. A
worker imports a job's module when the first one arrives.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.common.local_pool import Job

WAITED_FOR, SOON, LONG = 20, 10, 0

JOBS: Mapping[str, Job] = {
    "picture": Job("bot.common.workers:paint", WAITED_FOR, 60),
    "chance": Job("bot.common.workers:throw", SOON, 60),
    "opening": Job("maps.painter:opening_picture", WAITED_FOR, 60),
    "rules": Job("maps.painter:rules_pictures", WAITED_FOR, 60),
    "league-table": Job("maps.league:draw", WAITED_FOR, 60),
    "standings": Job("bot.features.leagues.standings:standings", WAITED_FOR, 60),
    "crosstable": Job("bot.features.leagues.views.table_format:cross", WAITED_FOR, 60),
    "think": Job("bot.features.computers.thinking:think", SOON, 60),
    "guess": Job("bot.features.computers.thinking:guess", WAITED_FOR, 60),
    "advise": Job("bot.features.computers.thinking:advise", WAITED_FOR, 60),
    "agrees": Job("bot.features.computers.thinking:agrees", SOON, 60),
    "study": Job("bot.features.analysis.studying:study", LONG, 900),
    "graph": Job("maps.analysis:draw", WAITED_FOR, 60),
    "pairing": Job("bot.features.leagues.pairing.rounds:pair_round", SOON, 300),
    "league-file": Job("bot.features.leagues.season.league_file:encoded", LONG, 120),
    "import": Job("bot.features.history.record_reading:examine", LONG, 120),
    "replay": Job("maps.replay.frames:part", LONG, 120),
}
