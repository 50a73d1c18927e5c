from earwitness.music.lyrics import (
    count_verses,
    first_line,
    syllables,
    without_translations,
    words,
)
from earwitness.music.score import Note


def note(*lyrics):
    """(number, syllabic, text) for each lyric."""
    written = "".join(
        f'<lyric default-y="-80" number="{number}"><syllabic>{kind}</syllabic>'
        f"<text>{text}</text></lyric>"
        for number, kind, text in lyrics
    )
    return Note(0, 1, 60, 60, 0, lyrics=f"{written}</note>".encode())


def text(*notes):
    return words(syllables(notes))


def test_syllables_join_to_words():
    notes = [note((1, "begin", "Lin")), note((1, "middle", "den")), note((1, "end", "baum"))]
    assert text(*notes, note((1, "single", "rauscht"))) == {"1": "Lindenbaum rauscht"}


def test_hyphens_in_the_text_join_too():
    assert text(note((1, "single", "ra-")), note((1, "single", "miers"))) == {"1": "ramiers"}


def test_entities_elisions_and_empty_lyrics():
    lyrics = (
        b"<lyric><text>it</text><elision/><text>is &amp; &#233;</text></lyric>"
        b"<lyric number='2'><extend/></lyric></note>"
    )
    assert text(Note(0, 1, 60, 60, 0, lyrics=lyrics)) == {"1": "it is & é"}


def test_the_first_line_is_that_with_the_lowest_number():
    assert first_line({"10": "c", "2": "b"}) == "b"
    assert not first_line({})


def test_translations_are_told_from_verses():
    german = (1, "single", "ich bin nicht die Nacht und du")
    english = (2, "single", "I am not the night and you")
    second = (3, "single", "und der Wind ist mir ein Lied")
    unknown = (4, "single", "trallala")
    kept = without_translations(syllables([note(german, english, second, unknown)]))
    assert [syllable.number for syllable in kept] == ["1", "3", "4"]


def test_a_line_counts_as_a_verse_with_enough_syllables():
    both = [note((1, "single", "la"), (2, "single", "lo"))] + [note((1, "single", "la"))] * 3
    found = syllables(both)
    assert (count_verses(found, 0.25), count_verses(found, 0.5), count_verses([], 0.5)) == (2, 1, 0)
