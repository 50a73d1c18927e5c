"""Small made-up results to audit."""

from earwitness.domain import Comparison, Estimate


def estimate(value, measure="HR@1", system="ours", low=None, high=None, **more):
    return Estimate(system, measure, value, low, high, 0.95, 100, 0, "made up", **more)


def comparison(p, p_adjusted=None, measure="HR@1", a="ours", b="theirs", difference=0.01, **more):
    return Comparison(
        a, b, measure, difference, None, None, p, p_adjusted, None, "", "made up", 100, **more
    )
