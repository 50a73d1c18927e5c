"""One record -> one score, or undefined. A measure's label is its definition."""

from earwitness.measures.agreement import RBO, Overlap, Tau, TopChange
from earwitness.measures.bounds import ceilings, chances
from earwitness.measures.change import KeyFound, NotPromoted, PlacesLost, SameOrder
from earwitness.measures.coverage import Coverage, coverage
from earwitness.measures.facts import ItemFacts, Lists
from earwitness.measures.hits import Hits
from earwitness.measures.labels import MEASURES, parse
from earwitness.measures.lists import (
    IntraListDistance,
    ListLength,
    ListMeasure,
    MaxArtistShare,
    Novelty,
    Popularity,
    SeedGenreRatio,
    ShareMeasure,
    ShortList,
    UniqueArtists,
    UniqueGenres,
)
from earwitness.measures.ranking import HR, MRR, NDCG, Precision, RankingMeasure, Recall
from earwitness.measures.scoring import score_records
from earwitness.measures.spread import Correlation, ScoreRange, ScoreVariance

__all__ = [
    "HR",
    "MEASURES",
    "MRR",
    "NDCG",
    "RBO",
    "Correlation",
    "Coverage",
    "Hits",
    "IntraListDistance",
    "ItemFacts",
    "KeyFound",
    "ListLength",
    "ListMeasure",
    "Lists",
    "MaxArtistShare",
    "NotPromoted",
    "Novelty",
    "Overlap",
    "PlacesLost",
    "Popularity",
    "Precision",
    "RankingMeasure",
    "Recall",
    "SameOrder",
    "ScoreRange",
    "ScoreVariance",
    "SeedGenreRatio",
    "ShareMeasure",
    "ShortList",
    "Tau",
    "TopChange",
    "UniqueArtists",
    "UniqueGenres",
    "ceilings",
    "chances",
    "coverage",
    "parse",
    "score_records",
]
