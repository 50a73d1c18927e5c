"""Recommenders that continue a playlist: the source's stages, their peers, and a better one."""

from earwitness.systems.playlists.artists import ArtistNeighbours
from earwitness.systems.playlists.cooccurrence import CoOccurrence
from earwitness.systems.playlists.ease import Ease
from earwitness.systems.playlists.fused import Fused
from earwitness.systems.playlists.hybrid import Hybrid
from earwitness.systems.playlists.ials import ImplicitALS
from earwitness.systems.playlists.item2vec import LONG, SOURCE, Item2Vec, Training, TunedItem2Vec
from earwitness.systems.playlists.popularity import GroupPopularity, Popularity
from earwitness.systems.playlists.ready import Ready
from earwitness.systems.playlists.recommender import Recommender
from earwitness.systems.playlists.rerank import SOURCE_RULES, Reranked, Rules
from earwitness.systems.playlists.vectors import Audio, AudioNeighbours

__all__ = [
    "LONG",
    "SOURCE",
    "SOURCE_RULES",
    "ArtistNeighbours",
    "Audio",
    "AudioNeighbours",
    "CoOccurrence",
    "Ease",
    "Fused",
    "GroupPopularity",
    "Hybrid",
    "ImplicitALS",
    "Item2Vec",
    "Popularity",
    "Ready",
    "Recommender",
    "Reranked",
    "Rules",
    "Training",
    "TunedItem2Vec",
]
