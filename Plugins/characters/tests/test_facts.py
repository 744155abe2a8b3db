"""The facts, as people read them."""

import sys
import unicodedata
import unittest

from facts import CATEGORIES, DIRECTIONS, WIDTHS, code, facts, title

E_ACUTE = """\
# `é`

**Latin small letter e with acute**

- Code point: `U+00E9`, decimal 233
- UTF-8: `C3 A9`
- UTF-16: `00E9`
- UTF-32: `000000E9`
- HTML: `&eacute;`, `&#xE9;`
- Category: small letter (`Ll`)
- Place: U+0000 to U+00FF, in plane 0, the Basic Multilingual Plane
- Decomposition: `U+0065` Latin small letter e, `U+0301` Combining acute accent
- Capital: `U+00C9` Latin capital letter E with acute
- Direction: left to right (`L`)
- Width: wide in East Asian text, narrow elsewhere (`A`)
"""


class Facts(unittest.TestCase):
    maxDiff = None

    def check(self, character: str, *lines: str) -> None:
        self.assertLessEqual(set(lines), set(facts(character).splitlines()), character)

    def test_they_are_whole(self) -> None:
        self.assertEqual(facts("é"), E_ACUTE)

    def test_each_is_told_where_it_is_one(self) -> None:
        self.check("\u0301", "# `◌\u0301`", "- Combining class: 230")
        self.check("½", "- Numeric value: 1/2")
        self.check("\U00011fc0", "- Numeric value: 1/320")
        self.check("\u0f33", "- Numeric value: -1/2")
        self.check("\u216f", "- Numeric value: 1000")
        self.check("😀", "- UTF-8: `F0 9F 98 80`", "- UTF-16: `D83D DE00`")
        self.check("(", "- Direction: neutral (`ON`), mirrored")
        self.check("א", "- Direction: right to left (`R`)")
        capital = "`U+0053` Latin capital letter S"
        self.check("ß", f"- Capital: {capital}, {capital}")
        dz = "Latin capital letter DZ with caron"
        self.check("\u01c5", f"- Capital: `U+01C4` {dz}", "- Category: title-case letter (`Lt`)")
        self.check("²", "- Decomposition, superscript: `U+0032` Digit two")
        self.check("中", "- Width: wide (`W`)")

    def test_nothing_in_a_character_is_markdown(self) -> None:
        self.check("`", "# `` ` ``")
        for character in "*_#<&|\\":
            self.check(character, f"# `{character}`")

    def test_what_can_not_be_seen_is_told_by_name_only(self) -> None:
        for character, name in [("\0", "Null"), ("\u202e", "Right-to-left override")]:
            self.assertTrue(facts(character).startswith(f"**{name}**\n"))
        self.assertNotIn("HTML", facts("\0"))
        self.check("\n", "- HTML: `&NewLine;`")

    def test_what_has_no_name_is_told_by_its_category(self) -> None:
        self.assertEqual([title("\ue000"), title("\u0378")], ["Private use", "Not assigned"])
        self.assertNotIn("Width", facts("\u0378"))

    def test_all_that_the_character_database_says_has_words(self) -> None:
        for character in map(chr, range(sys.maxunicode + 1)):
            category = unicodedata.category(character)
            if category == "Cs":
                continue
            self.assertIn(category, CATEGORIES)
            self.assertIn(unicodedata.bidirectional(character), {*DIRECTIONS, ""})
            self.assertIn(unicodedata.east_asian_width(character), WIDTHS)

    def test_every_character_has_facts(self) -> None:
        for codepoint in range(0, sys.maxunicode + 1, 251):
            character = chr(codepoint)
            if unicodedata.category(character) != "Cs":
                self.assertIn(f"decimal {codepoint}", facts(character))

    def test_code_spans_hold_ticks(self) -> None:
        self.assertEqual([code("a"), code("a`b")], ["`a`", "`` a`b ``"])


if __name__ == "__main__":
    unittest.main()
