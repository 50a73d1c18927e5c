"""How large a synthetic world is, and how its playlists come about."""

from collections.abc import Mapping
from dataclasses import dataclass

from earwitness.errors import StudyError

GENRES = {
    "GN0100": "ballad",
    "GN0200": "dance",
    "GN0300": "rap/hip-hop",
    "GN0400": "R&B",
    "GN0500": "indie",
    "GN0600": "rock",
    "GN0700": "trot",
    "GN0800": "folk",
    "GN0900": "pop",
    "GN1000": "rock",
    "GN1100": "electronica",
    "GN1200": "rap/hip-hop",
    "GN1300": "R&B",
    "GN1500": "OST",
    "GN1600": "classical",
    "GN1700": "jazz",
    "GN1800": "new age",
    "GN1900": "J-pop",
    "GN2100": "CCM",
    "GN2200": "children",
    "GN2400": "gugak",
    "GN2500": "idol",
    "GN2700": "EDM",
}
"""Melon's main genres. Codes differ where names do not: 03, 04, 06 are Korean, 10, 12, 13 not."""

SPECIAL_GENRES = ("GN0700", "GN2100", "GN2200", "GN2400")
"""Trot, CCM, children's songs and gugak: heard by their own circles, seldom mixed with others."""

MOODS = ("calm", "sad", "bright", "romantic", "energetic", "dreamy", "dark", "groovy")

ERAS = (1975, 1990, 2000, 2010, 2015, 2018)
"""The first year of each; the last ends with the year 2019."""


@dataclass(frozen=True, slots=True)
class WorldOptions:
    """The size and the habits of a world.

    Songs have `genres` of the main genres (the special ones come in turn with the others), `eras`
    and `moods`. A song's popularity falls with its rank to the power −`exponent`. A playlist comes
    from a cell (one genre, era and mood) with probability `cells`, else from a mood across general
    genres with probability `mood_lists`, else from a circle of related artists. An entry is noise,
    drawn by popularity alone, with probability `noise`, and `special_noise` in special genres.
    Lengths are log-normal with this `median_length` and `spread`, cut to 5…200 before repeated
    songs are removed. `cold` is the share of songs that an evaluation of this world holds out of
    train.
    """

    songs: int
    playlists: int
    artists: int
    genres: int = len(GENRES)
    eras: int = len(ERAS)
    moods: int = len(MOODS)
    exponent: float = 0.9
    cells: float = 0.55
    mood_lists: float = 0.15
    noise: float = 0.1
    special_noise: float = 0.02
    median_length: float = 30.0
    spread: float = 0.7
    cold: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what no world can have."""
        limits = {"genres": len(GENRES), "eras": len(ERAS), "moods": len(MOODS)}
        for name, most in limits.items():
            if not 2 <= getattr(self, name) <= most:
                raise StudyError(f"{name} is {getattr(self, name)}; use 2 to {most}")
        if not self.genres <= self.artists <= self.songs:
            raise StudyError(
                f"{self.songs} songs by {self.artists} artists in {self.genres} genres is not "
                "possible; each genre needs an artist and each artist a song"
            )
        for name in ("cells", "mood_lists", "noise", "special_noise", "cold"):
            if not 0 <= getattr(self, name) <= 1:
                raise StudyError(f"{name} is {getattr(self, name)}; use a share from 0 to 1")
        if self.cells + self.mood_lists > 1:
            raise StudyError("cells and mood_lists together are more than 1")


PRESETS: Mapping[str, WorldOptions] = {
    "tiny": WorldOptions(2_000, 3_000, 300, genres=8, eras=3, moods=3, median_length=20),
    "dense": WorldOptions(3_000, 15_000, 400, genres=8, eras=3, moods=4, median_length=25),
    "sparse": WorldOptions(
        80_000,
        12_000,
        12_000,
        genres=16,
        eras=4,
        moods=6,
        exponent=0.5,
        median_length=15,
        spread=0.5,
    ),
    "cold": WorldOptions(
        8_000, 12_000, 1_200, genres=12, eras=3, moods=6, exponent=0.7, median_length=20, cold=0.3
    ),
    "melon": WorldOptions(707_989, 115_071, 100_000, exponent=0.95, median_length=60),
}
