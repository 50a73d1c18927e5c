"""Short lists: divided by k or by their length?"""

import numpy as np
import pytest
from tests.audits.contract import AuditContract

from earwitness.audits import Evidence
from earwitness.audits.short_lists import ShortLists
from earwitness.domain import Answer, Case, Record
from earwitness.measures import ItemFacts, MaxArtistShare, Precision, score_records

N = 12
FACTS = ItemFacts(
    {str(i): i for i in range(N)},
    np.arange(N) // 2,
    np.zeros(N, dtype=int),
    np.ones(N, dtype=int),
    1,
)
CASES = [Case(str(c), {}, {"facts": FACTS, "relevant": ["0", "7"]}) for c in range(4)]
MEASURES = [MaxArtistShare(6), MaxArtistShare(6, by="length"), Precision(6)]


def evidence(**answers):
    records = [
        Record(system, case.id, None if items is None else Answer(tuple(map(str, items))))
        for system, items in answers.items()
        for case in CASES
    ]
    scores = score_records("t", CASES, records, MEASURES)
    return Evidence(cases=CASES, records=records, measures=MEASURES, scores=[scores])


FULL = [0, 2, 4, 6, 8, 1]
SHORT = [0, 1, 2]


class TestShortLists(AuditContract):
    audit = ShortLists()
    flawed = evidence(full=FULL, short=SHORT)
    clean = evidence(full=FULL, other=[0, 2, 4, 6, 8, 10])

    def test_both_divisions_are_told(self):
        share = self.audit.examine(self.flawed)[0]
        row = {one["system"]: one for one in share.evidence["systems"]}["short"]
        assert share.evidence["measure"] == "MaxArtistShare@6"
        assert row["by_cutoff"] == pytest.approx(2 / 6)
        assert row["by_length"] == pytest.approx(2 / 3)
        assert (row["short"], row["mean_length"]) == (1, 3)

    def test_the_other_division_is_what_the_measure_itself_would_give(self):
        share = self.audit.examine(self.flawed)[0]
        for row in share.evidence["systems"]:
            given = self.flawed.scores[0].of("MaxArtistShare/length@6", row["system"])
            assert row["by_length"] == pytest.approx(given.mean())

    def test_systems_that_change_places_are_serious(self):
        one = self.audit.examine(evidence(full=[*FULL[1:], 10], short=SHORT))[0]
        assert one.severity == "warning"
        other = self.audit.examine(evidence(full=[0, 1, 2, 4, 6, 8], short=[4]))[0]
        assert other.severity == "serious"
        assert other.evidence["swapped"] == [["full", "short"]]
        assert "full and short change places" in other.title

    def test_an_item_that_is_named_again_fills_no_place(self):
        found = self.audit.examine(evidence(full=FULL, again=[0, 0, 0, 0, 0, 0]))
        assert found[0].evidence["systems"][1]["mean_length"] == 1

    def test_failures_are_not_short_lists(self):
        assert self.audit.examine(evidence(full=FULL, broken=None)) == []

    def test_lists_that_are_hardly_short_are_passed_over(self):
        assert ShortLists(moved=0.6).examine(self.flawed) == []
