"""The scenario format of protocol/conformance/README.md: loading, variables, bytes and patterns.

Nothing here knows of sockets, and nothing is shared with the runner in Swift: two readers of the
same files are how a mistake in either of them shows.
"""

import json
import math
import pathlib
import re

# Numbers in vectors are compared to nine digits, so that 600.3 may be written in any correct way.
NUMBER_TOLERANCE = 1e-9

VARIABLE = re.compile(r"\$(\$?)\{([^}]*)\}")


class ScenarioFault(Exception):
    """The scenario itself is wrong: the kit's fault, never the host's."""


class NotTold(Exception):
    """A part of a captured value that is not there: the host did not tell it."""


class Mismatch(Exception):
    """A value that is not what the pattern says; `path` is a JSON Pointer to it."""

    def __init__(self, path, expected, found):
        super().__init__(path)
        self.path, self.expected, self.found = path, expected, found


ABSENT = object()


# MARK: Files


def load(directory):
    """All families in a folder, by file name."""
    families = []
    for path in sorted(pathlib.Path(directory).glob("*.json")):
        families.append(json.loads(path.read_text(encoding="utf-8")))
    return families


def checks(families):
    """Each scenario once for each row of its table and each framing: (id, scenario, row, framing)."""
    for family in families:
        for scenario in family["scenarios"]:
            name = "%s/%s" % (family["family"], scenario["name"])
            for row in scenario.get("table", [{}]):
                full = "%s/%s" % (name, row["name"]) if row else name
                for framing in scenario.get("framings", ["lines", "headers"]):
                    yield full, scenario, row, framing


# MARK: Variables


def lookup(name, variables):
    name, slash, pointer = name.partition("/")
    if name not in variables:
        raise ScenarioFault("no value has been captured as %s" % name)
    return resolve(variables[name], slash + pointer)


def resolve(value, pointer):
    """The part of a value that a JSON Pointer names."""
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        try:
            value = value[int(token)] if isinstance(value, list) else value[token]
        except (KeyError, IndexError, ValueError, TypeError):
            raise NotTold(pointer) from None
    return value


def interpolate(text, variables):
    """A string with its variables: the variable's own value where the string is nothing else."""
    whole = VARIABLE.fullmatch(text)
    if whole and not whole[1]:
        return lookup(whole[2], variables)

    def replacement(found):
        if found[1]:
            return "${%s}" % found[2]
        value = lookup(found[2], variables)
        return value if isinstance(value, str) else dump(value)

    return VARIABLE.sub(replacement, text)


def substitute(value, variables):
    """A message with its variables."""
    if isinstance(value, str):
        return interpolate(value, variables)
    if isinstance(value, list):
        return [substitute(element, variables) for element in value]
    if isinstance(value, dict):
        return {name: substitute(member, variables) for name, member in value.items()}
    return value


def dump(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# MARK: Bytes


def to_bytes(description, variables):
    """The bytes that a `Bytes` value describes."""
    if isinstance(description, str):
        value = interpolate(description, variables)
        return (value if isinstance(value, str) else dump(value)).encode()
    if isinstance(description, list):
        return b"".join(to_bytes(part, variables) for part in description)
    if "hex" in description:
        return bytes.fromhex(interpolate(description["hex"], variables))
    return repeated(description, variables)


def repeated(description, variables):
    times = substitute(description["times"], variables)
    if not isinstance(times, int):
        raise ScenarioFault("`times` is no number: %r" % (times,))
    if "index" not in description:
        return to_bytes(description["repeat"], variables) * times
    name = description["index"]
    return b"".join(
        to_bytes(description["repeat"], {**variables, name: index}) for index in range(times))


# MARK: Patterns


def match(pattern, value, variables, path=""):
    """Raises `Mismatch` unless the value is as the pattern says; remembers what it captures."""
    if isinstance(pattern, str):
        expected = interpolate(pattern, variables)
        if not isinstance(expected, str):
            match(expected, value, variables, path)
        elif value != expected or value is ABSENT:
            raise Mismatch(path, expected, value)
    elif is_matcher(pattern):
        for name, argument in pattern.items():
            MATCHERS[name](argument, value, variables, path)
    elif isinstance(pattern, dict):
        match_object(pattern, value, variables, path)
    elif isinstance(pattern, list):
        match_array(pattern, value, variables, path)
    elif not equal(pattern, value):
        raise Mismatch(path, pattern, value)


def is_matcher(pattern):
    return isinstance(pattern, dict) and bool(pattern) and all(n.startswith("$") for n in pattern)


def matches(pattern, value, variables, path=""):
    """Whether the value matches; what a failed attempt captured is forgotten."""
    attempt = dict(variables)
    try:
        match(pattern, value, attempt, path)
    except Mismatch:
        return False
    variables.update(attempt)
    return True


def match_object(pattern, value, variables, path):
    if not isinstance(value, dict):
        raise Mismatch(path, pattern, value)
    for name, member in pattern.items():
        step = "%s/%s" % (path, name.replace("~", "~0").replace("/", "~1"))
        match(member, value.get(name, ABSENT), variables, step)


def match_array(pattern, value, variables, path):
    if not isinstance(value, list) or len(value) != len(pattern):
        raise Mismatch(path, pattern, value)
    for index, element in enumerate(pattern):
        match(element, value[index], variables, "%s/%d" % (path, index))


def equal(left, right):
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        if isinstance(left, int) and isinstance(right, int):
            return left == right
        return math.isclose(left, right, rel_tol=NUMBER_TOLERANCE, abs_tol=NUMBER_TOLERANCE)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(equal(left[n], right[n]) for n in left)
    return type(left) is type(right) and left == right


def type_names(value):
    """The names that `$type` knows a value by."""
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return {"integer", "number"}
    names = {float: "number", str: "string", list: "array", dict: "object", type(None): "null"}
    return {names.get(type(value), "nothing")}


def require(holds, path, expected, value):
    if not holds:
        raise Mismatch(path, expected, value)


def match_any(argument, value, variables, path):
    require(value is not ABSENT, path, "anything", value)


def match_absent(argument, value, variables, path):
    require(value is ABSENT, path, "nothing", value)


def match_none(argument, value, variables, path):
    require(value is ABSENT or value is None, path, "nothing or null", value)


def match_type(argument, value, variables, path):
    names = {argument} if isinstance(argument, str) else set(argument)
    require(names & type_names(value), path, {"$type": argument}, value)


def match_exact(argument, value, variables, path):
    expected = substitute(argument, variables)
    require(value is not ABSENT and equal(expected, value), path, {"$exact": expected}, value)


def match_not(argument, value, variables, path):
    require(not matches(argument, value, dict(variables), path), path, {"$not": argument}, value)


def match_one_of(argument, value, variables, path):
    require(
        any(matches(pattern, value, variables, path) for pattern in argument),
        path, {"$oneOf": argument}, value)


def match_contains(argument, value, variables, path):
    expected = interpolate(argument, variables)
    require(isinstance(value, str) and expected in value, path, {"$contains": expected}, value)


def match_bound(holds, name):
    def check(argument, value, variables, path):
        bound = substitute(argument, variables)
        good = "number" in type_names(value) and holds(value, bound)
        require(good, path, {name: bound}, value)

    return check


def match_length(argument, value, variables, path):
    require(isinstance(value, (str, list)), path, {"$length": argument}, value)
    match(argument, len(value), variables, path)


def match_includes(argument, value, variables, path):
    require(isinstance(value, list), path, {"$includes": argument}, value)
    for pattern in argument:
        found = any(matches(pattern, element, variables, path) for element in value)
        require(found, path, {"$includes": [pattern]}, value)


def match_unordered(argument, value, variables, path):
    good = isinstance(value, list) and len(value) == len(argument)
    require(good, path, {"$unordered": argument}, value)
    left = list(value)
    for pattern in argument:
        for element in left:
            if matches(pattern, element, variables, path):
                left.remove(element)
                break
        else:
            raise Mismatch(path, pattern, left)


def match_each(argument, value, variables, path):
    require(isinstance(value, list), path, {"$each": argument}, value)
    for index, element in enumerate(value):
        match(argument, element, variables, "%s/%d" % (path, index))


def match_capture(argument, value, variables, path):
    require(value is not ABSENT, path, "a value for %s" % argument, value)
    variables[argument] = value


MATCHERS = {
    "$any": match_any,
    "$absent": match_absent,
    "$none": match_none,
    "$type": match_type,
    "$exact": match_exact,
    "$not": match_not,
    "$oneOf": match_one_of,
    "$contains": match_contains,
    "$atLeast": match_bound(lambda value, bound: value >= bound, "$atLeast"),
    "$atMost": match_bound(lambda value, bound: value <= bound, "$atMost"),
    "$length": match_length,
    "$includes": match_includes,
    "$unordered": match_unordered,
    "$each": match_each,
    "$capture": match_capture,
}


# MARK: Values as they are written


def written(text, pointer):
    """The text of the value that a JSON Pointer names, exactly as it is written; None if absent."""
    decoder = json.JSONDecoder()
    start = skip_blanks(text, 0)
    _, end = decoder.raw_decode(text, start)
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        for name, span in spans(text, start, decoder):
            if name == token:
                start, end = span
                break
        else:
            return None
    return text[start:end]


def spans(text, start, decoder):
    """The names and places of the members of the object, or elements of the array, at `start`."""
    place = skip_blanks(text, start + 1)
    index = 0
    while text[place] not in "]}":
        name = str(index)
        if text[start] == "{":
            name, place = decoder.raw_decode(text, place)
            place = skip_blanks(text, skip_blanks(text, place) + 1)
        _, end = decoder.raw_decode(text, place)
        yield name, (place, end)
        index += 1
        place = skip_blanks(text, end)
        if text[place] == ",":
            place = skip_blanks(text, place + 1)


def skip_blanks(text, place):
    while place < len(text) and text[place] in " \t\r\n":
        place += 1
    return place
