import numpy as np
import pytest

from earwitness.studies.planning import plan, spreads


def test_the_spread_of_a_run_is_that_of_its_paired_differences(make_run):
    a = [1.0, 0.0, 1.0, 1.0, 0.0, np.nan, 1.0, 0.0]
    b = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 1.0, 0.0]
    folder = make_run("run", {"HR@1": {"a": a, "b": b}})
    (spread,) = spreads(folder.path)
    differences = [1, 0, 0, 1, -1, 0, 0]
    assert spread.sd == pytest.approx(np.std(differences, ddof=1))
    assert (spread.task, spread.a, spread.b, spread.n) == ("task", "a", "b", 7)


def test_systems_that_never_differ_cannot_be_planned_for(make_run):
    values = [0.0, 1.0, 1.0]
    assert list(spreads(make_run("r", {"HR@1": {"a": values, "b": values}}).path)) == []


def test_a_plan_agrees_with_itself():
    """The cases that a difference needs can see that difference, and one fewer cannot."""
    needed = plan("t", "c", 0.3, None, 0.05, 0.8, 0.05).cases_needed
    assert plan("t", "c", 0.3, needed, None, 0.8, 0.05).smallest_difference <= 0.05
    assert plan("t", "c", 0.3, needed - 1, None, 0.8, 0.05).smallest_difference > 0.05
