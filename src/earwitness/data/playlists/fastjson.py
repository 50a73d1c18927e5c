"""The fast JSON library, which comes with an extra."""

from types import ModuleType

from earwitness.errors import InputError


def fast_json() -> ModuleType:
    try:
        import orjson
    except ImportError as error:
        raise InputError(
            "JSON playlists need orjson; install it with: pip install 'earwitness[playlists]'"
        ) from error
    return orjson
