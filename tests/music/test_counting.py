import numpy as np
import pytest

from earwitness.errors import DataError
from earwitness.music.counting import count_sung, count_written
from earwitness.music.musicxml import read_musicxml


def written(document):
    tally = count_written(read_musicxml(document))
    return {int(p): round(float(tally.histogram[p]), 6) for p in np.flatnonzero(tally.sounded)}


def sung(document):
    return count_sung(read_musicxml(document))


def held(tally):
    return {int(p): round(float(tally.histogram[p]), 6) for p in np.flatnonzero(tally.sounded)}


class TestWritten:
    def test_sums_lengths_by_pitch_and_merges_enharmonics(self, xml):
        part = xml.part(xml.sung("F#4", 2) + xml.note("Gb4", 1) + xml.note("B3", 0.5))
        assert written(xml.document(part)) == {59: 0.5, 66: 3}

    def test_a_chord_counts_its_top_note_once(self, xml):
        part = xml.part(xml.sung("C4") + xml.note("C4") + xml.note("G4", before="<chord/>"))
        assert written(xml.document(part)) == {60: 1, 67: 1}

    def test_a_grace_note_occurs_with_length_0(self, xml):
        part = xml.part(xml.note("A5", before="<grace/>") + xml.sung("C4"))
        assert written(xml.document(part)) == {60: 1, 81: 0}

    def test_cue_notes_and_second_voices_count(self, xml):
        part = xml.part(
            xml.sung("C4", 2) + xml.backup(2) + xml.note("E4", 2) + xml.note("D4", before="<cue/>")
        )
        assert written(xml.document(part)) == {60: 2, 62: 1, 64: 2}

    def test_rests_count_in_the_total_only(self, xml):
        tally = count_written(read_musicxml(xml.document(xml.part(xml.sung("C4") + xml.rest(3)))))
        assert (tally.histogram.sum(), tally.total) == (1, 4)

    def test_repeats_and_transposition_are_ignored(self, xml):
        down = "<transpose><chromatic>-2</chromatic></transpose>"
        part = xml.part(xml.sung("C4") + xml.repeat("backward"), attributes=down)
        assert written(xml.document(part)) == {60: 1}

    def test_all_parts_with_lyrics_are_pooled_and_others_left_out(self, xml):
        parts = [xml.part(xml.sung("C5")), xml.part(xml.sung("C4")), xml.part(xml.note("C3"))]
        assert written(xml.document(*parts)) == {60: 1, 72: 1}

    def test_each_staff_of_a_keyboard_is_a_part(self, xml):
        staves = [f"<staff>{n}</staff>" for n in (1, 2)]
        part = xml.part(
            xml.note("C5", 1, staves[0], xml.lyric()) + xml.backup(1) + xml.note("C3", 1, staves[1])
        )
        assert written(xml.document(part)) == {72: 1}

    def test_a_lyric_on_a_chord_makes_no_vocal_part(self, xml):
        chord = xml.note("C6", 1, xml.lyric()) + xml.note("E6", before="<chord/>")
        parts = [xml.part(chord), xml.part(xml.sung("C4"))]
        assert written(xml.document(*parts)) == {60: 1}

    def test_without_lyrics_the_highest_staff_on_average_is_taken(self, xml):
        parts = [xml.part(xml.note("C3") + xml.note("C6")), xml.part(xml.note("C5", 4))]
        assert written(xml.document(*parts)) == {72: 4}

    def test_divisions_may_change(self, xml):
        more = "<attributes><divisions>4</divisions></attributes>"
        part = xml.part(xml.sung("C4", 1), more + xml.sung("C4", 6))
        assert written(xml.document(part)) == {60: 2.5}

    def test_chord_symbols_add_nothing(self, xml):
        harmony = "<harmony><root><root-step>C</root-step></root><kind>major</kind></harmony>"
        assert written(xml.document(xml.part(harmony + xml.sung("D4")))) == {62: 1}

    def test_halves_split_the_note_across_the_middle(self, xml):
        tally = count_written(
            read_musicxml(xml.document(xml.part(xml.sung("C4", 1) + xml.note("D4", 3))))
        )
        assert tally.halves[:, [60, 62]].tolist() == [[1, 1], [0, 2]]
        assert tally.halves.sum(axis=0).tolist() == tally.histogram.tolist()


class TestLines:
    def test_duets_are_two_lines(self, xml):
        parts = [xml.part(xml.sung("C5")), xml.part(xml.sung("E4"))]
        lines = sung(xml.document(*parts, names=("Soprano", "Alto")))
        assert [(line.part, held(line)) for line in lines] == [
            ("Soprano", {72: 1}),
            ("Alto", {64: 1}),
        ]

    def test_keyboards_with_words_are_left_out(self, xml):
        parts = [xml.part(xml.sung("C5")), xml.part(xml.sung("E4"))]
        (line,) = sung(xml.document(*parts, names=("Voice", "Pianoforte")))
        assert held(line) == {72: 1}

    def test_a_keyboard_is_trusted_where_it_alone_has_the_words(self, xml):
        (line,) = sung(xml.document(xml.part(xml.sung("C5")), names=("Piano",)))
        assert held(line) == {72: 1}

    def test_an_oboe_with_lyrics_is_a_voice(self, xml):
        (line,) = sung(xml.document(xml.part(xml.sung("C5")), names=("Oboe",)))
        assert held(line) == {72: 1}

    def test_a_viola_with_a_few_cue_words_is_none(self, xml):
        viola = xml.part(xml.sung("C3") + xml.note("D3") * 20)
        parts = [xml.part(xml.sung("C5") * 20), viola]
        (line,) = sung(xml.document(*parts, names=("Voice", "Viola")))
        assert held(line) == {72: 20}

    @pytest.mark.parametrize("name", ["Voice (cutaway)", "Ossia", "Voice (v.2)", "Voice verse 2"])
    def test_extra_staves_are_left_out(self, xml, name):
        parts = [xml.part(xml.sung("C5") * 4), xml.part(xml.sung("E5") * 2)]
        (line,) = sung(xml.document(*parts, names=("Voice", name)))
        assert held(line) == {72: 4}

    def test_a_staff_with_a_scrap_of_notes_is_left_out(self, xml):
        parts = [xml.part(xml.sung("C5") * 20), xml.part(xml.sung("E5") * 2)]
        (line,) = sung(xml.document(*parts))
        assert held(line) == {72: 20}

    def test_cue_notes_are_left_out(self, xml):
        cue = xml.note("G5", 1, before="<cue/>")
        (line,) = sung(xml.document(xml.part(xml.sung("C5") + cue)))
        assert held(line) == {72: 1}

    def test_another_voice_fills_silences_only(self, xml):
        first = xml.sung("C5", 2) + xml.rest(2)
        second = xml.note("A4", 2, "<voice>2</voice>") + xml.note("B4", 2, "<voice>2</voice>")
        (line,) = sung(xml.document(xml.part(first + xml.backup(4) + second)))
        assert held(line) == {71: 2, 72: 2}

    def test_two_singers_on_one_staff_are_two_lines(self, xml):
        first = xml.sung("C5", 2)
        second = xml.note("A4", 2, "<voice>2</voice>", xml.lyric())
        lines = sung(xml.document(xml.part(first + xml.backup(2) + second)))
        assert [held(line) for line in lines] == [{72: 2}, {69: 2}]

    def test_a_vocalise_is_sung_by_the_part_that_is_no_keyboard(self, xml):
        parts = [xml.part(xml.note("C5")), xml.part(xml.note("C6"))]
        (line,) = sung(xml.document(*parts, names=("Voice", "Piano")))
        assert held(line) == {72: 1}

    def test_a_piano_piece_has_no_vocal_line(self, xml):
        with pytest.raises(DataError, match="has no vocal line"):
            sung(xml.document(xml.part(xml.note("C5")), names=("Piano",)))

    def test_only_cue_notes_are_nothing_to_sing(self, xml):
        cue = xml.note("G5", 1, xml.lyric(), before="<cue/>")
        with pytest.raises(DataError, match="only notes are cue notes"):
            sung(xml.document(xml.part(cue)))

    def test_transposing_parts_sound(self, xml):
        down = "<transpose><chromatic>-2</chromatic><octave-change>-1</octave-change></transpose>"
        (line,) = sung(xml.document(xml.part(xml.sung("C5"), attributes=down)))
        assert held(line) == {58: 1}


class TestOrder:
    def test_repeats_count_twice(self, xml):
        part = xml.part(
            xml.sung("C4"), xml.repeat("forward") + xml.sung("D4") + xml.repeat("backward")
        )
        (line,) = sung(xml.document(part))
        assert held(line) == {60: 1, 62: 2}

    def test_endings_are_sung_in_their_turn(self, xml):
        close = xml.ending("1", "stop", '<repeat direction="backward"/>')
        part = xml.part(
            xml.sung("C4"),
            xml.ending("1", "start") + xml.sung("D4") + close,
            xml.ending("2", "start") + xml.sung("E4") + xml.ending("2", "stop"),
            xml.sung("F4"),
        )
        (line,) = sung(xml.document(part))
        assert held(line) == {60: 2, 62: 1, 64: 1, 65: 1}

    @pytest.mark.parametrize(
        "jump",
        ['<sound dacapo="yes"/>', "<direction-type><words>D.C. al Fine</words></direction-type>"],
    )
    def test_da_capo_al_fine(self, xml, jump):
        part = xml.part(
            xml.sung("C4") + xml.sound(fine="yes"),
            xml.sung("D4") + f"<direction>{jump}</direction>",
        )
        (line,) = sung(xml.document(part))
        assert held(line) == {60: 2, 62: 1}

    def test_dal_segno_al_coda_written_in_the_top_part_only(self, xml):
        top = xml.part(
            xml.rest(),
            xml.sound(segno="s") + xml.rest() + xml.sound(tocoda="c"),
            xml.rest() + xml.sound(dalsegno="s"),
            xml.sound(coda="c") + xml.rest(),
        )
        voice = xml.part(*(xml.sung(name) for name in ("C4", "D4", "E4", "F4")))
        (line,) = sung(xml.document(top, voice, names=("Violin", "Voice")))
        assert held(line) == {60: 1, 62: 2, 64: 1, 65: 1}

    def test_verses_without_repeat_signs_are_sung_one_after_another(self, xml):
        words = xml.lyric("ich und du", 1) + xml.lyric("nicht die Nacht", 2)
        (line,) = sung(xml.document(xml.part(xml.note("C4", 1, words) * 3)))
        assert (held(line), line.verses) == ({60: 6}, 2)

    def test_verses_under_a_repeat_raise_its_turns(self, xml):
        words = "".join(xml.lyric("und", n) for n in (1, 2, 3))
        repeated = xml.repeat("forward") + xml.note("D4", 1, words) + xml.repeat("backward")
        (line,) = sung(xml.document(xml.part(xml.sung("C4"), repeated)))
        assert (held(line), line.verses) == ({60: 1, 62: 3}, 3)

    def test_a_second_language_is_a_translation(self, xml):
        german, english = (
            ["ich", "bin", "nicht", "die", "Nacht", "und", "du"],
            ["I", "am", "not", "the", "night", "and", "you"],
        )
        notes = [
            xml.note("C4", 1, xml.lyric(a, 1) + xml.lyric(b, 2))
            for a, b in zip(german, english, strict=True)
        ]
        (line,) = sung(xml.document(xml.part("".join(notes))))
        assert (held(line), line.verses, line.language) == ({60: 7}, 1, "German")

    def test_a_few_other_words_are_no_verse(self, xml):
        part = xml.part(
            xml.sung("C4") * 9 + xml.note("C4", 1, xml.lyric("la", 1) + xml.lyric("o", 2))
        )
        (line,) = sung(xml.document(part))
        assert (held(line), line.verses) == ({60: 10}, 1)

    def test_two_verses_do_not_fall_on_the_two_halves(self, xml):
        part = xml.part(xml.sung("C4"), xml.sung("D4") + xml.repeat("backward"))
        (line,) = sung(xml.document(part))
        assert line.halves[:, [60, 62]].tolist() == [[2, 0], [0, 2]]


class TestTime:
    def test_seconds_follow_the_tempo_marks(self, xml):
        part = xml.part(
            xml.sound(tempo="60") + xml.sung("C4", 2), xml.sound(tempo="120") + xml.sung("D4", 2)
        )
        (line,) = sung(xml.document(part))
        assert (held(line), line.unit, line.total) == ({60: 2, 62: 1}, "seconds", 3)

    def test_a_note_across_a_change_of_tempo_takes_part_in_both(self, xml):
        change = xml.backup(1) + xml.sound(tempo="30") + "<forward><duration>1</duration></forward>"
        part = xml.part(xml.sound(tempo="60") + xml.sung("C4", 2) + change)
        (line,) = sung(xml.document(part))
        assert line.total == pytest.approx(3)

    def test_a_metronome_mark_is_a_tempo(self, xml):
        mark = (
            "<direction><direction-type><metronome><beat-unit>quarter</beat-unit><beat-unit-dot/>"
            "<per-minute>ca. 40</per-minute></metronome></direction-type></direction>"
        )
        (line,) = sung(xml.document(xml.part(mark + xml.sung("C4", 3))))
        assert (line.total, line.unit) == (pytest.approx(3), "seconds")

    def test_the_first_tempo_holds_from_the_beginning(self, xml):
        changes = [
            xml.sound(tempo="120") + xml.sung("D4", 2),
            xml.sound(tempo="60") + xml.sung("E4"),
        ]
        (line,) = sung(xml.document(xml.part(xml.sung("C4", 2), *changes)))
        assert held(line) == {60: 1, 62: 1, 64: 1}

    def test_a_tempo_over_the_piano_holds_for_the_voice(self, xml):
        piano = xml.part(xml.sound(tempo="120") + xml.note("C3", 2))
        (line,) = sung(xml.document(xml.part(xml.sung("C4", 2)), piano, names=("Voice", "Piano")))
        assert (line.total, line.unit) == (1, "seconds")

    def test_beats_where_there_is_no_tempo(self, xml):
        (line,) = sung(xml.document(xml.part(xml.sung("C4", 2) + xml.rest(2))))
        assert (line.unit, line.total) == ("beats", 2)


class TestPhrases:
    def test_end_at_rests_and_breath_marks(self, xml):
        breath = "<notations><articulations><breath-mark/></articulations></notations>"
        part = xml.part(
            xml.sung("C4", 1) + xml.sung("C4", 2, breath) + xml.sung("C4", 1),
            xml.sung("C4", 1.5) + xml.rest(),
        )
        (line,) = sung(xml.document(part))
        assert line.longest_phrase == pytest.approx(3)

    def test_go_on_over_the_barline(self, xml):
        (line,) = sung(xml.document(xml.part(xml.sung("C4", 4), xml.sung("D4", 4))))
        assert line.longest_phrase == 8

    def test_end_where_the_singer_goes_back(self, xml):
        (line,) = sung(xml.document(xml.part(xml.sung("C4", 4) + xml.repeat("backward"))))
        assert line.longest_phrase == 4

    def test_leaps_are_within_phrases(self, xml):
        part = xml.part(xml.sung("C4") + xml.sung("A4") + xml.rest() + xml.sung("C6"))
        (line,) = sung(xml.document(part))
        assert line.largest_leap == 9
