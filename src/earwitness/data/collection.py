"""Files that belong together: in a folder, in a tar archive, or one alone."""

import tarfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO

from earwitness.errors import DataError


@dataclass(frozen=True, slots=True)
class Item:
    """A file of a collection; nothing is read before it is opened."""

    name: str
    size: int
    open: Callable[[], IO[bytes]]


@contextmanager
def open_collection(path: Path) -> Iterator[list[Item]]:
    """The files of a folder and its subfolders, or of a tar archive, or the one file, by name.

    Hidden files are left out. An archive is not unpacked, and must not be compressed: scores are
    compressed already.
    """
    if not path.exists():
        raise DataError(f"{path} does not exist")
    if path.is_dir():
        found = [p for p in path.rglob("*") if p.is_file() and not p.name.startswith(".")]
        yield _sorted(
            [
                Item(p.relative_to(path).as_posix(), p.stat().st_size, partial(_open, p))
                for p in found
            ]
        )
    elif path.suffix == ".tar":
        with _open_tar(path) as archive:
            yield _sorted(list(_members(archive, path)))
    else:
        yield [Item(path.name, path.stat().st_size, partial(_open, path))]


def _sorted(items: list[Item]) -> list[Item]:
    return sorted(items, key=lambda item: item.name)


def _open(path: Path) -> IO[bytes]:
    return path.open("rb")


def _open_tar(path: Path) -> tarfile.TarFile:
    try:
        return tarfile.open(path, "r:")
    except tarfile.TarError as error:
        raise DataError(f"{path} is not an uncompressed tar archive ({error})") from None


def _members(archive: tarfile.TarFile, path: Path) -> Iterator[Item]:
    try:
        for member in archive:
            name = member.name.removeprefix("./")
            if member.isfile() and not name.rpartition("/")[2].startswith("."):
                yield Item(name, member.size, partial(_extract, archive, member))
    except tarfile.TarError as error:
        raise DataError(f"{path} is a damaged tar archive ({error})") from None


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo) -> IO[bytes]:
    stream = archive.extractfile(member)
    if stream is None:  # links and devices, which _members leaves out
        raise DataError("is not a plain file")
    return stream
