"""Recommenders of songs for a singer: the source's formula, its peers, and a better one."""

from earwitness.systems.repertoire.exchange import read_recommendations, write_recommendations
from earwitness.systems.repertoire.explain import key_words, what_would_change, why, why_not
from earwitness.systems.repertoire.filters import Filters
from earwitness.systems.repertoire.fit import Fit, Recommendation, Tuning, tuned_on
from earwitness.systems.repertoire.load import VOICES, Load, Voice, load_of, passaggio_share
from earwitness.systems.repertoire.peers import (
    HistogramCosine,
    HistogramJS,
    RandomExpectation,
    RandomInRange,
)
from earwitness.systems.repertoire.programme import Limits, Programme, build_programme
from earwitness.systems.repertoire.request import checked, parse_singer
from earwitness.systems.repertoire.source import SourceRecommender

__all__ = [
    "VOICES",
    "Filters",
    "Fit",
    "HistogramCosine",
    "HistogramJS",
    "Limits",
    "Load",
    "Programme",
    "RandomExpectation",
    "RandomInRange",
    "Recommendation",
    "SourceRecommender",
    "Tuning",
    "Voice",
    "build_programme",
    "checked",
    "key_words",
    "load_of",
    "parse_singer",
    "passaggio_share",
    "read_recommendations",
    "tuned_on",
    "what_would_change",
    "why",
    "why_not",
    "write_recommendations",
]
