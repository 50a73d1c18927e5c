"""Coverage belongs to a set of answers."""

import pytest

from earwitness.domain import Answer
from earwitness.errors import DataError
from earwitness.measures import coverage

CATALOGUE = [f"s{i}" for i in range(10)]


def test_the_share_of_the_catalogue_and_its_cap():
    answers = [Answer(("s1", "s2", "s3")), Answer(("s2", "s4")), None]
    found = coverage(answers, CATALOGUE, cutoff=2)
    assert found.value == 0.3
    assert found.ceiling == 0.6
    assert str(found) == "Coverage@2"


def test_items_from_nowhere_cover_nothing():
    assert coverage([Answer(("elsewhere",))], CATALOGUE, 5).value == 0


def test_many_cases_can_cover_all():
    assert coverage([Answer()] * 50, CATALOGUE, 5).ceiling == 1


def test_an_empty_catalogue_is_refused():
    with pytest.raises(DataError, match="catalogue is empty"):
        coverage([], [], 5)
