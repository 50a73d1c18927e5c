"""Results as tables, figures and one page. Computes nothing: it shows."""

from earwitness.report.tessituragram import draw_tessituragram
from earwitness.report.write import write_index, write_report

__all__ = ["draw_tessituragram", "write_index", "write_report"]
