#!/usr/bin/env python3
"""Writes Sources/CMatching/FoldingTables.c, the tables that the matcher folds text with.

Run it from anywhere, without arguments; the output depends on nothing but the Unicode version of
Python's `unicodedata`, which stands in the output. The rules, in order, for one code point:

1. Default-ignorable code points (variation selectors, joiners, soft hyphens) are dropped.
2. Compatibility decomposition (full-width forms, ligatures), except of free-standing accents.
3. Combining marks stay apart from their letter, as "marks" that a query may leave out.
4. Full case folding; the letters i, I, dotless i and I with dot are one class.
5. A Latin letter "X WITH something" that has no decomposition (d with stroke) is X with a mark of
   its own; so are eth (d) and the letters ae and oe.
"""

import pathlib
import re
import sys
import unicodedata

OUTPUT = pathlib.Path(__file__).parent.parent / "Sources/CMatching/FoldingTables.c"
PAGE = 128

# What an entry below FIRST_SEQUENCE means; FoldingEntry in the Swift sources has the same list.
UNCASED, LOWER, DELIMITER, IGNORABLE, DIACRITIC, LETTER_PART, EMOJI, INDICATOR, MODIFIER = range(9)
FIRST_SEQUENCE = 16

# Bits of an element beside its code point.
CLASS_SHIFT = 21
CLASS_UNCASED, CLASS_LOWER, CLASS_UPPER, CLASS_DELIMITER = range(4)
LETTER_PART_BIT = 1 << 30
MARK_BIT = 1 << 31

# Marks that no code point has, one for each "WITH ..."; above all code points.
FIRST_PRIVATE_MARK = 0x110000

DEFAULT_IGNORABLE = [
    (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
]
# Blocks whose symbols can begin or continue an emoji sequence; later Unicode versions fill them.
EMOJI_BLOCKS = [
    (0x2190, 0x21FF), (0x2300, 0x23FF), (0x25A0, 0x27BF), (0x2900, 0x297F), (0x2B00, 0x2BFF),
    (0x1F000, 0x1F0FF), (0x1F200, 0x1FAFF),
]
VOWEL_AND_FINAL_JAMO = [(0x1161, 0x11FF), (0xD7B0, 0xD7FF)]
HANGUL_SYLLABLES = (0xAC00, 0xD7A3)  # split by arithmetic at run time
LIGATURES = {"æ": "ae", "œ": "oe"}
ALONE = {"ð": ("d", "ETH")}
private_marks = {}


def within(ranges, code):
    return any(low <= code <= high for low, high in ranges)


def private_mark(description):
    return private_marks.setdefault(description, FIRST_PRIVATE_MARK + len(private_marks))


def is_mark(character):
    return unicodedata.category(character)[0] == "M" or within(VOWEL_AND_FINAL_JAMO, ord(character))


def is_letter_part(character):
    """Whether the mark changes which letter it is, so that equality needs it."""
    return unicodedata.combining(character) in (0, 7, 8, 9)


def letter_class(folded, cased):
    category = unicodedata.category(folded)
    if category == "Ll":
        upper = folded != cased and unicodedata.category(cased) in ("Lu", "Lt")
        return CLASS_UPPER if upper else CLASS_LOWER
    return CLASS_UNCASED if category[0] in "LNCM" else CLASS_DELIMITER


def mark_element(code, letter_part=False):
    return [MARK_BIT | (LETTER_PART_BIT if letter_part else 0) | code]


def base_element(folded, cased):
    return [ord(folded) | letter_class(folded, cased) << CLASS_SHIFT, ord(cased)]


def plain_letter(character):
    """The letter and the description of what is attached to it, or None."""
    if character in ALONE:
        return ALONE[character]
    name = unicodedata.name(character, "")
    match = re.fullmatch(r"LATIN SMALL LETTER ([A-Z]) WITH (.+)", name)
    return (match[1].lower(), match[2]) if match else None


def fold_base(character):
    """Elements of one character that has no decomposition left and is no mark."""
    if character in "ıİ":
        return base_element("i", "I" if character == "İ" else character)
    elements = []
    for folded in unicodedata.normalize("NFKD", character.casefold()):
        is_upper = folded != character and unicodedata.category(character) in ("Lu", "Lt")
        if folded in LIGATURES:
            for letter in LIGATURES[folded]:
                cased = letter.upper() if is_upper else letter
                elements += base_element(letter, cased) + mark_element(private_mark(folded))
        elif plain_letter(folded):
            letter, description = plain_letter(folded)
            cased = letter.upper() if is_upper else letter
            elements += base_element(letter, cased) + mark_element(private_mark(description))
        elif is_mark(folded):
            elements += mark_element(ord(folded), is_letter_part(folded))
        else:
            elements += base_element(folded, character)
    return elements


def fold(character):
    if character == "İ":
        return fold_base(character)
    decomposed = unicodedata.normalize("NFKD", character)
    if decomposed[0] == " " and unicodedata.category(character) != "Zs":
        decomposed = character
    elements = []
    for part in decomposed:
        if within(DEFAULT_IGNORABLE, ord(part)):
            continue
        if is_mark(part):
            elements += mark_element(ord(part), is_letter_part(part))
        else:
            elements += fold_base(part)
    return elements


def simple_entry(code):
    """The entry of a code point that folds to itself, or None."""
    character = chr(code)
    if within(DEFAULT_IGNORABLE, code):
        return IGNORABLE
    if 0x1F1E6 <= code <= 0x1F1FF:
        return INDICATOR
    if 0x1F3FB <= code <= 0x1F3FF:
        return MODIFIER
    if within([HANGUL_SYLLABLES], code) or 0xD800 <= code <= 0xDFFF:
        return UNCASED
    if is_mark(character) and unicodedata.normalize("NFKD", character) == character:
        return LETTER_PART if is_letter_part(character) else DIACRITIC
    if fold(character) == base_element(character, character):
        if within(EMOJI_BLOCKS, code):
            return EMOJI
        return {CLASS_LOWER: LOWER, CLASS_UNCASED: UNCASED, CLASS_DELIMITER: DELIMITER}[
            letter_class(character, character)]
    return None


def build():
    sequences, words, entries = {}, [], []
    for code in range(sys.maxunicode + 1):
        entry = simple_entry(code)
        if entry is None:
            elements = tuple(fold(chr(code)))
            if elements not in sequences:
                sequences[elements] = FIRST_SEQUENCE + len(words)
                words += [len(elements), *elements]
            entry = sequences[elements]
        entries.append(entry)
    assert FIRST_SEQUENCE + len(words) < 1 << 16
    pages, stored, index = {}, [], []
    for start in range(0, len(entries), PAGE):
        page = tuple(entries[start:start + PAGE])
        if page not in pages:
            pages[page] = len(stored) // PAGE
            stored += page
        index.append(pages[page])
    return index, stored, words


def array(kind, name, values):
    lines = [f"const {kind} {name}[{len(values)}] = {{"]
    line = " "
    for value in values:
        text = f" {value}," if value < 1 << 16 else f" {value:#x},"
        if len(line) + len(text) > 100:
            lines.append(line)
            line = " "
        line += text
    return "\n".join([*lines, line, "};", ""])


def main():
    index, entries, words = build()
    OUTPUT.write_text("\n".join([
        f"// Written by Tools/generate-folding.py from Unicode {unicodedata.unidata_version}."
        " Do not edit.",
        "",
        '#include "CMatching.h"',
        "",
        array("uint16_t", "cmatching_fold_pages", index),
        array("uint16_t", "cmatching_fold_entries", entries),
        array("uint32_t", "cmatching_fold_words", words),
    ]))
    print(f"{len(index)} pages, {len(entries)} entries, {len(words)} words")


if __name__ == "__main__":
    main()
