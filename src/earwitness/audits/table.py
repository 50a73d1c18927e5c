"""Every audit by its name, and how they are run."""

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from earwitness.audits.base import Audit, Evidence
from earwitness.audits.ceiling import Ceiling
from earwitness.audits.easy_candidates import EasyCandidates
from earwitness.audits.imputed_zero import ImputedZero
from earwitness.audits.leak import Leak
from earwitness.audits.narrow_interval import NarrowInterval
from earwitness.audits.order_dependence import OrderDependence
from earwitness.audits.short_lists import ShortLists
from earwitness.audits.tautology import Tautology
from earwitness.audits.uncorrected import Uncorrected
from earwitness.audits.underpowered import Underpowered
from earwitness.domain import Finding, Severity
from earwitness.domain.naming import named_class
from earwitness.errors import StudyError

AUDITS: Mapping[str, type[Audit]] = {
    "order-dependence": OrderDependence,
    "easy-candidates": EasyCandidates,
    "tautology": Tautology,
    "ceiling": Ceiling,
    "narrow-interval": NarrowInterval,
    "uncorrected": Uncorrected,
    "underpowered": Underpowered,
    "leak": Leak,
    "short-lists": ShortLists,
    "imputed-zero": ImputedZero,
}
"""Every audit of this folder, by name."""

_ORDER: tuple[Severity, ...] = ("serious", "warning", "info")


def run_audits(names: Iterable[str], evidence: Evidence) -> list[Finding]:
    """What the named audits find, the most serious first, otherwise in the order of the names.

    An audit from elsewhere is named by its module and class: `their_package.module:Name`.
    """
    return by_severity(finding for name in names for finding in _audit(name).examine(evidence))


def by_severity(findings: Iterable[Finding]) -> list[Finding]:
    """The most serious first, otherwise in the order given."""
    return sorted(findings, key=lambda finding: _ORDER.index(finding.severity))


def _audit(name: str) -> Audit:
    kind = named_class(name) if ":" in name else AUDITS.get(name)
    if kind is None:
        near = get_close_matches(name.lower(), AUDITS, n=1)
        hint = f'did you mean "{near[0]}"?' if near else f"known: {', '.join(AUDITS)}"
        raise StudyError(f'unknown audit "{name}"; {hint}')
    try:
        audit: Audit = kind()
    except TypeError as error:
        raise StudyError(f'audit "{name}" cannot be made without options: {error}') from error
    if not hasattr(audit, "examine"):
        raise StudyError(f'"{name}" is not an audit; give it `name` and `examine(evidence)`')
    return audit
