"""What a fresh process sees: nothing heavy is imported, nothing is compiled twice."""

import json
import os
import shutil
import subprocess
import sys
import textwrap

import pytest

from quiltenvs.core.jit import CACHE_ROOT, COMPILED, source_digest

HEAVY = ["numba", "llvmlite", "torch", "stable_baselines3", "sb3_contrib", "tensorboard"]
HEAVY += ["matplotlib", "pygame", "PIL", "tyro", "rich", "scipy", "pandas"]
HALF_WRITTEN = shutil.ignore_patterns("*.tmp.*")


def run(code, **environment):
    """Run ``code`` in a fresh interpreter; return what it printed last, read as JSON."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_importing_the_package_loads_nothing_heavy():
    code = f"""
    import json, sys
    import quiltenvs
    names = [quiltenvs.game_names(), [name for name in {HEAVY!r} if name in sys.modules]]
    print(json.dumps(names))
    """
    names, loaded = run(code)
    assert names
    assert loaded == []


def test_looking_at_versions_and_registries_loads_no_rules():
    code = """
    import json, sys
    import gymnasium, pettingzoo
    import quiltenvs
    ids = [i for i in (*gymnasium.registry, *pettingzoo.aec_registry) if "quilt" in i.lower()]
    modules = [vars(quiltenvs).get("make"), *(
        getattr(quiltenvs, i.split("/")[1].replace("-v", "_v")) for i in ids if i[0] == "q"
    )]
    print(json.dumps([len(ids), len(modules), "numba" in sys.modules]))
    """
    num_ids, num_modules, has_numba = run(code)
    assert num_ids == 2 * (num_modules - 1) > 0
    assert not has_numba


def test_numba_keeps_its_own_settings(tmp_path):
    """Code of others goes on being cached where Numba would put it without quiltenvs."""
    code = """
    import json, numba
    before = {k: repr(v) for k, v in vars(numba.config).items() if k.isupper()}
    import quiltenvs
    env = quiltenvs.make_batch(quiltenvs.game_names()[0], 2)
    env.step(env.reset(1).action_mask.argmax(axis=1))
    after = {k: repr(v) for k, v in vars(numba.config).items() if k.isupper()}
    print(json.dumps([len(before), [k for k in before if before[k] != after[k]]]))
    """
    num_settings, changed = run(code)
    assert num_settings > 10
    assert changed == []


USE = """
import json, sys
import numpy as np
import quiltenvs
from quiltenvs.core.batch import RandomActions
from quiltenvs.core.jit import LISTENER
from quiltenvs.core.registry import loops_of

name = {name!r}
game = quiltenvs.game(name)
state = game.new_state(1)
game.play(state, game.parse_action(state, game.action_name(state, game.legal_actions(state)[0])))
game.redeal_hidden(state, 0, np.uint64(1))
game.scores(state), game.ranking(state)
for mask in (True, False):
    env = quiltenvs.make_batch(name, 2, mask=mask, dense=mask)
    draw = RandomActions(env)
    env.reset(1)
    env.step(draw())
env = quiltenvs.make(name)
env.reset(seed=1)
seen = env.last()[0]
env.step(int(quiltenvs.sample_legal(seen["action_mask"], np.random.default_rng(1))))
totals = np.zeros(4 + 2 * game.spec.num_players, np.int64)
loops_of(name).random_games(state, np.uint64(1), 2, totals)
print(json.dumps([LISTENER.num_compiled, env.unwrapped.states.tobytes().hex()]))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled under NUMBA_DISABLE_JIT=1")
def test_a_second_process_compiles_nothing(name, tmp_path):
    """The first process compiles what a user of one game needs and the tests did not yet.

    In a copy of the cache, since other tests may be writing at the same time.
    """
    own = {"QUILTENVS_CACHE_DIR": str(tmp_path)}
    for part in (f"{p}-{source_digest(p)}" for p in ("core", name)):
        if CACHE_ROOT and (CACHE_ROOT / part).is_dir():
            shutil.copytree(CACHE_ROOT / part, tmp_path / "quiltenvs" / part, ignore=HALF_WRITTEN)
    _, position = run(USE.format(name=name), **own)
    assert run(USE.format(name=name), **own) == [0, position]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled under NUMBA_DISABLE_JIT=1")
def test_what_is_compiled_is_counted_and_kept(tmp_path):
    code = """
    import json
    import numpy as np
    from quiltenvs.core import rng
    from quiltenvs.core.jit import LISTENER
    rng.stream(np.uint64(1), 2)
    print(json.dumps(LISTENER.num_compiled))
    """
    assert run(code, QUILTENVS_CACHE_DIR=str(tmp_path)) > 0
    assert list(tmp_path.rglob("*.nbc"))
    assert run(code, QUILTENVS_CACHE_DIR=str(tmp_path)) == 0


@pytest.mark.skipif(not COMPILED, reason="nothing is cached under NUMBA_DISABLE_JIT=1")
def test_without_a_place_for_compiled_code_there_is_a_warning(tmp_path):
    (tmp_path / "file").touch()
    code = """
    import json, warnings
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        import quiltenvs.core.jit
    print(json.dumps([str(w.message) for w in caught if w.category is RuntimeWarning]))
    """
    (warning,) = run(code, QUILTENVS_CACHE_DIR=str(tmp_path / "file"))
    assert "QUILTENVS_CACHE_DIR" in warning
    assert run(code, QUILTENVS_CACHE_DIR=str(tmp_path / "folder")) == []


def test_the_examples_of_the_package_run():
    """The docstring of ``quiltenvs`` is the first thing ``help()`` shows."""
    code = """
    import json, quiltenvs
    lines = [line[4:] for line in quiltenvs.__doc__.splitlines() if line.startswith(">>> ")]
    exec("\\n".join(lines))
    print(json.dumps(len(lines)))
    """
    assert run(code) > 1


def test_public_names_exist():
    code = """
    import json, quiltenvs
    print(json.dumps([name for name in quiltenvs.__all__ if not hasattr(quiltenvs, name)]))
    """
    assert run(code) == []
