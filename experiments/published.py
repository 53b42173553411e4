"""The measured tables of the READMEs, made from the files in ``results/``.

    python -m quiltenvs.experiments.published

rewrites them; a test compares them. ``results/<game>/`` holds ``tournament.json``,
``tournament.md`` and ``benchmark.json`` as the commands named in them wrote them, and maybe more
with other options: benchmarks, ``benchmark_*.json``, and folders of tournaments. The statistics of
a game are the same on every machine and are measured anew each time; ``statistics.json`` says of
which options and agents.
"""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np

from quiltenvs.core.documentation import (
    PROJECT_README,
    markdown_table,
    readme_path,
    replace_block,
)
from quiltenvs.core.registry import game, game_names
from quiltenvs.experiments import measure
from quiltenvs.experiments.deal_statistics import Interval
from quiltenvs.experiments.reports import percent

PICTURE_SEED = 11
RESULTS = Path(__file__).with_name("results")


def statistics(name: str) -> str:
    """Return the tables of lengths, choices and scores of a game."""
    from quiltenvs.agents.registry import make_agent

    parts = []
    for asked in _load(name, "statistics"):
        found = game(name, **asked["options"])
        if asked["options"]:
            parts.append(f"With {_options(asked['options'])}:")
        agents = [make_agent(agent, found) for agent in asked["agents"]]
        parts.append("\n".join(measure.markdown_rows(found, agents)))
    return "\n\n".join(parts)


def _changed_options(found: dict[str, Any]) -> str:
    """Return the options of a result that are not the default ones."""
    defaults = game(found["game"]["game"]).config.to_dict()
    options = found["game"]["options"]
    return _options({name: value for name, value in options.items() if value != defaults[name]})


def _options(options: dict[str, Any]) -> str:
    return ", ".join(f"`{option}={value!r}`" for option, value in options.items())


def strength(name: str) -> str:
    """Return the published tournaments of a game and where they come from."""
    tables = (RESULTS / name / "tournament.md").read_text(encoding="utf-8")
    variants = [
        json.loads(path.read_text("utf-8"))
        for path in sorted((RESULTS / name).glob("*/tournament.json"))
    ]
    solo = [found for found in variants if "goal_share" in found["agents"][0]]
    parts = [f"{tables}\n{_source(_load(name, 'tournament'))}"]
    parts += [_cross_table(found) for found in variants if found not in solo]
    return "\n\n".join([*parts, _solo_table(solo)] if solo else parts)


def _cross_table(found: dict[str, Any]) -> str:
    """Return win shares and margins of a tournament with other options."""
    cells = {(cell["agent"], cell["against"]): cell for cell in found["pairings"]}
    names = [agent["name"] for agent in found["agents"]][::-1]
    rows = [[name, *(_cell(cells.get((name, other))) for other in names)] for name in names]
    num_deals = found["seeds"]["num_deals"]
    title = f"With {_changed_options(found)}, {num_deals} deals a pairing"
    return f"{markdown_table([title, *names], rows)}\n\n{_source(found)}"


def _cell(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return ""
    return f"{percent(Interval(**cell['win_share']))}, {cell['score_margin']['mean']:+.1f}"


def _solo_table(variants: list[dict[str, Any]]) -> str:
    """Return how often agents met the goal of solo games, and their points."""
    names = [agent["name"] for agent in variants[0]["agents"]][::-1]
    rows = []
    for found in variants:
        agents = {agent["name"]: agent for agent in found["agents"]}
        rows.append([_changed_options(found), *(_goal_and_score(agents[name]) for name in names)])
    title = f"Solo: goal met, points; {variants[0]['seeds']['num_deals']} deals"
    likewise = " The other rows likewise." if len(variants) > 1 else ""
    return f"{markdown_table([title, *names], rows)}\n\n{_source(variants[0])}{likewise}"


def _goal_and_score(agent: dict[str, Any]) -> str:
    goal = percent(Interval(**agent["goal_share"]))
    return f"{goal}, {agent['mean_score']['mean']:.1f}"


def speed(name: str) -> str:
    """Return the published benchmark of a game and where it comes from."""
    found = _load(name, "benchmark")
    rates = [
        [_what(timing), f"{timing['median']:,.0f} {timing['unit']}"]
        for timing in found["timings"]
        if timing["unit"] != "copies"
    ]
    ratios = [[f"{r['name']} / {r['peer']}", f"{r['median']:.1f}"] for r in found["ratios"]]
    others = [[row["name"], f"{row['median']:.2f} s"] for row in found["startup"]]
    others += [
        [timing["name"], f"{1e9 / timing['median']:,.0f} ns"]
        for timing in found["timings"]
        if timing["unit"] == "copies"
    ]
    others += [[part, f"{size:,} bytes"] for part, size in found["bytes_per_env"].items()]
    return "\n\n".join(
        [
            markdown_table(["What", "A second, one thread"], rates),
            markdown_table(["Ratio, same run", "Times"], ratios),
            markdown_table(["Fresh processes, copies of a state, memory", ""], others),
            _source(found),
            *(
                _speed_of_variant(_load(name, path.stem))
                for path in sorted((RESULTS / name).glob("benchmark_*.json"))
            ),
        ]
    )


def _speed_of_variant(found: dict[str, Any]) -> str:
    """Return the main rates of a benchmark with other options."""
    rates = {(t["group"], t["name"]): (t["median"], t["unit"]) for t in found["timings"]}
    rows = [[what, "{:,.0f} {}".format(*rates[row])] for what, row in _HEADLINES.items()]
    table = markdown_table([f"With {_changed_options(found)}, one thread", "A second"], rows)
    return f"{table}\n\n{_source(found)}"


def _what(timing: dict[str, Any]) -> str:
    own_group = timing["group"].startswith("batch")
    return f"{timing['group']}: {timing['name']}" if own_group else str(timing["name"])


def _load(name: str, kind: str) -> Any:
    return json.loads((RESULTS / name / f"{kind}.json").read_text("utf-8"))


def _source(found: dict[str, Any]) -> str:
    """Return command, commit, machine and date in one line."""
    machine = found["machine"]
    return (
        f"`{found['command']}`, commit `{(found['commit'] or 'unknown')[:12]}`, "
        f"{machine['processor']}, {machine['num_cpus']} CPUs, Python "
        f"{found['versions']['python']}, {found['date'][:10]}."
    )


def published(name: str) -> str:
    """Return the README of game ``name`` with its measured tables."""
    text = readme_path(name).read_text(encoding="utf-8")
    for block, content in (
        ("statistics", statistics(name)),
        ("strength", strength(name)),
        ("speed", speed(name)),
    ):
        text = replace_block(text, block, content)
    return text


def picture(name: str) -> str:
    """Return the picture of a game: a position from the middle of a game of its greedy player."""
    from quiltenvs.agents.registry import make_agent

    found = game(name)
    agent = make_agent("greedy", found)
    states = found.new_states([PICTURE_SEED])
    positions = []
    while not found.is_terminal(states[0]):
        positions.append(states[0].copy())
        player = np.array([found.current_player(states[0])])
        found.play(states[0], int(agent.act(found, states, player)[0]))
    return found.draw(positions[len(positions) * 3 // 5])


def picture_path(name: str) -> Path:
    """Return where the picture of a game lies."""
    return readme_path(name).with_name("position.svg")


def ladder() -> str:
    """Return the ratings of the agents of all games, for the README of the project."""
    parts = []
    for name in game_names():
        found = _load(name, "tournament")
        ratings = found["ratings"]
        rows = sorted(
            zip(ratings["names"], ratings["rating"], strict=True), key=lambda row: -row[1]
        )
        shares = {
            (pairing["agent"], pairing["against"]): pairing["win_share"]["mean"]
            for pairing in found["pairings"]
        }
        names = [agent for agent, _ in rows]
        table = markdown_table(
            [game(name).spec.title, "Rating", *(f"against {other}" for other in names)],
            [
                [agent, f"{rating:.0f}", *(_share(shares, agent, other) for other in names)]
                for agent, rating in rows
            ],
        )
        parts += [table, _source(found)]
    return "\n\n".join(parts)


def _share(shares: dict[tuple[str, str], float], agent: str, other: str) -> str:
    return "" if agent == other else f"{100 * shares[agent, other]:.1f} %"


def headlines() -> str:
    """Return the speed of all games in a few numbers, for the README of the project."""
    names = game_names()
    benchmarks = [_load(name, "benchmark") for name in names]
    rates = [{(r["group"], r["name"]): r["median"] for r in b["timings"]} for b in benchmarks]
    ratios = [{(r["name"], r["peer"]): r["median"] for r in b["ratios"]} for b in benchmarks]
    rows = [
        [what, *(f"{of_game[row]:,.0f} a second" for of_game in rates)]
        for what, row in _HEADLINES.items()
    ]
    rows += [
        [what, *(f"{of_game[pair]:.1f} times" for of_game in ratios)]
        for what, pair in _RATIOS.items()
    ]
    table = markdown_table(["One thread", *(game(name).spec.title for name in names)], rows)
    return "\n\n".join([table, _source(benchmarks[0])])


_BATCH = "rules + mask + observation, N = 1024"
_AEC = "one environment from Python"
_HEADLINES = {
    "Batch steps with mask and observation, N = 1024": ("batch, step only", _BATCH),
    "The same, choosing random actions": ("batch, random actions", _BATCH),
    "Random games in one compiled loop": ("compiled", "random games in one loop"),
    "`raw_env()` steps": (_AEC, "quiltenvs raw_env()"),
    "`env()` steps": (_AEC, "quiltenvs env()"),
}
_RATIOS = {
    "Batch steps / OpenSpiel's connect_four with legal actions and tensor": (
        f"batch, step only: {_BATCH}",
        "OpenSpiel connect_four: legal actions + observation tensor, step only",
    ),
    "The same, both choosing random actions": (
        f"batch, random actions: {_BATCH}",
        "OpenSpiel connect_four: legal actions + observation tensor",
    ),
    "`raw_env()` / PettingZoo's connect_four `raw_env()`": (
        "quiltenvs raw_env()",
        "PettingZoo connect_four raw_env()",
    ),
    "`env()` / PettingZoo's connect_four `env()`": (
        "quiltenvs env()",
        "PettingZoo connect_four env()",
    ),
}


def published_project() -> str:
    """Return the README of the project with its measured tables."""
    text = PROJECT_README.read_text(encoding="utf-8")
    return replace_block(replace_block(text, "results", ladder()), "speed", headlines())


def main() -> None:
    """Rewrite the measured tables and the pictures of all READMEs."""
    files = {readme_path(name): published(name) for name in game_names()}
    files[PROJECT_README] = published_project()
    files |= {picture_path(name): picture(name) for name in game_names()}
    for path, text in files.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"rewrote {path}", file=sys.stderr)


if __name__ == "__main__":
    main()
