"""Checks the model against vectors of the reference: `python3 check_vectors.py FOLDER [-v]`.

The model is right where it gives the reference's answers. Descriptions of encodings are parsed by the grammar that comes with the
vectors; a line whose encoding the model does not have is counted, and its encoding named. Exits with 1 if an answer differs.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import model
from model import Encoding, Invalid, JsonRefused, Members, ReadError, WriteError


class Unknown(Exception):
    """The model has no such encoding."""


# ---- Descriptions ------------------------------------------------------------------------------------------------------------------

NUMBERS = {
    "bool": model.Bool(),
    "int8": model.Int(1, signed=True),
    "uint8": model.Int(1),
    "int16": model.Int(2, signed=True),
    "uint16": model.Int(2),
    "int31": model.int31(),
    "int32": model.Int(4, signed=True),
    "int64": model.Int(8, signed=True),
    "int16_le": model.Int(2, signed=True, little=True),
    "uint16_le": model.Int(2, little=True),
    "int31_le": model.int31(little=True),
    "int32_le": model.Int(4, signed=True, little=True),
    "int64_le": model.Int(8, signed=True, little=True),
    "float": model.Float(),
    "n": model.Natural(),
    "z": model.Integer(),
}
KINDS = {"uint8": "u8", "uint16": "u16", "uint30": "u30", "n": "n"}
RECURSIVE = {
    "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}": lambda mu: model.Union(
        1, [(0, "Leaf", model.Obj([("leaf", model.int31())])), (1, "Node", model.Obj([("left", mu), ("right", mu)]))]
    ),
    "mu(rlist){0 Nil | 1 Cons: uint8*rlist}": lambda mu: model.Union(
        1, [(0, "Nil", model.empty()), (1, "Cons", model.Obj([("hd", model.Int(1)), ("tl", mu)]))]
    ),
    "mu(rose){v: uint8; kids: list(rose)}": lambda mu: model.Obj(
        [("v", model.Int(1)), ("kids", model.Dynamic("u30", model.VariableList(mu)))]
    ),
    "mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}": lambda mu: model.Union(
        1,
        [
            (0, "End", model.Obj([("rest", model.Blob(None, text=False))])),
            (1, "More", model.Obj([("x", model.Int(1)), ("next", model.Dynamic("u30", mu))])),
        ],
    ),
}


def parse(text: str) -> Encoding:
    """The encoding that a description names."""
    if text in RECURSIVE:
        mu = model.Mu(model.VARIABLE if "variable" in text else model.DYNAMIC, depth=10**6)
        mu.body = RECURSIVE[text](mu)
        return mu
    encoding, rest = parse_part(text)
    if rest:
        raise Unknown(text)
    return encoding


def split(text: str, separator: str) -> list[str]:
    """The parts between separators that stand outside of brackets and quotes."""
    parts, depth, quoted, start = [], 0, False, 0
    for index, char in enumerate(text):
        quoted ^= char == '"'
        depth += 0 if quoted else (char in "({") - (char in ")}")
        if char == separator and depth == 0 and not quoted:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def parse_part(text: str) -> tuple[Encoding, str]:
    word = re.match(r"\w*", text)[0]
    rest = text[len(word) :]
    if not rest:
        return parse_word(word), ""
    close = {"(": ")", "{": "}"}.get(rest[0])
    if word == "union" and (match := re.fullmatch(r"\(tag=(uint8|uint16)\)\{(.*)\}", rest)):
        return model.Union({"uint8": 1, "uint16": 2}[match[1]], [parse_case(case) for case in split(match[2], "|")]), ""
    if close is None or rest[-1] != close or len(split(rest, ",")) != 1:
        raise Unknown(text)
    if word == "obj":
        return model.Obj([parse_field(field) for field in split(rest[1:-1], ";")]), ""
    return parse_call(word, split(rest[1:-1], ",")), ""


def parse_word(word: str) -> Encoding:
    words = {
        **NUMBERS,
        "string": model.string(),
        "bytes": model.Dynamic("u30", model.Blob(None, text=False)),
        "variable_string": model.Blob(None, text=True),
        "variable_bytes": model.Blob(None, text=False),
        "empty": model.empty(),
        "unit": model.empty(),
        "null": model.Nothing(None),
    }
    if word not in words:
        raise Unknown(word)
    return words[word]


def parse_case(text: str) -> tuple[int, str, Encoding]:
    match = re.fullmatch(r"(\d+) (\w+)(?:: (.*))?", text)
    if not match:
        raise Unknown(text)
    return int(match[1]), match[2], parse(match[3]) if match[3] else model.empty()


def parse_field(text: str) -> tuple[str, Encoding]:
    match = re.fullmatch(r"(\w+)(\?\?|\?|=\w+)?: (.*)", text)
    if not match:
        raise Unknown(text)
    name, mark, inner = match[1], match[2], parse(match[3])
    if mark == "??" or mark == "?" and inner.size() == model.VARIABLE:
        return name, model.VarOpt(inner)
    if mark == "?":
        return name, model.Opt(inner)
    return name, model.Dft(inner, int(mark[1:])) if mark else inner


def parse_call(word: str, arguments: list[str]) -> Encoding:
    named = dict(argument.split("=", 1) for argument in arguments if re.match(r"\w+=", argument))
    plain = [argument for argument in arguments if not re.match(r"\w+=", argument)]
    array = word.startswith(("array", "fixed_array", "variable_array"))
    maximum = int(named["max"]) if "max" in named else None
    match word:
        case "ranged_int" | "ranged_int_le":
            return model.RangedInt(int(plain[0]), int(plain[1]), word.endswith("_le"))
        case "ranged_float":
            return model.RangedFloat(float(plain[0]), float(plain[1]))
        case "uint_like_n":
            return model.uint_like_n(maximum)
        case "int_like_z":
            return model.int_like_z(int(named["min"]), maximum)
        case "fixed_string" | "fixed_bytes":
            return model.Blob(int(plain[0]), word == "fixed_string")
        case "string" | "bytes":
            return model.Dynamic(KINDS[named["len"]], model.Blob(None, word == "string"))
        case "bounded_string":
            length = int(plain[0])
            return model.bounded(model.narrowest_kind(length), length, model.Blob(None, text=True))
        case "bounded_bytes" | "bounded_bigstring":
            length = int(plain[0])
            kind = KINDS[named["len"]] if named else model.narrowest_kind(length)
            return model.bounded(kind, length, model.Blob(None, text=False))
        case "list" | "array":
            return model.Dynamic("u30", model.variable_list(parse(plain[0]), maximum, array=array))
        case "variable_list" | "variable_array":
            return model.variable_list(parse(plain[0]), maximum, array=array)
        case "fixed_list" | "fixed_array":
            return model.FixedList(parse(plain[1]), array, int(plain[0]))
        case "list_with_length" | "array_with_length":
            return model.CountedList(parse(plain[1]), array, KINDS[plain[0]], maximum)
        case "option":
            return model.option(parse(plain[0]))
        case "result":
            return model.result(parse(plain[0]), parse(plain[1]))
        case "tup":
            return model.Tup([parse(item) for item in plain])
        case "merge_objs" | "merge_tups":
            return model.Merged(parse(plain[0]), parse(plain[1]))
        case "padded":
            return model.Padded(parse(plain[0]), int(plain[1]))
        case "check_size":
            return model.CheckSize(int(plain[0]), parse(plain[1]))
        case "dynamic_size":
            return model.Dynamic(KINDS[plain[0]], parse(plain[1]))
        case "assoc":
            return model.Dynamic("u30", model.Assoc(parse(plain[0])))
        case "constant":
            return model.Nothing(json.loads(plain[0]))
        case "string_enum":
            if match := re.fullmatch(r"c0\.\.c(\d+)", plain[0]):
                return model.StringEnum([f"c{index}" for index in range(int(match[1]) + 1)])
            return model.StringEnum(plain)
        case "with_guard":
            return model.Guarded(parse(plain[1]), lambda value: value % 2 == 0)
        case "compact":
            return model.Made({"uint0": 0, "uint8": 1, "uint16": 2}[named["tag"]], parse_compact(plain[0]))
    raise Unknown(word)


def parse_compact(text: str) -> model.Compact:
    words = {"bool": model.CompactBool, "int32": model.CompactInt32, "int64": model.CompactInt64}
    if text in words:
        return words[text]()
    if text.startswith("payload "):
        return model.Payload(parse(text.removeprefix("payload ")))
    if text == "unit":
        return model.Payload(model.empty())
    match = re.fullmatch(r"([a-z_]+?\d*(?<!_)|or_int32)[({](.*)[)}]", text)
    if not match:
        raise Unknown(text)
    word, inside = match[1], match[2]
    if word == "option":
        return model.CompactOption(parse_compact(inside))
    if word == "list":
        bits, element = split(inside, ",")
        return model.CompactList(int(bits.removeprefix("bits=")), parse(element))
    if word == "or_int32":
        return model.OrInt32(parse(inside))
    if word == "union":
        return model.CompactUnion([parse_compact(case.split(": ", 1)[1]) for case in split(inside, "|")])
    if word.startswith("tup"):
        return model.CompactRow([parse_compact(item) for item in split(inside, ",")])
    if word.startswith("obj"):
        fields = [re.fullmatch(r"(req|opt) (\w+): (.*)", field) for field in split(inside, ";")]
        items = [parse_compact(field[3]) for field in fields]
        items = [model.CompactOption(item) if field[1] == "opt" else item for field, item in zip(fields, items)]
        return model.CompactRow(items, [field[2] for field in fields])
    raise Unknown(text)


# ---- Lines -------------------------------------------------------------------------------------------------------------------------


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same; `1` and `1.0` are, `1` and `true` are not."""
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(same(*pair) for pair in zip(one, other))
    if isinstance(one, tuple) and isinstance(other, tuple):
        return one[0] == other[0] and same(one[1], other[1])
    return isinstance(one, bool) == isinstance(other, bool) and one == other


def read_as(encoding: Encoding, data: bytes, again: bytes | None, line_json: Any, has_json: bool) -> str | None:
    """Expects bytes to be read; the difference, if there is one."""
    try:
        value = model.decode(encoding, data)
    except ReadError as error:
        return f"refused with {error.name} at {error.offset}"
    try:
        written = model.encode(encoding, value)
    except WriteError as error:
        return None if again == b"" else f"not written: {error.name}"
    if written != again:
        return f"written as {written.hex()}"
    if has_json and not same(encoding.to_json(value), line_json):
        return f"its JSON is {model.json_text(encoding.to_json(value))}"
    if has_json and again == data:
        back = model.encode(encoding, encoding.from_json(line_json))
        # The JSON of a NaN does not have its bits.
        if back != data and "nan" not in json.dumps(line_json):
            return f"from its JSON: {back.hex()}"
    return None


def refused(encoding: Encoding, data: bytes, name: str) -> str | None:
    try:
        return f"read as {model.decode(encoding, data)}"
    except ReadError as error:
        return None if error.name == name else f"refused with {error.name} at {error.offset}"


def sizes(encoding: Encoding) -> dict:
    size = encoding.size()
    fixed = isinstance(size, int)
    return {"class": "Fixed" if fixed else size, "fixed_length": size if fixed else None, "maximum_length": encoding.max_size()}


def described(encoding: Encoding, text: str) -> Any:
    """The value that a string describes where JSON would be long."""
    if match := re.fullmatch(r"(\d+) elements", text):
        inner = encoding
        while isinstance(inner, (model.Dynamic, model.CheckSize)):
            inner = inner.inner
        zero = {model.Int: 0, model.Dynamic: b"", model.Bool: False}[type(inner.element)]
        return [zero] * int(match[1])
    if match := re.fullmatch(r"(\d+) times '(.)'", text):
        return match[2].encode() * int(match[1])
    if match := re.fullmatch(r"(\d+) bytes(?: (\w\w))?", text):
        return bytes.fromhex(match[2] or "00") * int(match[1])
    if match := re.fullmatch(r"a=(\d+), b=(\d+) times '(.)'", text):
        return [int(match[1]), match[3].encode() * int(match[2])]
    raise JsonRefused("no description")


def refused_value(encoding: Encoding, value: Any) -> Any:
    """The value of JSON that a reader of JSON would refuse, too."""
    match encoding:
        case model.RangedInt() | model.Like() | model.Int() | model.StringEnum():
            return value
        case model.Natural():
            return int(value)
        case model.Blob():
            return value.encode() if encoding.text else bytes.fromhex(value)
    try:
        return encoding.from_json(value)
    except JsonRefused as error:
        raise Unknown(f"no such JSON: {error}") from error


def written(encoding: Encoding, value: Any, expected: bytes | str) -> str | None:
    """Expects a value to be written as these bytes, or to be refused with this error."""
    try:
        value = described(encoding, value)
    except (JsonRefused, TypeError, KeyError, AttributeError):
        value = refused_value(encoding, value)
    return written_value(encoding, value, expected)


def written_value(encoding: Encoding, value: Any, expected: bytes | str) -> str | None:
    try:
        found: bytes | str = model.encode(encoding, value)
    except WriteError as error:
        found = error.name
    return None if found == expected else f"written as {found}"


def answer(file: str, line: dict, encoding: Encoding) -> str | None:
    """What is wrong with the model's answer to a line, if anything is."""
    match file:
        case "primitives":
            data = bytes.fromhex(line["hex"])
            return read_as(encoding, data, data, line["json"], "json_error" not in line and "json_depth" not in line)
        case "read_accepts":
            again = bytes.fromhex(line["reencoded"])
            return read_as(encoding, bytes.fromhex(line["hex"]), again, line["json"], line["json"] is not None)
        case "read_errors":
            return refused(encoding, bytes.fromhex(line["hex"]), line.get("inner", line["error"]))
        case "fuzz":
            data = bytes.fromhex(line["hex"])
            if "error" in line:
                return refused(encoding, data, line.get("inner", line["error"]))
            return read_as(encoding, data, bytes.fromhex(line.get("reencoded", line["hex"])), None, False)
        case "sizes":
            found = sizes(encoding)
            return None if all(line[key] == found[key] for key in found) else f"its size is {found}"
        case "write_errors":
            value = line["value"]
            if isinstance(encoding, model.RangedFloat):
                # JSON has fewer digits than it takes to tell the float from the end of the range.
                value = float.fromhex(dict(line["detail"])["v"])
                return written_value(encoding, value, line["error"])
            return written(encoding, value, line.get("inner", line["error"]))
        case "write_accepts":
            return written(encoding, line["value"], bytes.fromhex(line["hex"]))


FILES = ["primitives", "read_accepts", "read_errors", "fuzz", "sizes", "write_errors", "write_accepts"]


def main() -> int:
    sys.setrecursionlimit(100_000)
    folder, verbose = Path(sys.argv[1]), "-v" in sys.argv
    parsed: dict[str, Encoding | None] = {}
    differences = answered = 0
    unknown: Counter[str] = Counter()
    for file in FILES:
        path = folder / f"{file}.jsonl"
        counts = Counter()
        for text in path.read_text().splitlines() if path.exists() else []:
            line = dict(model.json_of(text))
            name = line["encoding"]
            try:
                if name not in parsed:
                    parsed[name] = None
                    parsed[name] = parse(name)
                if parsed[name] is None:
                    raise Unknown(name)
                difference = answer(file, line, parsed[name])
            except (Unknown, Invalid) as reason:
                counts["unanswered"] += 1
                unknown[name if parsed[name] is None else f"{name}: {reason}"] += 1
                continue
            counts["answered"] += 1
            if difference:
                counts["differ"] += 1
                print(f"{file}: {text[:300]}\n    the model: {difference[:300]}")
        differences += counts["differ"]
        answered += counts["answered"]
        print(f"{file}: {counts['answered']} answered, {counts['unanswered']} unanswered, {counts['differ']} differ")
    for name, count in unknown.items() if verbose else []:
        print(f"unanswered, {count} lines: {name}")
    known = sum(1 for encoding in parsed.values() if encoding)
    print(f"{answered} lines answered, {sum(unknown.values())} not; {known} of {len(parsed)} encodings known")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
