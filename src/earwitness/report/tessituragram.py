"""A song's tessituragram as a picture: how long each pitch is held."""

from pathlib import Path

import numpy as np

from earwitness.music.notes import note_name
from earwitness.music.song import Song
from earwitness.report.figures.style import COLOURS, COLUMN, FAINT, LINE_HEIGHT, house_style


def draw_tessituragram(song: Song, path: Path) -> None:
    """Write the picture; the file's ending (.png, .svg, .pdf) says how."""
    with house_style():
        from matplotlib.figure import Figure

        pitches = range(song.low, song.high + 1)
        values = [float(song.histogram[p]) for p in pitches]
        height = LINE_HEIGHT * len(values) + 0.9
        figure = Figure(figsize=(COLUMN, height), layout="constrained")
        axes = figure.add_subplot()
        # White and black keys, as on a piano.
        for p in pitches:
            if p % 12 in {1, 3, 6, 8, 10}:
                axes.axhspan(p - 0.5, p + 0.5, color=FAINT, alpha=0.5, linewidth=0)
        axes.barh(list(pitches), values, height=0.72, color=COLOURS[0])
        axes.set_yticks(list(pitches), [note_name(p) for p in pitches])
        axes.set_ylim(song.low - 0.6, song.high + 0.6)
        axes.set_xlabel(f"{song.unit} held")
        total = np.sum(song.histogram)
        middle = float(np.arange(len(song.histogram)) @ song.histogram / total) if total else None
        if middle is not None:
            axes.axhline(middle, color=COLOURS[1], linewidth=0.8, linestyle="--")
        axes.set_title(f"{song.title}\n{song.composer}", loc="left")
        figure.savefig(path, metadata=_metadata(path))


def _metadata(path: Path) -> dict[str, None]:
    """No dates in the file: the same song gives the same bytes."""
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(path.suffix, {})
