# `make play` and `make test` are all that a newcomer needs: each sets up what it lacks, once.

PYTHON ?= python3
SETUP := PYTHON='$(PYTHON)' sh scripts/setup.sh
BIN := .venv/bin

# One process more than there are processors: some tests wait for programs, or for what another process compiles.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))

# One word, --data=FOLDER: pytest takes a FOLDER of its own for tests, before it knows the option.
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal $(if $(DATA),--data='$(DATA)')

# Tests start hundreds of programs, which would compile all modules to bytecode each time.
unexport PYTHONDONTWRITEBYTECODE

# Debian keeps GNU Go in /usr/games, which is not on root's PATH.
export PATH := $(PATH):/usr/games

.PHONY: help play test lint slow fuzz bench release clean setup-play setup-lint setup-test
.NOTPARALLEL: # the steps of `make test` stand in order, fast ones first, also under `make -j`

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1	/p' Makefile | while IFS='	' read -r target text; do \
		printf '  make %-7s %s\n' "$$target" "$$text"; done
	@echo '  PYTHON=python3.12 picks the Python that a new .venv is made with.'

play: setup-play ## open the page: play, review, look inside the search
	@$(BIN)/tengen play

test: setup-test lint ## run every check; DATA=FOLDER adds the tests on game records
	@printf '\n== pytest: the behaviour\n'
	@$(PYTEST)

lint: setup-lint ## run only the checks that read the code
	@printf '\n== ruff: style and common mistakes\n'
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check --quiet .
	@printf '\n== mypy: types\n'
	@$(BIN)/mypy
	@printf '\n== lint-imports: which part may use which\n'
	@$(BIN)/lint-imports --no-logo

slow: setup-test ## run the tests that take minutes as well; DATA=FOLDER as above
	@$(PYTEST) --slow

fuzz: setup-test ## look for faults with hostile input; MINUTES=60 says how long, PARSER=sgf uses atheris
	@cd tests && ../$(BIN)/python -m $(if $(PARSER),fuzz.guided $(PARSER),fuzz) --minutes $(or $(MINUTES),10)

bench: setup-play ## measure playouts per second
	@$(BIN)/tengen bench playout

release: setup-lint ## build and try the files of a release in dist/; nothing is uploaded
	@sh scripts/release.sh dist

clean: ## remove .venv and every cache
	rm -rf .venv .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -prune -exec rm -rf {} +

setup-play:
	@$(SETUP) play

setup-lint:
	@$(SETUP) test

setup-test:
	@$(SETUP) test gnugo chromium java=default-jre lizzie=liblizzie-java Xvfb=xvfb xdotool
