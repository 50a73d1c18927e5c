import pytest

from earwitness.music.language import language_of


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("German", "Der Wind geht durch die Nacht und ich bin nicht allein mit dir"),
        ("German", "Dat Water is deep un ik kann nich över"),
        ("English", "The wind is in the trees and all my heart is with thee"),
        ("French", "L’oiseau chante dans le bois et je ne sais pas pourquoi"),
        ("Italian", "Il vento passa nella notte e non mi lascia più dormire"),
        ("Spanish", "El viento pasa por la noche y no me deja dormir"),
        ("Portuguese", "O vento não passa e eu vou com você para a minha terra"),
        ("Latin", "Ave virgo sancta, ora pro nobis nunc et in hora nostra, amen"),
        ("Polish", "Wiatr jest nad wodą i nie wiem, gdzie się podział mój dom"),
        ("Swedish", "Vinden går över sjön och jag är inte ensam med dig"),
        ("Danish", "Vinden går over søen og jeg er ikke alene, af havet kommer du"),
        ("Norwegian", "Vinden går over sjøen og jeg er ikke alene, av havet ser jeg deg"),
        ("Finnish", "Tuuli on niin hiljaa, että minä en tiedä missä sinä olet nyt"),
        ("Czech", "Vítr jde nad vodou a já jsem tak sám, když už tě není"),
        ("Russian", "Ветер идёт, и я не знаю, что мне делать, но ты со мной"),
    ],
)
def test_tells_the_language_of_a_sentence(language, text):
    assert language_of(text) == language


@pytest.mark.parametrize("text", ["", "tra tra tra", "1. 2. 3.", "Xyzzy plugh quux"])
def test_says_nothing_where_it_cannot_tell(text):
    assert not language_of(text)


def test_apostrophes_of_all_kinds_are_one():
    assert language_of("L'amour, l'amour, d'un jour") == language_of("L’amour, l’amour, d’un jour")
