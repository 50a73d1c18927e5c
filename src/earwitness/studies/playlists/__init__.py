"""The playlists study: does a recommender continue a playlist from one track?

`source` follows the evaluation document of a three-stage recommender, with the leak that its
published run had beside the same without it; `sound` trains on train alone, asks with other seeds
and with cold tracks, and holds the stages against what else is known to work.
"""

from earwitness.studies.playlists.study import PlaylistsStudy

__all__ = ["PlaylistsStudy"]
