# `make play` and `make test` set up everything they need in .venv; `make help` lists all targets.
# A stamp file in .venv marks each finished step, so a second run starts immediately and works
# offline. The output of installers is in .venv/log, that of compilers in build/log.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
TYPES := $(shell find src -name '*.pxd')
PLAYING := $(filter-out src/tabuleiro/learning/%,$(TYPES))

# Run make again, with the targets that the user asked for: messages name them.
GOAL = $(MAKECMDGOALS)
SUBMAKE = $(MAKE) -s --no-print-directory GOAL="$(GOAL)"
PARALLEL = $(SUBMAKE) -j2

# Tests that need a browser, Ray or PyTorch are in separate folders. `extended` and `postgres` are
# pytest markers, which pyproject.toml explains. There is one more process than there are cores,
# because tests spend part of their time waiting.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
SEPARATE := tests/web/browser tests/cluster tests/training
SITE_TESTS := tests/web/browser/test_site.py
SITE_SAMPLE := mouse and (played_to_its_end and squex or after_reloading)
EXTENDED := extended or postgres
BASE := $(SEPARATE:%=--ignore=%) -m "not ($(EXTENDED))"

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-all test-site quick times test-api pictures reports build wheel site docs lint format messages clean compiler programs
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE TABULEIRO_BUILD

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/made ## play in the browser; pass options with WEB="--port 8000"
	@+$(PARALLEL) $(VENV)/playable $(VENV)/installed
	@$(BIN)/tabuleiro web $(WEB) || [ $$? -eq 130 ] # Ctrl-C is not a failure

test: compiler ## test every layer; needs only Python and a C compiler
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@echo "Running the tests"
	@$(PYTEST) $(BASE)
	@echo "Not included: style and type checks, the documentation build, real browsers, PostgreSQL, the"
	@echo "OpenAPI tests, the wheel, the checked and uncompiled builds, kill tests, memory, statistics,"
	@echo "fuzzing, some games in the slowest tests, OpenSpiel, Ray and PyTorch. Run: make test-all"

test-all: compiler programs ## run everything that make test leaves out
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/developing
	@+$(SUBMAKE) lint
	@echo "Running the long tests and the PostgreSQL tests"
	@$(PYTEST) $(SEPARATE:%=--ignore=%) -m "$(EXTENDED)"
	@echo "Running the browser tests"
	@$(PYTEST) tests/web/browser --ignore=$(SITE_TESTS)
	@+$(SUBMAKE) site
	@$(BIN)/python -m pytest -q $(SITE_TESTS) -k "$(SITE_SAMPLE)"
	@+$(SUBMAKE) $(VENV)/training $(VENV)/ray
	@echo "Running the training tests and the Ray tests"
	@$(BIN)/python -m pytest -q tests/training tests/cluster
	@echo "Not included: most tests of the site that needs no server. Run: make test-site"

test-site: site $(VENV)/developing ## test the site that needs no server; takes minutes
	@$(PYTEST) $(SITE_TESTS)

quick: compiler ## run the tests that your changes affect
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@tests=$$($(BIN)/python tools/affected_tests.py $(SEPARATE)) && $(PYTEST) $(BASE) $$tests

times: compiler ## run make test and list CPU and waiting time per test file
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@$(PYTEST) $(BASE) --times

test-api: $(VENV)/developing $(VENV)/compiled ## test the API against its OpenAPI description; takes minutes
	@EXAMPLES=1000 $(PYTEST) tests/web/test_openapi.py tests/web/test_commands_model.py

pictures: programs $(VENV)/developing $(VENV)/compiled ## take screenshots of every page, in build/pages
	@cd tests && ../$(BIN)/python -m web.browser.pictures_of_pages ../build/pages

reports: $(VENV)/compiled ## regenerate the reports in the docs, MINUTES=6 per game
	@$(BIN)/python tools/reports.py --minutes $(or $(MINUTES),6)

lint: programs $(VENV)/developing $(VENV)/scripts ## check style, format and types
	@echo "Checking style, format and types"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@tools/node_modules/.bin/tsc -p tools
	@tools/node_modules/.bin/tsc -p tools/tabuleiro_site/shell

format: $(VENV)/developing ## fix style and format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

messages: $(VENV)/developing ## update the translations and list missing ones
	@$(BIN)/python tools/messages.py

build: $(VENV)/made ## compile modules that have changed
	@$(BIN)/python tools/build.py

wheel: $(VENV)/made compiler ## build one wheel for Python 3.11 and later, in dist
	@echo "Building the wheel"
	@rm -rf build/abi3 # setuptools would also package files of an earlier build
	@TABULEIRO_BUILD=abi3 $(PIP) wheel --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

site: programs $(VENV)/compiled $(VENV)/installed $(VENV)/bundled ## build the site that needs no server, in build/site
	@echo "Building the site"
	@$(BIN)/python tools/build_site.py build/site

docs: $(VENV)/developing ## build the documentation, in site
	@$(BIN)/mkdocs build -f tools/mkdocs.yml --strict # not --quiet, which would hide the warnings that --strict counts
	@echo "Open site/index.html"

clean: ## remove everything that was built, except .venv
	@rm -rf build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis $(VENV)/compiled $(VENV)/playable
	@find src -name '*.so' -delete

compiler: $(VENV)/made
	@$(BIN)/python tools/build.py --check

programs: $(VENV)/made
	@$(BIN)/python tools/programs.py

# --- steps ---------------------------------------------------------------------------------

# Python compiles modules when it imports them; compiling every file of every package takes longer.
INSTALL = TABULEIRO_BUILD=plain $(PIP) install --no-compile -c tools/constraints.txt >>$(VENV)/log 2>&1
NO_PACKAGES = { echo "Packages could not be downloaded (see $(VENV)/log); to fix it: connect to\
 the network, then run make $(GOAL)."; exit 1; }

# If setup.py or tools/constraints.txt changes, a new environment is created: everything is reinstalled,
# including Ray and PyTorch, and recompiled.
$(VENV)/made: setup.py tools/constraints.txt
	@for python in $(or $(PYTHON),$(PYTHONS)) ''; do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Tabuleiro needs Python 3.11 or later: install it, or run make PYTHON=/path/to/python."; \
	    exit 1; \
	fi; \
	if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Python's venv module is missing; to fix it: apt-get install python3-venv."; \
	    exit 1; \
	fi; \
	echo "Creating $(VENV) with $$($$python --version)"; \
	$$python -m venv --clear $(VENV)
	@$(INSTALL) setuptools cython || $(NO_PACKAGES)
	@rm -rf build
	@find src -name '*.so' -delete
	@touch $@

$(VENV)/compiled: $(VENV)/made $(TYPES) $(TYPES:.pxd=.py)
	@$(BIN)/python tools/build.py
	@touch $(VENV)/playable $@

# Modules that only training needs are compiled later, so that the board appears sooner.
$(VENV)/playable: $(VENV)/made $(PLAYING) $(PLAYING:.pxd=.py)
	@$(BIN)/python tools/build.py --for-play
	@touch $@

$(VENV)/installed: $(VENV)/made pyproject.toml
	@echo "Installing the packages that Tabuleiro needs"
	@$(INSTALL) --no-build-isolation -e '.[all]' || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $@

$(VENV)/testing: $(VENV)/made pyproject.toml
	@echo "Installing the packages that Tabuleiro and its tests need"
	@$(INSTALL) --no-build-isolation -e '.[test]' || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $(VENV)/installed $@

$(VENV)/developing: $(VENV)/made pyproject.toml
	@echo "Installing the packages for style checks, browser tests and documentation"
	@$(INSTALL) --no-build-isolation -e '.[dev]' || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $(VENV)/installed $(VENV)/testing $@

# TypeScript checks the types in the JavaScript files. package-lock.json pins its version and hash.
$(VENV)/scripts: $(VENV)/made tools/package-lock.json
	@npm ci --prefix tools --no-audit --no-fund >>$(VENV)/log 2>&1 || $(NO_PACKAGES)
	@touch $@

# Python and ONNX Runtime for browsers.
$(VENV)/bundled: $(VENV)/made tools/tabuleiro_site/npm/package-lock.json
	@npm ci --prefix tools/tabuleiro_site/npm --no-audit --no-fund >>$(VENV)/log 2>&1 || $(NO_PACKAGES)
	@touch $@

$(VENV)/ray: $(VENV)/developing
	@echo "Installing Ray"
	@$(INSTALL) --no-build-isolation -e '.[ray]' || $(NO_PACKAGES)
	@touch $@

# PyTorch has different builds for machines with and without a GPU; any of them works.
$(VENV)/training: $(VENV)/developing tools/constraints-learn.txt
	@echo "Installing PyTorch"
	@$(INSTALL) -c tools/constraints-learn.txt --no-build-isolation -e '.[learn]' || $(NO_PACKAGES)
	@touch $@
