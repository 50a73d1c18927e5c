"""A finding: what an audit saw."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Severity = Literal["info", "warning", "serious"]


@dataclass(frozen=True, slots=True)
class Finding:
    """What was seen (`title`, `evidence`), and why it matters and what to do (`advice`)."""

    audit: str
    severity: Severity
    title: str
    evidence: Mapping[str, Any]
    advice: str
