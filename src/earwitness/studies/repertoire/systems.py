"""The systems of the study, by the names that a study file uses."""

from collections.abc import Callable, Mapping

from earwitness.domain import System
from earwitness.music.song import Songs
from earwitness.studies.file import SystemChoice
from earwitness.systems import own
from earwitness.systems.repertoire import (
    Fit,
    HistogramCosine,
    HistogramJS,
    RandomInRange,
    SourceRecommender,
)

BUILT_IN: Mapping[str, Callable[..., System]] = {
    "source": SourceRecommender,
    "fit": Fit,
    "histogram cosine": HistogramCosine,
    "histogram JS": HistogramJS,
    "random": RandomInRange,
}

ABOUT = {
    "source": "the source's formula: cosine to an ideal vector, minus α = .5 times the share of "
    "time on avoids",
    "cosine only": "the source's formula without the penalty (α = 0)",
    "fit": "our recommender: likeness of histograms, tuned on split-half retrieval",
    "histogram cosine": "the cosine of whole histograms",
    "histogram JS": "the Jensen–Shannon divergence of whole histograms",
    "random": "a random order of the songs within the range",
}


WITH_ALPHA = "source α = "
"""How the names of the source's formula with other weights begin."""


def make(choice: SystemChoice, songs: Songs) -> System:
    """A built-in or anyone's own system, over these songs."""
    return own.load(choice.use, {"songs": songs}, choice.options, BUILT_IN)


def about(name: str, choices: Mapping[str, SystemChoice]) -> str:
    """A line on a system, for the report."""
    if name in choices:
        choice = choices[name]
        options = ", ".join(f"{key} = {value}" for key, value in choice.options.items())
        return choice.use + (f" with {options}" if options else "")
    if name.startswith(WITH_ALPHA):
        return f"the source's formula with {name.removeprefix('source ')}"
    return ABOUT[name]
