"""The characters that are offered, each as an item."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from jackfield_plugin import JSON
from keywords import Keywords
from names import name_of

# Where characters with a name of their own are. Between them lie ideographs and Hangul syllables,
# whose names are made from their numbers or sounds: a hundred thousand items of nothing to look
# for, three times as many as all others. Surrogates and private use have no names at all.
SPANS = (
    (0x0000, 0x3400),
    (0x4DC0, 0x4E00),
    (0xA000, 0xAC00),
    (0xD7B0, 0xD800),
    (0xFB00, 0x20000),
    (0xE0000, 0xE0200),
)

# How much is made of a character among those that match as well as it does: those that people look
# for first, then the blocks of everyday text, the scripts of today, and last what only scholars and
# old encodings need.
WANTED, COMMON, USUAL, PLAIN, RARE = 900, 600, 300, 0, -500
# Small letters are looked for more often than capitals, and plain ones more often than those with
# marks, whose keywords may well make a shorter text.
SMALL_LETTER = 50
MARKED_LETTER = -100
# Blocks by their first characters, each up to the next.
BLOCKS = (
    (0x0000, WANTED),  # ASCII
    (0x0080, COMMON),  # Latin-1
    (0x0100, USUAL),  # Latin Extended-A
    (0x0180, PLAIN),
    (0x0370, USUAL),  # Greek
    (0x03E2, PLAIN),  # Coptic
    (0x03F0, USUAL),
    (0x0400, USUAL),  # Cyrillic
    (0x0460, PLAIN),
    (0x2000, USUAL),  # punctuation, currency, letter-like, numbers, arrows, mathematics
    (0x2400, PLAIN),
    (0x2500, USUAL),  # boxes, shapes, symbols, dingbats
    (0x27C0, PLAIN),
    (0x2E80, RARE),  # radicals
    (0x3000, PLAIN),
    (0xFB00, RARE),  # forms for old encodings
    (0x10000, RARE),
    (0x1F300, USUAL),  # emoji
    (0x1F650, RARE),
    (0x1F680, USUAL),
    (0x1F700, RARE),
    (0x1F900, USUAL),
    (0x1FB00, RARE),
)

DOTTED_CIRCLE = "\N{DOTTED CIRCLE}"
# Categories of what can't be seen, or would change how the text around it is shown.
UNSEEN = frozenset(("Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"))


def all_items() -> Iterator[JSON]:
    """All characters in the order of their code points."""
    keywords = _keywords()
    for first, last in SPANS:
        for codepoint in range(first, last):
            character = chr(codepoint)
            if (name := _offered_name(character)) is not None:
                yield _item(character, name, keywords)


def item_of(character: str) -> JSON:
    """One character, be it offered or not."""
    return _item(character, name_of(character) or id_of(character), _keywords())


def id_of(character: str) -> str:
    """The code point as Unicode writes it: `U+00E9`."""
    return f"U+{ord(character):04X}"


def character_of(id: str) -> str | None:
    """The character with an id; None for what is none, surrogates included."""
    if re.fullmatch(r"U\+[0-9A-F]{4,6}", id) is None:
        return None
    codepoint = int(id[2:], 16)
    is_scalar = codepoint <= 0x10FFFF and not 0xD800 <= codepoint <= 0xDFFF
    return chr(codepoint) if is_scalar else None


def data_of(character: str) -> dict[str, JSON]:
    """What whoever chooses a character gets: itself and its number."""
    return {"character": character, "codepoint": ord(character)}


def shown(character: str) -> str:
    """A character as it can be shown: marks on a circle, and nothing for what can't be seen."""
    category = unicodedata.category(character)
    if category in UNSEEN:
        return ""
    return DOTTED_CIRCLE + character if category.startswith("M") else character


@cache
def _keywords() -> Keywords:
    return Keywords()


def _offered_name(character: str) -> str | None:
    # So end the names of the ideographs within the spans: Tangut, Nushu, Khitan.
    if unicodedata.name(character, "").endswith(f"-{ord(character):X}"):
        return None
    return name_of(character)


def _item(character: str, name: str, keywords: Keywords) -> JSON:
    id = id_of(character)
    sight = shown(character)
    # The character begins the text, so that no name does: a query that begins one of them would
    # put it before the very name that it is.
    found = ", ".join([f"{sight} {name}", *keywords.of(character), *_numbers(character)])
    return {
        "id": id,
        "text": name,
        "subtitle": f"{id} {sight}".rstrip(),
        "filterText": found,
        "weight": _weight(character, keywords),
        "data": data_of(character),
    }


def _numbers(character: str) -> list[str]:
    """The ways in which people write a code point."""
    number = f"{ord(character):X}"
    return [id_of(character), f"0x{number}", *([] if len(number) > 3 else [number])]


def _weight(character: str, keywords: Keywords) -> int:
    codepoint = ord(character)
    weight = next(weight for first, weight in reversed(BLOCKS) if first <= codepoint)
    if character in keywords:
        weight = WANTED
    category = unicodedata.category(character)
    if category == "Ll":
        weight += SMALL_LETTER
    if category.startswith("L") and unicodedata.decomposition(character):
        weight += MARKED_LETTER
    return weight
