"""Characters' names, as people write them."""

import re
import unicodedata
from functools import cache

# The names of control characters: they have none of their own in the character database.
CONTROLS = (
    *("null", "start of heading", "start of text", "end of text"),
    *("end of transmission", "enquiry", "acknowledge", "alert"),
    *("backspace", "character tabulation", "line feed", "line tabulation"),
    *("form feed", "carriage return", "shift out", "shift in"),
    *("data link escape", "device control one", "device control two", "device control three"),
    *("device control four", "negative acknowledge", "synchronous idle"),
    *("end of transmission block", "cancel", "end of medium", "substitute", "escape"),
    *("information separator four", "information separator three"),
    *("information separator two", "information separator one"),
)
HIGH_CONTROLS = (
    *("padding character", "high octet preset", "break permitted here", "no break here"),
    *("index", "next line", "start of selected area", "end of selected area"),
    *("character tabulation set", "character tabulation with justification"),
    *("line tabulation set", "partial line forward", "partial line backward"),
    *("reverse line feed", "single shift two", "single shift three", "device control string"),
    *("private use one", "private use two", "set transmit state", "cancel character"),
    *("message waiting", "start of guarded area", "end of guarded area", "start of string"),
    *("single graphic character introducer", "single character introducer"),
    *("control sequence introducer", "string terminator", "operating system command"),
    *("privacy message", "application program command"),
)
CONTROL_NAMES = dict(enumerate(CONTROLS)) | {0x7F: "delete"} | dict(enumerate(HIGH_CONTROLS, 0x80))

# Words that are names themselves: of scripts, peoples, persons and places.
PROPER = frozenset(
    """
    adlam aegean africa african ahom akuru americas anatolian angstrom arabic aramaic armenian asia
    australia avestan balinese bamum bassa batak bengali bhaiksuki brahmi braille buddha buginese
    buhid byzantine canadian carian caucasian celsius chakma cham cherokee chiki chinese chorasmian
    christian christmas coptic cypriot cypro cyrillic devanagari dhivehi dives dogra duployan
    egyptian elbasan elymaic ethiopic euler europe fahrenheit fuji georgian glagolitic gondi gothic
    grantha greek gujarati gunjala gurmukhi hangul hanifi hanunoo hatran hebrew hiragana indic
    iranian japanese javanese jewish kaithi kangxi kannada katakana kawi kayah kelvin kharoshthi
    khitan khmer khojki khudawadi korean lao latin lepcha limbu lisu lycian lydian mahajani makasar
    malayalam maltese mandaic manichaean marchen masaram mayek medefaidrin meetei mende meroitic
    miao minoan mongolian myanmar nabataean nagri nandinagari newa nyiakeng ogham oriya orkhon osage
    osmanya pahawh palmyrene parthian permic persian phags phaistos phoenician planck rejang
    rohingya roman rumi runic russian samaritan saurashtra sharada shavian siddham sinhala sogdian
    sompeng sora soyombo sundanese syloti syriac tagalog tagbanwa tai takri tamil tangsa tangut
    telugu thaana thai tham tibetan tifinagh tirhuta tokyo turkic ugaritic uralic vai vedic
    vietnamese vithkuqi wancho warang yezidi yi zanabazar znamenny
    """.split()
)
ACRONYMS = frozenset("APL ASCII ATM CD CJK DNA HP ID LF NL OCR OK SOS TV UFO".split())
# `A001` of the hieroglyphs, `4E2D` of the ideographs: what numbers things.
CODE = re.compile(r"[A-Z0-9]*[0-9][A-Z0-9]*")
# What stands between "capital" and what is one.
KINDS = ("LETTER", "LIGATURE")


def name_of(character: str) -> str | None:
    """A character's name as people write it; None where it has none."""
    name = unicodedata.name(character, None)
    if name is not None:
        return readable(name)
    control = CONTROL_NAMES.get(ord(character))
    return None if control is None else _beginning(control)


def readable(name: str) -> str:
    """`LATIN SMALL LETTER E WITH ACUTE` becomes `Latin small letter e with acute`.

    A letter that is said to be a capital is one: `Greek capital letter Alpha`.
    """
    words: list[str] = []
    before = ("", "")
    for word in name.split(" "):
        words.append(_word(word, before))
        before = (before[1], word)
    return _beginning(" ".join(words))


def _word(word: str, before: tuple[str, str]) -> str:
    if word in ACRONYMS or before[1] == "LINEAR":
        return word
    if word not in KINDS and "CAPITAL" in (before[1], before[0] if before[1] in KINDS else ""):
        return word if len(word) <= 2 else word.capitalize()
    return "-".join(map(_part, word.split("-")))


@cache
def _part(word: str) -> str:
    """A word that stands for itself, or what hyphens join."""
    if CODE.fullmatch(word):
        return word
    return word.capitalize() if word.lower() in PROPER else word.lower()


def _beginning(name: str) -> str:
    """The name with its first letter in upper case, and the others as they are."""
    return name[0].upper() + name[1:]
