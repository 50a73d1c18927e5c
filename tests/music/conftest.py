"""Small MusicXML documents."""

import pytest


class Writer:
    """Writes the pieces of a score, one division a quarter."""

    @staticmethod
    def lyric(text: str = "la", number: int = 1) -> str:
        return f'<lyric number="{number}"><syllabic>single</syllabic><text>{text}</text></lyric>'

    @staticmethod
    def note(name: str = "C4", length: float = 1, *after: str, before: str = "") -> str:
        """`before` stands before the pitch (chord, grace, cue), `after` behind the duration."""
        alter = {"#": 1, "b": -1}.get(name[1:-1], 0)
        timing = "" if "<grace/>" in before else f"<duration>{length}</duration>"
        return (
            f"<note>{before}<pitch><step>{name[0]}</step><alter>{alter}</alter>"
            f"<octave>{name[-1]}</octave></pitch>{timing}{''.join(after)}</note>"
        )

    def sung(self, name: str = "C4", length: float = 1, *after: str) -> str:
        return self.note(name, length, *after, self.lyric())

    @staticmethod
    def rest(length: float = 1) -> str:
        return f"<note><rest/><duration>{length}</duration></note>"

    @staticmethod
    def backup(length: float) -> str:
        return f"<backup><duration>{length}</duration></backup>"

    @staticmethod
    def sound(**attributes: str) -> str:
        given = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        return f"<direction><direction-type/><sound {given}/></direction>"

    @staticmethod
    def repeat(direction: str, **attributes: str) -> str:
        given = " ".join(f'{key}="{value}"' for key, value in attributes.items())
        return f'<barline><repeat direction="{direction}" {given}/></barline>'

    @staticmethod
    def ending(numbers: str, kind: str, inner: str = "") -> str:
        return f'<barline><ending number="{numbers}" type="{kind}"/>{inner}</barline>'

    @staticmethod
    def part(*contents: str, attributes: str = "") -> str:
        """A part's measures."""
        first = f"<attributes><divisions>1</divisions>{attributes}</attributes>"
        return "".join(
            f'<measure number="{number}">{first if number == 1 else ""}{content}</measure>'
            for number, content in enumerate(contents, start=1)
        )

    @staticmethod
    def document(*parts: str, names: tuple[str, ...] = (), head: str = "") -> bytes:
        """A score in UTF-8."""
        names = names or ("Voice",) * len(parts)
        listed = "".join(
            f'<score-part id="P{number}"><part-name>{name}</part-name></score-part>'
            for number, name in enumerate(names, start=1)
        )
        body = "".join(f'<part id="P{n}">{part}</part>' for n, part in enumerate(parts, start=1))
        return (
            '<?xml version="1.0" encoding="UTF-8"?>\n'
            '<!DOCTYPE score-partwise PUBLIC "-//Recordare//DTD MusicXML 4.0 Partwise//EN" '
            '"http://www.musicxml.org/dtds/partwise.dtd">\n<score-partwise version="4.0">'
            f"{head}<part-list>{listed}</part-list>{body}</score-partwise>"
        ).encode()


@pytest.fixture(scope="session")
def xml() -> Writer:
    return Writer()
