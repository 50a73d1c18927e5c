"""The study from its file to its conclusion."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from earwitness.data.opening import EMBEDDED, open_songs
from earwitness.domain import Record, Results
from earwitness.music.song import Songs
from earwitness.run import Progress
from earwitness.studies.base import Conclusion, DataUsed, Plan
from earwitness.studies.choosing import with_audits
from earwitness.studies.concluding import concluded
from earwitness.studies.repertoire import sound_account, source_account
from earwitness.studies.repertoire.config import RepertoireConfig
from earwitness.studies.repertoire.exports import exports
from earwitness.studies.repertoire.sound import SoundProtocol
from earwitness.studies.repertoire.source import SourceProtocol

AUDITS = (
    "order-dependence",
    "easy-candidates",
    "tautology",
    "ceiling",
    "narrow-interval",
    "uncorrected",
    "underpowered",
)


class RepertoireStudy:
    """Reads the library, lets the protocol say what is asked, and what follows."""

    config_type = RepertoireConfig

    def __init__(self, config: RepertoireConfig, folder: Path) -> None:
        self.config = config
        self.folder = folder

    def prepare(self, progress: Progress) -> Plan:
        self.audits = with_audits(AUDITS, self.config.audits)
        songs = self._songs(progress)
        self.protocol: SourceProtocol | SoundProtocol
        if self.config.protocol == "source":
            self.protocol = SourceProtocol(self.config, songs)
        else:
            self.protocol = SoundProtocol(self.config, songs)
        return Plan(self.protocol.tasks(), [used(songs)])

    def conclude(
        self, plan: Plan, records: Mapping[str, Sequence[Record]], progress: Progress
    ) -> Conclusion:
        del plan  # the protocol knows it
        protocol = self.protocol
        found = concluded(protocol, records, self.audits, progress)
        parts = (records, found.scores, found.estimates, found.comparisons, found.findings)
        if isinstance(protocol, SourceProtocol):
            results = source_account.results(protocol, *parts)
            noted = self._noted(results)
            return Conclusion(found.scores, noted, exports(protocol, found.estimates))
        return Conclusion(found.scores, self._noted(sound_account.results(protocol, *parts)))

    def _noted(self, results: Results) -> Results:
        """With a note on what of the library could not be read."""
        if not self.unread:
            return results
        files = "file" if len(self.unread) == 1 else "files"
        note = f"{len(self.unread)} {files} of the library could not be read: {self.unread[0]}."
        account = replace(results.account, limits=[note, *results.account.limits])
        return replace(results, account=account)

    def _songs(self, progress: Progress) -> Songs:
        data = self.config.data
        where = data.library if data.library == EMBEDDED else self.folder / data.library
        songs, self.unread = open_songs(
            where, data.counting, lambda done, total: progress("reading", done, total)
        )
        # A path would differ from machine to machine, and the order of a listing is chance.
        name = songs.source if data.library == EMBEDDED else Path(data.library).name
        listed = self.config.protocol == "source" and self.config.source.chosen_by == "listing"
        return Songs(tuple(songs if listed else sorted(songs, key=lambda song: song.id)), name)


def used(songs: Songs) -> DataUsed:
    """The library's name, its size and a hash of what was read from it."""
    digest = hashlib.sha256()
    for song in songs:
        digest.update(song.id.encode())
        digest.update(song.histogram.tobytes())
        digest.update(song.halves.tobytes())
    return DataUsed(songs.source, digest.hexdigest(), len(songs))
