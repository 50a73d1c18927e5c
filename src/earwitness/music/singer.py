"""What a singer asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Singer:
    """A range and notes, as MIDI numbers; or a whole histogram ("songs like this one").

    `low` and `high` are None where no range is asked for: no song is left out then. A singer who
    is not `strict` gives a range as a wish: it shapes what fits, and leaves no song out.
    """

    low: int | None
    high: int | None
    favourites: tuple[int, ...] = ()
    avoids: tuple[int, ...] = ()
    histogram: tuple[float, ...] | None = None
    strict: bool = True

    def to_query(self) -> dict[str, Any]:
        """Plain values, as a case's query holds them."""
        query: dict[str, Any] = {
            "low": self.low,
            "high": self.high,
            "favourites": list(self.favourites),
            "avoids": list(self.avoids),
            "strict": self.strict,
        }
        return query if self.histogram is None else query | {"histogram": list(self.histogram)}

    @classmethod
    def from_query(cls, query: Mapping[str, Any]) -> "Singer":
        histogram = query.get("histogram")
        return cls(
            query["low"],
            query["high"],
            tuple(query["favourites"]),
            tuple(query["avoids"]),
            None if histogram is None else tuple(histogram),
            query.get("strict", True),
        )


def singer_from_histogram(
    histogram: NDArray[np.float64], sounded: NDArray[np.bool_] | None = None
) -> Singer:
    """The source's rule: the song's own range, its 4 longest pitches, its 2 shortest.

    Pitches are sorted by share (descending), then by MIDI number (ascending); the first four are
    favourites; the last two that are not favourites are avoids, if there are two pitches at all.
    """
    pitches = np.flatnonzero(histogram > 0 if sounded is None else sounded)
    order = pitches[np.lexsort((pitches, -histogram[pitches]))]
    favourites = [int(p) for p in order[:4]]
    avoids = [int(p) for p in order[-2:] if p not in favourites] if len(order) >= 2 else []
    return Singer(int(pitches[0]), int(pitches[-1]), tuple(favourites), tuple(avoids))
