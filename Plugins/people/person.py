"""A person, and what may become one."""

import unicodedata
from dataclasses import dataclass

from jackfield_plugin import JSON

# Shown for a person without an image of their own.
DEFAULT_IMAGE = "DefaultProfileImage"

# Longer than any name on record, short enough for a list that people read.
NAME_CHARACTERS = 200
# An image is a name or a `data:` URI; each item of a datasource carries it, so it is to be small.
IMAGE_CHARACTERS = 8 * 1024


@dataclass(frozen=True, slots=True)
class Person:
    """A person in the database."""

    id: str
    first_name: str
    last_name: str
    image: str

    @property
    def name(self) -> str:
        """What people type and read."""
        return f"{self.first_name} {self.last_name}".rstrip()

    def to_json(self) -> dict[str, JSON]:
        """The whole person, as methods answer it and as completions carry it."""
        return {
            "id": self.id,
            "firstName": self.first_name,
            "lastName": self.last_name,
            "image": self.image,
        }

    def to_item(self) -> dict[str, JSON]:
        """The person as an item of the datasource; `data` comes back when they are chosen."""
        return {"id": self.id, "text": self.name, "image": self.image, "data": self.to_json()}


class InvalidPerson(ValueError):
    """Why something can't become a person; `member` says which part of it."""

    def __init__(self, member: str, expected: str, found: str) -> None:
        super().__init__(f"{member}: expected {expected}, found {found}")
        self.member = member
        self.expected = expected
        self.found = found


@dataclass(frozen=True, slots=True)
class Draft:
    """A person before the database has given them what they lack: an id, an image."""

    first_name: str
    last_name: str = ""
    image: str | None = None
    id: str | None = None

    @classmethod
    def checked(
        cls, first_name: str, last_name: str | None, image: str | None, id: str | None
    ) -> "Draft":
        """A draft without blanks at the ends; raises `InvalidPerson`.

        The last name may be empty, since many people have one name only. An empty image or id is
        none.
        """
        first_name = _checked("firstName", first_name, NAME_CHARACTERS)
        if not first_name:
            raise InvalidPerson("firstName", "a name", "blanks")
        return cls(
            first_name,
            _checked("lastName", last_name or "", NAME_CHARACTERS),
            _checked("image", image or "", IMAGE_CHARACTERS) or None,
            _checked("id", id or "", 2 * NAME_CHARACTERS) or None,
        )

    @property
    def base_id(self) -> str:
        """The names without a blank, which is a person's id unless somebody has it already."""
        return "".join((self.first_name + self.last_name).split())


def _checked(member: str, text: str, limit: int) -> str:
    text = text.strip()
    if len(text) > limit:
        raise InvalidPerson(member, f"at most {limit} characters", f"{len(text)} characters")
    if any(unicodedata.category(character) == "Cc" for character in text):
        raise InvalidPerson(member, "text without control characters", ascii(text))
    return text


FIRST_PEOPLE = (
    Draft("Jon", "Snow", "JonSnow"),
    Draft("Daenerys", "Targaryen", "DaenerysTargaryen"),
    Draft("Gregor", "Clegane", "GregorClegane"),
    Draft("Cersei", "Lannister", "CerseiLannister"),
    Draft("Tyrion", "Lannister", "TyrionLannister"),
    Draft("Joffrey", "Baratheon", "JoffreyBaratheon"),
    Draft("Sandor", "Clegane", "SandorClegane"),
    Draft("Sansa", "Stark", "SansaStark"),
)
"""Who is in a new database, in the order of the datasource."""
