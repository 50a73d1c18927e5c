"""Names of any length as labels that fit."""

import textwrap
from collections.abc import Sequence

LINE = 22


def fitted(names: Sequence[str], width: int = LINE, lines: int = 2) -> list[str]:
    """Each name in at most `lines` lines of `width` characters; no two labels are the same.

    A longer name loses its middle, since names of variants differ at their ends.
    """
    taken: dict[str, int] = {}
    labels = []
    for name in names:
        label = _wrapped(_shortened(" ".join(name.split()), width, lines), width)
        taken[label] = taken.get(label, 0) + 1
        labels.append(label if taken[label] == 1 else f"{label} ({taken[label]})")
    return labels


def _shortened(name: str, width: int, lines: int) -> str:
    for keep in range(width * lines, 3, -1):
        head = (keep + 1) // 2
        tail = len(name) - (keep - head - 1)
        short = name if len(name) <= keep else f"{name[:head].rstrip()}…{name[tail:].lstrip()}"
        if len(textwrap.wrap(short, width)) <= lines:
            return short
    return name[:3]


def _wrapped(name: str, width: int) -> str:
    return "\n".join(textwrap.wrap(name, width))
