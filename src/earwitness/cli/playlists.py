"""`earwitness playlists`: data and audio for the playlists study."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from earwitness.cli.display import progress_bars

if TYPE_CHECKING:
    from earwitness.studies.playlists.encoding import Lesson

OUT = click.option(
    "-o", "--out", type=click.Path(path_type=Path), required=True, help="What to write."
)
SEED = click.option("--seed", type=click.IntRange(0), default=42, show_default=True)


@click.group()
def playlists() -> None:
    """Data and audio for the playlists study."""


@playlists.command("make")
@click.argument("world", type=click.Choice(["tiny", "dense", "sparse", "cold", "melon"]))
@OUT
@SEED
@click.option("--mels", type=click.IntRange(0), default=500, show_default=True, help="Mel arrays.")
def make(world: str, out: Path, seed: int, mels: int) -> None:
    """Make synthetic playlists in the files of the Melon dataset, into the folder OUT.

    \b
    earwitness playlists make tiny -o world
    """
    from earwitness.data.playlists import make_world
    from earwitness.run.storage import storing

    with storing(out):
        make_world(world, seed).write(out, mels)
    click.echo(f"Wrote {out}.")


@playlists.command("encode")
@click.argument("folder", type=click.Path(path_type=Path, exists=True, file_okay=False))
@OUT
@SEED
@click.option(
    "--lesson",
    type=click.Choice(["playlists", "two-crops"]),
    default="playlists",
    show_default=True,
    help="What goes together: tracks of a training playlist, or (the source's) pieces of a track.",
)
@click.option("--epochs", type=click.IntRange(1), default=10, show_default=True)
@click.option("--frames", type=click.IntRange(8), default=256, show_default=True, help="Of a crop.")
def encode(folder: Path, out: Path, seed: int, lesson: "Lesson", epochs: int, frames: int) -> None:
    """Train the audio encoder on the mel arrays in FOLDER and write embeddings (.npz).

    A training that was cut off goes on where it was. Name the file as data.embeddings in a study.

    \b
    earwitness playlists encode world -o audio.npz --epochs 2 --frames 64
    """
    from earwitness.studies.playlists.encoding import encode as encoded

    with progress_bars() as progress:
        heard = encoded(
            folder, out, lesson, epochs=epochs, frames=frames, seed=seed, progress=progress
        )
    click.echo(f"Wrote {out}: {heard:,} tracks were heard.")
