"""Results as tables, figures and one page. Computes nothing: it shows."""

from earwitness.report.write import write_index, write_report

__all__ = ["write_index", "write_report"]
