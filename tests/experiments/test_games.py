"""The list of games."""

import dataclasses

import quiltenvs
from quiltenvs.experiments import measure
from quiltenvs.experiments.games import GamesConfig, facts_table, options_table, run


def test_facts_are_those_of_the_games():
    games = [quiltenvs.game(name) for name in quiltenvs.game_names()]
    table = facts_table(games)
    assert len(table.rows) == len(games)
    for found, row in zip(games, table.rows, strict=True):
        assert row[0] == f"{found.spec.name}-v{found.spec.version}"
        assert str(found.config.num_players) in row[1].split(", ")
        assert int(row[2].replace(",", "")) == found.spec.num_actions
        assert int(row[3].replace(",", "")) == found.observation_size


def test_options_have_the_default_first_and_can_be_given_as_shown(name):
    found = quiltenvs.game(name)
    rows = options_table(found).rows
    assert [row[0] for row in rows] == [f.name for f in dataclasses.fields(found.config)]
    for option, values, text in rows:
        default, *_ = values.split(", ")
        assert default == str(getattr(found.config, option))
        assert text
        (field,) = (f for f in dataclasses.fields(found.config) if f.name == option)
        others = field.metadata["others"]
        assert others is None or values.endswith(f", {others.text}")


def test_statistics_are_shown_when_asked_for(capsys, monkeypatch):
    monkeypatch.setattr(measure, "NUM_RANDOM_GAMES", 10)
    run(GamesConfig())
    assert "steps: mean" not in capsys.readouterr().out
    run(GamesConfig(statistics=True))
    row = measure.measure_random(quiltenvs.game("patchwork"), 10).row()
    assert f"| {' | '.join(row)} |" in capsys.readouterr().out
