# make demo   play in the browser, without Discord and without a token
# make cluster  several bots and a worker on PostgreSQL, against a Discord of our own: kill any and watch
# make test   run the tests (a few minutes)
# make soak   run them with all that takes long (hours): random play, hundreds of kills, every scenario
# make coverage  what no test runs, and the total figure
# make lint   ruff, format check, mypy --strict
# make bench  measure, in ratios within one run
# make compiled  compile what the computer opponents search with: they think more than twice as fast (needs a C compiler)
# make run    the real bot (needs .env, see README.md)

PYTHON ?= python3
BIN := .venv/bin
# The tests start the bot dozens of times: it is compiled once, even if the shell forbids bytecode.
export PYTHONDONTWRITEBYTECODE :=
PARALLEL := --numprocesses=auto --dist=loadfile --no-loadscope-reorder

# Quiet, but for errors: no warnings about root or about places where pip looks for packages.
INSTALL := $(BIN)/pip install -qq --disable-pip-version-check --root-user-action=ignore

# Each stamp says: the virtual environment has what this requirements file pins.
.venv/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fieldpost needs Python 3.11 or newer; say which with make PYTHON=python3.12 …"; exit 1; }
	@echo "Making a virtual environment in .venv …"
	@$(PYTHON) -m venv .venv || { echo "The venv module is missing (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@touch $@

.venv/run: requirements.txt | .venv/pip
	@$(INSTALL) -r requirements.txt
	@touch $@

.venv/demo: requirements.txt requirements-host.txt requirements-demo.txt | .venv/pip
	@echo "Installing what the demo needs (about a minute, once) …"
	@$(INSTALL) -r requirements-demo.txt
	@touch $@

.venv/dev: requirements.txt requirements-host.txt requirements-demo.txt requirements-dev.txt | .venv/pip
	@echo "Installing what the tests need (about a minute, once) …"
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

.venv/bench: requirements.txt requirements-demo.txt requirements-dev.txt requirements-bench.txt | .venv/pip
	@$(INSTALL) -r requirements-bench.txt
	@touch $@

.PHONY: help demo cluster run test soak coverage lint format bench compiled uncompiled clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile

demo: .venv/demo
	@exec $(BIN)/python -m demo $(ARGS)

cluster: .venv/demo
	@exec $(BIN)/python -m demo.cluster $(ARGS)

run: .venv/run
	@exec $(BIN)/python -m bot

test: .venv/dev
	@$(BIN)/python -m compileall -q -j 0 adjudicator bot demo engines lessons maps tests
	$(BIN)/python -m pytest $(if $(ARGS),$(ARGS),$(PARALLEL))

soak: .venv/dev
	FIELDPOST_SOAK=1 $(BIN)/python -m pytest $(if $(ARGS),$(ARGS),$(PARALLEL))

# Processes that tests start are measured too; those that are killed leave nothing behind.
coverage: .venv/dev
	$(BIN)/python -m pytest $(PARALLEL) --cov --cov-report=term-missing:skip-covered $(ARGS)

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench
	$(BIN)/python -m bench

# mypyc makes a module of C beside each of these files, and Python takes that one: make it anew after a change, or
# go back with `make uncompiled`.
compiled: .venv/dev uncompiled
	$(BIN)/python -m mypyc $(shell cat engines/compiled.txt)

uncompiled:
	@rm -rf build *__mypyc*.so
	@find adjudicator engines -name '*.so' -delete

clean: uncompiled
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*
