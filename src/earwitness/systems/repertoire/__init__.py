"""Recommenders of songs for a singer: the source's formula, its peers, and a better one."""

from earwitness.systems.repertoire.filters import Filters
from earwitness.systems.repertoire.fit import Fit, Recommendation, Tuning, tuned_on
from earwitness.systems.repertoire.load import VOICES, Load, Voice, load_of
from earwitness.systems.repertoire.peers import (
    HistogramCosine,
    HistogramJS,
    RandomExpectation,
    RandomInRange,
)
from earwitness.systems.repertoire.source import SourceRecommender

__all__ = [
    "VOICES",
    "Filters",
    "Fit",
    "HistogramCosine",
    "HistogramJS",
    "Load",
    "RandomExpectation",
    "RandomInRange",
    "Recommendation",
    "SourceRecommender",
    "Tuning",
    "Voice",
    "load_of",
    "tuned_on",
]
