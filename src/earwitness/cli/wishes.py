"""A singer's wishes as options of a command."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from earwitness.cli.numbers import Finite
from earwitness.cli.songs import find_song
from earwitness.errors import InputError

if TYPE_CHECKING:
    from earwitness.music.singer import Singer
    from earwitness.music.song import Song, Songs
    from earwitness.systems.repertoire import Filters

OPTIONS = (
    click.option("--range", "compass", help="Such as A3-F5, or a voice: soprano … bass."),
    click.option("--favourite", multiple=True, help="Notes or a range of them; dearest first."),
    click.option("--avoid", multiple=True, help="Notes or a range of them."),
    click.option("--like", help="Songs like this one: a title, or a part of it."),
    click.option("--language", multiple=True, help="Such as German; may be repeated."),
    click.option("--composer", multiple=True, help="A part of the name; may be repeated."),
    click.option("--shortest", type=Finite(0), help="Minutes of singing."),
    click.option("--longest", type=Finite(0), help="Minutes of singing."),
    click.option("--voice", help="Keep to the usual range of this voice: soprano … bass."),
    click.option(
        "--passaggio", type=Finite(0, 1), help="Largest share of time in its passaggio, 0 to 1."
    ),
    click.option("--as-written", is_flag=True, help="No transposition."),
    click.option("--german", is_flag=True, help="German note names: H is B, B is B flat."),
)


@dataclass(frozen=True)
class Wishes:
    """What was asked for, as it was typed."""

    compass: str | None
    favourite: tuple[str, ...]
    avoid: tuple[str, ...]
    like: str | None
    language: tuple[str, ...]
    composer: tuple[str, ...]
    shortest: float | None
    longest: float | None
    voice: str | None
    passaggio: float | None
    as_written: bool
    german: bool

    def singer(self, songs: "Songs") -> "Singer":
        from earwitness.music.singer import Singer
        from earwitness.systems.repertoire import parse_singer

        if self.compass is None and self.like is None:
            raise InputError("give your range, such as --range A3-F5 or --range alto")
        singer = Singer(None, None)
        if self.compass is not None:
            favourites, avoids = ", ".join(self.favourite), ", ".join(self.avoid)
            singer = parse_singer(self.compass, favourites, avoids, german=self.german)
        if self.like is not None and (self.favourite or self.avoid):
            raise InputError(
                "--like asks with a whole song, so --favourite and --avoid say nothing; leave one "
                "or the other out"
            )
        liked = self.liked(songs)
        if liked is not None:
            return replace(singer, histogram=tuple(map(float, liked.histogram)))
        return singer

    def liked(self, songs: "Songs") -> "Song | None":
        """The song that the others should be like."""
        return None if self.like is None else find_song(songs, self.like)

    def filters(self, songs: "Songs") -> "Filters":
        from earwitness.systems.repertoire import VOICES, Filters

        if self.voice is not None and self.voice not in VOICES:
            raise InputError(f"{self.voice!r} is no voice; there are: {', '.join(VOICES)}")
        known = sorted({song.language for song in songs} - {""})
        languages = tuple(_one_of(name, known) for name in self.language)
        return Filters(
            languages,
            self.composer,
            self.shortest,
            self.longest,
            None if self.voice is None else VOICES[self.voice],
            self.passaggio,
            self.as_written,
        )


def _one_of(name: str, known: Sequence[str]) -> str:
    """The language as the library writes it."""
    for language in known:
        if language.casefold() == name.casefold():
            return language
    raise InputError(f"no song is in {name!r}; the library has: {', '.join(known)}")


def with_wishes(command: Callable[..., None]) -> Callable[..., None]:
    """Give the command all options of a singer, gathered in its argument `wishes`."""

    @wraps(command)
    def gathered(**arguments: Any) -> None:
        wishes = Wishes(**{field.name: arguments.pop(field.name) for field in fields(Wishes)})
        command(wishes=wishes, **arguments)

    decorated: Callable[..., None] = gathered
    for option in reversed(OPTIONS):
        decorated = option(decorated)
    return decorated
