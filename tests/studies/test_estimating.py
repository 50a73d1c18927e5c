import numpy as np
import pytest
from scipy import stats

from earwitness.domain import Case, Scores
from earwitness.measures import HR, MRR
from earwitness.studies.estimating import Bounds, Estimator, sign_flip_of

RNG = np.random.default_rng(5)
VALUES = RNG.integers(0, 1024, (2, 2, 90)) / 1024  # exact, so that ties are ties
VALUES[0, 0, :7] = np.nan
SETS = tuple(f"set {i // 3}" for i in range(90))
KINDS = tuple("xyz"[i % 3] for i in range(90))
SCORES = Scores(
    "task",
    ("m", "k"),
    ("a", "b"),
    tuple(map(str, range(90))),
    VALUES,
    {"set": SETS, "kind": KINDS},
)


def of(estimates, system, measure, **groups):
    (one,) = [
        e
        for e in estimates
        if (e.system, e.measure, e.groups) == (system, measure, {"task": "task", **groups})
    ]
    return one


def test_values_are_means_of_what_is_defined_and_the_rest_is_counted():
    found = Estimator(1, 500, 0.95).estimates(SCORES)
    estimate = of(found, "a", "m")
    assert estimate.value == pytest.approx(np.nanmean(VALUES[0, 0]))
    assert (estimate.n, estimate.undefined) == (83, 7)
    assert estimate.low < estimate.value < estimate.high
    assert of(found, "b", "k").value == pytest.approx(VALUES[1, 1].mean())


def test_a_percentile_interval_is_near_that_of_a_plain_bootstrap():
    x = VALUES[1, 1]
    estimate = of(Estimator(1, 20_000, 0.9, None, "percentile").estimates(SCORES), "b", "k")
    draws = RNG.choice(x, (20_000, len(x))).mean(axis=1)
    assert (estimate.low, estimate.high) == pytest.approx(
        np.quantile(draws, [0.05, 0.95]), abs=3e-3
    )
    assert estimate.level == 0.9


def test_a_slice_is_estimated_over_its_own_cases():
    found = Estimator(1, 200, 0.95, "set").estimates(SCORES, by="kind")
    kept = np.array(KINDS) == "y"
    estimate = of(found, "b", "m", kind="y")
    assert estimate.value == pytest.approx(VALUES[0, 1, kept].mean())
    assert estimate.n == 30


def test_clusters_that_repeat_themselves_widen_the_interval():
    same = np.repeat(RNG.random(30), 3)
    scores = Scores("task", ("m",), ("a",), SCORES.cases, same[None, None], {"set": SETS})
    alone = of(Estimator(1, 2000, 0.95).estimates(scores), "a", "m")
    whole = of(Estimator(1, 2000, 0.95, "set").estimates(scores), "a", "m")
    # Three copies of each value are no evidence: the width grows by about √3.
    assert 1.5 < (whole.high - whole.low) / (alone.high - alone.low) < 2.0


def test_nulls_and_ceilings_are_means_over_the_defined_cases():
    nulls = {"m": np.linspace(0, 1, 90)}
    estimate = of(
        Estimator(1, 200, 0.95).estimates(SCORES, Bounds(nulls, {"m": np.ones(90)})), "a", "m"
    )
    assert estimate.null == pytest.approx(nulls["m"][7:].mean())
    assert estimate.ceiling == 1.0
    assert of(Estimator(1, 200, 0.95).estimates(SCORES), "a", "m").null is None


def test_bounds_of_retrieval_are_exact():
    cases = [Case(str(n), {}, {"relevant": ["x"], "candidates": n}) for n in (1, 2, 4)]
    bounds = Bounds.of([HR(1), MRR()], cases)
    assert bounds.nulls["HR@1"] == pytest.approx([1, 1 / 2, 1 / 4])
    harmonic = [1, (1 + 1 / 2) / 2, (1 + 1 / 2 + 1 / 3 + 1 / 4) / 4]
    assert bounds.nulls["MRR"] == pytest.approx(harmonic)
    assert bounds.ceilings["HR@1"] == pytest.approx([1, 1, 1])


def test_comparisons_are_paired_corrected_and_carry_an_effect():
    found = Estimator(1, 2000, 0.95).comparisons(SCORES, ["m", "k"])
    first, second = found
    x, y = VALUES[0, 0, 7:], VALUES[0, 1, 7:]
    assert first.difference == pytest.approx((x - y).mean())
    assert first.n == 83
    signed = stats.rankdata(np.abs(x - y)) * np.sign(x - y)
    assert first.effect == pytest.approx(signed.sum() / np.abs(signed).sum())
    smaller, larger = sorted([first, second], key=lambda c: c.p)
    assert smaller.p_adjusted == pytest.approx(min(1, 2 * smaller.p))
    assert larger.p_adjusted == pytest.approx(max(smaller.p_adjusted, larger.p))


def test_only_the_pairs_that_were_asked_for_are_compared():
    found = Estimator(1, 200, 0.95).comparisons(SCORES, ["m"], [("b", "a")])
    assert [(c.a, c.b) for c in found] == [("b", "a")]


def test_the_sign_flip_test_flips_whole_clusters():
    x = np.array([1.0, 1.0, 1.0, 1.0, 1.0, np.nan])
    y = np.zeros(6)
    labels = np.array(["p", "p", "q", "q", "r", "r"])
    assert sign_flip_of(x, y, None).p == pytest.approx(2 / 2**5)
    assert sign_flip_of(x, y, labels).p == pytest.approx(2 / 2**3)
