"""What a singer asks for, as people write it, checked."""

import re
from collections.abc import Sequence

from earwitness.errors import InputError
from earwitness.music.notes import note_name, parse_note, parse_range
from earwitness.music.singer import Singer


def parse_singer(
    compass: str, favourites: str = "", avoids: str = "", *, german: bool = False
) -> Singer:
    """A singer from `A3-F5` or a voice's name, and from lists of notes such as `A4, C5`.

    Favourites keep their order: the dearest first. A list may hold ranges, such as `D4-G4`, which
    are read from their middle outwards.
    Raises InputError, with the remedy, where the range is upside down, a favourite or an avoid
    lies outside it, or a note is in both lists.
    """
    low, high = parse_range(compass, german=german)
    liked, disliked = (_notes(text, german=german) for text in (favourites, avoids))
    return checked(Singer(low, high, liked, disliked))


def checked(singer: Singer) -> Singer:
    """The singer, unless what is asked for contradicts itself."""
    low, high = singer.low, singer.high
    if low is None or high is None:
        raise InputError("the request has no range; give one, such as A3-F5")
    if low > high:
        raise InputError(
            f"the lowest note {note_name(low)} lies above the highest {note_name(high)}; "
            "exchange them"
        )
    for kind, notes in (("favourite", singer.favourites), ("avoid", singer.avoids)):
        for note in notes:
            if not low <= note <= high:
                raise InputError(
                    f"the {kind} {note_name(note)} lies outside the range {note_name(low)} to "
                    f"{note_name(high)}; widen the range or leave the note out"
                )
    both = sorted({*singer.favourites} & {*singer.avoids})
    if both:
        raise InputError(
            f"{name_list(both)} cannot be both a favourite and an avoid; keep it in one list"
        )
    return singer


def name_list(notes: Sequence[int]) -> str:
    """`A4`, `A4 and C5`, `A4, C5 and E5`."""
    names = [note_name(note) for note in notes]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _notes(text: str, *, german: bool) -> tuple[int, ...]:
    """The notes in the order given, once each."""
    joined = re.sub(r"\s*[-–—]\s*(?=[A-Ha-h])", "-", text)
    found: dict[int, None] = {}
    for item in filter(None, re.split(r"[,;\s]+", joined)):
        if re.search(r"[-–—][A-Ha-h]", item):
            low, high = parse_range(item, german=german)
            middle_first = sorted(range(low, high + 1), key=lambda note: abs(2 * note - low - high))
            found |= dict.fromkeys(middle_first)
        else:
            found[parse_note(item, german=german)] = None
    return tuple(found)
