"""What is worth knowing about a character, as Markdown."""

import unicodedata
from collections.abc import Iterator
from functools import cache
from html.entities import html5

from catalog import id_of, shown
from names import name_of

CATEGORIES = {
    "Lu": "capital letter",
    "Ll": "small letter",
    "Lt": "title-case letter",
    "Lm": "modifier letter",
    "Lo": "letter without case",
    "Mn": "mark that takes no space",
    "Mc": "mark that takes space",
    "Me": "mark that encloses",
    "Nd": "decimal digit",
    "Nl": "number that is a letter",
    "No": "other number",
    "Pc": "connecting punctuation",
    "Pd": "dash",
    "Ps": "opening punctuation",
    "Pe": "closing punctuation",
    "Pi": "opening quotation mark",
    "Pf": "closing quotation mark",
    "Po": "other punctuation",
    "Sm": "mathematical symbol",
    "Sc": "currency symbol",
    "Sk": "modifier symbol",
    "So": "other symbol",
    "Zs": "space",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cc": "control character",
    "Cf": "format character",
    "Co": "private use",
    "Cn": "not assigned",
}
DIRECTIONS = {
    "L": "left to right",
    "R": "right to left",
    "AL": "right to left, Arabic",
    "EN": "European number",
    "ES": "separator of European numbers",
    "ET": "terminator of European numbers",
    "AN": "Arabic number",
    "CS": "common separator of numbers",
    "NSM": "that of the character before",
    "BN": "boundary neutral",
    "B": "paragraph separator",
    "S": "segment separator",
    "WS": "white space",
    "ON": "neutral",
    "LRE": "left-to-right embedding",
    "LRO": "left-to-right override",
    "RLE": "right-to-left embedding",
    "RLO": "right-to-left override",
    "PDF": "end of embedding or override",
    "LRI": "left-to-right isolate",
    "RLI": "right-to-left isolate",
    "FSI": "first strong isolate",
    "PDI": "end of isolate",
}
WIDTHS = {
    "F": "wide, a full-width form",
    "H": "narrow, a half-width form",
    "W": "wide",
    "Na": "narrow",
    "A": "wide in East Asian text, narrow elsewhere",
    "N": "neutral",
}
# The kinds of decomposition that are not said by a word.
DECOMPOSITIONS = {
    "compat": "compatibility",
    "noBreak": "no-break",
    "sub": "subscript",
    "super": "superscript",
}
PLANES = {
    0: "Basic Multilingual Plane",
    1: "Supplementary Multilingual Plane",
    2: "Supplementary Ideographic Plane",
    3: "Tertiary Ideographic Plane",
    14: "Supplementary Special-purpose Plane",
    15: "private use",
    16: "private use",
}
# The largest denominator of a number in the character database is that of a Tamil fraction.
LARGEST_DENOMINATOR = 320


def title(character: str) -> str:
    """The character's name, or what stands for one that has none."""
    return name_of(character) or CATEGORIES[unicodedata.category(character)].capitalize()


def facts(character: str) -> str:
    """The facts: the character as a heading, its name, and a list."""
    sight = shown(character)
    heading = f"# {code(sight)}\n\n" if sight else ""
    lines = [f"- {label}: {text}" for label, text in _facts(character)]
    return f"{heading}**{title(character)}**\n\n" + "\n".join(lines) + "\n"


def code(text: str) -> str:
    """Text in a code span, in which nothing means anything; its fence is longer than its ticks."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def _facts(character: str) -> Iterator[tuple[str, str]]:
    codepoint = ord(character)
    yield "Code point", f"{code(id_of(character))}, decimal {codepoint}"
    yield from _encodings(character)
    if entities := _entities(character):
        yield "HTML", ", ".join(map(code, entities))
    yield "Category", _worded(CATEGORIES, unicodedata.category(character))
    plane, row = codepoint >> 16, codepoint >> 8
    name = f", the {PLANES[plane]}" if plane in PLANES else ""
    yield "Place", f"U+{row:02X}00 to U+{row:02X}FF, in plane {plane}{name}"
    yield from _relations(character)
    yield from _behaviour(character)


def _encodings(character: str) -> Iterator[tuple[str, str]]:
    for label, encoding, size in [
        ("UTF-8", "utf-8", 1),
        ("UTF-16", "utf-16-be", 2),
        ("UTF-32", "utf-32-be", 4),
    ]:
        yield label, code(character.encode(encoding).hex(" ", size).upper())


def _entities(character: str) -> list[str]:
    """What stands for a character in HTML: the shortest name, if it has one, and its number."""
    name = _entity_names().get(character)
    # Numbers of control characters are no HTML, or mean others.
    is_control = unicodedata.category(character) == "Cc"
    numbered = [] if is_control else [f"&#x{ord(character):X};"]
    return numbered if name is None else [f"&{name}", *numbered]


@cache
def _entity_names() -> dict[str, str]:
    names: dict[str, str] = {}
    for name in sorted(html5, key=lambda name: (len(name), name), reverse=True):
        if name.endswith(";"):
            names[html5[name]] = name
    return names


def _relations(character: str) -> Iterator[tuple[str, str]]:
    """What other characters it has to do with."""
    tag, *parts = unicodedata.decomposition(character).split(" ")
    if not tag.startswith("<"):
        parts, tag = [tag, *parts] if tag else [], ""
    if parts:
        tag = tag.strip("<>")
        kind = f", {DECOMPOSITIONS.get(tag, tag)}" if tag else ""
        yield f"Decomposition{kind}", _listed(chr(int(part, 16)) for part in parts)
    for label, mapped in [
        ("Capital", character.upper()),
        ("Small", character.lower()),
        ("Title case", character.title()),
    ]:
        if mapped != character and not (label == "Title case" and mapped == character.upper()):
            yield label, _listed(mapped)


def _behaviour(character: str) -> Iterator[tuple[str, str]]:
    """How it acts among others."""
    if unicodedata.category(character) == "Cn":
        return
    value = unicodedata.numeric(character, None)
    if value is not None:
        yield "Numeric value", _number(value)
    direction = unicodedata.bidirectional(character)
    if direction:
        mirrored = ", mirrored" if unicodedata.mirrored(character) else ""
        yield "Direction", _worded(DIRECTIONS, direction) + mirrored
    yield "Width", _worded(WIDTHS, unicodedata.east_asian_width(character))
    if unicodedata.combining(character):
        yield "Combining class", str(unicodedata.combining(character))


def _listed(characters: Iterator[str] | str) -> str:
    return ", ".join(f"{code(id_of(each))} {title(each)}" for each in characters)


def _worded(words: dict[str, str], abbreviation: str) -> str:
    word = words.get(abbreviation)
    return code(abbreviation) if word is None else f"{word} ({code(abbreviation)})"


def _number(value: float) -> str:
    for denominator in range(1, LARGEST_DENOMINATOR + 1):
        numerator = round(value * denominator)
        if abs(value * denominator - numerator) < 1e-9:
            return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"
    return str(value)
