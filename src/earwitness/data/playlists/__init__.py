"""Playlists: read from data sets or drawn from a world whose truth is planted; splits and cases."""

from earwitness.data.playlists.cases import (
    CaseOptions,
    case_lines,
    make_cases,
    popularity_slices,
)
from earwitness.data.playlists.embeddings import Embeddings, read_embeddings, write_embeddings
from earwitness.data.playlists.gathering import Note, PlaylistData
from earwitness.data.playlists.melon import read_melon, write_melon
from earwitness.data.playlists.mels import read_mel, stream_mels
from earwitness.data.playlists.opening import read_playlists
from earwitness.data.playlists.presets import PRESETS, SPECIAL_GENRES, WorldOptions
from earwitness.data.playlists.slices import read_slices
from earwitness.data.playlists.splits import (
    HeldOut,
    Removed,
    Split,
    SplitOptions,
    hold_out,
    play_counts,
    split,
)
from earwitness.data.playlists.synthetic import World, make_world
from earwitness.data.playlists.tables import read_table

__all__ = [
    "PRESETS",
    "SPECIAL_GENRES",
    "CaseOptions",
    "Embeddings",
    "HeldOut",
    "Note",
    "PlaylistData",
    "Removed",
    "Split",
    "SplitOptions",
    "World",
    "WorldOptions",
    "case_lines",
    "hold_out",
    "make_cases",
    "make_world",
    "play_counts",
    "popularity_slices",
    "read_embeddings",
    "read_mel",
    "read_melon",
    "read_playlists",
    "read_slices",
    "read_table",
    "split",
    "stream_mels",
    "write_embeddings",
    "write_melon",
]
