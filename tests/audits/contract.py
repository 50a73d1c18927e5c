"""What every audit promises; the test of a new one inherits it."""

import json
from typing import ClassVar

from earwitness.audits import AUDITS, Audit, Evidence, run_audits


class AuditContract:
    """Give `audit`, evidence on which it fires (`flawed`) and on which it must not (`clean`)."""

    audit: ClassVar[Audit]
    flawed: ClassVar[Evidence]
    clean: ClassVar[Evidence]

    def test_it_stands_in_the_table_under_its_name(self):
        assert isinstance(self.audit, AUDITS[self.audit.name])

    def test_it_fires_on_the_flawed_example(self):
        findings = self.audit.examine(self.flawed)
        assert findings
        assert {finding.audit for finding in findings} == {self.audit.name}

    def test_it_is_silent_on_the_clean_example(self):
        assert self.audit.examine(self.clean) == []

    def test_it_is_silent_without_evidence(self):
        assert self.audit.examine(Evidence()) == []

    def test_its_findings_are_sentences_and_plain_values(self):
        for finding in self.audit.examine(self.flawed):
            assert finding.title.endswith(".")
            assert finding.advice.endswith(".")
            assert json.loads(json.dumps(finding.evidence, allow_nan=False)) == finding.evidence

    def test_the_same_evidence_gives_the_same_findings(self):
        assert run_audits([self.audit.name], self.flawed) == run_audits(
            [self.audit.name], self.flawed
        )
