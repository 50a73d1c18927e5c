"""Closed sets of items with fields and values."""

from earwitness.catalogue.playlists import Playlists
from earwitness.catalogue.tracks import Tracks

__all__ = ["Playlists", "Tracks"]
