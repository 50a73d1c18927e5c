"""What the OpenScore Lieder Corpus says about its songs.

Scores lie at `scores/Composer/Set/Title/lcNUMBER.mxl`, tables at `data/*.tsv`. They are joined by
the number: the paths in the tables are of another edition, and 104 scores are in no table.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import unquote

CITATION = (
    "M. R. H. Gotham and P. Jonas (2022), The OpenScore Lieder Corpus, Music Encoding Conference "
    "Proceedings 2021, pp. 131-136, doi:10.17613/1my2-dm23"
)
LICENCE = "CC0 1.0"
TABLES = ("data/scores.tsv", "data/sets.tsv", "data/composers.tsv")
_SCORE = re.compile(r"(?:^|/)([^/]+)/([^/]+)/([^/]+)/lc(\d+)\.mxl$")


class Entry(NamedTuple):
    """What is known about one score; empty where nothing is."""

    lc: str
    composer: str
    title: str
    set: str
    poet: str


def read_tables(tables: Mapping[str, str], names: Iterable[str]) -> dict[str, Entry]:
    """An entry for each score of the corpus among the file names.

    Composers are named as in the tables, for scores that are not there as for others in the same
    folder. Sets are the folders; songs in a folder `_` belong to none.
    """
    scores, sets, composers = (_rows(tables[name]) for name in TABLES)
    found = {name: match for name in names if (match := _SCORE.search(name))}
    known = {
        match[1]: composers[sets[scores[match[4]]["set_id"]]["composer_id"]]["name"]
        for match in found.values()
        if match[4] in scores
    }
    return {
        name: Entry(
            lc=match[4],
            composer=known.get(match[1]) or _person(match[1]),
            title=scores.get(match[4], {}).get("name", ""),
            set="" if match[2] == "_" else match[2].replace("_", " "),
            poet=_person(scores.get(match[4], {}).get("lyricist_url", "")),
        )
        for name, match in found.items()
    }


def _rows(text: str) -> dict[str, dict[str, str]]:
    return {row["id"]: row for row in csv.DictReader(text.splitlines(), delimiter="\t")}


def _person(address: str) -> str:
    """The name in `Müller,_Wilhelm` or in an address that ends so."""
    last, _, first = unquote(address).rpartition("/")[2].removeprefix("Category:").partition(",_")
    return f"{first} {last}".strip().replace("_", " ")
