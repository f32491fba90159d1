#!/usr/bin/env python3
"""Draws the pictures of this folder: `python3 docs/pictures.py` writes them, `--check` fails if one of them is not up to date.

speed.svg    from the tables of benches/report/report.md
rlp.svg      from the table of performance.md
crates.svg   from ROWS and USES below
path.svg     from STEPS below
"""

import html
import math
import re
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
REPORT = DOCS.parent / "benches/report/report.md"

INK, FAINT, LINE, OURS, OTHER, BOX = "#1c2733", "#6b7280", "#c3cad3", "#2f6fbb", "#b9c4d0", "#f3f6fa"
FONT = "DejaVu Sans, Verdana, sans-serif"

# The crates: rows from the top to the bottom of the picture; each crate may use those below it.
ROWS = [
    [("tezos-codec", "the tool")],
    [("tezos-rlp", "RLP, Ethereum, Etherlink"), ("tezos-net", "peers over tokio")],
    [("tezos-protocols", "operations and blocks"), ("tezos-messages", "messages, sessions")],
    [("tezos-hashes", "hashes, keys, base58check")],
    [("tezos-encoding", "the crate that users name")],
    [
        ("tezos-encoding-tools", "schemas for people"),
        ("tezos-encoding-core", "traits, readers, schemas"),
        ("tezos-encoding-derive", "the derives"),
    ],
]
USES = [
    ("tezos-codec", "tezos-rlp"),
    ("tezos-codec", "tezos-messages"),
    ("tezos-rlp", "tezos-protocols"),
    ("tezos-net", "tezos-messages"),
    ("tezos-protocols", "tezos-hashes"),
    ("tezos-messages", "tezos-hashes"),
    ("tezos-hashes", "tezos-encoding"),
    ("tezos-encoding", "tezos-encoding-tools"),
    ("tezos-encoding", "tezos-encoding-core"),
    ("tezos-encoding", "tezos-encoding-derive"),
    ("tezos-encoding-tools", "tezos-encoding-core"),
]

# The way of a byte: what holds it, what happens there, and the crate that does it.
STEPS = [
    ("socket", "encrypted bytes arrive in any portions", "tezos-net"),
    ("chunk", "cut by its 2-byte length; MAC checked; decrypted", "tezos-messages: session"),
    ("message", "chunks joined by the 4-byte size prefix", "tezos-messages: session"),
    ("cursor", "the bytes that are left, and the limits that apply", "tezos-encoding-core: Reader"),
    ("case", "the tag selects a variant", "code made by the derive"),
    ("field", "size prefixes open blocks; limits are checked", "code made by the derive"),
    ("value", "a struct, a view, or nodes in an arena", "your program"),
]
REFUSED = [
    ("fault", "kind and position: 16 bytes"),
    ("explanation", "the schema is walked over the same bytes"),
    ("error", "field path, byte, expected, found"),
]

# Columns of the report, and what the chart calls them. Other columns are not of the same values for all messages.
CODECS = {
    "by hand": "by hand, for one message",
    "speedy": "speedy",
    "wincode": "wincode",
    "borsh": "borsh",
    "scale": "SCALE",
    "bincode": "bincode 2",
    "bitcode": "bitcode",
    "postcard": "postcard",
    "tezos_data_encoding": "tezos_data_encoding 0.6",
}
TREES = ("expr", "tree")

# Columns of the table of RLP, and their lines.
WRITERS = {"derived": OURS, "by hand": "#2a9d6f", "alloy-rlp": "#d98e32", "rlp": "#c8553d"}


class Picture:
    """SVG elements, one a line."""

    def __init__(self, width, height, title):
        head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">'
        self.lines = [head, f"<title>{html.escape(title)}</title>", f'<rect width="{width}" height="{height}" fill="#fff"/>']

    def text(self, x, y, words, size=13, fill=INK, anchor="start", weight="normal"):
        style = f'font-family="{FONT}" font-size="{size}" font-weight="{weight}" text-anchor="{anchor}" fill="{fill}"'
        self.lines.append(f'<text x="{x:g}" y="{y:g}" {style}>{html.escape(words)}</text>')

    def box(self, x, y, width, height, fill=BOX, line=LINE, radius=6):
        self.lines.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}" fill="{fill}" stroke="{line}"/>'
        )

    def line(self, start, end, color, width=1):
        (x1, y1), (x2, y2) = start, end
        self.lines.append(f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{color}" stroke-width="{width}"/>')

    def arrow(self, start, end):
        (x1, y1), (x2, y2) = start, end
        length = math.hypot(x2 - x1, y2 - y1)
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        tip = " ".join(f"{x2 - 8 * dx + s * 4 * dy:.1f},{y2 - 8 * dy - s * 4 * dx:.1f}" for s in (1, -1))
        self.lines.append(f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" stroke="{FAINT}"/>')
        self.lines.append(f'<polygon points="{x2:g},{y2:g} {tip}" fill="{FAINT}"/>')

    def svg(self):
        return "\n".join([*self.lines, "</svg>", ""])


def nanoseconds(cell):
    """A cell such as `1.14 µs (9.15)`, or None if it is empty."""
    found = re.match(r"([\d.]+) (ns|µs|ms)", cell)
    return found and float(found[1]) * {"ns": 1, "µs": 1e3, "ms": 1e6}[found[2]]


def means(section):
    """For each codec, the geometric mean of its times as multiples of ours, of the same values where ours has both."""
    text = REPORT.read_text().split(f"## {section}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("|")]
    head, messages = rows[0], [dict(zip(rows[0], row)) for row in rows[2:] if row[0] not in TREES]
    assert set(CODECS) <= set(head), f"the report has other columns: {head}"
    found = {}
    for codec in CODECS:
        logs = []
        for row in messages:
            ours, same = nanoseconds(row["ours"]), nanoseconds(row["ours, same values"])
            logs.append(math.log(nanoseconds(row[codec]) / (ours if codec == "by hand" else same or ours)))
        found[codec] = math.exp(sum(logs) / len(logs))
    return len(messages), found


def speed():
    (count, decode), (_, encode) = means("Decode, beside other codecs"), means("Encode, beside other codecs")
    facts = dict(re.findall(r"^- (\w+): (.*)$", REPORT.read_text(), re.M))
    bar, top, left, width = 24, 84, 196, 250
    picture = Picture(960, top + bar * (len(CODECS) + 1) + 16, "Time as a multiple of this crate's")
    picture.text(24, 28, "Time as a multiple of this crate's; shorter is faster", 17, weight="bold")
    note = f"Geometric means over {count} messages of real captures. {facts['Machine']}, Rust {facts['Rust']}, {facts['Date']}."
    picture.text(24, 48, note, 12, FAINT)
    scale = width / max(*decode.values(), *encode.values())
    for title, ratios, x in (("decode", decode, left), ("encode", encode, left + 400)):
        picture.text(x, top - 10, title, 13, weight="bold")
        rows = [("ours", "this crate", 1.0), *((codec, CODECS[codec], ratios[codec]) for codec in sorted(decode, key=decode.get))]
        for index, (codec, name, ratio) in enumerate(rows):
            y = top + bar * index
            if title == "decode":
                picture.text(left - 10, y + 14, name, 13, anchor="end", weight="bold" if codec == "ours" else "normal")
            picture.box(x, y + 2, ratio * scale, bar - 8, OURS if codec == "ours" else OTHER, "none", 2)
            picture.text(x + ratio * scale + 6, y + 14, f"{ratio:.2f}" if codec != "ours" else "1", 12)
    return picture.svg()


def blocks(task):
    """For each writer, (transactions, microseconds, kilobytes) of each block in the table of performance.md."""
    found = {writer: [] for writer in WRITERS}
    for line in (DOCS / "performance.md").read_text().splitlines():
        row = re.match(rf"\| {task} block, ([\d,]+) \|[^|]*\|(.*)\|$", line)
        for writer, cell in zip(WRITERS, row[2].split("|")) if row else ():
            peak = int(re.search(r", ([\d,]+) B,", cell)[1].replace(",", ""))
            transactions = int(row[1].replace(",", ""))
            found[writer].append((transactions, nanoseconds(cell.strip()) / 1e3, peak / 1e3))
    return found


def ticks(most):
    """Round numbers from zero to at least `most`."""
    power = 10.0 ** math.floor(math.log10(most))
    step = next(step for step in (power / 5, power / 2, power, power * 2) if most / step <= 6)
    return [step * index for index in range(math.ceil(most / step) + 1)]


def rlp():
    across, down, left, top, width, height = 470, 280, 70, 96, 330, 190
    picture = Picture(2 * across + 20, top + 2 * down - 44, "Time and memory of RLP, by number of transactions")
    picture.text(24, 28, "RLP of blocks, by number of transactions", 17, weight="bold")
    picture.text(24, 48, "Left: least time, in microseconds. Right: peak of the heap, in kilobytes.", 12, FAINT)
    for index, (writer, color) in enumerate(WRITERS.items()):
        picture.box(520 + 105 * index, 18, 12, 12, color, "none", 2)
        picture.text(538 + 105 * index, 28, writer, 12)
    for row, task in enumerate(("encode", "hash")):
        series = blocks(task)
        counts = [count for count, *_ in series["derived"]]
        for column, what in ((1, "time"), (2, "memory")):
            x, y = left + across * (column - 1), top + down * row + height
            marks = ticks(max(point[column] for points in series.values() for point in points))
            place = lambda count, value: (x + width * count / counts[-1], y - height * value / marks[-1])
            picture.text(x, y - height - 12, f"{task}: {what}", 13, weight="bold")
            for mark in marks:
                picture.line(place(0, mark), place(counts[-1], mark), LINE)
                picture.text(x - 8, place(0, mark)[1] + 4, f"{mark:,g}", 11, FAINT, "end")
            for count in counts:
                if count == 1 or count >= 320:
                    picture.text(place(count, 0)[0], y + 18, f"{count:,}", 11, FAINT, "middle")
            for writer, points in reversed(series.items()):
                for start, end in zip(points, points[1:]):
                    picture.line(place(start[0], start[column]), place(end[0], end[column]), WRITERS[writer], 2)
    return picture.svg()


def crates():
    width, height, step, across = 210, 48, 88, 250
    full = 3 * across + 20
    picture = Picture(full, step * len(ROWS) - 4, "The crates; an arrow points to what a crate uses")
    middle = {}
    for level, row in enumerate(ROWS):
        for index, (name, what) in enumerate(row):
            x = full / 2 + (index - (len(row) - 1) / 2) * across
            middle[name] = (x, 16 + level * step)
    for user, used in USES:
        (x1, y1), (x2, y2) = middle[user], middle[used]
        if y1 == y2:
            picture.arrow((x1 + width / 2, y1 + height / 2), (x2 - width / 2 - 2, y2 + height / 2))
        else:
            picture.arrow((x1 + (x2 - x1) * 0.2, y1 + height), (x2 - (x2 - x1) * 0.2, y2 - 2))
    for name, what in (crate for row in ROWS for crate in row):
        x, y = middle[name]
        picture.box(x - width / 2, y, width, height, "#e3edf8" if name == "tezos-encoding" else BOX)
        picture.text(x, y + 20, name, 13, anchor="middle", weight="bold")
        picture.text(x, y + 37, what, 12, FAINT, "middle")
    return picture.svg()


def path():
    step, width, height, right = 64, 330, 44, 610
    picture = Picture(930, step * (len(STEPS) + 1), "The way of a byte from the socket to a value")
    for index, (name, what, crate) in enumerate(STEPS):
        y = 16 + index * step
        picture.box(190, y, width, height, "#e3edf8" if name == "value" else BOX)
        picture.text(202, y + 18, name, 13, weight="bold")
        picture.text(202, y + 35, what, 12, FAINT)
        picture.text(178, y + 26, crate, 12, FAINT, "end")
        if index:
            picture.arrow((190 + width / 2, y - step + height), (190 + width / 2, y - 2))
    first = next(index for index, (name, *_) in enumerate(STEPS) if name == "field") - 1
    for index, (name, what) in enumerate(REFUSED):
        y = 16 + (first + index + 1) * step
        picture.box(right, y, 300, height)
        picture.text(right + 12, y + 18, name, 13, weight="bold")
        picture.text(right + 12, y + 35, what, 12, FAINT)
        if index:
            picture.arrow((right + 150, y - step + height), (right + 150, y - 2))
    y = 16 + (first + 1) * step + height / 2
    picture.text((190 + width + right) / 2, y - 6, "refused", 12, FAINT, "middle")
    picture.arrow((190 + width, y), (right - 2, y))
    return picture.svg()


def main():
    stale = []
    for name, draw in (("speed", speed), ("rlp", rlp), ("crates", crates), ("path", path)):
        file, drawn = DOCS / f"{name}.svg", draw()
        if "--check" not in sys.argv:
            file.write_text(drawn)
        elif not file.exists() or file.read_text() != drawn:
            stale.append(file.name)
    if stale:
        sys.exit(f"not as docs/pictures.py draws them: {', '.join(stale)}; run python3 docs/pictures.py")


main()
