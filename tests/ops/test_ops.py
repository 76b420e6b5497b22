"""`ops/`: what hosts run names real commands, real settings and real figures, and is as closed as it says.

There is no Docker here: the files are read as their programs read them. systemd's own check runs where it is
installed.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.monitoring.prometheus import COUNTED, READ, PrometheusMetrics
from bot.settings import _KEYS
from bot.storage.figures import Figures

ROOT = Path(__file__).parents[2]
OPS = ROOT / "ops"
DOCKERFILE = (OPS / "Dockerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((OPS / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = ("bot-1", "bot-2", "worker")
UNITS = sorted((OPS / "systemd").glob("*.service"))
DASHBOARD = json.loads((OPS / "grafana/dashboards/fieldpost.json").read_text("utf-8"))
RULES = [
    rule
    for group in yaml.safe_load((OPS / "alerts.yml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]


def texts() -> Iterator[tuple[str, str]]:
    """Every file of ours that is text, by its name."""
    for path in sorted(OPS.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(ROOT)), path.read_text("utf-8")


# -- commands and settings


def commands() -> Iterator[tuple[str, str]]:
    """Each `python -m bot COMMAND` that something in ops/ runs."""
    for path in UNITS:
        for line in re.findall(r"^Exec\w+=(.*)", path.read_text("utf-8"), re.M):
            assert re.fullmatch(r"/opt/fieldpost/bin/python -m bot \w+", line), line
            yield path.name, line.split()[-1]
    for words in re.findall(r"^(?:ENTRYPOINT|CMD|HEALTHCHECK .*CMD) (\[.*\])$", DOCKERFILE, re.M):
        called = json.loads(words)
        if called[:3] == ["python", "-m", "bot"]:
            called = called[3:]
        yield from (("Dockerfile", command) for command in called)
    for name in OURS:
        yield from ((name, command) for command in SERVICES[name].get("command", []))


def test_what_runs_is_a_command_of_the_bot() -> None:
    found = set(commands())
    assert {command for _, command in found} == {"run", "worker", "health"}
    assert {command for _, command in found} <= {path.stem for path in (ROOT / "bot/commands").glob("*.py")}


def test_every_setting_is_one_that_the_bot_reads() -> None:
    named = {(file, key) for file, text in texts() for key in re.findall(r"\bFIELDPOST_([A-Z_]+)", text)}
    assert {key for _, key in named} >= {"TOKEN", "DATABASE", "METRICS", "PROCESS", "SHARDS"}
    assert not [(file, key) for file, key in named if key not in _KEYS]


def test_no_secret_is_written_down() -> None:
    """Tokens and passwords come from files that git does not know."""
    ignored = (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert "/ops/compose.env" in ignored and "/.env" in ignored
    for file, text in texts():
        for key, value in re.findall(r"(?<![{\w])(\w*(?:PASSWORD|TOKEN))[=:] *(.*)", text):
            assert re.fullmatch(r"(\$\{\w+:\?[^}]*\}|paste-your-token-here|….*)?", value), (file, key)


# -- the image


def stages() -> list[str]:
    return re.split(r"^(?=FROM )", DOCKERFILE, flags=re.M)[1:]


def test_the_image_has_two_stages_and_runs_as_nobody_with_nothing_to_build_with() -> None:
    build, final = stages()
    assert "pip" in build and "--only-binary :all:" in build and "--without-pip" in build
    assert not re.search(r"\b(pip|apt-get|gcc|make|curl)\b", "\n".join(instructions(final)))
    assert re.search(r"^USER 10001$", final, re.M)
    assert [line for line in final.splitlines() if line.startswith("COPY")] == [
        "COPY --from=build /opt/fieldpost /opt/fieldpost"
    ]
    assert 'CMD ["python", "-m", "bot", "health"]' in final
    written = re.findall(r"FIELDPOST_(?:DATABASE|FAULTS)=(\S+)", final)
    assert len(written) == 2 and all(path.startswith("/data/") for path in written)


def instructions(stage: str) -> list[str]:
    return [line for line in stage.splitlines() if not line.startswith("#")]


def test_everything_that_is_copied_is_let_in_and_nothing_private_is() -> None:
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    let_in = {line.removeprefix("!") for line in rules if line.startswith("!")}
    copied: set[str] = set()
    for words in re.findall(r"^COPY (?!--from)(.*)", DOCKERFILE, re.M):
        copied.update(words.split()[:-1])
    assert copied == let_in and all((ROOT / name).exists() for name in copied)
    assert not {".env", "var", ".git", "ops", "tests"} & let_in
    packages = {path.parent.name for path in ROOT.glob("*/py.typed")} - {"demo"}
    assert packages <= copied, "a package that the bot imports is not in the image"


# -- compose


def test_compose_has_all_parts_and_closes_what_it_says() -> None:
    assert set(SERVICES) == {"postgres", *OURS, "prometheus", "grafana"}
    for name in OURS:
        service = SERVICES[name]
        assert service["read_only"] and service["init"] and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["depends_on"]["postgres"]["condition"] == "service_healthy"
        assert "ports" not in service
        assert service["environment"]["FIELDPOST_PROCESS"] == name
        assert service["environment"]["FIELDPOST_DATABASE"].startswith("postgresql://")
    assert SERVICES["postgres"]["healthcheck"]["test"][1] == "pg_isready"
    assert "ports" not in SERVICES["postgres"] and SERVICES["postgres"]["networks"] == ["inside"]
    assert COMPOSE["networks"]["inside"]["internal"]
    assert "FIELDPOST_TOKEN" not in SERVICES["worker"]["environment"]
    for name in ("prometheus", "grafana"):
        assert all(port.startswith("127.0.0.1:") for port in SERVICES[name]["ports"]), name
    volumes = {
        mount.partition(":")[0]
        for service in SERVICES.values()
        for mount in service.get("volumes", [])
        if not mount.startswith(".")
    }
    assert volumes == set(COMPOSE["volumes"])


def test_every_file_that_compose_mounts_is_there() -> None:
    mounts = [m for service in SERVICES.values() for m in service.get("volumes", []) if m.startswith(".")]
    assert mounts and all((OPS / mount.partition(":")[0]).exists() for mount in mounts)
    asked = set(re.findall(r"\$\{(\w+)", (OPS / "compose.yaml").read_text("utf-8")))
    example = (OPS / "compose.env.example").read_text("utf-8")
    assert asked == set(re.findall(r"^(\w+)=", example, re.M))


def test_prometheus_asks_every_process_where_it_answers() -> None:
    told = yaml.safe_load((OPS / "prometheus.yml").read_text("utf-8"))
    assert told["rule_files"] == ["alerts.yml"]
    [job] = told["scrape_configs"]
    ports = {
        f"{name}:{SERVICES[name]['environment']['FIELDPOST_METRICS'].rpartition(':')[2]}" for name in OURS
    }
    assert {target for one in job["static_configs"] for target in one["targets"]} == ports
    [source] = yaml.safe_load((OPS / "grafana/provisioning/datasources/prometheus.yml").read_text("utf-8"))[
        "datasources"
    ]
    assert source["url"] == "http://prometheus:9090"
    used = {panel["datasource"]["uid"] for panel in DASHBOARD["panels"] if "datasource" in panel}
    assert used == {source["uid"]}


# -- alarms and the dashboard


def exported() -> dict[str, set[str]]:
    """Every series that the bot exports, with its labels."""
    metrics = PrometheusMetrics()
    metrics.database = True
    metrics.figures = Figures(1, 1, 1, 1.0, 1, 1.0, "0001")
    for name in READ:
        metrics.read(name, lambda: 1)
    for name in COUNTED:
        metrics.count(name, lambda: 1)
    metrics.resolved("nme", 1.0)
    metrics.drawn("board", 1.0)
    metrics.worked("picture", 1.0)
    metrics.called("GET /gateway", "200")
    metrics.limited("user")
    metrics.log_entries.labels("error").inc()
    metrics.ready.labels("database").set(1)
    found: dict[str, set[str]] = {"up": set()}
    for family in text_string_to_metric_families(metrics.text().decode()):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


EXPRESSIONS = [(rule["alert"], rule["expr"]) for rule in RULES] + [
    (panel["title"], target["expr"]) for panel in DASHBOARD["panels"] for target in panel.get("targets", [])
]
SCRAPED = {"job", "instance", "role"}
"""Labels that Prometheus adds."""
FUNCTIONS = {"absent", "by", "histogram_quantile", "increase", "max", "rate", "sum", "topk"}


@pytest.mark.parametrize(("where", "expression"), EXPRESSIONS)
def test_alarms_and_panels_use_what_the_bot_exports(where: str, expression: str) -> None:
    bare = re.sub(r'"[^"]*"|\[\w+\]', " ", expression)  # without what labels must be, and spans
    assert bare.count("(") == bare.count(")") and bare.count("{") == bare.count("}")
    series, labels = exported(), set[str]()
    for inside in re.findall(r"\{([^}]*)\}", bare):
        labels.update(re.findall(r"[a-z_]+", inside))
    for inside in re.findall(r"\bby \(([^)]*)\)", bare):
        labels.update(re.findall(r"[a-z_]+", inside))
    outside = re.sub(r"\{[^}]*\}|\bby \([^)]*\)|\b[0-9][\w.]*", " ", bare)
    names = set(re.findall(r"[a-z_][a-z0-9_]*", outside)) - FUNCTIONS
    assert names and names <= set(series), f"{where}: not exported: {names - set(series)}"
    known = SCRAPED.union(*(series[name] for name in names))
    assert labels <= known, f"{where}: no such label: {labels - known}"


def test_every_figure_of_ours_is_on_the_dashboard_and_in_the_docs() -> None:
    shown = " ".join(expression for _, expression in EXPRESSIONS)
    ours = {
        re.sub(r"_(bucket|count|sum|created)$", "", name)
        for name in exported()
        if name.startswith("fieldpost_")
    }
    assert not [name for name in ours if name not in shown]
    documented = (
        (ROOT / "docs/hosting.md").read_text("utf-8").partition("## Watching it")[2].partition("\n## ")[0]
    )
    named = {f"fieldpost_{name.removesuffix('_total')}" for name in re.findall(r"`(\w+)`", documented)}
    assert not {name.removesuffix("_total") for name in ours} - named


def test_thresholds_of_alarms_are_bounds_of_buckets() -> None:
    """A bound that no bucket has never matches."""
    bounds = set(re.findall(r'\ble="([^"]+)"', PrometheusMetrics().text().decode()))
    assert {bound for _, text in EXPRESSIONS for bound in re.findall(r'\ble="([^"]+)"', text)} <= bounds


def test_alarms_say_what_is_wrong() -> None:
    assert len({rule["alert"] for rule in RULES}) == len(RULES)
    for rule in RULES:
        assert rule["labels"]["severity"] in ("critical", "warning"), rule["alert"]
        assert rule["annotations"]["summary"].endswith((".", "}}B.")), rule["alert"]


def test_panels_do_not_lie_on_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert not cells & taken and at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


# -- systemd


def setting(unit: Path, key: str) -> str:
    [found] = re.findall(rf"^{key}=(.*)$", unit.read_text("utf-8"), re.M)
    return str(found)


def test_units_start_again_but_not_for_ever() -> None:
    assert {unit.name for unit in UNITS} == {
        "fieldpost.service",
        "fieldpost@.service",
        "fieldpost-worker@.service",
    }
    for unit in UNITS:
        assert setting(unit, "Restart") == "on-failure" and setting(unit, "RestartPreventExitStatus") == "2"
        assert setting(unit, "KillMode") == "mixed"  # the drawing processes are the bot's to end
        assert setting(unit, "User") == "fieldpost" and setting(unit, "ProtectSystem") == "strict"
        assert int(setting(unit, "StartLimitBurst")) > 1 and setting(unit, "StartLimitIntervalSec")


@pytest.mark.parametrize("name", ["fieldpost.service", "fieldpost@.service"])
def test_a_unit_never_uses_up_a_days_connections(name: str) -> None:
    """Discord allows 1,000 in a day. An outage of the network for a day must not end the service."""
    unit = OPS / "systemd" / name
    assert setting(unit, "StartLimitIntervalSec") == "1d"
    burst = int(setting(unit, "StartLimitBurst"))
    assert 24 * 3600 / int(setting(unit, "RestartSec")) < burst < 1000


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    """With this Python in the place of the installed one: systemd looks whether it is there."""
    names = []
    for path in [*UNITS, OPS / "systemd" / "fieldpost.target"]:
        text = path.read_text("utf-8").replace("/opt/fieldpost/bin/python", sys.executable)
        name = path.name.replace("@.", "@1.")
        (tmp_path / name).write_text(text, "utf-8")
        names.append(name)
    said = subprocess.run(
        ["systemd-analyze", "verify", *names],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    ours = [line for line in said.stderr.splitlines() if "fieldpost" in line]
    assert said.returncode == 0 and not ours, said.stderr
