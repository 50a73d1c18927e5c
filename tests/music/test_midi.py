"""Own MIDI reader against mido, which writes the files here."""

import io

import mido
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earwitness.errors import DataError
from earwitness.music.counting import count_sung, count_written
from earwitness.music.midi import read_midi


def saved(*tracks, form=1, division=480, charset="utf-8"):
    file = mido.MidiFile(type=form, ticks_per_beat=division, charset=charset)
    file.tracks.extend(mido.MidiTrack(track) for track in tracks)
    stream = io.BytesIO()
    file.save(file=stream)
    return stream.getvalue()


def melody(*notes, channel=0):
    """(pitch, ticks) one after another; a pitch of None is a rest."""
    events, wait = [], 0
    for pitch, ticks in notes:
        if pitch is None:
            wait += ticks
            continue
        events += [
            mido.Message("note_on", note=pitch, velocity=64, time=wait, channel=channel),
            mido.Message("note_off", note=pitch, time=ticks, channel=channel),
        ]
        wait = 0
    return events


def held(tally):
    return {int(p): round(float(tally.histogram[p]), 6) for p in np.flatnonzero(tally.sounded)}


@settings(deadline=None)
@given(
    st.lists(
        st.tuples(st.one_of(st.none(), st.integers(0, 127)), st.integers(1, 5000)), min_size=1
    ),
    st.sampled_from([96, 480, 960]),
    st.sampled_from([0, 1]),
)
def test_reads_back_any_melody(notes, division, form):
    data = saved(melody(*notes), form=form, division=division)
    expected = {}
    for pitch, ticks in notes:
        if pitch is not None:
            expected[pitch] = expected.get(pitch, 0) + ticks / division
    if not expected:
        with pytest.raises(DataError, match="has no notes"):
            read_midi(data)
        return
    assert held(count_written(read_midi(data))) == pytest.approx(expected, abs=1e-5)


def test_seconds_follow_the_tempo_map_as_in_mido():
    tempi = [
        mido.MetaMessage("set_tempo", tempo=1_000_000, time=0),
        mido.MetaMessage("set_tempo", tempo=250_000, time=960),
    ]
    data = saved(tempi, melody((60, 480), (62, 1440)))
    (line,) = count_sung(read_midi(data))
    assert (held(line), line.unit) == ({60: 1.0, 62: 1.5}, "seconds")
    assert line.total == pytest.approx(mido.MidiFile(file=io.BytesIO(data)).length)


def test_without_a_tempo_there_are_120_quarters_a_minute():
    (line,) = count_sung(read_midi(saved(melody((60, 480)))))
    assert held(line) == {60: 0.5}


def test_running_status_and_velocity_0():
    events = bytes([0, 0x90, 60, 64, 96, 60, 0, 0, 62, 64, 96, 62, 0, 0, 0xFF, 0x2F, 0])
    data = (
        b"MThd"
        + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96])
        + b"MTrk"
        + len(events).to_bytes(4)
        + events
    )
    assert held(count_written(read_midi(data))) == {60: 1, 62: 1}


def test_the_track_with_lyrics_is_the_melody():
    words = [mido.MetaMessage("lyrics", text="la", time=0)]
    data = saved(melody((84, 480)), [*words, *melody((60, 480))])
    assert held(count_written(read_midi(data))) == {60: 1}


def test_without_lyrics_the_highest_track_is_and_drums_are_not():
    data = saved(melody((60, 480)), melody((72, 480)), melody((100, 480), channel=9))
    assert held(count_written(read_midi(data))) == {72: 1}


def test_of_notes_together_the_highest_counts():
    chord = [
        mido.Message("note_on", note=60, velocity=64, time=0),
        mido.Message("note_on", note=67, velocity=64, time=0),
        mido.Message("note_off", note=60, time=480),
        mido.Message("note_off", note=67, time=0),
    ]
    assert held(count_written(read_midi(saved(chord)))) == {67: 1}


def test_takes_the_title_from_the_track():
    name = [mido.MetaMessage("track_name", name="Lindenbaum", time=0)]
    assert read_midi(saved([*name, *melody((60, 480))])).title == "Lindenbaum"


@pytest.mark.parametrize("cut", range(1, 40))
def test_a_file_cut_anywhere_gives_a_clear_sentence(cut):
    data = saved(melody((60, 480), (62, 480), (64, 480)))
    with pytest.raises(DataError):
        read_midi(data[:-cut])


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"RIFF" + bytes(20), "is not a MIDI file"),
        (b"MThd" + bytes([0, 0, 0, 6, 0, 2, 0, 1, 0, 96]), "format 2; formats 0 and 1 are read"),
        (b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0xE8, 40]), "film frames"),
        (b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]), "has no notes"),
        (
            b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]) + b"MTrk" + bytes([0, 0, 0, 2, 0, 1]),
            "is damaged: 0x0 stands where",
        ),
        (
            b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]) + b"MTrk\0\0\0\5" + b"\xff" * 5,
            "runs over four bytes",
        ),
        (
            b"MThd" + bytes([0, 0, 0, 6, 0, 0, 0, 1, 0, 96]) + b"MTrk\0\0\0\3" + b"\0\x90\x40",
            "a MIDI event is cut short",
        ),
    ],
)
def test_says_what_is_wrong(data, says):
    with pytest.raises(DataError) as error:
        read_midi(data)
    assert says in str(error.value)
