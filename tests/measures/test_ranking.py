"""Ranking measures: by hand, by simulation, by their bounds, and against ranx."""

from math import log2

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.measures.contract import MeasureContract

from earwitness.domain import Answer, BoundedMeasure
from earwitness.errors import DataError, StudyError
from earwitness.measures import HR, MRR, NDCG, Hits, Precision, Recall

ANSWER = Answer(("x", "a", "y", "b", "c"))
TRUTH = {"relevant": ["a", "b", "z"]}
UNDEFINED = {"relevant": []}
EXAMPLES = [
    (ANSWER, TRUTH),
    (Answer(("a", "b", "z")), TRUTH),
    (Answer(("a", "a", "b", "b")), TRUTH),
    (Answer(("q",)), TRUTH),
    (ANSWER, UNDEFINED),
]


class RankingContract(MeasureContract):
    examples = EXAMPLES

    def test_no_relevant_items_is_undefined(self):
        assert self.measure.score(ANSWER, UNDEFINED) is None
        assert self.measure.ceiling(UNDEFINED) is None
        assert self.measure.chance(UNDEFINED, 5) is None

    def test_an_empty_answer_scores_zero(self):
        assert self.measure.score(Answer(), TRUTH) == 0

    def test_the_batch_form_agrees(self):
        answers = [answer for answer, _ in EXAMPLES] + [Answer()]
        truths = [truth for _, truth in EXAMPLES] + [TRUTH]
        one_by_one = [self.measure.score(a, t) for a, t in zip(answers, truths, strict=True)]
        for depth in (None, 20):
            batch = self.measure.score_hits(Hits.from_answers(answers, truths, depth))
            np.testing.assert_allclose(batch, np.array(one_by_one, dtype=float), rtol=1e-12)

    def test_repeating_an_item_gains_nothing(self):
        once = self.measure.score(Answer(("a", "x", "y")), TRUTH)
        assert self.measure.score(Answer(("a", "a", "a")), TRUTH) == once

    def test_the_ceiling_is_what_the_best_answer_scores(self):
        for relevant in (["a"], ["a", "b", "c"], list("abcdefgh")):
            truth = {"relevant": relevant}
            best = self.measure.score(Answer(tuple(relevant)), truth)
            assert self.measure.ceiling(truth) == pytest.approx(best)

    @pytest.mark.parametrize(("relevant", "candidates"), [(1, 1), (1, 7), (3, 7), (6, 7), (7, 7)])
    def test_chance_is_what_shuffling_gives(self, relevant, candidates):
        assert isinstance(self.measure, BoundedMeasure)
        rng = np.random.default_rng(1)
        runs = 40_000
        orders = rng.permuted(np.tile(np.arange(candidates), (runs, 1)), axis=1)
        hits = Hits(orders < relevant, np.full(runs, relevant))
        simulated = self.measure.score_hits(hits)
        truth = {"relevant": [str(i) for i in range(relevant)]}
        error = simulated.std() / np.sqrt(runs)
        assert abs(self.measure.chance(truth, candidates) - simulated.mean()) <= 4 * error + 1e-12

    def test_more_relevant_items_than_candidates_is_an_error(self):
        with pytest.raises(DataError, match="3 relevant items but 2 candidates"):
            self.measure.chance(TRUTH, 2)


class TestHR(RankingContract):
    measure = HR(3)

    def test_by_hand(self):
        assert HR(1).score(ANSWER, TRUTH) == 0
        assert HR(2).score(ANSWER, TRUTH) == 1


class TestRecall(RankingContract):
    measure = Recall(3)

    def test_by_hand(self):
        assert Recall(3).score(ANSWER, TRUTH) == 1 / 3
        assert Recall(5).score(ANSWER, TRUTH) == 2 / 3

    def test_its_ceiling_is_below_one_with_more_targets_than_places(self):
        assert Recall(2).ceiling({"relevant": list("abcdefgh")}) == 0.25


class TestPrecision(RankingContract):
    measure = Precision(3)

    def test_places_left_empty_are_misses(self):
        assert Precision(4).score(Answer(("a", "b")), TRUTH) == 0.5


class TestNDCG(RankingContract):
    measure = NDCG(4)

    def test_by_hand(self):
        gained = 1 / log2(3) + 1 / log2(5)
        best = 1 / log2(2) + 1 / log2(3) + 1 / log2(4)
        assert NDCG(5).score(ANSWER, TRUTH) == pytest.approx(gained / best)
        assert NDCG(2).score(ANSWER, TRUTH) == pytest.approx((1 / log2(3)) / (1 + 1 / log2(3)))


class TestMRR(RankingContract):
    measure = MRR()

    def test_by_hand(self):
        assert MRR().score(ANSWER, TRUTH) == 1 / 2

    def test_chance_of_one_target_is_the_harmonic_mean(self):
        assert MRR().chance({"relevant": ["a"]}, 4) == pytest.approx(
            (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4
        )


class TestMRRWithCutoff(RankingContract):
    measure = MRR(3)

    def test_ranks_after_the_cutoff_score_zero(self):
        assert MRR(1).score(ANSWER, TRUTH) == 0


def test_a_single_target_is_hit_by_chance_as_often_as_there_is_room():
    assert HR(3).chance({"relevant": ["a"]}, 10) == pytest.approx(0.3)
    assert HR(3).chance({"relevant": ["a"]}, 2) == pytest.approx(1.0)


@pytest.mark.parametrize("cutoff", [0, -1, 2.5, "3"])
def test_an_impossible_cutoff_is_refused(cutoff):
    with pytest.raises(StudyError, match=f"cutoff is {cutoff}; use a whole number"):
        NDCG(cutoff)


@pytest.mark.parametrize("truth", [{}, {"relevant": "abc"}])
def test_a_truth_without_a_list_is_refused(truth):
    with pytest.raises(DataError, match='"relevant"; give a list of item ids'):
        HR(1).score(ANSWER, truth)


orders = st.lists(st.integers(0, 12), max_size=15).map(lambda ids: tuple(map(str, ids)))
wanted = st.sets(st.integers(0, 12), min_size=1).map(lambda ids: sorted(map(str, ids)))


@given(orders, wanted, st.integers(1, 15))
def test_hits_and_recall_and_mrr_never_fall_as_k_grows(order, relevant, cutoff):
    answer, truth = Answer(order), {"relevant": relevant}
    for kind in (HR, Recall, MRR):
        assert kind(cutoff).score(answer, truth) <= kind(cutoff + 1).score(answer, truth)


@given(orders, wanted, st.integers(1, 15))
def test_no_score_exceeds_its_ceiling(order, relevant, cutoff):
    answer, truth = Answer(order), {"relevant": relevant}
    for kind in (HR, Recall, Precision, NDCG, MRR):
        score = kind(cutoff).score(answer, truth)
        assert 0 <= score <= kind(cutoff).ceiling(truth) + 1e-12


@given(st.lists(st.tuples(orders, wanted), min_size=1, max_size=6), st.integers(1, 15))
def test_one_by_one_and_batch_agree(cases, cutoff):
    answers = [Answer(order) for order, _ in cases]
    truths = [{"relevant": relevant} for _, relevant in cases]
    hits = Hits.from_answers(answers, truths)
    for measure in (
        HR(cutoff),
        Recall(cutoff),
        Precision(cutoff),
        NDCG(cutoff),
        MRR(cutoff),
        MRR(),
    ):
        expected = [measure.score(a, t) for a, t in zip(answers, truths, strict=True)]
        np.testing.assert_allclose(measure.score_hits(hits), expected, rtol=1e-12)


@pytest.mark.slow  # ranx compiles its code first
@pytest.mark.filterwarnings("ignore")  # what ranx's own dependencies warn of is theirs
def test_ranx_gives_the_same():
    from ranx import Qrels, Run, evaluate

    rng = np.random.default_rng(3)
    orders = [rng.permutation(40)[: rng.integers(1, 30)] for _ in range(60)]
    relevant = [rng.permutation(40)[: rng.integers(1, 25)] for _ in range(60)]
    qrels = Qrels({f"q{i:02}": {str(d): 1 for d in ids} for i, ids in enumerate(relevant)})
    run = Run(
        {f"q{i:02}": {str(d): 1.0 / (r + 1) for r, d in enumerate(o)} for i, o in enumerate(orders)}
    )
    theirs = {
        HR(5): "hit_rate@5",
        Recall(10): "recall@10",
        Precision(10): "precision@10",
        NDCG(10): "ndcg@10",
        MRR(): "mrr",
        MRR(2): "mrr@2",
    }
    scores = evaluate(qrels, run, list(theirs.values()), return_mean=False)
    hits = Hits.from_answers(
        [Answer(tuple(map(str, order))) for order in orders],
        [{"relevant": list(map(str, ids))} for ids in relevant],
    )
    for measure, name in theirs.items():
        np.testing.assert_allclose(measure.score_hits(hits), scores[name], rtol=1e-12)
