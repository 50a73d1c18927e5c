"""A drawn SVG as a part of the page: its ink is the page's ink, light or dark."""

import re

from earwitness.report.figures.style import COLOURS, FAINT, INK

_VARIABLES = {INK: "currentColor", FAINT: "var(--faint)"} | {
    colour: f"var(--c{i})" for i, colour in enumerate(COLOURS)
}


def themed(svg: str, prefix: str) -> str:
    """The `<svg>` element alone, with CSS variables for colours and ids of its own.

    `--c0`, `--c1` … are the colours of lines, `--faint` that of guides; text and axes take the
    current colour. Only tags are changed, never the words between them.
    """
    svg = svg[svg.index("<svg") :].strip()
    svg = re.sub(r"<!--.*?-->|<(metadata|style)\b.*?</\1>", "", svg, flags=re.DOTALL)
    svg = re.sub(r">\s+<", "><", svg)
    return re.sub(r"<[^>]+>", lambda tag: _themed_tag(tag[0], prefix), svg)


def _themed_tag(tag: str, prefix: str) -> str:
    for colour, variable in _VARIABLES.items():
        tag = tag.replace(colour, variable)
    # The page sets the font; the drawing, its size and weight.
    tag = re.sub(r"font: (bold )?([\d.]+px)[^;\"]*", _font, tag)
    tag = re.sub(r'(\bid="|href="#|url\(#)', rf"\g<1>{prefix}-", tag)
    return re.sub(r"(\d\.\d\d)\d+", r"\1", tag)


def _font(match: re.Match[str]) -> str:
    return f"font-size:{match[2]}" + (";font-weight:bold" if match[1] else "")
