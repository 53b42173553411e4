"""Fixtures and settings shared by all tests."""

import pytest
from hypothesis import HealthCheck, settings

import quiltenvs
from quiltenvs.core.jit import COMPILED
from tests.strategies import scaled
from tests.variants import VARIANTS, label

settings.register_profile(
    "repeatable",
    derandomize=True,  # a red test is red for everybody
    database=None,
    deadline=None,  # no test depends on time; the first example may compile
    max_examples=scaled(6) if COMPILED else 2,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("repeatable")


@pytest.fixture(scope="module", params=VARIANTS, ids=label)
def game(request):
    """Every game in every variant that differs from the default in one option."""
    name, options = request.param
    return quiltenvs.game(name, **options)


@pytest.fixture(scope="module", params=quiltenvs.game_names())
def name(request):
    """Every game by name; for what no option changes."""
    return request.param
