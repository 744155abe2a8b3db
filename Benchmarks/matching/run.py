#!/usr/bin/env python3
"""Compares the matcher with `fzf --filter` and `fzy -e`, all on the same lists in one go.

    run.py [--quick] [--list NAME].. [--threads N] [--json FILE]

Lists of 100,000 and 1,000,000 candidates (with --quick only the smaller ones): words, paths below /usr, and
sentences of which a third each is Vietnamese, Chinese and English. They are the same on every run on the
same machine. A filter's time is its whole time less that of a query that matches nothing, which is what it
takes to read the list; the matcher's is a search for the best 100 in an index that is there.
"""

import argparse
import json
import pathlib
import random
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PRODUCT = "matching-benchmark"
COMMAND = "jackfield"
NOTHING = "\x01\x02\x03"
ROUNDS = 3
# Milliseconds of fzf's own filtering from which on the goal compares the two.
SLOW = 500

QUERIES = {
    "paths": ["s", "py", "lib", "main", "local", "usrlib", "license", "readmemd", "sharedocs",
              "gnuinclude", "pythonlocal", "pythonconfig"],
    "words": ["e", "un", "ing", "tion", "press", "nation", "compute", "strength", "nonsense1",
              "understand", "photography", "relationship"],
    "sentences": ["a", "ng", "hoc", "nguoi", "dao tao", "hoc sinh", "中", "学习", "世界人", "đào tạo",
                  "morning", "the teacher"],
}
VIETNAMESE = """tôi bạn chúng người học sinh giáo viên trường đào tạo nhân sự tiềm năng công việc tài liệu
    hoàn thiện kế hoạch đường phố thành hôm nay ngày mai không được những rất đẹp Nguyễn Đặng Thái Sơn""".split()
CHINESE = list("我你他们学习中文世界人大小天地日月水火山石田土上下左右来去今明早晚好多少新老高长国家城市")
ENGLISH = """the a teacher student morning evening reads writes opens every book letter window garden in of with
    and quickly often never world river mountain small large new old""".split()


def words(count):
    source = pathlib.Path("/usr/share/dict/words")
    base = source.read_text().split() if source.exists() else VIETNAMESE + ENGLISH
    return [word if turn == 0 else f"{word}{turn}"
            for turn in range(count // len(base) + 1) for word in base][:count]


def paths(count):
    found = subprocess.run(["find", "/usr"], capture_output=True, check=False).stdout
    base = sorted(path for path in found.decode("ascii", "ignore").split("\n") if path)
    result = list(base)
    turn = 1
    while len(result) < count:
        for path in base:
            parts = path.split("/")
            if len(parts) > 3:
                place = 2 + (len(path) * 7 + turn) % (len(parts) - 2)
                parts[place] += f"-{turn}" if turn % 2 else str(turn)
            result.append("/".join(parts))
        turn += 1
    return result[:count]


def sentences(count):
    chance = random.Random(4)
    makers = [
        lambda: " ".join(chance.choices(VIETNAMESE, k=chance.randint(5, 14))),
        lambda: "".join(chance.choices(CHINESE, k=chance.randint(8, 30))),
        lambda: " ".join(chance.choices(ENGLISH, k=chance.randint(5, 14))),
    ]
    return [makers[number % 3]() for number in range(count)]


def filter_seconds(command, query, listing):
    """The fastest of some rounds: other processes can only make it slower."""
    times = []
    for _ in range(ROUNDS):
        with open(listing, "rb") as lines:
            start = time.monotonic()
            subprocess.run([*command, query], stdin=lines, stdout=subprocess.DEVNULL, check=False)
            times.append(time.monotonic() - start)
    return min(times)


def measure(binary, threads, queries, listing):
    with open(listing, "rb") as lines:
        output = subprocess.run(
            [binary, str(threads), *queries], stdin=lines, capture_output=True, check=True).stdout
    return [line.split("\t") for line in output.decode().splitlines()]


def compare(binary, threads, name, count, listing):
    queries = QUERIES[name]
    print(f"\n## {name}, {count:,} candidates\n")
    rows = measure(binary, threads, queries, listing)
    found = {row[1]: (int(row[2]), int(row[3]) / 1e6) for row in rows if row[0] == "query"}
    index = print_index(rows)
    reading = {tool: filter_seconds(command, NOTHING, listing) for tool, command in FILTERS.items()}
    print("\n| query | matches | here, ms | fzf, ms | × | fzy, ms | × |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    table = []
    for query in queries:
        total, here = found[query]
        table.append({"query": query, "matches": total, "here_ms": here})
        cells = [query, f"{total:,}", f"{here:.2f}"]
        for tool, command in FILTERS.items():
            theirs = max(0, filter_seconds(command, query, listing) - reading[tool]) * 1e3
            cells += [f"{theirs:.0f}", f"{theirs / here:.0f}"]
            table[-1][f"{tool}_ms"] = theirs
        print("| " + " | ".join(cells) + " |", flush=True)
    times = [here for _, here in found.values()]
    print(f"\nMedian of the queries: {statistics.median(times):.2f} ms, slowest {max(times):.2f} ms. fzf needs {reading['fzf'] * 1e3:.0f} ms and fzy "
          f"{reading['fzy'] * 1e3:.0f} ms to read the list.")
    slow = [row["fzf_ms"] / row["here_ms"] for row in table if row["fzf_ms"] >= SLOW]
    if slow:
        print(f"Where fzf takes {SLOW} ms and more, it takes at least {min(slow):.0f} times as long.")
    typing = [(row[1], int(row[3]) / 1e6, int(row[5]) / 1e6) for row in rows if row[0] == "typing"]
    print("Typed letter by letter, ms, in brackets from nothing: "
          + ", ".join(f"{text} {next_:.2f} ({fresh:.2f})" for text, next_, fresh in typing) + ".")
    cancel = next(row for row in rows if row[0] == "cancel")
    print(f"A search that is cancelled has ended after {int(cancel[1]) / 1e3:.0f} µs, at most "
          f"{int(cancel[2]) / 1e3:.0f} µs.")
    return {"list": name, "count": count, "index": index, "queries": table, "typing": typing,
            "cancel_us": [int(cell) / 1e3 for cell in cancel[1:]]}


def print_index(rows):
    build = next(row for row in rows if row[0] == "build")
    change = next(row for row in rows if row[0] == "change")
    count, text, index, nanoseconds = (int(cell) for cell in build[1:])
    print(f"Index: {index / 1e6:.1f} MB for {text / 1e6:.1f} MB of text, that is the text and "
          f"{(index - text) / count:.1f} bytes a candidate (goal: {1.5 * text / 1e6 + 24e-6 * count:.1f} MB "
          f"in all); built at {text / nanoseconds * 1e3:.0f} MB/s. One candidate more: "
          f"{int(change[1]) / 1e3:.1f} µs, one less: {int(change[2]) / 1e3:.1f} µs.")
    return {"text_bytes": text, "index_bytes": index, "build_mb_s": text / nanoseconds * 1e3,
            "add_us": int(change[1]) / 1e3, "remove_us": int(change[2]) / 1e3}


def compare_commands(command, listing):
    """Whole commands, reading included: lines in, the best twenty out."""
    print("\n## The commands, on the paths below /usr\n\n| query | jackfield match, ms | fzf, ms | fzy, ms |")
    print("|---|---:|---:|---:|")
    table = []
    for query in ["usrlib", "pythonconfig", "readme"]:
        ours = filter_seconds([command, "match", "--limit", "20", "--query"], query, listing) * 1e3
        theirs = [filter_seconds(tool, query, listing) * 1e3 for tool in FILTERS.values()]
        table.append({"query": query, "jackfield_ms": ours, **dict(zip(FILTERS, theirs))})
        print(f"| {query} | {ours:.0f} | {theirs[0]:.0f} | {theirs[1]:.0f} |", flush=True)
    return table


FILTERS = {"fzf": ["fzf", "--filter"], "fzy": ["fzy", "-e"]}
LISTS = {"words": words, "paths": paths, "sentences": sentences}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="only 100,000 candidates")
    parser.add_argument("--list", action="append", choices=list(LISTS), help="only these lists")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", help="a file for the figures")
    options = parser.parse_args()
    build = ["swift", "build", "-c", "release", "--product", PRODUCT]
    for product in [PRODUCT, COMMAND]:
        subprocess.run([*build[:-1], product], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True)
    binary = pathlib.Path(folder.stdout.decode().strip()) / PRODUCT
    figures = []
    with tempfile.TemporaryDirectory() as directory:
        for count in [100_000] if options.quick else [100_000, 1_000_000]:
            for name, make in [(name, LISTS[name]) for name in options.list or LISTS]:
                listing = pathlib.Path(directory) / name
                listing.write_text("\n".join(make(count)) + "\n")
                figures.append(compare(binary, options.threads, name, count, listing))
        listing = pathlib.Path(directory) / "paths"
        listing.write_text("\n".join(paths(100_000)) + "\n")
        figures.append({"commands": compare_commands(binary.with_name(COMMAND), listing)})
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
