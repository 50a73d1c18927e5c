"""What measures read from a case's truth."""

from collections.abc import Mapping
from typing import Any

from earwitness.errors import DataError


def ids(truth: Mapping[str, Any], key: str) -> list[str]:
    """The item ids under `key`, each once, in their order."""
    found = truth.get(key)
    if found is None or isinstance(found, str):
        raise DataError(f'a case\'s truth has {found!r} as "{key}"; give a list of item ids')
    return list(dict.fromkeys(found))
