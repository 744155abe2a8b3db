"""What characters are found by besides their names."""

import re
import unicodedata
from collections.abc import Iterator
from html.entities import html5
from pathlib import Path

TABLE = Path(__file__).with_name("keywords.txt")

ACCENTED = re.compile(r"LATIN (?:SMALL|CAPITAL) LETTER ([A-Z]+) WITH ([A-Z ]+)")
CASED = re.compile(r"([A-Z]+) (?:SMALL|CAPITAL) LETTER ([A-Z]+)")
POINTING = re.compile(r"(LEFT|RIGHT|UP|DOWN)WARDS (.*\bARROW\b.*)")
# What people call the marks that the character database calls otherwise.
COMMON_MARKS = {"DIAERESIS": "UMLAUT", "CARON": "HACEK", "STROKE": "SLASH"}
NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE".split()
    )
}


class Keywords:
    """The keywords of all characters: from the table, from HTML's names, and from their names."""

    def __init__(self) -> None:
        self._table = _read(TABLE.read_text(encoding="utf-8"))
        self._html: dict[str, list[str]] = {}
        for name, text in html5.items():
            if name.endswith(";") and len(text) == 1:
                self._html.setdefault(text, []).append(name.removesuffix(";").lower())

    def __iter__(self) -> Iterator[str]:
        """The characters of the table."""
        return iter(self._table)

    def __contains__(self, character: str) -> bool:
        """Whether a character stands in the table, as one that people look for."""
        return character in self._table

    def of(self, character: str) -> list[str]:
        """A character's keywords, each once."""
        words = [*_derived(character), *self._table.get(character, ())]
        words += sorted(self._html.get(character, ()), key=len)
        return list(dict.fromkeys(words))


def _read(text: str) -> dict[str, list[str]]:
    table: dict[str, list[str]] = {}
    for line in text.splitlines():
        head, _, words = line.partition("  ")
        if words and not head.startswith("# "):
            character = chr(int(head[2:], 16)) if head.startswith("U+") else head
            table.setdefault(character, []).extend(words.strip().split(", "))
    return table


def _derived(character: str) -> list[str]:
    """The keywords that follow from a character's name and properties."""
    name = unicodedata.name(character, "")
    if (accented := ACCENTED.fullmatch(name)) is not None:
        return _marked(accented[1], accented[2].replace(" AND ", " "))
    if (cased := CASED.fullmatch(name)) is not None:
        return [f"{cased[1]} {cased[2]}".lower()]
    if (pointing := POINTING.fullmatch(name)) is not None:
        way, arrow = pointing[1].lower(), pointing[2].lower()
        return [f"{way} {arrow}", f"{arrow} {way}"]
    category = unicodedata.category(character)
    if category == "Sc":
        return ["currency"]
    if category.startswith("N"):
        return _numbered(character, name)
    return []


def _marked(letter: str, marks: str) -> list[str]:
    """`e acute`, and `e umlaut` beside `e diaeresis`."""
    words = marks.split(" ")
    common = " ".join(COMMON_MARKS.get(word, word) for word in words)
    return [f"{letter} {each}".lower() for each in dict.fromkeys([marks, common])]


def _numbered(character: str, name: str) -> list[str]:
    """`superscript 2`, and `3/4` for a fraction."""
    digits = " ".join(NUMBERS.get(word, word) for word in name.split(" ")).lower()
    plain = unicodedata.normalize("NFKC", character).replace("\N{FRACTION SLASH}", "/")
    words = [digits] if digits != name.lower() else []
    return words + [plain] if "/" in plain else words
