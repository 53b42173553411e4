"""Recorded episodes replay to the same text. New ones: see core/playthrough.py."""

import re
from contextlib import suppress
from pathlib import Path

import pytest

import quiltenvs
from quiltenvs import IllegalActionError, StateError, UnknownGameError
from quiltenvs.core.playthrough import PICTURE_EVERY, record, replay

ROOT = Path(__file__).parents[1] / "playthroughs"
FILES = sorted(ROOT.glob("*/*.txt"))


def test_every_game_has_a_playthrough():
    assert {file.parent.name for file in FILES} == set(quiltenvs.game_names())


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_playthrough(file):
    text = file.read_text(encoding="utf-8")
    assert replay(text) == text
    assert text.startswith(f"game {file.parent.name} v")


@pytest.fixture(scope="module")
def text(game):
    return record(game, 11)


def test_a_recording_replays_to_itself(game, text):
    assert replay(text) == text
    assert record(game, 11) == text
    assert record(game, 12) != text


def test_a_recording_names_game_options_and_seed(game, text):
    head = text.splitlines()[: 2 + len(game.config.to_dict())]
    defaults = type(game.config)().to_dict()
    changed = [f"option {k}={v}" for k, v in game.config.to_dict().items() if v != defaults[k]]
    expected = [f"game {game.spec.name} v{game.spec.version}", *changed, "seed 11"]
    assert head[: len(expected)] == expected


def test_a_recording_tells_the_whole_game(game, text):
    state = game.new_state(11)
    steps = re.split(r"\n\n(?=step \d)", text)[1:]
    for number, step in enumerate(steps):
        assert step.startswith(f"step {number}   player {game.current_player(state)} to move\n")
        has_picture = number % PICTURE_EVERY == 0
        assert (game.render(state) in step) == has_picture
        (name, action), *_ = re.findall(r"^> (.+) \[(\d+)\]$", step, re.MULTILINE)
        assert name == game.action_name(state, int(action))
        game.play(state, int(action))
    assert game.is_terminal(state)
    assert "\nend\n" in text
    scores = " ".join(map(str, game.scores(state)))
    places = " ".join(map(str, game.ranking(state)))
    assert text.endswith(f"score {scores}   place {places}\n")


def test_lines_can_be_read(text):
    assert max(len(line) for line in text.splitlines()) <= 100
    assert "\t" not in text
    assert all(line == line.rstrip() for line in text.splitlines())


def tampered(text):
    """Copies of ``text`` that each tell something that is not so."""
    yield re.sub(r"seed (\d+)", "seed 99", text, count=1)
    yield re.sub(r"score (-?\d+)", "score 12345", text, count=1)
    yield re.sub(r"legal (\d+) #", r"legal 9\1 #", text, count=1)
    yield re.sub(r"observations #\w+", "observations #00000000", text, count=1)
    yield re.sub(r"^> .+ \[", "> something else [", text, count=1, flags=re.MULTILINE)
    yield re.sub(r"player (\d) to move", "player 7 to move", text, count=1)
    yield text.replace("\nend\n", "\nstopped\n")
    yield text + "\n"


def test_tampering_is_noticed(text):
    for other in tampered(text):
        assert other != text
        with suppress(IllegalActionError):  # after another deal the moves are not legal
            assert replay(other) != other


def test_an_illegal_move_in_a_recording_is_refused(text):
    with pytest.raises(IllegalActionError):
        replay(re.sub(r"\[\d+\]$", "[999999]", text, count=1, flags=re.MULTILINE))


def test_a_recording_can_stop_early(game):
    actions = game.legal_actions(game.new_state(2))[:1]
    text = record(game, 2, actions)
    assert "\nstopped\n" in text
    assert replay(text) == text


@pytest.mark.parametrize("bad", ["", "game\n", "seed 1\n", "game x\nseed 1\n", "step 0", "\0"])
def test_text_that_is_no_playthrough_is_refused(bad):
    with pytest.raises(StateError, match="not a playthrough"):
        replay(bad)


def test_a_playthrough_of_another_game_or_version_is_refused(text):
    with pytest.raises(UnknownGameError, match="no_such_game"):
        replay(re.sub(r"^game \w+", "game no_such_game", text))
    with pytest.raises(UnknownGameError, match="v999"):
        replay(re.sub(r"^(game \w+) v\d+", r"\1 v999", text))
