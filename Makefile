# `make play` and `make test` set up all they need in .venv; `make help` lists every target.
# A stamp in .venv stands for each step done, so that a second run starts at once and needs
# no network. What installers say goes to .venv/log, what compilers say to build/log.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
TYPES := $(shell find src -name '*.pxd')
BESIDE = $(MAKE) -s --no-print-directory -j2 # steps that do not need each other, at the same time

# Tests that need a browser, Ray or PyTorch stand in folders of their own; `extended` and
# `postgres` are markers (pyproject.toml says of what).
WORKERS := auto
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
APART := tests/web/browser tests/cluster tests/training
EXTENDED := extended or postgres

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-all quick times test-api pictures reports build wheel docs lint format messages clean compiler programs
export NO_MKDOCS_2_WARNING := 1
GOAL ?= $(MAKECMDGOALS)
export GOAL # what was asked for, where a step is made by a make of its own
unexport PYTHONPATH PYTHONHOME TABULEIRO_BUILD

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/made ## play in the browser (WEB="--port 8000" gives it options)
	@+$(BESIDE) $(VENV)/compiled $(VENV)/installed
	@$(BIN)/tabuleiro web $(WEB) || [ $$? -eq 130 ] # Ctrl-C is no failure

test: compiler ## test every layer, with nothing but Python and a C compiler, in minutes
	@+$(BESIDE) $(VENV)/compiled $(VENV)/testing
	@echo "Running the tests"
	@$(PYTEST) $(APART:%=--ignore=%) -m "not ($(EXTENDED))"
	@echo "Left out, and run by make test-all: style and types, real browsers, PostgreSQL, the wheel, the"
	@echo "checked and the uncompiled build, kills, memory, statistics, fuzzing, Ray and PyTorch."

test-all: compiler programs ## everything that make test leaves out
	@+$(BESIDE) $(VENV)/compiled $(VENV)/developing
	@$(MAKE) -s --no-print-directory lint
	@echo "Running the long tests, and those on PostgreSQL"
	@$(PYTEST) $(APART:%=--ignore=%) -m "$(EXTENDED)"
	@echo "Running the tests in a browser"
	@$(PYTEST) tests/web/browser
	@$(MAKE) -s --no-print-directory $(VENV)/ray
	@echo "Running the tests on a Ray cluster"
	@$(BIN)/python -m pytest -q tests/cluster
	@$(MAKE) -s --no-print-directory $(VENV)/training
	@echo "Running the tests of training"
	@$(BIN)/python -m pytest -q tests/training

quick: compiler ## the tests of what has changed since the last commit, in less than a minute
	@+$(BESIDE) $(VENV)/compiled $(VENV)/testing
	@$(BIN)/python tools/affected_tests.py

times: compiler ## where the time of make test goes: CPU and waiting, by file
	@+$(BESIDE) $(VENV)/compiled $(VENV)/testing
	@$(PYTEST) $(APART:%=--ignore=%) -m "not ($(EXTENDED))" --times

test-api: $(VENV)/developing $(VENV)/compiled ## the API against its description, for minutes
	@EXAMPLES=1000 $(PYTEST) tests/web/test_openapi.py tests/web/test_commands_model.py

pictures: programs $(VENV)/developing $(VENV)/compiled ## pictures of every page, in build/pages
	@cd tests && ../$(BIN)/python -m web.browser.pictures_of_pages ../build/pages

reports: $(VENV)/compiled ## the reports of the documentation anew, MINUTES=6 a game
	@$(BIN)/python tools/reports.py --minutes $(or $(MINUTES),6)

lint: programs $(VENV)/developing $(VENV)/scripts ## style, format and types
	@echo "Checking style, format and types"
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check
	@$(BIN)/mypy
	@tools/node_modules/.bin/tsc -p tools

format: $(VENV)/developing ## mend style and format
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format

messages: $(VENV)/developing ## bring the translations up to date and list what is missing
	@$(BIN)/python tools/messages.py

build: $(VENV)/made ## compile again what has changed
	@$(BIN)/python tools/build.py

wheel: $(VENV)/made compiler ## one wheel for Python 3.11 and later, in dist
	@echo "Building the wheel"
	@rm -rf build/abi3 # setuptools packs whatever an earlier build left there
	@TABULEIRO_BUILD=abi3 $(PIP) wheel --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

docs: $(VENV)/developing ## the documentation, in site
	@$(BIN)/mkdocs build --strict # never --quiet: it would silence the warnings that strict counts
	@echo "Open site/index.html"

clean: ## remove everything built; .venv stays
	@rm -rf build dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis $(VENV)/compiled
	@find src -name '*.so' -delete

compiler: $(VENV)/made
	@$(BIN)/python tools/build.py --check

programs: $(VENV)/made
	@$(BIN)/python tools/programs.py

# --- steps ---------------------------------------------------------------------------------

INSTALL = TABULEIRO_BUILD=plain $(PIP) install --no-compile -c constraints.txt >>$(VENV)/log 2>&1
NO_PACKAGES = { echo "Packages could not be fetched ($(VENV)/log says why); to mend it: connect to\
 the network, then make $(GOAL)."; exit 1; }

# After a change of the setup nothing compiled before is trusted.
$(VENV)/made: setup.py constraints.txt
	@for python in $(or $(PYTHON),$(PYTHONS)) ''; do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Tabuleiro needs Python 3.11 or later: install it, or name it: make PYTHON=/its/path."; \
	    exit 1; \
	fi; \
	if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Python's venv module is missing; to mend it: apt-get install python3-venv."; \
	    exit 1; \
	fi; \
	echo "Making $(VENV) with $$($$python --version)"; \
	$$python -m venv --clear $(VENV)
	@$(INSTALL) setuptools cython || $(NO_PACKAGES)
	@rm -rf build
	@find src -name '*.so' -delete
	@touch $@

$(VENV)/compiled: $(VENV)/made $(TYPES) $(TYPES:.pxd=.py)
	@$(BIN)/python tools/build.py
	@touch $@

$(VENV)/installed: $(VENV)/made pyproject.toml
	@echo "Installing the packages that Tabuleiro needs"
	@$(INSTALL) --no-build-isolation -e . || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $@

$(VENV)/testing: $(VENV)/made pyproject.toml
	@echo "Installing the packages that Tabuleiro and its tests need"
	@$(INSTALL) --no-build-isolation -e '.[test]' || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $(VENV)/installed $@

$(VENV)/developing: $(VENV)/made pyproject.toml
	@echo "Installing the packages that style checks, browsers and documentation need"
	@$(INSTALL) --no-build-isolation -e '.[dev]' || $(NO_PACKAGES)
	@echo "Packages are installed"
	@touch $(VENV)/installed $(VENV)/testing $@

# What checks the types of the pages' scripts: one package, of the version and the digest locked.
$(VENV)/scripts: $(VENV)/made tools/package-lock.json
	@npm ci --prefix tools --no-audit --no-fund >>$(VENV)/log 2>&1 || $(NO_PACKAGES)
	@touch $@

$(VENV)/ray: $(VENV)/developing
	@echo "Installing Ray"
	@$(INSTALL) --no-build-isolation -e '.[ray]' || $(NO_PACKAGES)
	@touch $@

# PyTorch has versions of its own for machines with and without a GPU: any will do.
$(VENV)/training: $(VENV)/developing constraints-learn.txt
	@echo "Installing PyTorch"
	@$(INSTALL) -c constraints-learn.txt --no-build-isolation -e '.[learn]' || $(NO_PACKAGES)
	@touch $@
