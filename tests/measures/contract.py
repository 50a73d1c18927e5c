"""What every measure promises; the test of a new one inherits it."""

import copy
import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import pytest

from earwitness.domain import Answer, Measure
from earwitness.measures import parse


class MeasureContract:
    """Give `measure` and `examples`: answers with truths, defined or not, good and bad."""

    measure: ClassVar[Measure]
    examples: ClassVar[Sequence[tuple[Answer, Mapping[str, Any]]]]

    def test_its_label_parses_back(self):
        label = self.measure.info.label
        assert str(self.measure) == label
        assert parse(label) == self.measure

    def test_it_is_a_value(self):
        assert copy.copy(self.measure) == self.measure
        assert len({self.measure, parse(self.measure.info.label)}) == 1
        with pytest.raises(dataclasses.FrozenInstanceError):
            self.measure.info = None

    def test_its_card_is_filled_in(self):
        info = self.measure.info
        assert info.title
        assert info.about.endswith(".")
        assert info.direction in {"higher", "lower", "neither"}

    def test_a_failure_scores_the_worst_value(self):
        info = self.measure.info
        worst = {"higher": info.low, "lower": info.high, "neither": None}[info.direction]
        assert info.floor == worst

    def test_scores_stay_in_the_declared_range(self):
        info = self.measure.info
        scores = [self.measure.score(answer, truth) for answer, truth in self.examples]
        defined = [score for score in scores if score is not None]
        assert defined, "give an example that has a score"
        for score in defined:
            assert isinstance(score, float)
            assert info.low is None or score >= info.low
            assert info.high is None or score <= info.high

    def test_scoring_changes_nothing_and_hangs_on_nothing(self):
        for answer, truth in self.examples:
            before = copy.deepcopy((answer, truth))
            assert self.measure.score(answer, truth) == self.measure.score(answer, truth)
            assert (answer, truth) == before

    def test_an_empty_answer_gains_nothing(self):
        for _, truth in self.examples:
            score = self.measure.score(Answer(), truth)
            assert score is None or score == self.measure.info.floor
