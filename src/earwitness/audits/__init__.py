"""Checks of the evaluation itself: where would the numbers fool you?"""

from earwitness.audits.base import Audit, Evidence, Headlines
from earwitness.audits.table import AUDITS, by_severity, run_audits

__all__ = ["AUDITS", "Audit", "Evidence", "Headlines", "by_severity", "run_audits"]
