"""The study from its file to its conclusion."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from earwitness.domain import Record
from earwitness.run import Progress
from earwitness.studies.base import Conclusion, DataUsed, Plan
from earwitness.studies.choosing import with_audits
from earwitness.studies.concluding import concluded
from earwitness.studies.playlists import account, exports
from earwitness.studies.playlists.config import PlaylistsConfig
from earwitness.studies.playlists.material import Data, load_data
from earwitness.studies.playlists.protocol import PlaylistsProtocol

AUDITS = (
    "leak",
    "short-lists",
    "imputed-zero",
    "ceiling",
    "uncorrected",
    "underpowered",
)


class PlaylistsStudy:
    """Reads or makes playlists, trains the systems, and concludes."""

    config_type = PlaylistsConfig

    def __init__(self, config: PlaylistsConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder

    def prepare(self, progress: Progress) -> Plan:
        self.audits = with_audits(AUDITS, self.config.audits)
        data = load_data(self.config, self.folder, progress)
        self.protocol = PlaylistsProtocol(self.config, self.folder, data, progress)
        return Plan(self.protocol.tasks(), [used(data)])

    def conclude(
        self, plan: Plan, records: Mapping[str, Sequence[Record]], progress: Progress
    ) -> Conclusion:
        del plan  # the protocol knows it
        protocol = self.protocol
        found = concluded(protocol, records, self.audits, progress)
        parts = (found.estimates, found.comparisons, found.findings)
        results = account.results(protocol, records, *parts)
        written = exports.exports(protocol, records, found.estimates)
        return Conclusion(found.scores, results, written)


def used(data: Data) -> DataUsed:
    """The data's name, how many playlists, and a hash of what was read."""
    digest = hashlib.sha256()
    for column in (data.playlists.starts, data.playlists.tracks, data.tracks.artist):
        digest.update(column.tobytes())
    digest.update("\n".join(data.tracks.ids).encode())
    if data.audio is not None:
        digest.update(data.audio.codes.tobytes())
        digest.update(data.audio.vectors.tobytes())
    return DataUsed(data.name, digest.hexdigest(), len(data.playlists))
