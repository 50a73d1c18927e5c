"""Checks of the evaluation itself: where would the numbers fool you?"""

from earwitness.audits.base import Affinity, Audit, Evidence, FeatureUse, Headlines
from earwitness.audits.table import AUDITS, by_severity, run_audits

__all__ = [
    "AUDITS",
    "Affinity",
    "Audit",
    "Evidence",
    "FeatureUse",
    "Headlines",
    "by_severity",
    "run_audits",
]
