"""Every benchmark, one after another: `make bench`, or `python -m benchmarks NAME…` for some.

Each is a ratio, measured side by side in one run against a named peer. Writes results.md here.
"""

import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
NAMES = ("bootstrap", "ranking", "reading", "repertoire", "top_k", "cooccurrence")
COLUMNS = ("benchmark", "ours", "peer", "peer's name", "ratio", "aim", "note")


def main() -> None:
    names = sys.argv[1:] or NAMES
    rows = []
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        found = import_module(f"benchmarks.{name}").bench()
        for row in found:
            print(f"  {row['name']}: {row['ratio']:.1f}× {row['peer_name']}", file=sys.stderr)
        rows += found
    text = page(rows)
    print(text)
    if not sys.argv[1:]:
        (HERE / "results.md").write_text(text, encoding="utf-8")


def page(rows: list[dict]) -> str:
    """The table, and on what it was measured."""
    lines = [
        "# Benchmarks",
        "",
        "Seconds, and how many times as fast as the peer earwitness is. Made by `make bench`; both "
        "sides are measured in the same run on the same machine.",
        "",
        f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, numpy "
        f"{version('numpy')}, {platform.machine()}, {os.cpu_count()} cores.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        f"|{'---|' * len(COLUMNS)}",
    ]
    for row in rows:
        aim = row["target"] if isinstance(row["target"], str) else f"{row['target']:g}×"
        cells = (
            row["name"],
            f"{row['ours']:.3g} s",
            f"{row['peer']:.3g} s",
            row["peer_name"],
            f"{row['ratio']:.1f}×",
            aim,
            row.get("note", ""),
        )
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
