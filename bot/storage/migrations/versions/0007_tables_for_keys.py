"""What stood in `kv` under sixteen kinds of keys gets tables of its own.

Written out, not taken from `schema.py`: what a migration does must not change when the schema does.
"""

import json
from collections import defaultdict
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_KV = sa.table("kv", sa.column("key"), sa.column("value"))
_KINDS = (
    "idle", "used", "held", "left-seat", "handover", "away", "press", "press-again", "press-thread",
    "changed", "brought", "brought-steps", "forgetting",
)  # fmt: skip


def upgrade() -> None:
    """Make the tables, move what is in `kv`, and delete it there. Rows of games that are not there any more
    (no version deleted games) would be left out."""
    made = {name: op.create_table(name, *columns) for name, columns in _tables().items()}
    op.create_index("ix_former_players_user_id", "former_players", ["user_id"])
    op.create_index("ix_letter_threads_table_id", "letter_threads", ["table_id"])
    if op.get_context().as_sql:  # words without a database: there is nothing to move
        return
    bind = op.get_bind()
    kept = {row.key: row.value for row in bind.execute(sa.select(_KV))}
    games: set[str] = set(bind.execute(sa.select(sa.column("id")).select_from(sa.table("tables"))).scalars())
    for name, found in _rows(kept).items():
        rows = [row for row in found if row.get("table_id", "") in games or name == "forget_jobs"]
        if rows:
            op.bulk_insert(made[name], rows)
    for kind in _KINDS:
        op.execute(_KV.delete().where(_KV.c.key.startswith(f"{kind}/", autoescape=True)))


def _tables() -> dict[str, list[Any]]:
    """The columns and constraints of each table; its first columns, as many as there are, are its key."""
    text, json_, big = sa.Text(), sa.JSON(), sa.BigInteger()

    def column(name: str, of: Any, *, nullable: bool = False) -> sa.Column[Any]:
        return sa.Column(name, of, nullable=nullable, autoincrement=False)

    game = column("table_id", text)
    state = "state IN ('open', 'lost', 'given_up')"
    given: dict[str, tuple[int, list[Any]]] = {
        "idle_seats": (2, [game, column("seq", sa.Integer()), column("seats", json_)]),
        "former_players": (
            2,
            [
                game,
                column("user_id", big),
                column("seat", text, nullable=True),
                *(column(name, sa.Integer()) for name in ("missed", "extensions")),
                column("away_used", sa.Double()),
            ],
        ),
        "forgotten_seats": (2, [game, column("user_hash", text), column("seat", text)]),
        "handovers": (3, [game, column("seat", text), column("leaver", big), column("threads", json_)]),
        "vacation_uses": (1, [game, column("noted", json_)]),
        "letter_threads": (
            1,
            [
                column("thread_id", big),
                game,
                column("seats", text),
                column("state", text),
                sa.CheckConstraint(state, name=op.f("ck_letter_threads_state")),
            ],
        ),
        "option_changes": (1, [game, column("before", json_)]),
        "imports": (1, [game, column("game", text), column("steps", text)]),
        "forget_jobs": (1, [column("number", sa.Integer()), column("job", json_)]),
    }
    tables = {}
    for name, (keys, parts) in given.items():
        columns = [part.copy() if isinstance(part, sa.Column) else part for part in parts]
        key = [part.name for part in columns[:keys]]
        tables[name] = [*columns, sa.PrimaryKeyConstraint(*key, name=op.f(f"pk_{name}"))]
        if any(part is game for part in parts):
            named = op.f(f"fk_{name}_table_id")
            tables[name].append(sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=named))
    return tables


def _rows(kept: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    """The rows of each table, from the keys and values of `kv`."""
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    former: dict[tuple[str, int], dict[str, Any]] = {}
    threads: dict[int, dict[str, Any]] = {}
    for key, value in sorted(kept.items()):
        kind, _, rest = key.partition("/")
        parts = rest.split("/")
        if not rest or kind not in _KINDS:
            continue
        game = parts[0]
        if kind == "idle":
            found["idle_seats"].append({"table_id": game, "seq": int(parts[1]), "seats": value.split(",")})
        elif kind in ("used", "held"):
            blank = {"seat": None, "missed": 0, "extensions": 0, "away_used": 0.0}
            row = former.setdefault(
                (game, int(parts[1])), {"table_id": game, "user_id": int(parts[1]), **blank}
            )
            row.update(json.loads(value) if kind == "used" else {"seat": value})
        elif kind == "left-seat":
            found["forgotten_seats"].append({"table_id": game, "user_hash": parts[1], "seat": value})
        elif kind == "handover":
            row = {"table_id": game, "seat": parts[1], "leaver": int(parts[2]), "threads": json.loads(value)}
            found["handovers"].append(row)
        elif kind == "away":
            found["vacation_uses"].append({"table_id": game, "noted": json.loads(value)})
        elif kind == "changed":
            found["option_changes"].append({"table_id": game, "before": json.loads(value)})
        elif kind == "brought":
            steps = kept.get(f"brought-steps/{game}", "{}")
            found["imports"].append({"table_id": game, "game": value, "steps": steps})
        elif kind == "forgetting":
            found["forget_jobs"].append({"number": int(game), "job": json.loads(value)})
        elif kind == "press-thread":
            threads.setdefault(int(game), {"table_id": value, "seats": "", "state": "lost"})
    for key, value in kept.items():
        kind, _, rest = key.partition("/")
        if kind == "press":
            game, _, seats = rest.partition("/")
            threads[int(value)] = {"table_id": game, "seats": seats, "state": "open"}
        elif kind == "press-again":  # "press-again/press/GAME/SEATS"
            _, game, seats = rest.split("/", 2)
            threads[int(value)] = {"table_id": game, "seats": seats, "state": "given_up"}
    found["former_players"] = list(former.values())
    found["letter_threads"] = [{"thread_id": number, **row} for number, row in threads.items()]
    return found
