"""Results as tables, figures and one page. Computes nothing: it shows."""

from earwitness.report.write import Progress, write_report

__all__ = ["Progress", "write_report"]
