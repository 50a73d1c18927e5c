"""Playlists: read from data sets, or drawn from a world whose truth is planted."""

from earwitness.data.playlists.gathering import Note, PlaylistData
from earwitness.data.playlists.melon import read_melon, write_melon
from earwitness.data.playlists.mels import read_mel
from earwitness.data.playlists.presets import PRESETS, SPECIAL_GENRES, WorldOptions
from earwitness.data.playlists.synthetic import World, make_world

__all__ = [
    "PRESETS",
    "SPECIAL_GENRES",
    "Note",
    "PlaylistData",
    "World",
    "WorldOptions",
    "make_world",
    "read_mel",
    "read_melon",
    "write_melon",
]
