# `make play` and `make test` set up all they need in .venv; `make help` lists every target.
# A stamp in .venv stands for each step done, so that a second run starts at once and needs
# no network.

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq
PYTHONS := python3 python3.14 python3.13 python3.12 python3.11 python
TYPES := $(shell find src -name '*.pxd')

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help play test test-ray test-learn test-api pictures reports build wheel docs lint format messages clean compiler programs
export NO_MKDOCS_2_WARNING := 1
unexport PYTHONPATH PYTHONHOME TABULEIRO_BUILD

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/compiled ## play in the browser (WEB="--port 8000" gives it options)
	@$(BIN)/tabuleiro web $(WEB) || [ $$? -eq 130 ] # Ctrl-C is no failure

test: compiler programs $(VENV)/developing $(VENV)/compiled lint ## everything a change must pass
	@echo "Running the tests"
	@$(BIN)/python -m pytest -q -n 2 --dist loadfile --no-loadscope-reorder
	@echo "Passed. Left out: the tests of the extras [ray] (make test-ray) and [learn] (make test-learn)."

test-ray: $(VENV)/ray $(VENV)/compiled ## tournaments over a Ray cluster
	@echo "Running the tests of the extra [ray]"
	@$(BIN)/python -m pytest -q tests/cluster

test-learn: $(VENV)/learn $(VENV)/compiled ## training networks, on the CPU, for minutes
	@echo "Running the tests of the extra [learn]"
	@$(BIN)/python -m pytest -q tests/training

test-api: $(VENV)/developing $(VENV)/compiled ## the API against its description, for minutes
	@EXAMPLES=1000 $(BIN)/python -m pytest -q -n 2 tests/web/test_openapi.py tests/web/test_commands_model.py

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

build: $(VENV)/installed ## compile again what has changed
	@$(COMPILE)

wheel: $(VENV)/installed compiler ## one wheel for Python 3.11 and later, in dist
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
	@$(BIN)/python tools/compiler.py

programs: $(VENV)/made
	@$(BIN)/python tools/programs.py

# --- steps ---------------------------------------------------------------------------------

INSTALL = TABULEIRO_BUILD=plain $(PIP) install -c constraints.txt >$(VENV)/log 2>&1
NO_PACKAGES = { echo "Packages could not be fetched ($(VENV)/log says why); to mend it: connect to\
 the network, then make $(MAKECMDGOALS)."; exit 1; }

# Compiles strictly where that is possible, says why where it is not, and leaves no compiled
# module behind that is older than its source or has none.
define COMPILE
for so in $$(find src -name '*.so'); do [ -f "$${so%%.*}.pxd" ] || rm "$$so"; done; \
if missing=$$($(BIN)/python tools/compiler.py 2>&1); then \
    echo "Compiling the rules (a minute or two the first time)"; \
    mkdir -p build; \
    TABULEIRO_BUILD=native $(BIN)/python setup.py -q build_ext --inplace >build/log 2>&1 \
        || { cat build/log; exit 1; }; \
else \
    find src -name '*.so' -delete; \
    echo "$$missing Until then and a new make build, Tabuleiro runs as plain Python, slower."; \
fi
endef

$(VENV)/made:
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
	@touch $@

# After a change of the setup nothing compiled before is trusted.
$(VENV)/installed: $(VENV)/made pyproject.toml setup.py constraints.txt
	@echo "Installing what Tabuleiro needs"
	@$(INSTALL) setuptools cython || $(NO_PACKAGES)
	@$(INSTALL) --no-build-isolation -e . || $(NO_PACKAGES)
	@rm -rf build
	@find src -name '*.so' -delete
	@touch $@

$(VENV)/compiled: $(VENV)/installed $(TYPES) $(TYPES:.pxd=.py)
	@$(COMPILE)
	@touch $@

$(VENV)/developing: $(VENV)/installed
	@echo "Installing what the tests and the documentation need"
	@$(INSTALL) --no-build-isolation -e '.[dev]' || $(NO_PACKAGES)
	@touch $@

# What checks the types of the pages' scripts: one package, of the version and the digest locked.
$(VENV)/scripts: $(VENV)/made tools/package-lock.json
	@npm ci --prefix tools --no-audit --no-fund >$(VENV)/log 2>&1 || $(NO_PACKAGES)
	@touch $@

$(VENV)/ray: $(VENV)/developing
	@echo "Installing Ray"
	@$(INSTALL) --no-build-isolation -e '.[ray]' || $(NO_PACKAGES)
	@touch $@

# PyTorch has versions of its own for machines with and without a GPU: any will do.
$(VENV)/learn: $(VENV)/developing constraints-learn.txt
	@echo "Installing PyTorch"
	@$(INSTALL) -c constraints-learn.txt --no-build-isolation -e '.[learn]' || $(NO_PACKAGES)
	@touch $@
