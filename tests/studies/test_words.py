import pytest

from earwitness.domain import Comparison, Estimate
from earwitness.studies.words import (
    compared,
    find,
    number,
    percent,
    percent_interval,
    with_interval,
)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.8211, ".821"),
        (-0.35, "−.350"),
        (1.0, "1.000"),
        (-1.0, "−1.000"),
        (0.9996, "1.000"),
        (12.3456, "12.346"),
        (10.0, "10.000"),
        (-0.0001, ".000"),
        (0.0, ".000"),
        (None, "undefined"),
    ],
)
def test_numbers_as_papers_print_them(value, text):
    assert number(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.3694, "36.9%"), (0.0007, "0.07%"), (0.0, "0.0%"), (1.0, "100.0%"), (-0.05, "−5.0%")],
)
def test_shares(value, text):
    assert percent(value) == text


def estimate(value, low=None, high=None, **groups):
    return Estimate("s", "m", value, low, high, 0.95, 9, 0, "x", groups=groups)


def test_intervals_stand_behind_their_value_where_they_exist():
    assert with_interval(estimate(0.8211, 0.747, 0.895)) == ".821 [.747, .895]"
    assert with_interval(estimate(0.5)) == ".500"
    assert percent_interval(estimate(0.369, 0.335, 0.408)) == "36.9% [33.5%, 40.8%]"
    assert percent_interval(estimate(None)) == "an undefined share"


def test_find_takes_exactly_the_groups_asked_for():
    whole, part = estimate(1.0, task="t"), estimate(2.0, task="t", change="c")
    assert find([part, whole], "s", "m", task="t") is whole
    assert find([part, whole], "s", "m", task="t", change="c") is part


def comparison(difference, low, high, p):
    return Comparison("a", "b", "HR@1", difference, low, high, p, p, None, "r", "t", 9)


def test_sentences_name_the_one_that_is_ahead():
    ahead = compared(comparison(0.1, 0.05, 0.15, 0.0001))
    assert ahead == ("a is ahead of b: the difference is .100 [.050, .150] on HR@1, p < .001.")
    behind = compared(comparison(-0.1, -0.15, -0.05, 0.01))
    assert behind == ("b is ahead of a: the difference is .100 [.050, .150] on HR@1, p = .010.")
    assert "cannot be told apart" in compared(comparison(0.1, -0.05, 0.25, 0.3))
    assert "cannot be compared" in compared(comparison(None, None, None, None))
