"""Labels are definitions: `nDCG@20`, `MRR`, `r(final_score, cosine_similarity)`."""

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import partial

from earwitness.domain import Measure
from earwitness.domain.naming import named_class
from earwitness.errors import StudyError
from earwitness.measures.agreement import RBO, Overlap, Tau, TopChange
from earwitness.measures.change import KeyFound, NotPromoted, PlacesLost, SameOrder
from earwitness.measures.lists import (
    IntraListDistance,
    ListLength,
    MaxArtistShare,
    Novelty,
    Popularity,
    SeedGenreRatio,
    ShortList,
    UniqueArtists,
    UniqueGenres,
)
from earwitness.measures.ranking import HR, MRR, NDCG, Precision, Recall
from earwitness.measures.spread import Correlation, ScoreRange, ScoreVariance

MEASURES: Mapping[str, Callable[..., Measure]] = {
    "HR": HR,
    "Recall": Recall,
    "Precision": Precision,
    "nDCG": NDCG,
    "MRR": MRR,
    "UniqueArtists": UniqueArtists,
    "UniqueGenres": UniqueGenres,
    "IntraListDistance": IntraListDistance,
    "MaxArtistShare": MaxArtistShare,
    "MaxArtistShare/length": partial(MaxArtistShare, by="length"),
    "SeedGenreRatio": SeedGenreRatio,
    "SeedGenreRatio/length": partial(SeedGenreRatio, by="length"),
    "Popularity": Popularity,
    "Novelty": Novelty,
    "ListLength": ListLength,
    "ShortList": ShortList,
    "tau": Tau,
    "RBO": RBO,
    "Overlap": Overlap,
    "TopChange": TopChange,
    "not promoted": NotPromoted,
    "places lost": PlacesLost,
    "same order": SameOrder,
    "key found": KeyFound,
    "ScoreVariance": ScoreVariance,
    "ScoreRange": ScoreRange,
    "r": Correlation,
    "rho": partial(Correlation, kind="spearman"),
}
"""Every measure of this folder, by the name that its label begins with."""

# A name, then nothing, or @ and a number, or names in brackets.
_LABEL = re.compile(r"(?P<name>[^@()]+)(?:@(?P<number>[\d.]+)|\((?P<names>[^()]*)\))?")


def parse(label: str) -> Measure:
    """The measure that a label defines: `str(parse(label)) == label`.

    A measure from elsewhere is named by its module and class: `their_package.module:Name@20`.
    """
    match = _LABEL.fullmatch(label.strip())
    if match is None:
        raise StudyError(f'"{label}" is no measure\'s label; write one such as "nDCG@20" or "MRR"')
    name, number, names = match.group("name", "number", "names")
    make = named_class(name) if ":" in name else MEASURES.get(name)
    if make is None:
        raise StudyError(f'unknown measure "{label}"; {_hint(name, label[len(name) :])}')
    arguments: list[float | str] = []
    if number is not None:
        arguments = [_number(label, number)]
    elif names is not None:
        arguments = [part.strip() for part in names.split(",")]
    return _made(label, make, arguments)


def _made(label: str, make: Callable[..., object], arguments: list[float | str]) -> Measure:
    try:
        measure = make(*arguments)
    except StudyError as error:
        raise StudyError(f'measure "{label}": {error}') from error
    except TypeError as error:
        raise StudyError(
            f'measure "{label}" has the wrong options ({error}); '
            'write a number after @ as in "nDCG@20", or names as in "r(final_score, avoid_penalty)"'
        ) from error
    if not (hasattr(measure, "info") and hasattr(measure, "score")):
        raise StudyError(f'"{label}" is not a measure; give it `info` and `score(answer, truth)`')
    return measure


def _number(label: str, text: str) -> float:
    try:
        return float(text) if "." in text else int(text)
    except ValueError:
        raise StudyError(f'measure "{label}": "{text}" is no number') from None


def _hint(name: str, rest: str) -> str:
    lower = {known.lower(): known for known in MEASURES}
    near = get_close_matches(name.lower(), lower, n=1)
    return f'did you mean "{lower[near[0]]}{rest}"?' if near else f"known: {', '.join(MEASURES)}"
