"""Doses and passaggio."""

import pytest
from tests.systems.repertoire.specimens import song

from earwitness.systems.repertoire import VOICES, Load, load_of, passaggio_share
from earwitness.systems.repertoire.load import minutes

TENOR = VOICES["tenor"]


def test_a_minute_of_a4_is_26400_cycles_and_an_octave_lower_half_as_many():
    one = song("a", {69: 60.0}, unit="seconds", total=90.0)
    assert load_of(one) == Load(60.0, pytest.approx(26400.0), None)
    assert load_of(one, -12).cycles == pytest.approx(13200.0)
    assert minutes(one) == 1.5


def test_without_a_tempo_the_load_is_unknown_but_the_share_is_not():
    one = song("a", {62: 30.0, 60: 10.0})
    assert load_of(one, 0, TENOR) == Load(None, None, None)
    assert minutes(one) is None
    assert passaggio_share(one, TENOR) == 0.75
    assert passaggio_share(song("grace", {60: 0.0}), TENOR) is None


def test_the_passaggio_moves_with_the_key():
    one = song("a", {61: 1.0, 62: 2.0, 67: 4.0, 68: 8.0}, unit="seconds")
    assert load_of(one, 0, TENOR).passaggio_seconds == 6.0
    assert load_of(one, 1, TENOR).passaggio_seconds == 3.0
    assert load_of(one, -1, TENOR).passaggio_seconds == 12.0


def test_bands_and_zones():
    assert (VOICES["alto"].low, VOICES["alto"].high) == (53, 74)
    assert TENOR.passaggio == (62, 67)
    for voice in VOICES.values():
        assert voice.low < voice.passaggio[0] < voice.high
