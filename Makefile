# From a fresh clone, with Python 3.11 and make alone: `make demo` and `make test`.
PYTHON ?= python3.11
ifeq (, $(shell command -v $(PYTHON) 2>/dev/null))
PYTHON := python3
endif
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: help env demo test quick check bench format requirements packages clean

help:  ## this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## */\t/' | expand -t 14

env: .venv/dev  ## the environment for development, in .venv

demo: .venv/run  ## run all studies on embedded data and say where the report is
	$(BIN)/earwitness demo --out demo

test: .venv/dev packages  ## all tests, with branch coverage
	$(BIN)/pytest --cov --cov-report=term:skip-covered $(ARGS)

quick: .venv/dev  ## the tests that take seconds
	$(BIN)/pytest -m "not slow" -n 2 $(ARGS)

check: .venv/dev  ## format, lint, types, import rule, docs
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -m "not slow" tests/docs

format: .venv/dev  ## put the code into its form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: .venv/dev  ## side by side with peers; writes benchmarks/results.md
	$(BIN)/python -m benchmarks

packages:  ## system packages that let more tests run (Debian-like systems, as root)
	@scripts/system-packages

requirements:  ## pin anew, with hashes and without download addresses
	uv pip compile pyproject.toml --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-header --extra playlists -o requirements/run.txt
	uv pip compile --group build --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-header -c requirements/run.txt -o requirements/build.txt
	uv pip compile pyproject.toml --python-version 3.11 --universal --generate-hashes --no-emit-index-url --no-header --extra all --group dev -c requirements/run.txt -o requirements/dev.txt

clean:  ## remove what was made
	rm -rf .venv demo .coverage* .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/made:
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed"'
	$(PYTHON) -m venv .venv
	touch $@

.venv/run: .venv/made requirements/run.txt pyproject.toml
	@echo "Installing what earwitness needs (once)…"
	$(PIP) --require-hashes -r requirements/run.txt
	$(PIP) --require-hashes -r requirements/build.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	touch $@

.venv/dev: .venv/run requirements/dev.txt
	@echo "Installing what development needs (once)…"
	$(PIP) --require-hashes -r requirements/dev.txt
	touch $@
