"""The systems of a playlists study, ready to be asked."""

import sys
from collections.abc import Mapping
from pathlib import Path

from earwitness.catalogue import Tracks
from earwitness.domain import System
from earwitness.errors import StudyError
from earwitness.run import Progress
from earwitness.studies.base import STUDIES
from earwitness.studies.file import read_toml, study_name, validate


def served(file: Path, progress: Progress) -> tuple[Mapping[str, System], Tracks]:
    """The systems that continue a playlist, trained as the study file says, and their tracks."""
    content = read_toml(file)
    if study_name(file, content, list(STUDIES)) != "playlists":
        raise StudyError(f"{file} is not a playlists study; only those answer seed tracks")
    from earwitness.studies.playlists.config import PlaylistsConfig
    from earwitness.studies.playlists.material import load_data
    from earwitness.studies.playlists.protocol import MAIN, PlaylistsProtocol

    config = validate(file, content, PlaylistsConfig)
    if not isinstance(config, PlaylistsConfig):
        raise TypeError("the configuration is of another study")
    sys.path.insert(0, str(file.parent.resolve()))  # the user's own systems lie beside the file
    data = load_data(config, file.parent, progress)
    parts = PlaylistsProtocol(config, file.parent, data, progress).parts
    (main,) = (part for part in parts if part.name == MAIN)
    return main.systems, data.tracks
