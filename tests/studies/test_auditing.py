from earwitness.audits import Evidence
from earwitness.domain import Comparison, Estimate
from earwitness.studies.auditing import audit_tasks


def estimate(task, ceiling):
    return Estimate(
        "s", "Coverage", 0.1, None, None, 0.95, 9, 0, "x", ceiling=ceiling, groups={"task": task}
    )


def test_each_task_is_audited_with_its_own_estimates_and_named():
    evidence = {"low": Evidence(), "free": Evidence()}
    estimates = [estimate("low", 0.2), estimate("free", 1.0)]
    findings = audit_tasks(evidence, estimates, [], ["ceiling"])
    assert [f.evidence["task"] for f in findings] == ["low"]


def test_the_most_serious_finding_comes_first_over_all_tasks():
    def comparison(task, p_adjusted):
        return Comparison(
            "a", "b", "m", 0.1, 0.0, 0.2, 0.04, p_adjusted, None, "", "t", 9, {"task": task}
        )

    evidence = {"low": Evidence(), "many": Evidence()}
    comparisons = [comparison("many", None) for _ in range(40)]
    findings = audit_tasks(
        evidence, [estimate("low", 0.2)], comparisons, ["ceiling", "uncorrected"]
    )
    order = ["serious", "warning", "info"]
    ranks = [order.index(f.severity) for f in findings]
    assert {f.audit for f in findings} == {"ceiling", "uncorrected"}
    assert ranks == sorted(ranks)
