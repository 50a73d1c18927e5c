"""A drawn SVG as a part of the page: its ink is the page's ink, light or dark."""

import re

from earwitness.report.figures.style import COLOURS, FAINT, INK


def themed(svg: str, prefix: str) -> str:
    """The `<svg>` element alone, with CSS variables for colours and ids of its own.

    `--c0`, `--c1` … are the colours of lines, `--faint` that of guides; text and axes take the
    current colour.
    """
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<style.*?</style>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = svg.replace("stroke-linejoin: miter", "stroke-linejoin:miter")
    svg = _colours(svg)
    svg = re.sub(r"font: (?:(bold) )?([\d.]+)px [^;\"]*", r"font-size:\2px;font-weight:\1", svg)
    svg = svg.replace(";font-weight:;", ";").replace(';font-weight:"', '"')
    svg = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
    svg = re.sub(r"(\d\.\d\d)\d+", r"\1", svg)
    svg = re.sub(r">\s+<", "><", svg)
    return svg.strip()


def _colours(svg: str) -> str:
    svg = svg.replace(INK, "currentColor").replace(FAINT, "var(--faint)")
    for i, colour in enumerate(COLOURS):
        svg = svg.replace(colour, f"var(--c{i})")
    return svg
