# make play    set everything up and open the table in the browser
# make test    set everything up and run all tests
# make check   lint, types, layers, README
# make bench   the speed of the rules, as a table

PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: setup play test test-long check bench golden clean

setup: .venv/.ready

.venv/.ready: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -c constraints.txt -e ".[web,dev]"
	touch $@

play: setup
	$(BIN)/tessela serve

test: check
	$(BIN)/pytest -n 2 -m "not long"

test-long: setup
	$(BIN)/pytest -n 2

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m doctest README.md

bench: setup
	$(BIN)/tessela bench

# Write the golden playthroughs and perft counts anew; read the diff before you commit it
golden: setup
	$(BIN)/python -m tests.golden

clean:
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
