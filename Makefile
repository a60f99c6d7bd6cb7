# make play    set everything up and open the table in the browser
# make test    set everything up and run all tests
# make check   lint, types, layers, pages and examples
# make docs    the pages as a site, in the folder site
# make wheel   a wheel for this platform in dist, with the compiled kernels and the pages
# make bench   the speed of the rules, as a table
# make screenshots   the pictures of docs/screenshots, taken anew

PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1
# What Python has read once it keeps, whoever asked for the contrary: the tests start hundreds of processes
unexport PYTHONDONTWRITEBYTECODE

PYTEST := pytest
WHICH := -m "not long"
EXAMPLES := tests/test_docs.py tests/test_examples.py
MODULES := web/src/lib/engine/made
PAGES := src/tessela/server/static/index.html
SOURCES_OF_PAGES := $(shell find web/src web/public -type f) web/index.html web/vite.config.ts web/svelte.config.js

.PHONY: setup kernels web wheel play test test-python test-web test-long gathered check check-types check-python \
  check-examples check-pages check-units chromium databases screenshots bench golden docs clean

setup: .venv/.ready kernels web

web: $(PAGES)

define install
	test -x $(BIN)/python || $(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet -c constraints.txt hatchling editables
	$(BIN)/python -m pip install --quiet -c constraints.txt --no-build-isolation -e ".[$(EXTRAS)]"
	touch $@
endef

.venv/.ready: EXTRAS = web,passkeys,push,dev
.venv/.ready: pyproject.toml constraints.txt
	$(install)

# With the libraries that environments and data sets are for; who only plays needs none of them
.venv/.libraries: EXTRAS = web,passkeys,push,dev,rl,spiel,data,scale,trace
.venv/.libraries: pyproject.toml constraints.txt
	$(install)
	touch .venv/.ready

# Compiled ahead, for this machine and for the pages; does nothing while they are made from exactly these sources
kernels: .venv/.ready
	@$(BIN)/python -m tessela.ahead --pages $(MODULES)

web/node_modules/.ready: web/package.json web/package-lock.json
	@command -v npm >/dev/null || { echo "The pages need Node 20 or newer with npm: apt-get install nodejs npm, or nodejs.org" >&2; exit 1; }
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	touch $@

$(MODULES)/kernels.sha256: kernels
	@:

$(PAGES): web/node_modules/.ready $(SOURCES_OF_PAGES) $(MODULES)/kernels.sha256
	cd web && npx --no-install vite build --logLevel warn

play: setup
	$(BIN)/tessela serve --open

wheel: setup
	$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# Two halves at once: who waits for a browser leaves the processors to the other. `check` has run the examples already
test: ALSO := chromium databases
test: check
	@$(MAKE) --no-print-directory -j 2 test-python test-web WHICH='$(WHICH) $(EXAMPLES:%=--ignore %)'

# All of them, counting what they run of the code; the rules once more uncompiled, for nobody counts in machine code
test-long: ALSO := chromium databases
test-long: export TESSELA_THOROUGH = 1
test-long: gathered
	@$(MAKE) --no-print-directory setup
	$(BIN)/coverage erase
	@$(MAKE) --no-print-directory -j 2 test-python test-web WHICH= PYTEST="coverage run -m pytest"
	TESSELA_KERNELS=python $(BIN)/coverage run -m pytest -n 2 -m "not long" tests/rules
	$(BIN)/coverage combine -q
	$(BIN)/python -m tests.covered

# Files stay whole, for what their tests share, and come in the order of tests/conftest.py
test-python:
	$(BIN)/$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder $(WHICH) --ignore tests/web

test-web:
	$(BIN)/$(PYTEST) -n 2 --dist worksteal $(WHICH) tests/web

# What comes from elsewhere, all at once
gathered:
	@$(MAKE) --no-print-directory -j 3 .venv/.libraries web/node_modules/.ready $(ALSO)

# Types are checked while the kernels are compiled; then all the rest at once, and each tells what it found when it is done
check: gathered
	@$(MAKE) --no-print-directory -j 2 setup check-types
	@$(MAKE) --no-print-directory -j 3 --output-sync=target check-pages check-units check-examples check-python

check-types: .venv/.libraries
	$(BIN)/mypy

check-python: .venv/.libraries
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo

check-examples: setup
	$(BIN)/pytest $(EXAMPLES)

check-pages: setup
	cd web && npm run --silent lint && node scripts/wire.mjs --check && npm run --silent check

check-units: setup
	cd web && npm run --silent test

.venv/.docs: .venv/.ready
	$(BIN)/python -m pip install --quiet -c constraints.txt --no-build-isolation -e ".[docs]"
	touch $@

# Strict, and nothing in it is loaded from elsewhere
docs: .venv/.docs
	$(BIN)/sphinx-build -q -W --keep-going -b html -c docs . site
	@! grep -rnE '<(script|link|img)[^>]*(src|href)="(https?:)?//' site --include '*.html'
	@echo "site/docs/index.html"

# The browser of the tests is Debian's: the one without windows, which needs half the time, and the whole one for what that
# does not know (notices). Where one is missing it is installed, if one may
chromium:
	@{ test -x /usr/bin/chromium && test -x /usr/bin/chromium-headless-shell; } \
	  || { test "$$(id -u)" = 0 && apt-get update -q \
	    && apt-get install -yq --no-install-recommends chromium chromium-headless-shell; } \
	  || test -x /usr/bin/chromium \
	  || { echo "The tests in the browser need a Chromium: sudo apt-get install chromium chromium-headless-shell" >&2; exit 1; }

# The databases of the tests are Debian's too; tests without them are skipped with a word why, and fail in CI. One installs
# after the other
databases: | chromium
	@{ command -v redis-server && { command -v initdb || ls /usr/lib/postgresql/*/bin/initdb; }; } >/dev/null 2>&1 \
	  || { test "$$(id -u)" = 0 && apt-get update -q && apt-get install -yq --no-install-recommends postgresql redis-server; } \
	  || echo "Tests of several servers need PostgreSQL and Redis: sudo apt-get install postgresql redis-server" >&2

screenshots: setup chromium
	$(BIN)/python -m tests.web.screenshots

bench: setup
	$(BIN)/tessela bench

# Write the golden playthroughs, perft counts and reasons anew; read the diff before you commit it
golden: setup
	$(BIN)/python -m tests.golden

clean:
	rm -rf .venv web/node_modules src/tessela/server/static src/tessela/compiled/lib $(MODULES) build dist site .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
