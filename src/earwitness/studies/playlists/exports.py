"""Files that the source document asks for, with its field names."""

import csv
import io
from collections.abc import Mapping, Sequence

from earwitness.data.playlists import case_lines
from earwitness.domain import Estimate, Record
from earwitness.studies.playlists.protocol import FIXED, MAIN, PlaylistsProtocol
from earwitness.studies.playlists.seeds import genre_name, track_name


def exports(
    protocol: PlaylistsProtocol,
    records: Mapping[str, Sequence[Record]],
    estimates: Sequence[Estimate],
) -> dict[str, bytes]:
    """eval_cases.jsonl, stage_table.csv and seed_artist_fixed.md."""
    (main,) = (part for part in protocol.parts if part.name == MAIN)
    return {
        "eval_cases.jsonl": case_lines(main.cases).encode(),
        "stage_table.csv": _stage_table(estimates),
        "seed_artist_fixed.md": _fixed(protocol, records[FIXED]),
    }


def _stage_table(estimates: Sequence[Estimate]) -> bytes:
    """A row a system, a column a measure, with the ends of the intervals."""
    rows = [e for e in estimates if dict(e.groups) == {"task": MAIN}]
    labels = list(dict.fromkeys(e.measure for e in rows))
    found = {(e.system, e.measure): e for e in rows}
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(["system", *(f"{m}{end}" for m in labels for end in ("", " low", " high"))])
    for system in dict.fromkeys(e.system for e in rows):
        cells: list[float | str | None] = [system]
        for label in labels:
            estimate = found[system, label]
            cells += [estimate.value, estimate.low, estimate.high]
        writer.writerow(cells)
    return buffer.getvalue().encode()


def _fixed(protocol: PlaylistsProtocol, records: Sequence[Record]) -> bytes:
    """The first ten of every system side by side, for each fixed seed; new ones are in bold."""
    tracks = protocol.data.tracks
    by_case: dict[str, list[Record]] = {}
    for record in records:
        by_case.setdefault(record.case, []).append(record)
    lines = ["# Fixed seeds", ""]
    for case, answers in by_case.items():
        seed = tracks.code[case]
        lines += [f"## {track_name(tracks, seed)}", ""]
        lines += [f"song_id {case}, {genre_name(tracks, seed)}", ""]
        lines += [f"| place | {' | '.join(r.system for r in answers)} |"]
        lines += [f"|---|{'---|' * len(answers)}"]
        lists = [r.answer.items if r.answer else () for r in answers]
        for place in range(max(map(len, lists), default=0)):
            cells = []
            for i, items in enumerate(lists):
                if place >= len(items):
                    cells.append("")
                    continue
                code = tracks.code[items[place]]
                text = f"{track_name(tracks, code)} ({genre_name(tracks, code)})"
                known = i == 0 or items[place] in lists[i - 1]
                cells.append(text if known else f"**{text}**")
            lines.append(f"| {place + 1} | {' | '.join(_escaped(cell) for cell in cells)} |")
        lines.append("")
    lines.append("A track in bold is not among the first ten of the system to its left.")
    return ("\n".join(lines) + "\n").encode()


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
