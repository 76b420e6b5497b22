"""Tasks and thoughts as JSON lines (docs/engines.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.game import Seat
from engines.engine import Letter, Level, Task, Thought

NAMES: Mapping[str, Level] = {str(level): level for level in Level}


def task_to_json(task: Task) -> dict[str, Any]:
    """Write a task; `task_from_json` reads it."""
    found: dict[str, Any] = {"view": task.view, "level": str(task.level), "seed": task.seed}
    if task.nodes is not None:
        found["nodes"] = task.nodes
    if task.talks:
        found["talks"] = True
        found["letters"] = [
            {"sender": each.sender, "to": each.to, "text": each.text} for each in task.letters
        ]
    return found


def task_from_json(data: Mapping[str, Any]) -> Task:
    """Read a task. Raises ValueError with a sentence for people."""
    view, nodes, seed = data.get("view"), data.get("nodes"), data.get("seed", 0)
    if not isinstance(view, Mapping) or not isinstance(view.get("seat"), str):
        raise ValueError('"view" is needed: the view of a seat, as the rules server shows it')
    level = data.get("level", str(Level.CAPTAIN))
    if level not in NAMES:
        raise ValueError(f"{level!r} is no level; they are {', '.join(NAMES)}")
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise ValueError('"seed" is a whole number')
    if nodes is not None and (not isinstance(nodes, int) or isinstance(nodes, bool) or nodes < 1):
        raise ValueError('"nodes" is a whole number from 1')
    letters = tuple(
        Letter(str(each["sender"]), str(each["to"]), str(each["text"])) for each in data.get("letters", ())
    )
    return Task(view, NAMES[level], seed, nodes, letters, bool(data.get("talks", False)))


def thought_to_json(thought: Thought) -> dict[str, Any]:
    """Write a thought; `thought_from_json` reads it."""
    found: dict[str, Any] = {
        "orders": list(thought.orders),
        "value": thought.value,
        "line": thought.line,
        "nodes": thought.nodes,
    }
    if thought.letters:
        found["letters"] = [{"to": each.to, "text": each.text} for each in thought.letters]
    return found


def thought_from_json(data: Mapping[str, Any], seat: Seat) -> Thought:
    """Read a thought of a seat: only its orders are needed. Raises KeyError, TypeError."""
    orders = data["orders"]
    if isinstance(orders, str) or not all(isinstance(order, str) for order in orders):
        raise TypeError('"orders" is a list of texts')
    letters = tuple(Letter(seat, str(each["to"]), str(each["text"])) for each in data.get("letters", ()))
    return Thought(
        orders=tuple(orders),
        value=int(data.get("value", 0)),
        line=str(data.get("line", "")),
        nodes=int(data.get("nodes", 0)),
        letters=letters,
    )
