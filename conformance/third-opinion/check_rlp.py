"""Checks the model of RLP against official cases: `python3 check_rlp.py FOLDER`. Exits with 1 if an answer differs.

`rlptest.json` has values with their bytes, `invalidRLPTest.json` bytes that every reader refuses, `*.rlp` blocks in a row.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import rlp
from model import ReadError, Reader, Tagged, decode, encode

ANY, _ = rlp.any_item(depth=1000)


def item(value: Any) -> Tagged:
    """The item that a value of the cases describes: text, a number, perhaps with `#` before its digits, or a list."""
    match value:
        case list():
            return Tagged(1, [item(one) for one in value])
        case int():
            return Tagged(0, rlp.shortest(value))
        case _:
            return Tagged(0, rlp.shortest(int(value[1:])) if value.startswith("#") else value.encode())


def unhex(text: str) -> bytes:
    return bytes.fromhex(text.removeprefix("0x"))


def refuses(data: bytes) -> bool:
    try:
        decode(ANY, data)
        return False
    except ReadError:
        return True


def same_again(data: bytes) -> bool:
    """Whether the items of a file are written as they were read."""
    start, written = 0, b""
    while start < len(data):
        reader = Reader(data[start:])
        written += encode(ANY, ANY.read(reader))
        start += reader.offset
    return written == data


def main() -> int:
    folder = Path(sys.argv[1])
    valid = json.loads((folder / "rlptest.json").read_text())
    invalid = json.loads((folder / "invalidRLPTest.json").read_text())
    blocks = [path for path in sorted(folder.glob("*.rlp")) if path.stat().st_size < 100_000]
    wrong = [name for name, case in valid.items() if encode(ANY, item(case["in"])) != unhex(case["out"])]
    wrong += [name for name, case in valid.items() if decode(ANY, unhex(case["out"])) != item(case["in"])]
    wrong += [name for name, case in invalid.items() if not refuses(unhex(case["out"]))]
    wrong += [path.name for path in blocks if not same_again(path.read_bytes())]
    for name in wrong:
        print(f"the model differs: {name}")
    print(f"{len(valid)} values, {len(invalid)} refused, {len(blocks)} files of blocks, {len(wrong)} differ")
    return 1 if wrong or not valid or not invalid else 0


if __name__ == "__main__":
    sys.setrecursionlimit(10_000)
    sys.exit(main())
