"""What people ask for is checked, with the remedy in the message."""

import pytest

from earwitness.errors import InputError
from earwitness.music.singer import Singer
from earwitness.systems.repertoire import checked, parse_singer


def test_favourites_keep_their_order_and_ranges_are_read_from_their_middle():
    singer = parse_singer("C4-C5", "A4, E4 G4-A4", "C5")
    assert singer == Singer(60, 72, (69, 64, 68, 67), (72,))
    assert parse_singer("alto").low == 53
    assert parse_singer("c'-c''", "h'", german=True).favourites == (71,)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        (("C5-C4",), "C4-C5"),
        (("C4-C5", "D5"), "the favourite D5 lies outside the range C4 to C5; widen"),
        (("C4-C5", "", "B3"), "the avoid B3 lies outside"),
        (("C4-C5", "E4, F4", "F4"), "F4 cannot be both a favourite and an avoid"),
        (("C4-C5", "X4"), "not a note"),
    ],
)
def test_bad_requests(asked, message):
    with pytest.raises(InputError, match=message):
        parse_singer(*asked)


def test_a_singer_made_by_hand_is_checked_too():
    with pytest.raises(InputError, match="the lowest note C5 lies above the highest C4; exchange"):
        checked(Singer(72, 60))
    with pytest.raises(InputError, match="no range"):
        checked(Singer(None, 60))
