import pytest
from tests.audits.specimens import comparison, estimate

from earwitness.audits import AUDITS, Evidence, run_audits
from earwitness.errors import StudyError

EVIDENCE = Evidence(
    estimates=[estimate(0.5, "Recall@20", ceiling=0.97), estimate(0.5, "Recall@5", ceiling=0.5)],
    comparisons=[comparison(0.04), comparison(0.9)],
)


def test_the_most_serious_findings_come_first():
    findings = run_audits(AUDITS, EVIDENCE)
    assert [finding.severity for finding in findings] == ["serious", "warning", "info"]
    assert [finding.audit for finding in findings] == ["uncorrected", "ceiling", "ceiling"]


def test_only_the_named_audits_run():
    assert run_audits(["tautology"], EVIDENCE) == []
    assert {finding.audit for finding in run_audits(["ceiling"], EVIDENCE)} == {"ceiling"}


def test_an_unknown_name_says_what_to_write():
    with pytest.raises(StudyError, match='unknown audit "celing"; did you mean "ceiling"'):
        run_audits(["celing"], EVIDENCE)
    with pytest.raises(StudyError, match="known: order-dependence, easy-candidates"):
        run_audits(["xyz"], EVIDENCE)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("collections:OrderedDict", "is not an audit; give it `name` and `examine"),
        ("datetime:date", "cannot be made without options"),
        ("nowhere:Thing", "'nowhere:Thing' cannot be imported"),
    ],
)
def test_a_name_from_elsewhere_that_is_no_audit_is_refused(name, message):
    with pytest.raises(StudyError, match=message):
        run_audits([name], EVIDENCE)


def test_an_audit_from_elsewhere_runs_beside_ours(tmp_path, monkeypatch):
    (tmp_path / "their_audits.py").write_text(
        "from earwitness.domain import Finding\n"
        "class Always:\n"
        "    name = 'always'\n"
        "    def examine(self, evidence):\n"
        "        return [Finding('always', 'info', 'It ran.', {}, 'Nothing to do.')]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    (finding,) = run_audits(["their_audits:Always"], EVIDENCE)
    assert finding.title == "It ran."
