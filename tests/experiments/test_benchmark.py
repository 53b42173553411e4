"""The benchmark: that it works at all, that it cannot time a loop that does nothing."""

import json
import sys

import pytest

import quiltenvs
from quiltenvs.core.aec import QuiltEnv
from quiltenvs.core.batch import BatchEnv
from quiltenvs.core.errors import OptionError
from quiltenvs.experiments import benchmark as module
from quiltenvs.experiments import peers, startup
from quiltenvs.experiments.benchmark import (
    BenchmarkConfig,
    BenchmarkError,
    Timing,
    bytes_per_env,
    check_changes,
    compare,
    own_probes,
    run,
    time_probes,
)
from quiltenvs.experiments.probes import (
    BATCH_RANDOM,
    BATCH_STEPS,
    GAMES,
    GAMES_PER_CALL,
    STEPS,
    AecProbe,
    BatchProbe,
    CompiledCopyProbe,
    PythonCopyProbe,
    RandomGamesProbe,
)
from quiltenvs.experiments.reports import OutputError
from quiltenvs.experiments.startup import FIRST_STEP, StartupError, measure_startup


@pytest.fixture(scope="module")
def patchwork():
    return quiltenvs.game("patchwork")


def batch_probe(game, choose):
    return BatchProbe(game, 3, mask=True, observe=True, choose=choose)


class FakeProbe:
    """Counts; each run takes as long as the fake clock says."""

    group, num_envs, unit, num_calls = "fake", 2, STEPS, 5

    def __init__(self, name, log):
        self.name, self.log, self.count = name, log, 0

    def prepare(self):
        pass

    def run(self, num_calls):
        self.log.append(self.name)
        self.count += num_calls
        return num_calls

    def snapshot(self):
        return [bytes([self.count % 256]), bytes([255 - self.count % 256])]


class TestChangingPositions:
    def test_all_own_probes_change_them(self, patchwork):
        probes = own_probes(patchwork, [1, 3])
        assert len({(probe.group, probe.name) for probe in probes}) == len(probes)
        for probe in probes:
            check_changes(probe)  # raises if not
            assert len(probe.snapshot()) in (probe.num_envs, 1)

    @pytest.mark.parametrize("choose", [False, True])
    def test_a_batch_that_stands_still_is_noticed(self, patchwork, monkeypatch, choose):
        probe = batch_probe(patchwork, choose)
        monkeypatch.setattr(BatchEnv, "step", lambda self, actions: None)
        with pytest.raises(BenchmarkError, match="left position 0 of 3"):
            check_changes(probe)

    def test_a_batch_of_which_one_row_stands_still_is_noticed(self, patchwork, monkeypatch):
        probe = batch_probe(patchwork, choose=True)
        step = BatchEnv.step

        def step_all_but_one(self, actions):
            kept = self.states[2].copy()
            step(self, actions)
            self.states[2] = kept

        monkeypatch.setattr(BatchEnv, "step", step_all_but_one)
        with pytest.raises(BenchmarkError, match="left position 2 of 3"):
            check_changes(probe)

    def test_an_aec_environment_that_stands_still_is_noticed(self, patchwork, monkeypatch):
        env = quiltenvs.raw_env("patchwork")
        probe = AecProbe("env", env, module._position)
        check_changes(probe)
        monkeypatch.setattr(QuiltEnv, "step", lambda self, action: None)
        with pytest.raises(BenchmarkError, match="call 0 left"):
            check_changes(probe)

    def test_games_and_copies_that_do_nothing_are_noticed(self, patchwork, monkeypatch):
        games = RandomGamesProbe(patchwork, GAMES)
        games._random_games = lambda *_: None
        python = PythonCopyProbe(patchwork)
        python._states[0] = python._states[1]
        monkeypatch.setattr("quiltenvs.experiments.probes.copy_states", lambda *_: None)
        for probe in (games, python, CompiledCopyProbe(patchwork)):
            with pytest.raises(BenchmarkError, match="as it was"):
                check_changes(probe)

    def test_nothing_is_timed_of_a_probe_that_stands_still(self):
        still = FakeProbe("still", [])
        still.run = lambda num_calls: num_calls
        with pytest.raises(BenchmarkError, match="still: call 0"):
            time_probes([still], seconds=1, repeats=1)


class TestProbes:
    def test_a_batch_counts_one_step_an_environment_and_call(self, patchwork):
        assert batch_probe(patchwork, choose=True).run(4) == 12
        probe = batch_probe(patchwork, choose=False)
        probe.prepare()
        assert probe.run(4) == 12

    def test_recorded_actions_are_rewound(self, patchwork):
        probe = batch_probe(patchwork, choose=False)
        ends = []
        for _ in range(2):
            probe.prepare()
            probe.run(probe.num_calls)
            ends.append(probe.snapshot())
        assert ends[0] == ends[1]
        probe.prepare()
        assert probe.snapshot() != ends[0]

    @pytest.mark.parametrize(("mask", "observe"), module.SHOWN)
    def test_a_batch_fills_what_its_name_says(self, patchwork, mask, observe):
        probe = BatchProbe(patchwork, 2, mask=mask, observe=observe, choose=True)
        step = probe.env.reset(0)
        assert ("mask" in probe.name) == (step.action_mask.shape[1] > 0)
        assert ("observation" in probe.name) == (step.observation.shape[1] > 0)

    def test_random_games_are_counted_as_games_or_as_steps(self, patchwork):
        assert RandomGamesProbe(patchwork, GAMES).run(2) == 2 * GAMES_PER_CALL
        steps = RandomGamesProbe(patchwork, STEPS).run(2)
        assert 30 < steps / (2 * GAMES_PER_CALL) < 60  # a random game has about 43

    def test_an_aec_environment_goes_on_into_the_next_game(self, patchwork):
        env = quiltenvs.make("patchwork")
        resets = []
        reset = env.reset
        env.reset = lambda *args, **kwargs: resets.append(kwargs) or reset(*args, **kwargs)
        assert AecProbe("env", env, module._position).run(200) == 200
        assert resets[0] == {"seed": 0}
        assert 3 <= len(resets) <= 7


class TestTiming:
    def test_probes_take_turns_forwards_and_backwards(self, monkeypatch):
        log = []
        probes = [FakeProbe(name, log) for name in "abc"]
        monkeypatch.setattr(module, "check_changes", lambda probe: None)
        now = iter(range(10_000))
        monkeypatch.setattr(module.time, "process_time", lambda: next(now))
        timings = time_probes(probes, seconds=1, repeats=3)
        assert "".join(log) == "abc" + "abc" + "cba" + "abc"  # the first: warming up
        # 5 units in the one second between two looks at the clock.
        assert [timing.rates for timing in timings] == [(5.0, 5.0, 5.0)] * 3

    def test_a_rate_is_units_over_the_time_they_took(self, monkeypatch):
        times = iter([0, 2, 10, 13])  # runs of 2 s and 3 s; what lies between is not timed
        monkeypatch.setattr(module.time, "process_time", lambda: next(times))
        assert module._rate(FakeProbe("a", []), seconds=5) == 10 / 5

    def test_ratios_are_taken_round_by_round(self):
        full = "rules + mask + observation, N = 1"
        timings = [
            Timing(AecProbe.group, module.ZOO, 1, STEPS, (10.0, 30.0, 20.0)),
            Timing(AecProbe.group, module.ZOO_RAW, 1, STEPS, (20.0, 30.0, 40.0)),
            Timing(AecProbe.group, peers.ZOO, 1, STEPS, (5.0, 10.0, 5.0)),
            Timing(AecProbe.group, peers.SPIEL_TENSOR, 1, STEPS, (10.0, 10.0, 10.0)),
            Timing(BATCH_STEPS, full, 1, STEPS, (1.0, 1.0, 1.0)),
            Timing(BATCH_RANDOM, full, 1, STEPS, (40.0, 60.0, 50.0)),
        ]
        ratios = {(ratio.name, ratio.peer): ratio for ratio in compare(timings)}
        assert ratios[module.ZOO, module.ZOO_RAW].ratios == (0.5, 1.0, 0.5)
        assert ratios[module.ZOO, peers.ZOO].ratios == (2.0, 3.0, 4.0)
        assert ratios[module.ZOO, peers.ZOO].median == 3.0
        assert ratios[f"{BATCH_RANDOM}: {full}", peers.SPIEL_TENSOR].ratios == (4.0, 6.0, 5.0)
        assert (module.ZOO_RAW, peers.ZOO_RAW) not in ratios
        assert len(ratios) == 4


class TestPeers:
    def test_what_is_not_installed_is_said(self, patchwork, monkeypatch, capsys):
        monkeypatch.setitem(sys.modules, "pyspiel", None)
        # By its own name, too: another test may have imported it already.
        for module_name in ("pettingzoo.classic", "pettingzoo.classic.connect_four.connect_four"):
            monkeypatch.setitem(sys.modules, module_name, None)
        found = run(BenchmarkConfig(quick=True, peers=True))
        assert {peer.name for peer in found.missing} == {
            peers.SPIEL,
            peers.SPIEL_TENSOR,
            peers.SPIEL_STEPS,
            peers.ZOO_RAW,
            peers.ZOO,
        }
        assert f"| {peers.ZOO} | steps | not installed (" in capsys.readouterr().out
        assert [ratio.peer for ratio in found.ratios] == [module.ZOO_RAW]

    @pytest.mark.parametrize(
        "name",
        [peers.SPIEL, peers.SPIEL_TENSOR, peers.SPIEL_STEPS, peers.ZOO_RAW, peers.ZOO],
    )
    def test_installed_ones_change_positions_too(self, name):
        probes = {probe.name: probe for probe in peers.peer_probes()[0]}
        if name not in probes:
            pytest.skip(f"{name} is not installed")
        check_changes(probes[name])
        assert probes[name].run(100) == 100  # several games of Connect Four


class TestStartup:
    def test_times_fresh_processes(self, patchwork):
        rows = measure_startup(patchwork, repeats=1, cold=False)
        assert [row.name for row in rows] == [
            "python alone",
            "import quiltenvs",
            "first batched step, warm cache",
        ]
        assert all(seconds > 0 for row in rows for seconds in row.seconds)
        assert [row.num_compiled is None for row in rows] == [True, True, False]

    def test_an_empty_cache_lies_in_a_folder_of_its_own(self, patchwork, monkeypatch):
        caches = []

        def note(code, game, cache=None):
            caches.append((code, cache))
            return "3" if code == FIRST_STEP else ""

        monkeypatch.setattr(startup, "_run", note)
        rows = measure_startup(patchwork, repeats=2, cold=True)
        (code, cache) = caches[-1]
        assert code == FIRST_STEP
        assert cache is not None
        assert [cache for _, cache in caches[:-1]] == [None] * 7
        assert rows[-1].name == "first batched step, empty cache"
        assert len(rows[-1].seconds) == 1
        assert rows[-1].num_compiled == 3

    def test_a_process_that_fails_is_an_error(self, patchwork):
        with pytest.raises(StartupError, match=r"code 1: ModuleNotFoundError.*no_such_module"):
            startup._run("import no_such_module", patchwork)


def test_memory_is_that_of_the_buffers(patchwork):
    parts = bytes_per_env(patchwork)
    assert parts["state"] == patchwork.state_dtype.itemsize
    assert parts["observation"] == 4 * patchwork.observation_size
    assert parts["action mask"] == patchwork.spec.num_actions
    # Player 1 byte, rewards 2 x 8, two ends, final scores 2 x 4.
    assert parts["player, rewards, ends, final scores"] == 1 + 16 + 2 + 8


def test_quick_run_gives_positive_numbers_and_a_file(tmp_path, capsys):
    out = tmp_path / "benchmark.json"
    found = run(BenchmarkConfig(quick=True, out=out, options=("match=two_game",)), "the command")
    assert len(found.timings) == 2 * 2 * 3 + 6
    assert all(rate > 0 for timing in found.timings for rate in timing.rates)
    assert all(len(timing.rates) == 2 for timing in found.timings)
    assert not found.missing
    data = json.loads(out.read_text())
    assert data["command"] == "the command"
    assert data["game"]["options"]["match"] == "two_game"
    assert {"format", "date", "commit", "machine", "versions", "ratios", "startup"} <= set(data)
    for timing, row in zip(found.timings, data["timings"], strict=True):
        assert row["median"] == timing.median
        assert row["rates"] == list(timing.rates)
    assert data["bytes_per_env"] == found.bytes_per_env
    printed = capsys.readouterr().out
    for table in found.tables():
        assert table.markdown() in printed


def test_tables_show_what_fresh_processes_took(patchwork):
    rows = (
        startup.Startup("import quiltenvs", (0.2, 0.4, 0.3)),
        startup.Startup("first step", (2.0,), 17),
    )
    found = module.Benchmark(patchwork, (), (), (), {"state": 1234}, rows)
    memory, processes = found.tables()
    assert memory.rows == (("state", "1,234"),)
    assert processes.rows[0] == ("import quiltenvs", "0.30", "0.20 .. 0.40", "-")
    assert processes.rows[1][-1] == "17"


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.56e-6, "4.56 us"), (1e-9, "1 ns"), (1e-6, "1 us")],
)
def test_durations_have_a_fitting_unit(seconds, text):
    assert module._duration(seconds) == text


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_envs": ()}, "num_envs"),
        ({"num_envs": (4, 0)}, "num_envs"),
        ({"seconds": 0.0}, "seconds"),
        ({"seconds": 61.0}, "seconds"),
        ({"repeats": 0}, "repeats"),
    ],
)
def test_bad_numbers_are_refused(change, message):
    with pytest.raises(OptionError, match=message):
        run(BenchmarkConfig(**change))


def test_an_existing_file_is_refused_before_anything_is_timed(tmp_path, monkeypatch):
    out = tmp_path / "benchmark.json"
    out.write_text("old")
    monkeypatch.setattr(module, "measure", lambda *_: pytest.fail("timed"))
    with pytest.raises(OutputError, match="exists"):
        run(BenchmarkConfig(quick=True, out=out))
    assert out.read_text() == "old"
