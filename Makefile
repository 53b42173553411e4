# Everything here works on a fresh machine with Python >= 3.10: the first target that needs it
# creates .venv and installs quiltenvs with all extras into it.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN := runs/demo
GAMES := $(patsubst quiltenvs/%/rules.py,%,$(wildcard quiltenvs/*/rules.py))
PYTEST := $(BIN)/python -m pytest -q -n auto --dist worksteal
# Pictures, texts and the references are the same in every mode. Uncompiled every step is some
# hundred times slower: the rules are tried so, the loops over many states only with array bounds.
RULES_TESTS := tests/core $(addprefix tests/conformance/test_,game_contract.py saved_states.py) \
	$(addprefix tests/,$(GAMES)) \
	--ignore-glob='*/test_drawing.py' --ignore-glob='*/test_render.py' --ignore-glob='*/test_reference*'
LOOPS_TESTS := $(addprefix tests/conformance/test_,loops.py batch.py reachability.py)
NIGHTLY_TESTS := tests/*/test_against_reference.py tests/conformance \
	$(addprefix tests/quiltable/test_,no_dead_ends.py card_conservation.py)

.PHONY: install demo test test-modes check nightly readme clean

install: $(VENV)/installed

$(VENV)/installed: pyproject.toml setup.py constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

# Train a player by self-play, measure it against the baselines, draw a game.
demo: install
	$(BIN)/quiltenvs train --preset demo --folder $(RUN) --overwrite
	$(BIN)/quiltenvs evaluate --agents $(RUN)/checkpoint random --deals 200 \
		--out $(RUN)/evaluation.json --draw $(RUN)/game.png
	$(BIN)/quiltenvs tournament --agents random greedy $(RUN)/checkpoint --deals 100 \
		--out $(RUN)/tournament
	@echo "See $(RUN)/: learning_curve.png, game.png, tournament/cross_table.png"

# All tests.
test: install
	$(PYTEST)

# The rules again, with array bounds checked and without compilation.
test-modes: install
	NUMBA_BOUNDSCHECK=1 $(PYTEST) $(LOOPS_TESTS) $(RULES_TESTS)
	NUMBA_DISABLE_JIT=1 $(PYTEST) $(RULES_TESTS)

# Lint, format, and types of the package as it is shipped: a built copy, apart from the sources.
check: install
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	rm -rf build
	$(BIN)/python -m pip install --quiet --no-deps --target build/shipped .
	cd build && MYPYPATH=shipped ../$(BIN)/python -m mypy --config-file ../pyproject.toml -p quiltenvs

# A hundred times as many games as in the tests.
nightly: install
	QUILTENVS_NIGHTLY=1 $(PYTEST) $(NIGHTLY_TESTS)

# Rewrite the tables of the READMEs from the code and from experiments/results/.
readme: install
	$(BIN)/python -m quiltenvs.core.documentation
	$(BIN)/python -m quiltenvs.experiments.published

clean:
	rm -rf $(VENV) build runs *.egg-info
