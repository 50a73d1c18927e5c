"""Names that serve as file names and as anchors on the page."""

import re
import unicodedata


class Names:
    """Hands out safe names, each once, whatever they are made from."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, text: str, fallback: str) -> str:
        """Lower-case letters, digits and hyphens; `fallback` where nothing else is left."""
        plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
        stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or fallback
        name, i = stem, 1
        while name in self._taken:
            i += 1
            name = f"{stem}-{i}"
        self._taken.add(name)
        return name
