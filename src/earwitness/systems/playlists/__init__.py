"""Recommenders that continue a playlist: the source's stages, their peers, and a better one."""

from earwitness.systems.playlists.cooccurrence import CoOccurrence
from earwitness.systems.playlists.hybrid import Hybrid
from earwitness.systems.playlists.item2vec import LONG, SOURCE, Item2Vec, Training, TunedItem2Vec
from earwitness.systems.playlists.popularity import Popularity
from earwitness.systems.playlists.recommender import Recommender
from earwitness.systems.playlists.rerank import SOURCE_RULES, Reranked, Rules
from earwitness.systems.playlists.vectors import Audio, AudioNeighbours

__all__ = [
    "LONG",
    "SOURCE",
    "SOURCE_RULES",
    "Audio",
    "AudioNeighbours",
    "CoOccurrence",
    "Hybrid",
    "Item2Vec",
    "Popularity",
    "Recommender",
    "Reranked",
    "Rules",
    "Training",
    "TunedItem2Vec",
]
