"""Records to scores."""

import numpy as np
import pytest

from earwitness.domain import Answer, Case, Record
from earwitness.errors import DataError
from earwitness.measures import HR, MRR, ScoreRange, TopChange, score_records

CASES = [
    Case("one", {}, {"relevant": ["a"]}, {"set": "op1"}),
    Case("two", {}, {"relevant": ["b"]}, {"set": "op1"}),
    Case("three", {}, {"relevant": []}, {"set": "op2"}),
]


def records(system, *answers):
    """One record a case, given out of order; None is a failure."""
    made = [
        Record(system, case.id, answer, None if answer else "it broke")
        for case, answer in zip(CASES, answers, strict=True)
    ]
    return made[::-1]


GOOD = records("zeta", Answer(("a", "b"), (2, 1)), Answer(("b", "a"), (5, 1)), Answer(("a",)))
BROKEN = records("alpha", Answer(("b", "a"), (2, 1)), None, None)


def test_values_stand_by_measure_system_and_case():
    scores = score_records("retrieval", CASES, GOOD + BROKEN, [HR(1), MRR(), ScoreRange()])
    assert scores.task == "retrieval"
    assert scores.measures == ("HR@1", "MRR", "ScoreRange")
    assert scores.systems == ("zeta", "alpha")
    assert scores.cases == ("one", "two", "three")
    np.testing.assert_array_equal(scores.of("HR@1", "zeta"), [1, 1, np.nan])
    np.testing.assert_array_equal(scores.of("MRR", "alpha"), [0.5, 0, np.nan])
    np.testing.assert_array_equal(scores.of("ScoreRange", "zeta"), [1, 4, np.nan])


def test_a_failure_scores_the_floor_or_is_undefined():
    reference = {"reference": ["a", "b"]}
    scores = score_records(
        "x",
        CASES,
        BROKEN,
        [HR(1), TopChange(), ScoreRange()],
        truths=lambda _: CASES[0].truth | reference,
    )
    np.testing.assert_array_equal(scores.of("HR@1", "alpha"), [0, 0, 0])
    np.testing.assert_array_equal(scores.of("TopChange", "alpha"), [1, 1, 1])
    np.testing.assert_array_equal(scores.of("ScoreRange", "alpha"), [1, np.nan, np.nan])


def test_a_record_may_have_its_own_truth():
    own = {"zeta": ["b"], "alpha": ["a"]}
    scores = score_records(
        "x", CASES, GOOD + BROKEN, [HR(1)], truths=lambda record: {"relevant": own[record.system]}
    )
    np.testing.assert_array_equal(scores.of("HR@1", "zeta"), [0, 1, 0])


def test_groups_are_kept_in_the_order_of_cases():
    scores = score_records("x", CASES, GOOD, [HR(1)], groups=["set"])
    assert scores.groups == {"set": ("op1", "op1", "op2")}


@pytest.mark.parametrize(
    ("given", "groups", "message"),
    [
        (GOOD[1:], (), 'system "zeta" has no record of 1 of 3 cases \\(such as "three"\\)'),
        (GOOD + GOOD[:1], (), 'two records of system "zeta" and case "three"'),
        ([*GOOD, Record("zeta", "four", None)], (), 'case "four", which is not among'),
        (GOOD, ("opus",), 'case "one" has no group "opus"; it has: set'),
    ],
)
def test_records_that_do_not_fit_are_refused(given, groups, message):
    with pytest.raises(DataError, match=message):
        score_records("x", CASES, given, [HR(1)], groups=groups)


def test_no_records_give_no_systems():
    assert score_records("x", CASES, [], [HR(1)]).values.shape == (1, 0, 3)
