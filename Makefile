# make demo   play in the browser, without Discord and without a token
# make test   run every test
# make lint   ruff, format check, mypy --strict
# make crash  kill the bot 200 times and more in the middle of play (make test does some)
# make bench  measure, in ratios within one run
# make run    the real bot (needs .env, see README.md)

PYTHON ?= python3
BIN := .venv/bin

# Each stamp says: the virtual environment has what this requirements file pins.
.venv/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Fieldpost needs Python 3.11 or newer; say which with make PYTHON=python3.12 …"; exit 1; }
	@echo "Making a virtual environment in .venv …"
	@$(PYTHON) -m venv .venv || { echo "The venv module is missing (on Debian and Ubuntu: apt install python3-venv)"; exit 1; }
	@touch $@

.venv/run: requirements.txt | .venv/pip
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

.venv/demo: requirements.txt requirements-demo.txt | .venv/pip
	@echo "Installing what the demo needs (about a minute, once) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-demo.txt
	@touch $@

.venv/dev: requirements.txt requirements-demo.txt requirements-dev.txt | .venv/pip
	@echo "Installing what the tests need (about a minute, once) …"
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

.venv/bench: requirements.txt requirements-demo.txt requirements-dev.txt requirements-bench.txt | .venv/pip
	@$(BIN)/pip install --quiet --disable-pip-version-check -r requirements-bench.txt
	@touch $@

.PHONY: help demo run test crash lint format bench clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^# make/make/p' Makefile

demo: .venv/demo
	@exec $(BIN)/python -m demo $(ARGS)

run: .venv/run
	@exec $(BIN)/python -m bot

# The bot's own process and the page are timed by the wall clock, so their tests have the machine to themselves.
test: .venv/dev
ifdef ARGS
	$(BIN)/python -m pytest $(ARGS)
else
	$(BIN)/python -m pytest --numprocesses=auto --dist=loadfile --ignore=tests/e2e --ignore=tests/demo
	$(BIN)/python -m pytest tests/e2e tests/demo
endif

crash: .venv/dev
	FIELDPOST_CRASH_KILLS=200 $(BIN)/python -m pytest tests/e2e -k random $(ARGS)

lint: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/bench
	$(BIN)/python -m bench

clean:
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
