"""An HTTP endpoint that answers a seed track with a system's list.

The description of the interface is at /openapi.json. There is no page that loads anything from
elsewhere.
"""

from collections.abc import Mapping
from typing import Annotated

import numpy as np
from fastapi import FastAPI, HTTPException, Query
from pydantic import BaseModel

from earwitness import __version__
from earwitness.catalogue import Tracks
from earwitness.domain import System

MOST = 200
"""The longest list that is given."""


class Track(BaseModel):
    """A track of the catalogue."""

    id: str
    title: str
    artist: str | None
    genre: str | None
    year: int | None


class Place(BaseModel):
    """A track at its place in a list."""

    rank: int
    track: Track
    score: float | None


class Recommendations(BaseModel):
    """What a system recommends after the seed, best first."""

    system: str
    seed: Track
    items: list[Place]


def create_app(systems: Mapping[str, System], tracks: Tracks) -> FastAPI:
    """The application over these systems."""
    app = FastAPI(
        title="earwitness",
        version=__version__,
        description="Recommendations of the systems of a playlists study.",
        docs_url=None,
        redoc_url=None,
    )

    @app.get("/api/systems")
    def list_systems() -> list[str]:
        """The names of the systems."""
        return list(systems)

    @app.get("/api/tracks")
    def search(
        text: Annotated[str, Query(min_length=1, max_length=200)],
        limit: Annotated[int, Query(ge=1, le=MOST)] = 20,
    ) -> list[Track]:
        """Tracks whose title or artist holds the text, whatever the case."""
        wanted = text.casefold()
        found = []
        for code in range(len(tracks)):
            track = _track(tracks, code)
            if wanted in track.title.casefold() or wanted in (track.artist or "").casefold():
                found.append(track)
                if len(found) == limit:
                    break
        return found

    @app.get("/api/recommend")
    def recommend(
        system: Annotated[str, Query(description="One of /api/systems.")],
        seed: Annotated[str, Query(description="The id of the seed track.")],
        k: Annotated[int, Query(ge=1, le=MOST, description="How many tracks.")] = 20,
    ) -> Recommendations:
        """The first k tracks that the system recommends after the seed."""
        if system not in systems:
            raise HTTPException(
                404, f"there is no system {system!r}; there are: {', '.join(systems)}"
            )
        if seed not in tracks.code:
            raise HTTPException(404, f"there is no track {seed!r}; look it up at /api/tracks")
        # Nothing in these systems is random; the generator is there for the protocol's sake.
        answer = systems[system].answer({"seeds": [seed], "k": k}, np.random.default_rng(0))
        return Recommendations(
            system=system,
            seed=_track(tracks, tracks.code[seed]),
            items=[
                Place(
                    rank=rank,
                    track=_track(tracks, tracks.code[item]),
                    score=None if answer.scores is None else answer.scores[rank - 1],
                )
                for rank, item in enumerate(answer.items[:k], start=1)
            ],
        )

    return app


def _track(tracks: Tracks, code: int) -> Track:
    artist, genre, year = int(tracks.artist[code]), int(tracks.genre[code]), int(tracks.year[code])
    return Track(
        id=tracks.ids[code],
        title=tracks.titles[code],
        artist=tracks.artists[artist] if artist >= 0 else None,
        genre=tracks.genre_names[genre] if genre >= 0 else None,
        year=year or None,
    )
