"""Names as people write them, and what characters are found by."""

import unicodedata
import unittest
from typing import Any

from catalog import SPANS, all_items, character_of, id_of, item_of, shown
from keywords import Keywords
from names import CONTROL_NAMES, name_of

# Items are JSON, and looked into in each test.
ALL: list[Any] = list(all_items())


class Names(unittest.TestCase):
    def test_they_are_in_usable_case(self) -> None:
        table = {
            "é": "Latin small letter e with acute",
            "É": "Latin capital letter E with acute",
            "Æ": "Latin capital letter AE",
            "Ĳ": "Latin capital ligature IJ",
            "Ж": "Cyrillic capital letter Zhe",
            "\u0391": "Greek capital letter Alpha",
            "\u211d": "Double-struck capital R",
            "\u0661": "Arabic-Indic digit one",
            "\U0001f30d": "Earth globe Europe-Africa",
            "\U00013000": "Egyptian hieroglyph A001",
            "\U00010600": "Linear A sign AB001",
            "\u4e2d": "CJK unified ideograph-4E2D",
            "\u2190": "Leftwards arrow",
            "\n": "Line feed",
            "\x9d": "Operating system command",
        }
        for character, name in table.items():
            with self.subTest(name):
                self.assertEqual(name_of(character), name)

    def test_what_has_no_name_has_none(self) -> None:
        for character in ["\u0378", "\ue000", "\uffff", "\U0010ffff"]:
            self.assertIsNone(name_of(character))

    def test_the_names_of_control_characters_are_their_aliases(self) -> None:
        controls = [c for c in map(chr, range(256)) if unicodedata.category(c) == "Cc"]
        self.assertEqual(sorted(CONTROL_NAMES), [ord(each) for each in controls])
        for codepoint, name in CONTROL_NAMES.items():
            self.assertEqual(unicodedata.lookup(name.upper()), chr(codepoint))


class KeywordTable(unittest.TestCase):
    keywords = Keywords()

    def test_characters_are_found_by_what_people_say(self) -> None:
        table = {
            "é": ["e acute", "eacute"],
            "ü": ["u diaeresis", "u umlaut"],
            "Š": ["s caron", "s hacek"],
            "←": ["left arrow", "arrow left", "larr"],
            "ж": ["cyrillic zhe"],
            "\u21e4": ["arrow to bar left"],
            "“": ["open quote", "ldquo"],
            "—": ["dash em", "mdash"],
            "€": ["euro", "currency"],
            "\u20a5": ["currency"],
            "∑": ["sum"],
            "½": ["1/2", "half"],
            "²": ["superscript 2", "squared"],
            "Ⅳ": ["roman numeral 4"],
            "😂": ["laugh"],
            "#": ["hash"],
            "\u00a0": ["nbsp"],
            "\n": ["newline"],
        }
        for character, words in table.items():
            with self.subTest(character):
                self.assertLessEqual(set(words), set(self.keywords.of(character)))

    def test_a_character_has_a_keyword_once(self) -> None:
        for item in ALL:
            words = self.keywords.of(item["data"]["character"])
            self.assertEqual(len(words), len(set(words)), item["id"])

    def test_whoever_stands_in_the_table_is_offered(self) -> None:
        offered = {item["data"]["character"] for item in ALL}
        self.assertLessEqual(set(self.keywords), offered)
        self.assertGreater(len(set(self.keywords)), 300)


class Items(unittest.TestCase):
    def test_an_item_is_whole(self) -> None:
        expected = {
            "id": "U+00E9",
            "text": "Latin small letter e with acute",
            "subtitle": "U+00E9 é",
            "filterText": "é Latin small letter e with acute, e acute, eacute, U+00E9, 0xE9, E9",
            "weight": 550,
            "data": {"character": "é", "codepoint": 0xE9},
        }
        self.assertEqual(item("é"), expected)

    def test_all_named_characters_are_offered_in_order_but_for_numbered_and_hangul(self) -> None:
        offered = [item["id"] for item in ALL]
        expected = [id_of(each) for each in map(chr, range(0x110000)) if is_of_interest(each)]
        self.assertEqual(offered, expected)
        self.assertGreater(len(offered), 30_000)

    def test_marks_are_shown_on_a_circle_and_what_is_unseen_is_not_shown(self) -> None:
        table = [("é", "é"), ("\u0301", "◌\u0301"), ("\u0903", "◌\u0903"), ("\0", "")]
        table += [(" ", ""), ("\u200d", ""), ("\u2028", ""), ("\u202e", "")]
        for character, sight in table:
            with self.subTest(id_of(character)):
                self.assertEqual(shown(character), sight)
                subtitle = f"{id_of(character)} {sight}".strip()
                self.assertEqual(item(character)["subtitle"], subtitle)

    def test_ids_are_code_points(self) -> None:
        for id, character in [("U+0000", "\0"), ("U+00E9", "é"), ("U+1F600", "😀")]:
            self.assertEqual((character_of(id), id_of(character)), (character, id))
        self.assertEqual(character_of("U+10FFFF"), "\U0010ffff")
        for id in ["", "U+", "e9", "U+E9", "U+00e9", "U+D800", "U+DFFF", "U+110000", "U+0000041"]:
            with self.subTest(id):
                self.assertIsNone(character_of(id))

    def test_what_people_look_for_weighs_more(self) -> None:
        order = ["a", "←", "ä", "Ä", "ж", "ѝ", "\u1e57", "\U00013000"]
        weights = [item(each)["weight"] for each in order]
        self.assertEqual(weights, sorted(weights, reverse=True))
        self.assertEqual(len(set(weights)), len(order))


def item(character: str) -> Any:
    """A character's item, to be looked into."""
    return item_of(character)


def is_of_interest(character: str) -> bool:
    """What the catalog's spans stand for, found without them."""
    name = unicodedata.name(character, "")
    if ord(character) in CONTROL_NAMES:
        return True
    is_numbered = name.endswith(f"-{ord(character):X}")
    return name != "" and not is_numbered and not name.startswith("HANGUL SYLLABLE ")


class Spans(unittest.TestCase):
    def test_they_are_in_order(self) -> None:
        borders = [border for span in SPANS for border in span]
        self.assertEqual(borders, sorted(set(borders)))


if __name__ == "__main__":
    unittest.main()
