"""Interaction payloads, as a Discord client sends them for a person: options, entities, modal fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simcord import _modal
from simcord import interactions as simcord_interactions
from simcord.backend import models, serializers
from simcord.backend.access import channel_accessible
from simcord.backend.errors import SetupError
from simcord.components import validate_modal, walk_components
from simcord.enums import SELECT_TYPES, ComponentType, OptionType

from .world import Channel

if TYPE_CHECKING:
    from .users import User

Json = dict[str, Any]
OPTION_ENTITIES = {
    OptionType.USER: ("user",),
    OptionType.CHANNEL: ("channel",),
    OptionType.ROLE: ("role",),
    OptionType.MENTIONABLE: ("user", "role"),
}
SELECT_ENTITIES = {
    ComponentType.USER_SELECT: ("user",),
    ComponentType.ROLE_SELECT: ("role",),
    ComponentType.MENTIONABLE_SELECT: ("user", "role"),
    ComponentType.CHANNEL_SELECT: ("channel",),
}
LISTED = (ComponentType.STRING_SELECT, ComponentType.CHECKBOX_GROUP)


def _kind(value: object) -> str:
    if isinstance(value, models.Role):
        return "role"
    return "channel" if isinstance(value, Channel) else "user"


def resolve(actor: User, channel: Channel, value: Any, kinds: Sequence[str], resolved: Json) -> str:
    """Describe a user, channel or role in ``resolved`` and return its id as text.

    SetupError when the client would not offer it: wrong kind, or a channel that the person cannot see.
    """
    kind = _kind(value)
    if kind not in kinds or not hasattr(value, "id"):
        raise SetupError(f"{value!r} is not a {' or '.join(kinds)}")
    backend, key = actor.loopback.backend, str(value.id)
    if kind == "role":
        resolved.setdefault("roles", {})[key] = dict(serializers.role_payload(value))
    elif kind == "channel":
        if value.guild_id != channel.guild_id or not channel_accessible(backend, value.id, actor.id):
            raise SetupError(f"{actor.name} cannot choose {value!r} here")
        payload: Json = dict(serializers.channel_payload(backend, value.model))
        payload["permissions"] = str(backend.compute_permissions(value.guild_id, actor.id, value.id))
        resolved.setdefault("channels", {})[key] = payload
    else:
        resolved.setdefault("users", {})[key] = dict(serializers.user_payload(backend.get_user(value.id)))
        guild = backend.guilds.get(channel.guild_id or 0)
        if guild is not None and value.id in guild.members:
            member = serializers.member_payload(backend, guild, guild.members[value.id], with_user=False)
            resolved.setdefault("members", {})[key] = dict(member)
    return key


def command_data(
    actor: User,
    channel: Channel,
    command: Json,
    path: list[str],
    options: Mapping[str, Any],
    *,
    focused: tuple[str, str] | None = None,
) -> Json:
    """The ``data`` of a slash command, or with ``focused`` (option, typed text) of an autocomplete.

    SetupError when the client would refuse: unknown or missing options, values out of bounds.
    """
    name = command["name"]
    leaf, nesting = simcord_interactions.walk_to_subcommand(command, path)
    known = {option["name"]: option for option in leaf.get("options") or []}
    if any(o["type"] in (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP) for o in known.values()):
        raise SetupError(f"/{name} needs a subcommand: {sorted(known)}")
    missing = [key for key, option in known.items() if option.get("required") and key not in options]
    if unknown := set(options) - set(known):
        raise SetupError(f"/{name} has no option {unknown}, but {sorted(known)}")
    if missing and focused is None:
        raise SetupError(f"/{name} needs {missing}")
    resolved: Json = {}
    built: list[Json] = []
    for key, value in options.items():
        kind = OptionType(known[key]["type"])
        if kind in OPTION_ENTITIES:
            wire: Any = resolve(actor, channel, value, OPTION_ENTITIES[kind], resolved)
        else:
            wire = simcord_interactions.validate_option_value(name, known[key], value)
            if kind is OptionType.ATTACHMENT:
                filename, blob = wire
                backend = actor.loopback.backend
                wire = simcord_interactions.store_interaction_attachment(
                    backend, channel.id, filename, blob, resolved
                )
        built.append({"name": key, "type": kind, "value": wire})
    if focused is not None:
        key, typed = focused
        if not known.get(key, {}).get("autocomplete"):
            raise SetupError(f"option {key!r} of /{name} has no autocomplete")
        built.append({"name": key, "type": known[key]["type"], "value": typed, "focused": True})
    nested = simcord_interactions.nest_options(command, nesting, built)
    data: Json = {"id": command["id"], "name": name, "type": 1, "options": nested}
    return data | ({"resolved": resolved} if resolved else {})


def select_data(actor: User, channel: Channel, select: Json, chosen: Sequence[Any]) -> Json:
    """The ``data`` of a select menu: values of a string select, or users, channels, roles."""
    low, high = select.get("min_values", 1), select.get("max_values", 1)
    if not low <= len(chosen) <= high:
        raise SetupError(f"{select['custom_id']!r} takes {low} to {high} values, not {len(chosen)}")
    data: Json = {"custom_id": select["custom_id"], "component_type": select["type"]}
    if select["type"] == ComponentType.STRING_SELECT:
        offered = [option["value"] for option in select["options"]]
        if strange := [value for value in chosen if value not in offered]:
            raise SetupError(f"{strange} not among the options {offered}")
        return data | {"values": list(chosen)}
    resolved: Json = {}
    kinds = SELECT_ENTITIES[ComponentType(select["type"])]
    values = [resolve(actor, channel, value, kinds, resolved) for value in chosen]
    return data | {"values": values, "resolved": resolved}


def modal_data(actor: User, channel: Channel, modal: Json, values: Mapping[str, Any]) -> Json:
    """The ``data`` of a submitted modal. ``values`` by custom id or by label; SimCord checks them."""
    spec = validate_modal(modal)
    by_id = {_field_id(spec, key): value for key, value in values.items()}
    resolved: Json = {}
    uploads: list[tuple[Json, str, bytes]] = []

    def submitted(node: Json) -> Json:
        kind = node["type"]
        if kind == ComponentType.TEXT_DISPLAY:
            return {"type": kind, "id": node["id"]}
        if kind == ComponentType.ACTION_ROW:
            return {"type": kind, "id": node["id"], "components": [submitted(c) for c in node["components"]]}
        if kind == ComponentType.LABEL:
            return {"type": kind, "id": node["id"], "component": submitted(node["component"])}
        if kind in SELECT_TYPES and kind != ComponentType.STRING_SELECT:
            chosen = by_id.get(node["custom_id"], [])
            chosen = chosen if isinstance(chosen, list) else [chosen]
            data = select_data(actor, channel, node, chosen)
            resolved.update(data["resolved"])
            return {"type": kind, "custom_id": node["custom_id"], "values": data["values"]}
        if kind in LISTED and isinstance(by_id.get(node["custom_id"]), str):
            by_id[node["custom_id"]] = [by_id[node["custom_id"]]]
        leaf: Json = _modal._modal_leaf(None, node, dict(by_id), resolved, channel.id, uploads) or {}
        return leaf

    components = [submitted(node) for node in spec["components"]]
    for leaf, filename, blob in uploads:
        stored = simcord_interactions.store_interaction_attachment(
            actor.loopback.backend, channel.id, filename, blob, resolved
        )
        leaf["values"].append(stored)
    data = {"custom_id": spec["custom_id"], "components": components}
    return data | ({"resolved": resolved} if resolved else {})


def _field_id(modal: Json, key: str) -> str:
    """The custom id of a modal's field, given that id or the field's label."""
    for node in walk_components(modal["components"]):
        if key in (node.get("custom_id"), node.get("label")):
            found: str = node["component"]["custom_id"] if "component" in node else node["custom_id"]
            return found
    known = [n.get("label") or n.get("custom_id") for n in walk_components(modal["components"])]
    raise SetupError(f"the modal has no field {key!r}, but {known}")
