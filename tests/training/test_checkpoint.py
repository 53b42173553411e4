"""Checkpoints: the same player comes back, and nothing else does."""

import json
import shutil

import numpy as np
import pytest

import quiltenvs
from quiltenvs import QuiltError
from quiltenvs.agents import make_agent

torch = pytest.importorskip("torch")
from quiltenvs.agents.checkpoint import (  # noqa: E402 (needs torch)
    Checkpoint,
    CheckpointError,
    load_checkpoint,
    save_checkpoint,
)
from quiltenvs.agents.network import AfterstateNetwork, draw, look_at  # noqa: E402
from quiltenvs.agents.policy_agent import MAX_POSITIONS, PolicyAgent  # noqa: E402

GAME = quiltenvs.game("patchwork")


def network(seed=0, hidden=(8,)):
    torch.manual_seed(seed)
    made = AfterstateNetwork(GAME.observation_size, hidden)
    torch.nn.init.normal_(made.score.weight)  # so that scores differ
    return made


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "player"
    save_checkpoint(path, GAME, Checkpoint("someone", network(), (8,), {"steps": 5}))
    return path


def positions(count, seed=0):
    rng, states = np.random.default_rng(seed), GAME.new_states(range(count))
    for number, state in enumerate(states):
        for _ in range(number % 30):
            GAME.play(state, int(rng.choice(GAME.legal_actions(state))))
    return states


def act(agent, states):
    return agent.act(GAME, states, np.array([GAME.current_player(s) for s in states]))


def test_a_loaded_player_plays_alike(folder):
    states = positions(40)
    kept, loaded = PolicyAgent(network(), "someone"), make_agent(str(folder), GAME)
    assert loaded.name == "someone"
    np.testing.assert_array_equal(act(kept, states), act(loaded, states))
    assert (act(PolicyAgent(network(1), "other"), states) != act(kept, states)).any()
    assert load_checkpoint(folder, GAME).facts == {"steps": 5}


def test_a_player_of_many_positions_plays_as_of_each(folder):
    states, agent = positions(MAX_POSITIONS + 5), make_agent(str(folder), GAME)
    together = act(agent, states)
    alone = [int(act(agent, states[i : i + 1])[0]) for i in range(0, len(states), 20)]
    assert together[::20].tolist() == alone


def test_actions_are_legal_and_states_untouched(folder):
    states = positions(60, seed=3)
    before = states.tobytes()
    for agent in (make_agent(str(folder), GAME), PolicyAgent(network(), "x", sample=True)):
        chosen = act(agent, states)
        assert all(GAME.is_legal(s, int(a)) for s, a in zip(states, chosen, strict=True))
    assert states.tobytes() == before


def test_sampling_follows_seed_and_policy():
    states = np.repeat(positions(1), 400)
    one, two = (act(PolicyAgent(network(), "x", sample=True, seed=s), states) for s in (1, 1))
    np.testing.assert_array_equal(one, two)
    log_policy = network().log_policy(look_at(GAME, states[:1])).detach()
    share = (one == int(log_policy.argmax())).mean()
    assert share == pytest.approx(float(log_policy.exp().max()), abs=0.1)
    assert len(set(one.tolist())) > 3


def test_the_chance_to_come_is_not_foreseen():
    states = positions(40)
    redealt = states.copy()
    for state in redealt:
        GAME.redeal_hidden(state, GAME.current_player(state), np.uint64(99))
    assert states.tobytes() != redealt.tobytes()
    agent = PolicyAgent(network(), "x")
    np.testing.assert_array_equal(act(agent, states), act(agent, redealt))


def test_afterstates_are_what_the_mover_sees():
    (state,) = positions(1)
    legal = GAME.legal_actions(state)
    choices = look_at(GAME, np.array([state]))
    assert np.flatnonzero(choices.mask[0]).tolist() == legal
    for action, seen in zip(legal, choices.afterstate.numpy(), strict=True):
        after, expected = state.copy(), np.zeros(GAME.observation_size, np.float32)
        GAME.play(after, action)
        GAME.observe(after, GAME.current_player(state), expected)
        np.testing.assert_array_equal(seen, expected)


def test_illegal_actions_are_never_drawn():
    log_policy = torch.tensor([[-1e9, 0.0, -1e9], [-0.7, -1e9, -0.7]])
    for u in np.linspace(0, 1, 51, endpoint=False):
        one, two = draw(log_policy, torch.full((2, 1), float(u))).tolist()
        assert one == 1
        assert two == (0 if u < 0.5 else 2)


def edit(folder, **changes):
    path = folder / "checkpoint.json"
    found = json.loads(path.read_text("utf-8"))
    for key, value in changes.items():
        if isinstance(value, dict):
            found[key].update(value)
        else:
            found[key] = value
    path.write_text(json.dumps(found), "utf-8")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 2}, "format 2; this release reads format 1"),
        ({"game": {"version": 9}}, "another game: its version 9 is not 0"),
        ({"game": {"game": "calico"}}, 'its game "calico" is not "patchwork"'),
        ({"game": {"layout": []}}, "another game: its layout"),
        ({"hidden": [9]}, "weights.safetensors is damaged"),
        ({"hidden": ["x"]}, "damaged: hidden"),
        ({"hidden": [True]}, "damaged: hidden"),
        ({"name": 3}, "no name"),
        ({"spec_hash": "0"}, "its spec_hash does not fit"),
    ],
)
def test_what_differs_is_said(folder, changes, message):
    edit(folder, **changes)
    with pytest.raises(CheckpointError, match=message):
        make_agent(str(folder), GAME)


def test_other_options_are_another_game(folder):
    with pytest.raises(QuiltError, match=r"another game: its options .*two_game"):
        make_agent(str(folder), quiltenvs.game("patchwork", match="two_game"))


@pytest.mark.parametrize("name", ["weights.safetensors", "checkpoint.json"])
def test_missing_and_damaged_files(folder, name):
    (folder / name).write_bytes((folder / name).read_bytes()[:20])
    with pytest.raises(CheckpointError, match=f"{name} is damaged"):
        make_agent(str(folder), GAME)
    (folder / name).unlink()
    with pytest.raises(CheckpointError, match=f"{name} is missing"):
        make_agent(str(folder), GAME)
    shutil.rmtree(folder)
    with pytest.raises(CheckpointError, match="not the folder of a checkpoint"):
        load_checkpoint(folder, GAME)


def test_a_pickle_is_not_executed(folder, tmp_path):
    class Trap:
        def __reduce__(self):
            return (tmp_path.joinpath("trapped").write_text, ("caught",))

    torch.save(Trap(), folder / "weights.safetensors")
    with pytest.raises(CheckpointError, match="damaged"):
        make_agent(str(folder), GAME)
    assert not (tmp_path / "trapped").exists()


def test_saving_replaces_the_whole_and_leaves_nothing_beside(folder):
    (folder / "stray.txt").write_text("x", "utf-8")
    save_checkpoint(folder, GAME, Checkpoint("next", network(2), (8,), {}))
    assert load_checkpoint(folder, GAME).name == "next"
    assert sorted(path.name for path in folder.parent.iterdir()) == ["player"]
    assert not (folder / "stray.txt").exists()


def test_weights_that_are_no_numbers_are_refused(tmp_path):
    broken = network()
    broken.score.weight.data[0, 0] = float("nan")
    save_checkpoint(tmp_path / "nan", GAME, Checkpoint("x", broken, (8,), {}))
    with pytest.raises(CheckpointError, match="not finite"):
        load_checkpoint(tmp_path / "nan", GAME)


def test_the_folder_of_a_run_will_do(tmp_path):
    save_checkpoint(tmp_path / "run" / "checkpoint", GAME, Checkpoint("x", network(), (8,), {}))
    assert make_agent(str(tmp_path / "run"), GAME).name == "x"
