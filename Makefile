# `make play` and `make test` set up everything they need in .venv; `make help` lists all targets.
# A stamp file in .venv marks each finished step, so a second run starts at once and needs no
# network. Installers write to .venv/log, compilers to build/log.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
TYPES := $(shell find src -name '*.pxd')

# Makes steps that can run in parallel, and passes on the target that the user asked for.
GOAL = $(MAKECMDGOALS)
PARALLEL = $(MAKE) -s --no-print-directory -j2 GOAL=$(GOAL)

# Tests that need a browser, Ray or PyTorch have folders of their own. `extended` and `postgres`
# are markers, explained in pyproject.toml.
# One process more than cores, because tests wait for servers and programs part of the time.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
SEPARATE := tests/web/browser tests/cluster tests/training
EXTENDED := extended or postgres

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-all quick times test-api pictures reports build wheel docs lint format messages clean compiler programs
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE TABULEIRO_BUILD

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/made ## play in the browser (WEB="--port 8000" gives it options)
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/installed
	@$(BIN)/tabuleiro web $(WEB) || [ $$? -eq 130 ] # Ctrl-C is no failure

test: compiler ## test every layer; needs only Python and a C compiler
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@echo "Running the tests"
	@$(PYTEST) $(SEPARATE:%=--ignore=%) -m "not ($(EXTENDED))"
	@echo "Left out: style and types, real browsers, PostgreSQL, the wheel, the checked and the uncompiled"
	@echo "build, killed servers, memory, statistics, fuzzing, Ray and PyTorch. To run them: make test-all"

test-all: compiler programs ## everything that make test leaves out
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/developing
	@$(MAKE) -s --no-print-directory lint
	@echo "Running the long tests, and those on PostgreSQL"
	@$(PYTEST) $(SEPARATE:%=--ignore=%) -m "$(EXTENDED)"
	@echo "Running the tests in a browser"
	@$(PYTEST) tests/web/browser
	@$(MAKE) -s --no-print-directory $(VENV)/training $(VENV)/ray
	@echo "Running the tests of training, and those on a Ray cluster"
	@$(BIN)/python -m pytest -q tests/training tests/cluster

quick: compiler ## test what has changed since the last commit
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@$(BIN)/python tools/affected_tests.py

times: compiler ## make test, with the time that each file takes: CPU and waiting
	@+$(PARALLEL) $(VENV)/compiled $(VENV)/testing
	@$(PYTEST) $(SEPARATE:%=--ignore=%) -m "not ($(EXTENDED))" --times

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

format: $(VENV)/developing ## fix style and format
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

INSTALL = TABULEIRO_BUILD=plain $(PIP) install -c constraints.txt >>$(VENV)/log 2>&1
NO_PACKAGES = { echo "Packages could not be fetched ($(VENV)/log says why); to fix it: connect to\
 the network, then run make $(GOAL)."; exit 1; }

# After a change of setup.py everything is compiled again.
$(VENV)/made: setup.py constraints.txt
	@for python in $(or $(PYTHON),$(PYTHONS)) ''; do \
	    $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done; \
	if [ -z "$$python" ]; then \
	    echo "Tabuleiro needs Python 3.11 or later: install it, or name it: make PYTHON=/its/path."; \
	    exit 1; \
	fi; \
	if ! $$python -c 'import ensurepip, venv' 2>/dev/null; then \
	    echo "Python's venv module is missing; to fix it: apt-get install python3-venv."; \
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
