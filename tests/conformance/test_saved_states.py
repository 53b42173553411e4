"""Games in progress as bytes and JSON: there and back, and everything damaged is refused."""

import json
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import quiltenvs
from quiltenvs import StateError
from tests.strategies import action_mask, observations, positions, random_game, seeds
from tests.variants import variants_of


@given(data=st.data())
def test_states_go_through_bytes_and_json(game, data):
    for state in random_game(game, data.draw(seeds))[::7]:
        for back in (
            game.from_bytes(game.to_bytes(state)),
            game.from_json(game.to_json(state)),
        ):
            assert back.dtype == state.dtype
            assert back.tobytes() == state.tobytes()


@given(data=st.data())
def test_a_loaded_game_goes_on_alike(game, data):
    state = data.draw(positions(game))
    loaded = game.from_json(game.to_json(state))
    while legal := game.legal_actions(state):
        game.play(state, legal[len(legal) // 2])
        game.play(loaded, legal[len(legal) // 2])
    assert loaded.tobytes() == state.tobytes()


def test_a_saved_state_says_what_it_is(game):
    state = game.new_state(1)
    header = json.loads(game.to_bytes(state).split(b"\n")[1])
    written = json.loads(game.to_json(state))
    assert set(written.pop("state")) == set(game.state_dtype.names)
    for found in (header, written):
        assert (found["game"], found["version"]) == (game.spec.name, game.spec.version)
        assert found["options"] == game.config.to_dict()


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: b"",
        lambda data: data[1:],
        lambda data: data[:-1],
        lambda data: data + b"\0",
        lambda data: data.replace(b'"game"', b'"gamf"'),
        lambda data: data.replace(b'{"game"', b'["game"', 1),
        lambda data: data.split(b"\n")[0] + b"\n[]\n" + data.split(b"\n", 2)[2],
        lambda data: data.split(b"\n")[0] + b"\n\xff\xfe\n" + data.split(b"\n", 2)[2],
        lambda data: data.split(b"\n")[0],
        lambda data: data.split(b"\n")[0] + b"\n",
    ],
)
def test_damaged_bytes_are_refused(game, damage):
    with pytest.raises(StateError):
        game.from_bytes(damage(game.to_bytes(game.new_state(1))))


def test_bytes_of_an_impossible_state_are_refused(game):
    data = game.to_bytes(game.new_state(1))
    head = data[: -game.state_dtype.itemsize]
    with pytest.raises(StateError, match="damaged state"):
        game.from_bytes(head + b"\x7f" * game.state_dtype.itemsize)


@cache
def at_the_start(game):
    return game.to_json(game.new_state(1))


def edited(game, change):
    written = json.loads(at_the_start(game))
    change(written)
    return json.dumps(written)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '"state"', '{"state": {}}'])
def test_text_that_is_no_state_is_refused(game, text):
    with pytest.raises(StateError):
        game.from_json(text)


@pytest.mark.parametrize("key", ["game", "version", "options"])
@pytest.mark.parametrize("value", [None, 99, "other", {}])
def test_a_state_of_another_game_version_or_options_is_refused(game, key, value):
    with pytest.raises(StateError, match=f"another {key}"):
        game.from_json(edited(game, lambda written: written.update({key: value})))
    with pytest.raises(StateError, match=f"another {key}"):
        game.from_json(edited(game, lambda written: written.pop(key)))


def test_a_state_without_a_field_or_with_one_too_many_is_refused(game):
    for field in game.state_dtype.names:
        with pytest.raises(StateError, match="its fields must be"):
            game.from_json(edited(game, lambda written, f=field: written["state"].pop(f)))
    with pytest.raises(StateError, match="its fields must be"):
        game.from_json(edited(game, lambda written: written["state"].update(extra=1)))


@pytest.mark.parametrize("value", [None, 1.5, "1", [], [[[1]]], 2**64, -(2**63) - 1, {}, [1, "1"]])
def test_a_field_of_another_kind_is_refused(game, value):
    for field in game.state_dtype.names:
        with pytest.raises(StateError, match=field):
            game.from_json(
                edited(game, lambda written, f=field: written["state"].update({f: value}))
            )


def test_a_state_of_another_variant_is_refused(game):
    """Also where only the header was changed: the rules go by what the state holds."""
    state = game.new_state(1)
    for options in variants_of(game.spec.name):
        other = quiltenvs.game(game.spec.name, **options)
        if other is game:
            continue
        with pytest.raises(StateError, match="another options"):
            other.from_bytes(game.to_bytes(state))
        with pytest.raises(StateError, match="another options"):
            other.from_json(game.to_json(state))
        head = other.to_bytes(state)[: -game.state_dtype.itemsize]
        with pytest.raises(StateError):
            other.from_bytes(head + state.tobytes())


@given(data=st.data())
def test_a_state_that_is_accepted_can_be_played(game, data):
    """Whatever single value is changed, it is refused, or the rules cope with it."""
    state = data.draw(positions(game))
    field = data.draw(st.sampled_from(game.state_dtype.names))
    values = np.array(state[field])
    info = np.iinfo(values.dtype)
    values.flat[data.draw(st.integers(0, values.size - 1))] = data.draw(
        st.sampled_from([info.min, -1, 0, 1, 2, 7, 99, info.max]).filter(
            lambda value: info.min <= value <= info.max
        )
    )
    state[field] = values
    try:
        loaded = game.from_json(game.to_json(state))
    except StateError:
        return
    assert np.isfinite(observations(game, loaded)).all()
    assert action_mask(game, loaded).any() != game.is_terminal(loaded)
    for action in game.legal_actions(loaded)[:3]:
        fork = loaded.copy()
        game.play(fork, action)
        assert np.isfinite(observations(game, fork)).all()
