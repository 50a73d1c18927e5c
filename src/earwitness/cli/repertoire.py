"""`earwitness repertoire`: songs that fit a voice."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from earwitness.cli import songs as display
from earwitness.cli.display import as_json, print_json, print_table, progress_bars, show
from earwitness.cli.numbers import Finite
from earwitness.cli.wishes import Wishes, with_wishes
from earwitness.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from earwitness.data.library import Counting
    from earwitness.music.singer import Singer
    from earwitness.music.song import Songs
    from earwitness.systems.repertoire import Recommendation

LIBRARY = click.option(
    "--library",
    default="embedded",
    show_default=True,
    help="A folder or tar of scores, a built library, or a tessituragrams.json.",
)


DRAWN = (".png", ".svg", ".pdf")


@click.group()
def repertoire() -> None:
    """Songs that fit a voice.

    The embedded library holds the songs of the OpenScore Lieder Corpus (CC0).
    """


@repertoire.command()
@click.argument("source", type=click.Path(path_type=Path, exists=True))
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, help="What to write.")
@click.option(
    "--counting",
    type=click.Choice(["written", "sung"]),
    default="written",
    show_default=True,
    help="For a .json: scores as notated, or one item a vocal line with repeats sung.",
)
def build(source: Path, out: Path, counting: "Counting") -> None:
    """Build a library from SOURCE, a folder or tar of MusicXML and MIDI files.

    With --out FILE.json the source document's tessituragrams.json is written, else a folder with
    both ways of counting and a note on where they come from.

    \b
    earwitness repertoire build my-scores/ -o my-library
    earwitness repertoire recommend --library my-library --range A3-F5
    """
    from earwitness.data.library import build_library, read_songs, summary
    from earwitness.data.tessituragrams import write_tessituragrams
    from earwitness.run.storage import storing

    with progress_bars() as progress, storing(out):

        def reading(done: int, total: int) -> None:
            progress("reading", done, total)

        if out.suffix == ".json":
            songs, unread = read_songs(source, counting, reading)
        else:
            both, unread = build_library(source, out, reading)
            songs = both["sung"]
    if not len(songs):
        raise InputError(f"no song was built from {source}: {summary(songs, unread)}")
    if out.suffix == ".json":
        with storing(out):
            write_tessituragrams(songs, out)
    click.echo(summary(songs, unread))
    click.echo(f"Wrote {out}.")


@repertoire.command()
@with_wishes
@LIBRARY
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True)
@click.option("--why", "explained", is_flag=True, help="Say why, and what would change it.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    help="Also write recommendations.json, ranked by the source document's formula.",
)
@click.option(
    "--alpha", type=Finite(0), default=0.5, show_default=True, help="Its weight of avoids."
)
@as_json
def recommend(
    wishes: Wishes,
    library: str,
    limit: int,
    explained: bool,
    out: Path | None,
    alpha: float,
    json_wanted: bool,
) -> None:
    """Recommend songs for a singer, each in the key that fits best.

    \b
    earwitness repertoire recommend --range A3-F5 --favourite D4-G4 --avoid E5
    earwitness repertoire recommend --range alto --language German --longest 3 --why
    earwitness repertoire recommend --range C4-A5 --like "Gute Nacht"
    """
    from earwitness.run.storage import storing
    from earwitness.systems.repertoire import Fit, SourceRecommender, write_recommendations

    songs = _open(library, "sung")
    singer, filters = wishes.singer(songs), wishes.filters(songs)
    fit = Fit(songs, transpose=True)
    liked = wishes.liked(songs)
    others = [one for one in fit.recommend(singer, filters) if one.song is not liked]
    found = [replace(one, rank=rank) for rank, one in enumerate(others, start=1)]
    shown = found[:limit]
    if out is not None:
        source = SourceRecommender(_open(library, "written"), alpha, detail=True)
        with storing(out):
            write_recommendations(out, source, singer)
        click.echo(f"Wrote {out}.", err=True)
    if json_wanted:
        print_json([display.recommendation_json(one, singer) for one in shown])
        return
    if not shown:
        show("No song fits. Widen the range, or drop a filter.")
        return
    _print_songs(shown, singer)
    show(f"Songs that fit: {len(found):,}; shown: {len(shown)}. Moves are in semitones.")
    if explained:
        from earwitness.systems.repertoire import what_would_change, why

        for one in shown:
            click.echo(f"\n{one.rank}. {one.song.composer}: {one.song.title}")
            for line in (why(one, singer), *what_would_change(fit, singer, one, filters)):
                click.echo(f"   {line}")


@repertoire.command("programme")
@with_wishes
@LIBRARY
@click.option("--songs", "number", type=click.IntRange(1), default=6, show_default=True)
@click.option("--minutes", type=Finite(0), help="Longest time of singing.")
@click.option("--cycles", type=Finite(0), help="Most vibrations of the vocal folds.")
@click.option(
    "--passaggio-seconds", type=Finite(0), help="Longest time in the passaggio of --voice."
)
@click.option("--per-composer", type=click.IntRange(1), default=2, show_default=True)
@click.option("--per-language", type=click.IntRange(1))
@click.option("--per-set", type=click.IntRange(1))
@as_json
def programme(
    wishes: Wishes,
    library: str,
    number: int,
    minutes: float | None,
    cycles: float | None,
    passaggio_seconds: float | None,
    per_composer: int,
    per_language: int | None,
    per_set: int | None,
    json_wanted: bool,
) -> None:
    """Build a programme: songs that fit best together within limits of load and sameness.

    \b
    earwitness repertoire programme --range alto --songs 6 --minutes 20 --per-composer 2
    """
    from earwitness.systems.repertoire import Fit, Limits, build_programme

    songs = _open(library, "sung")
    singer, filters = wishes.singer(songs), wishes.filters(songs)
    limits = Limits(minutes, cycles, passaggio_seconds, per_composer, per_language, per_set)
    candidates = Fit(songs, transpose=True).recommend(singer, filters)
    chosen = build_programme(candidates, number, limits, filters.voice)
    if json_wanted:
        print_json(
            {
                "songs": [display.recommendation_json(one, singer) for one in chosen.songs],
                "loads": dict(chosen.loads),
                "binding": list(chosen.binding),
            }
        )
        return
    _print_songs([replace(one, rank=i) for i, one in enumerate(chosen.songs, 1)], singer)
    for name, load in chosen.loads.items():
        show(f"{name.replace('_', ' ')}: {load:,.1f}")
    for name in chosen.binding:
        show(f"Without the limit {name} the songs would fit better.")


@repertoire.command("show")
@click.argument("title")
@LIBRARY
@click.option(
    "--counting", type=click.Choice(["sung", "written"]), default="sung", show_default=True
)
@click.option("--png", type=click.Path(path_type=Path), help="Also draw it: .png, .svg or .pdf.")
@as_json
def show_song(
    title: str, library: str, counting: "Counting", png: Path | None, json_wanted: bool
) -> None:
    """Show a song: who wrote it, what it asks for, how long each pitch is held.

    TITLE is a title, a part of it, with or without the composer, or a file name.

    \b
    earwitness repertoire show "Gute Nacht"
    earwitness repertoire show "schubert erlkonig" --png erlkonig.png
    """
    songs = _open(library, counting)
    song = display.find_song(songs, title)
    if png is not None:
        from earwitness.report import draw_tessituragram
        from earwitness.run.storage import storing

        if png.suffix.lower() not in DRAWN:
            raise InputError(f"{png} cannot be drawn; give a name that ends in {', '.join(DRAWN)}")
        with storing(png):
            draw_tessituragram(song, png)
        click.echo(f"Wrote {png}.", err=True)
    if json_wanted:
        print_json(display.song_json(song))
        return
    from rich.markup import escape

    from earwitness.music.notes import note_name

    show(f"[bold]{escape(song.title)}[/], {escape(song.composer)}")
    facts = {
        "set": song.set,
        "poet": song.poet,
        "language": song.language,
        "range": f"{note_name(song.low)} to {note_name(song.high)}",
        "length": display.length(song),
        "longest phrase": song.longest_phrase
        and f"{song.longest_phrase:.1f} {song.unit}, between rests or breaths",
        "largest leap": song.largest_leap and f"{song.largest_leap} semitones",
        "score": display.score_link(song),
    }
    for name, fact in facts.items():
        if fact:
            show(f"[dim]{name:>15}[/]  {escape(str(fact))}")
    show("", *display.tessituragram(song))


def _open(library: str, counting: "Counting") -> "Songs":
    from earwitness.data.opening import open_songs

    with progress_bars() as progress:
        songs, unread = open_songs(
            library, counting, lambda done, total: progress("reading", done, total)
        )
    for failure in unread:
        click.echo(f"earwitness: not read: {failure}", err=True)
    return songs


def _print_songs(found: "Sequence[Recommendation]", singer: "Singer") -> None:
    from rich.text import Text

    from earwitness.music.notes import note_name

    rows: list[list[str | Text]] = [
        [
            str(one.rank),
            Text.assemble(one.song.title, "\n", (one.song.composer, "dim")),
            one.song.language,
            display.length(one.song),
            display.moved(one.shift),
            f"{note_name(one.low)}–{note_name(one.high)}",
            f"{100 * one.fit:.0f}",
            display.bars(one, singer),
        ]
        for one in found
    ]
    numbers = ["", "length", "moved", "sounds", "fit"]
    over = "from low to high"
    if singer.low is not None and singer.high is not None:
        over = f"{note_name(singer.low)} … {note_name(singer.high)}"
    names = ["", "song", "language", "length", "moved", "sounds", "fit", over]
    print_table(names, rows, right=numbers)
