import pytest

from earwitness.domain import Case
from earwitness.errors import StudyError
from earwitness.measures import HR, MRR
from earwitness.studies.choosing import with_audits, with_measures

CASES = [Case("1", {}, {"relevant": ["x"], "candidates": 3})]


def test_measures_of_the_file_come_after_the_studys_own_and_none_twice():
    found = with_measures([HR(1), MRR()], ["nDCG@5", "HR@1", "nDCG@5"], CASES)
    assert [str(m) for m in found] == ["HR@1", "MRR", "nDCG@5"]


def test_a_measure_that_cannot_score_these_cases_is_told_at_once():
    with pytest.raises(StudyError, match='measure "tau" does not suit retrieval'):
        with_measures([HR(1)], ["tau"], CASES)


def test_audits_are_taken_once_and_their_names_checked():
    assert with_audits(["ceiling"], ["ceiling"]) == ["ceiling"]
    assert with_audits(["ceiling"], ["tautology"]) == ["ceiling", "tautology"]
    with pytest.raises(StudyError, match='unknown audit "leek"'):
        with_audits(["ceiling"], ["leek"])
    with pytest.raises(StudyError, match="cannot be imported"):
        with_audits(["ceiling"], ["nowhere:Audit"])
