import json

import numpy as np
import pytest

from earwitness.music.singer import Singer, singer_from_histogram


def histogram(**held):
    made = np.zeros(128)
    for pitch, length in held.items():
        made[int(pitch[1:])] = length
    return made


def test_four_longest_are_favourites_and_two_shortest_avoids():
    singer = singer_from_histogram(histogram(p60=1, p62=9, p64=8, p65=7, p67=6, p69=2, p71=0.5))
    assert (singer.low, singer.high) == (60, 71)
    assert singer.favourites == (62, 64, 65, 67)
    assert singer.avoids == (60, 71)


def test_ties_go_to_the_lower_pitch():
    assert singer_from_histogram(histogram(p60=1, p62=1, p64=1, p65=1, p67=1)).favourites == (
        60,
        62,
        64,
        65,
    )


@pytest.mark.parametrize(
    ("held", "favourites", "avoids"),
    [
        ({"p60": 1}, (60,), ()),
        ({"p60": 1, "p62": 2}, (62, 60), ()),
        ({"p60": 1, "p62": 2, "p64": 3, "p65": 4, "p67": 5}, (67, 65, 64, 62), (60,)),
    ],
)
def test_no_note_is_favourite_and_avoid(held, favourites, avoids):
    singer = singer_from_histogram(histogram(**held))
    assert (singer.favourites, singer.avoids) == (favourites, avoids)


def test_grace_notes_belong_to_the_range():
    sounded = histogram(p60=1, p62=1, p72=1) > 0
    assert singer_from_histogram(histogram(p60=1, p62=1), sounded).high == 72


@pytest.mark.parametrize(
    "singer", [Singer(53, 74, (60,), (74,)), Singer(None, None, histogram=(0.0, 1.0))]
)
def test_a_query_reads_back(singer):
    assert Singer.from_query(json.loads(json.dumps(singer.to_query()))) == singer
