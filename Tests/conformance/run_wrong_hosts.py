#!/usr/bin/env python3
"""Shows that the scenarios can fail: a right host behind a proxy that is wrong in one way at a time.

    run_wrong_hosts.py --socket PATH [--only NAME]

For each wrong way the check that is meant for it is played twice: against the host itself, where it
must hold, and through the proxy, where it must fail. Prints TAP 14; exit
codes as those of run_scenarios.py.
"""

import argparse
import contextlib
import copy
import io
import json
import socket
import sys
import tempfile
import threading

import run_scenarios
import scenario_format as form

# Wrong hosts may be silent; a right one has answered long before.
TIMEOUT = 3.0


# MARK: What a wrong host does with one message of the right host's. The result is a list of texts.


def is_answer(message, *members):
    """Whether a message is a result that has all these members."""
    result = message.get("result") if isinstance(message, dict) else None
    return isinstance(result, dict) and all(member in result for member in members)


def altered(change):
    """Changes a copy of the message where `change` returns True for it."""

    def alter(message, text):
        message = copy.deepcopy(message)
        return [form.dump(message)] if change(message) else [text]

    return alter


def answers(*members):
    """Changes results that have all these members."""

    def decorate(change):
        def apply(message):
            if not is_answer(message, *members):
                return False
            change(message["result"])
            return True

        return altered(apply)

    return decorate


def errors(change):
    def apply(message):
        if not isinstance(message, dict) or "error" not in message:
            return False
        change(message["error"])
        return True

    return altered(apply)


def dropping(method):
    return lambda message, text: [] if method_of(message) == method else [text]


def doubling(method):
    return lambda message, text: [text, text] if method_of(message) == method else [text]


def method_of(message):
    return message.get("method") if isinstance(message, dict) else None


@answers("matches")
def matches_backwards(result):
    result["matches"].reverse()


@answers("matches")
def one_match_for_equal_texts(result):
    seen = {}
    for match in result["matches"]:
        seen.setdefault(match["text"], match)
    result["matches"] = list(seen.values())


@answers("matches")
def ranges_in_bytes(result):
    for match in result["matches"]:
        end = len(match["text"].encode())
        match["ranges"] = [[0, end] for _ in match["ranges"]]


@answers("matches")
def ranges_with_ends(result):
    for match in result["matches"]:
        match["ranges"] = [[start, start + length] for start, length in match["ranges"]]


@answers("matches")
def short_names_of_sources(result):
    for match in result["matches"]:
        match["source"] = match["source"].rpartition("/")[2]


@answers("matches", "total")
def total_of_what_is_shown(result):
    result["total"] = len(result["matches"])


@answers("best")
def last_for_best(result):
    if result["best"] and result["matches"]:
        result["best"]["item"] = result["matches"][-1]


@answers("best")
def a_best_match_for_everything(result):
    item = {"id": "JonSnow", "text": "Jon Snow"}
    result["best"] = result["best"] or {"item": item, "source": "scripted/prefix", "segments": []}


@answers("best")
def text_of_the_item_as_typed(result):
    if result["best"]:
        segments = result["best"]["segments"]
        segments[0]["text"] = result["best"]["item"]["text"][:len(segments[0]["text"])]


@answers("best")
def an_empty_segment(result):
    if result["best"] and len(result["best"]["segments"]) == 1:
        result["best"]["segments"].append({"text": "", "kind": "completed"})


@answers("selection", "item")
def the_text_alone(result):
    result["item"] = None


@answers("selection", "item")
def an_item_without_data(result):
    if result["item"]:
        result["item"].pop("data", None)


@answers("errors", "incomplete")
def failures_untold(result):
    result["errors"] = []


@answers("positionEncoding")
def bytes_for_everybody(result):
    result["positionEncoding"] = "utf-8"


@answers("text")
def text_kept(result):
    result["text"] = result["text"] or "Jo"


@errors
def cancelled_for_superseded(error):
    if error["code"] == -32801:
        error["code"] = -32800


@errors
def an_internal_error_for_a_cancel(error):
    if error["code"] == -32800:
        error["code"] = -32603


@errors
def the_plugin_named_in_its_own_error(error):
    if error["code"] == 7:
        error["data"] = {"plugin": "scripted"}


@errors
def nobody_named(error):
    if isinstance(error.get("data"), dict):
        error["data"].pop("plugin", None)


@errors
def no_last_words(error):
    if isinstance(error.get("data"), dict):
        error["data"].pop("stderrTail", None)


@errors
def no_exit(error):
    if isinstance(error.get("data"), dict):
        error["data"].pop("exit", None)


@errors
def no_path(error):
    error.pop("data", None)


def written_anew(message, text):
    return [form.dump(message)]


def members_sorted(message, text):
    return [json.dumps(message, ensure_ascii=False, sort_keys=True, separators=(",", ":"))]


def null_left_out(message, text):
    if isinstance(message, dict) and message.get("result", 0) is None:
        del message["result"]
        return [form.dump(message)]
    return [text]


@altered
def tokens_of_its_own(message):
    if method_of(message) != "$/progress":
        return False
    message["params"]["token"] = "h1"
    return True


def notices(method):
    """Changes the params of notifications with this method."""

    def decorate(change):
        def apply(message):
            if method_of(message) != method:
                return False
            change(message["params"])
            return True

        return altered(apply)

    return decorate


@notices("popup/present")
def frames_that_are_the_size(params):
    if params["frame"]:
        for side in "width", "height":
            params["frame"][side] += params["overflow"][side]


@notices("popup/present")
def popups_beside_each_other(params):
    params["level"] = 0


@notices("popup/present")
def no_default_actions(params):
    params["content"]["actions"] = []


@answers("reason")
def one_reason_for_all(result):
    result["reason"] = "component"


@answers("reason", "object")
def objects_kept_back(result):
    result["object"] = None


@answers("dismissed")
def errors_of_fields_untold(result):
    result.pop("errors", None)


@answers("dismissed")
def no_veto(result):
    result["dismissed"] = True


@answers("inside")
def closed_intervals(result):
    result["inside"] = True


class NextBeforeTheCallback:
    """Tells that the next popup is presented before the callback of the one before."""

    def __init__(self):
        self.kept = []

    def __call__(self, message, text):
        if is_answer(message, "reason"):
            self.kept.append(text)
            return []
        kept, self.kept = self.kept, []
        return [text, *kept]
@answers("screen", "name")
def short_names_of_screens(result):
    result["name"] = result["name"] and result["name"].rpartition("/")[2]


@answers("rows", "sections")
def rows_without_sections(result):
    for row in result["rows"]:
        del row["section"]


@answers("rows", "sections")
def sections_of_rows_only(result):
    named = {row["section"] for row in result["rows"]}
    result["sections"] = [each for each in result["sections"] if each["id"] in named]


@answers("rows", "total")
def total_of_the_window(result):
    result["total"] = len(result["rows"])


@answers("rows", "hasMore")
def never_more(result):
    result["hasMore"] = False


@answers("rows", "revision")
def always_the_first_revision(result):
    result["revision"] = 0


@answers("delivered")
def a_reason_for_everything(result):
    if not result["delivered"]:
        result.setdefault("reason", "notImplemented")


@errors
def a_place_for_everybody(error):
    if isinstance(error.get("data"), dict) and "path" in error["data"]:
        error["data"]["path"] = "/list"


def bars(change):
    """Changes navigation bars, in answers and in notifications."""

    def apply(message):
        told = message.get("result", message.get("params")) if isinstance(message, dict) else None
        bar = told.get("navigationBar") if isinstance(told, dict) else None
        if not bar:
            return False
        change(bar)
        return True

    return altered(apply)


@bars
def nothing_selected(bar):
    for component in bar["components"].values():
        component["selected"] = False


@bars
def the_type_hides_nothing(bar):
    bar["visible"] = {"title": True, "searchBar": True}


@bars
def no_margin(bar):
    for item in bar["leftItems"]:
        item["x"] = item["x"] and item["x"] - 16


@bars
def overflow_as_added(bar):
    bar["overflow"].reverse()


@bars
def short_ids_of_actions(bar):
    for item in bar["leftItems"] + bar["rightItems"]:
        item["id"] = item["id"].rpartition("/")[2]


@bars
def actions_by_name(bar):
    bar["rightItems"].sort(key=lambda item: item["id"])


@answers("container", "item")
def a_box_without_edges(result):
    result["container"], result["item"] = "left", "i"


@answers("delivered")
def no_word_of_the_focus(result):
    result.pop("endEditing", None)


@answers("delivered")
def all_delivered(result):
    result["delivered"] = True


class SelectionFirst:
    """Tells `didSelect` before the answer that it follows from."""

    def __init__(self):
        self.kept = []

    def __call__(self, message, text):
        if is_answer(message, "selection"):
            self.kept.append(text)
            return []
        kept, self.kept = self.kept, []
        return [text, *kept]


# The name, the check meant for it, and what makes what a wrong host does with one message.
WRONG = [
    ("matches in reverse", "autocomplete/matches/Sa", matches_backwards),
    ("equal texts once", "autocomplete/equal-names", one_match_for_equal_texts),
    ("ranges in bytes", "autocomplete/encodings/utf-16", ranges_in_bytes),
    ("ranges as start and end", "autocomplete/folding/emoji-utf-8", ranges_with_ends),
    ("short names of sources", "autocomplete/best-names-its-source", short_names_of_sources),
    ("the total of what is shown", "autocomplete/limit/one", total_of_what_is_shown),
    ("the last match for the best", "autocomplete/best-match/Sa", last_for_best),
    ("always a best match", "autocomplete/best-match/Lann", a_best_match_for_everything),
    ("the item's letters as typed", "autocomplete/best-match/SANS-insensitive",
     text_of_the_item_as_typed),
    ("an empty segment", "autocomplete/best-match/whole", an_empty_segment),
    ("no item returned", "autocomplete/return-takes-the-best", the_text_alone),
    ("no data returned", "autocomplete/return-takes-the-best", an_item_without_data),
    ("selections untold", "autocomplete/return-takes-the-chosen",
     dropping("autocomplete/didSelect")),
    ("selections told twice", "autocomplete/cleared", doubling("autocomplete/didSelect")),
    ("selections told too early", "autocomplete/return-takes-the-best", SelectionFirst),
    ("changes untold", "autocomplete/datasource-changes", dropping("autocomplete/didChange")),
    ("failures of sources untold", "autocomplete/failing-source", failures_untold),
    ("text kept without a return", "autocomplete/end-without-return", text_kept),
    ("cancelled for superseded", "autocomplete/superseded", cancelled_for_superseded),
    ("always utf-8", "handshake/position-encoding/utf-16", bytes_for_everybody),
    ("another error for a cancel", "cancel/plugin-answers", an_internal_error_for_a_cancel),
    ("values written anew", "relay/byte-for-byte/blanks", written_anew),
    ("members sorted", "relay/byte-for-byte/order", members_sorted),
    ("null results left out", "relay/any-result/null", null_left_out),
    ("ids written anew", "ids/verbatim/exponent", written_anew),
    ("data in a plugin's own error", "relay/error-as-it-is/plain",
     the_plugin_named_in_its_own_error),
    ("the plugin at fault not named", "relay/malformed-answer/nan", nobody_named),
    ("no last words", "relay/crash", no_last_words),
    ("no exit", "relay/never-starts", no_exit),
    ("tokens of its own", "relay/partial-results/string", tokens_of_its_own),
    ("progress untold", "relay/work-done", dropping("$/progress")),
    ("topics untold", "relay/topic", dropping("scripted/news")),
    ("topics told twice", "administration/topic-named-twice", doubling("scripted/news")),
    ("states untold", "administration/state-changes", dropping("plugin/didChangeState")),
    ("the type hides nothing", "navigation-bar/types/dropdown", the_type_hides_nothing),
    ("bars told twice", "navigation-bar/once-for-one-message",
     doubling("navigationBar/didChange")),
    ("bars untold", "navigation-bar/toggle-without-delegate",
     dropping("navigationBar/didChange")),
    ("nothing selected", "navigation-bar/toggle-without-delegate", nothing_selected),
    ("no word of the focus", "navigation-bar/press-search/no-text", no_word_of_the_focus),
    ("all delivered", "navigation-bar/no-press/disabled", all_delivered),
    ("no margin", "navigation-bar/layout/narrow", no_margin),
    ("the overflow as added", "navigation-bar/overflow/last-first", overflow_as_added),
    ("a box without edges", "navigation-bar/hit-test/left-0-at-100-0", a_box_without_edges),
    ("short ids of actions", "navigation-bar/shared-bar/both", short_ids_of_actions),
    ("actions by name", "navigation-bar/shared-bar/both", actions_by_name),
    ("no path in invalid params", "envelope/ill-typed-member/integer", no_path),
    ("frames that are the content's size", "popups/frames/very-wide", frames_that_are_the_size),
    ("popups beside each other", "popups/levels", popups_beside_each_other),
    ("no default actions", "popups/confirm-by-default", no_default_actions),
    ("one reason for all ends", "popups/taps-outside/left", one_reason_for_all),
    ("objects kept back", "popups/action", objects_kept_back),
    ("errors of fields untold", "popups/required-fields", errors_of_fields_untold),
    ("no veto", "popups/veto/dismiss-false", no_veto),
    ("closed intervals", "popups/taps-outside/right", closed_intervals),
    ("callbacks told twice", "popups/not-waiting", doubling("popup/didCallBack")),
    ("callbacks untold", "popups/override-refused", dropping("popup/didCallBack")),
    ("dismissals told twice", "popups/plugin-gone-while-shown", doubling("popup/dismiss")),
    ("popups unpresented", "popups/queue", dropping("popup/present")),
    ("the next popup before the callback", "popups/queue", NextBeforeTheCallback),
    ("short names of screens", "screens/provided", short_names_of_screens),
    ("pushes untold", "screens/stack", dropping("screen/didPush")),
    ("pops untold", "screens/dismissed", dropping("screen/didPop")),
    ("pops told twice", "screens/effects", doubling("screen/didPop")),
    ("faults of screens without their place", "screens/refused/style", a_place_for_everybody),
    ("rows without their sections", "lists/windows/across", rows_without_sections),
    ("sections without rows left out", "lists/windows/across", sections_of_rows_only),
    ("the total of the window", "lists/fetched", total_of_the_window),
    ("never more rows", "lists/paging", never_more),
    ("always the first revision", "lists/changes/remove", always_the_first_revision),
    ("changes of lists untold", "lists/replaced", dropping("list/didChange")),
    ("changes of lists told twice", "lists/effects", doubling("list/didChange")),
    ("a reason for a row that is gone", "lists/gone", a_reason_for_everything),
]


# MARK: The proxy


class Proxy:
    """Front ends connect to it, and it to the host; what the host says goes through `wrong`."""

    def __init__(self, folder, host, wrong):
        self.path = folder + "/proxy.sock"
        self.host = host
        self.wrong = wrong
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                front_end, _ = self.listener.accept()
                host = socket.socket(socket.AF_UNIX)
                host.connect(self.host)
                wrong = self.wrong() if isinstance(self.wrong, type) else self.wrong
                threading.Thread(target=pass_on, args=[front_end, host], daemon=True).start()
                threading.Thread(
                    target=self.pass_back, args=[host, front_end, wrong], daemon=True).start()

    def pass_back(self, host, front_end, wrong):
        """Lines only: the framings have wrong hosts of their own in test_runner.py."""
        with contextlib.suppress(OSError), host.makefile("rb") as incoming:
            for line in incoming:
                text = line.decode().rstrip("\n")
                for each in wrong(json.loads(text), text):
                    front_end.sendall(each.encode() + b"\n")
            front_end.shutdown(socket.SHUT_WR)


def pass_on(front_end, host):
    with contextlib.suppress(OSError):
        while data := front_end.recv(1 << 16):
            host.sendall(data)
        host.shutdown(socket.SHUT_WR)


# MARK: Playing


def play(path, families, check):
    """The exit code of one check, and what was printed."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        code = run_scenarios.run(run_scenarios.Host(path, None, TIMEOUT), families, check)
    return code, output.getvalue()


def in_lines(families):
    for family in families:
        for scenario in family["scenarios"]:
            scenario["framings"] = ["lines"]
    return families


def fault(path, families, check, wrong):
    """Why the wrong host is not caught, or None."""
    code, output = play(path, families, check)
    if code != 0 or "# SKIP" in output or "\nok 1 " not in output:
        return "the check does not hold against the host itself:\n" + output
    with tempfile.TemporaryDirectory() as folder:
        proxy = Proxy(folder, path, wrong)
        code, output = play(proxy.path, families, check)
        proxy.close()
    return None if code == 1 and "\nnot ok 1 " in output else "nothing was noticed:\n" + output


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--socket", required=True)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    families = in_lines(form.load(run_scenarios.ROOT / "protocol" / "conformance"))
    chosen = [each for each in WRONG if each[0].startswith(options.only)]
    tap = run_scenarios.TAP(len(chosen))
    try:
        for name, check, wrong in chosen:
            found = fault(options.socket, families, check, wrong)
            tap.line(found is None, "%s: %s" % (name, check))
            if found is not None:
                tap.diagnose(message=found)
    except run_scenarios.Unreachable as error:
        print("Bail out! The host can't be reached: %s" % error)
        return 3
    return 1 if tap.failed else 0


if __name__ == "__main__":
    sys.exit(main())
