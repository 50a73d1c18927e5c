"""The language of a text, by its small words.

Each language is a list of words that are frequent in any text of it, poems above all. A text is in
the language whose words make up the largest share of it; words on several lists count a part for
each. Where no language explains enough, or two explain the same, it cannot be told.
"""

import re
import unicodedata
from collections import Counter

_LISTS = {
    "German": """
        der die das und ich nicht ein eine einen einem einer du mein meine meinen meinem meiner mir
        mich dir dich dein deine deinen deinem deiner es ist sie er wir ihr ihn ihm ihre ihren sein
        seine seinen seinem seiner uns sich den dem des zu zum zur im am mit von vom auf aus bei
        nach wie wo was wer so da dann nun noch nur auch doch schon wenn als an in für durch über
        unter hat hab habe bin bist sind war wird will kann muss soll kein keine o ach hin her ja
        nie immer wieder hier dort alle alles aber oder dat wat ik nich un""",
    "English": """
        the and of to a in my i thou thee thy is that it with for me as his her he she you your
        they be on are not but from all so will shall when where what who our we this was by at
        their its o oh then there no or him one have had has were would could like how
        upon if an up more now come love let do down never which been them though ye ever
        i'll o'er 'tis there's""",
    "French": """
        le la les l un une des de du d et je tu il elle nous vous ils ne n pas que qu qui dans ma
        mon mes ta ton tes sa son ses est c ce cette ces au aux en sur par pour avec sans se s me m
        te t si mais ou où plus tout toute tous comme quand y j ai as a ont suis es sont était ô
        ah leur leurs notre votre moi toi lui bien rien jamais encore sous vers""",
    "Italian": """
        il lo la gli le i un una di del della dei delle dello degli e che non mi ti si ci vi è per
        con in nel nella da dal dalla al alla ai alle a o ma come se io tu mio mia miei tuo tua suo
        sua più ancora quando ove dove questo questa quel quella chi sul sulla sono sei ho
        ha ed ah amor core cor ciel sempre né me te tutto""",
    "Spanish": """
        el la los las un una de del y que no en mi tu su me te se le lo con por para como si es a al
        más yo muy cuando donde ay qué mis tus sus ese esa este esta hay sin sobre ni soy eres está
        o nos pero quien ya tan""",
    "Portuguese": """
        o a os as um uma de do da dos das e que não em no na nos nas meu minha teu tua seu sua me te
        se por para com como mais eu é ao à são quando onde mas nem há já vou tem ser você sou foi
        isso esta este pelo pela muito""",
    "Latin": """
        et in est non qui quae quod ad cum ut sed per te me tu nos vos deus domine dominus sancta
        sancte sanctus maria gratia ave ora pro nobis nunc hora amen gloria patri filio spiritui
        sunt ex de a ab si tibi mihi eius tuus tua tuum meus mea meum jesu christe virgo mater""",
    "Polish": """
        i w z na nie się że do jak to po o ja ty on mnie mi ci ciebie cię tak co za od a by był była
        jest są mój moja moje twój twoja ku gdzie gdy kiedy bo czy ale nad pod już tylko jej jego
        mu go dla przez oj hej""",
    "Swedish": """
        och i att det som en ett på är av för med jag du han hon den mig dig sig min mitt mina din
        ditt så till var där när men om vid över ur ej icke inte vi ni de hans hennes från har
        hade nu upp än sin här kom""",
    "Danish": """
        og i at det som en et på er af for med jeg du han hun den mig dig sig min mit mine din dit
        så til var der når men om ved over ud ej ikke vi de hans hendes fra har havde nu op end sin
        her kom""",
    "Norwegian": """
        og i at det som en et på er av for med jeg du han hun den meg deg seg min mitt mine din ditt
        så til var der når men om ved over ut ei ikke vi de hans hennes fra har hadde nå opp enn sin
        eg ikkje""",
    "Finnish": """
        ja on ei se hän minä sinä että kun niin kuin oi mun sun nyt jos vaan mutta ole olen tuo tää
        minun sinun missä yli siellä""",
    "Czech": """
        a i v na se že je to jak co já ty mi tě mě mne by byl jsem jsi ale když kde od do za po
        si můj má mé tvé ten ta pod nad už tak jen""",
    "Hawaiian": "ka ke i o a me ua e la he mai aku ana ia oe au ko no kou pua aloha kuu",
    "Russian": "и в не на я с что он как ты то она меня мне но за по все о а мой моя у из",
}
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ENOUGH = 0.08
"""The weight a word that must be found; verse in the languages above reaches 0.15 to 0.5."""


def _weights() -> dict[str, dict[str, float]]:
    """For each word, what it counts for which language: one, shared among its languages."""
    owners: dict[str, list[str]] = {}
    for name, text in _LISTS.items():
        for word in set(text.split()):
            owners.setdefault(word, []).append(name)
    return {word: dict.fromkeys(names, 1 / len(names)) for word, names in owners.items()}


_WEIGHTS = _weights()


def language_of(text: str) -> str:
    """The English name of the text's language; empty where it cannot be told."""
    scores: dict[str, float] = {}
    found = _words(text)
    for word, count in Counter(found).items():
        for name, weight in _WEIGHTS.get(word, {}).items():
            scores[name] = scores.get(name, 0.0) + weight * count
    if not scores:
        return ""
    best = max(scores, key=scores.__getitem__)
    score = scores[best]
    tied = list(scores.values()).count(score) > 1
    return "" if tied or score < _ENOUGH * len(found) else best


def _words(text: str) -> list[str]:
    """Lower-case words; elisions such as l' and d' stand alone, English o'er stays whole."""
    plain = unicodedata.normalize("NFC", text).replace("’", "'").casefold().replace("ß", "ss")
    found: list[str] = []
    for word in _WORD.findall(plain):
        before, apostrophe, after = word.partition("'")
        if apostrophe and len(before) <= 2 and word not in _WEIGHTS:
            found += [before, after]
        else:
            found.append(word)
    return found
