"""A second specification of the binary and JSON forms of Tezos data-encoding, to be read and to be run.

It is written from the vectors of the reference and its OCaml sources, and shares no code with the Rust crates: where both agree, two
people have read the reference alike. Each class below is one encoding. It shows, in this order:

- `size`    how many bytes a value takes: `Fixed` (an int), `DYNAMIC` (the value itself tells its end), `VARIABLE` (it goes to the end of
            the block that it is in),
- `read`    the value of some bytes, or `ReadError`,
- `write`   the bytes of a value, or `WriteError`,
- `to_json`, `from_json`.

Values are those of Python: numbers, `bytes` for strings and bytes, lists for lists, tuples and objects, `None` for what is absent,
`Tagged` for a case of a union. The binary half follows `binary_reader.ml`, `binary_writer.ml` and `encoding.ml`, the JSON half
`json.ml` and `json_encoding.ml`, the compact encodings `compact.ml`. What the reference does not have is marked "ours".

Errors have the names of the reference. It does not say where an error is; ours do (`DecodeError::offset`): an error is at the first byte
of the item that is refused, and missing bytes are missing from the item that starts there.
"""

from __future__ import annotations

import json
import math
import re
import struct
from dataclasses import dataclass, field
from typing import Any, Iterator

INT31_MIN, INT31_MAX = -(2**30), 2**30 - 1
DYNAMIC, VARIABLE = "Dynamic", "Variable"
DEFAULT_DEPTH = 256
# Ours: the revision of a format that is read and written unless another is given.
NEWEST = 65535
# Ours: bytes of a value in a stream.
STREAMED_MAX = 16 << 20


# ---- Errors ------------------------------------------------------------------------------------------------------------------------


class ReadError(Exception):
    """Bytes are refused: the reference's name of the error, and the offset of the item refused."""

    def __init__(self, name: str, offset: int, incomplete: bool = False) -> None:
        super().__init__(name, offset)
        self.name, self.offset = name, offset
        # Whether the bytes could go on to be those of a value: only in a stream does it matter.
        self.incomplete = incomplete


class WriteError(Exception):
    """A value is refused: the reference's name of the error."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class JsonRefused(Exception):
    """The JSON is not that of a value: why, and the name that ours have for it."""

    def __init__(self, reason: str, name: str = "Wrong_value") -> None:
        super().__init__(reason)
        self.name = name


class Invalid(Exception):
    """The encoding itself is refused, as the reference does with `Invalid_argument` when it is built."""


# Where the Rust crates are known to name another error than the reference, or another maximum size. What is accepted is the same.
DEPARTURES = {
    "pairs": "an object or a tuple, of one field too, is checked as a whole, and not as the nested pairs that the reference builds it of",
    "one": "a row of one field whose size the type does not know, because of a guard in it, is not checked as a whole",
    "view": "the view of a tuple looks at its first item when the whole of the tuple is not there",
}


# ---- Reading and writing -----------------------------------------------------------------------------------------------------------


class Reader:
    """The bytes, where the reader is, how many are left of its block, and how many a size limit allows.

    `rust` is ours: whether what a Rust type cannot hold is refused, which are numbers beyond 64 bits. `departures` are places where the
    reader does what the Rust crates are known to do and not what the reference does: see `DEPARTURES`. Ours are `max_depth`, a limit of
    levels of all recursive types, `arena`, the recursive type that has no limit of its own, and `revision`, that of the format.
    """

    def __init__(
        self,
        data: bytes,
        rust: bool = True,
        departures: tuple[str, ...] = (),
        max_depth: int | None = None,
        arena: "Mu | None" = None,
        revision: int = NEWEST,
    ) -> None:
        self.data = data
        self.max_depth, self.arena, self.revision = max_depth, arena, revision
        # Blocks around the reader whose size is known: what is missing in them is missing for ever.
        self.blocks = 0
        self.selected: Any = None
        # Whether more bytes may arrive: then a block may be read before all of it is there.
        self.is_arriving = False
        self.rust = rust
        self.departures = departures
        self.offset = 0
        self.remaining = len(data)
        self.allowed: int | None = None
        self.depth = 0

    def error(self, name: str, offset: int | None = None) -> ReadError:
        return ReadError(name, self.offset if offset is None else offset, name == "Not_enough_data" and self.blocks == 0)

    def check(self, size: int, offset: int | None = None) -> None:
        """Missing bytes come before forbidden ones. In a stream, those beyond the limit of a value are missing for ever."""
        if self.is_arriving and self.blocks == 0 and size > self.remaining:
            raise self.error("Too_long", 0)
        if size > self.remaining:
            raise self.error("Not_enough_data", offset)
        if self.allowed is not None and size > self.allowed:
            raise self.error("Size_limit_exceeded", offset)

    def take(self, size: int) -> bytes:
        self.check(size)
        if self.offset + size > len(self.data):
            raise ReadError("Not_enough_data", self.offset, incomplete=True)
        taken = self.data[self.offset : self.offset + size]
        self.offset += size
        self.remaining -= size
        if self.allowed is not None:
            self.allowed -= size
        return taken

    def number(self, size: int, signed: bool = False, little: bool = False) -> int:
        return int.from_bytes(self.take(size), "little" if little else "big", signed=signed)

    def limited(self, limit: int, encoding: "Encoding") -> Any:
        """Reads at most `limit` bytes; of nested limits the narrowest holds."""
        outer = self.allowed
        self.allowed = limit if outer is None else min(limit, outer)
        before = self.allowed
        value = encoding.read(self)
        self.allowed = None if outer is None else outer - (before - self.allowed)
        return value

    def block(self, size: int, encoding: "Encoding") -> Any:
        """Reads a block of `size` bytes, which the value has to fill."""
        self.check(size)
        behind = self.remaining - size
        self.remaining = size
        self.blocks += 1
        value = encoding.read(self)
        if self.remaining != 0:
            raise self.error("Extra_bytes")
        self.blocks -= 1
        self.remaining = behind
        return value


class Writer:
    """The bytes so far, and how many more a size limit allows; without `limits`, any number.

    With `force`, what is refused is written all the same, as far as there are bytes for it: a reader has to refuse these.
    """

    def __init__(self, limits: bool = True, force: bool = False, arena: "Mu | None" = None, revision: int = NEWEST) -> None:
        self.data = bytearray()
        self.limits = limits
        self.force = force
        self.arena, self.revision = arena, revision
        self.allowed: int | None = None
        self.depth = 0
        self.selected: Any = None

    def refuse(self, name: str) -> None:
        if not self.force:
            raise WriteError(name)

    def put(self, data: bytes) -> None:
        if self.allowed is not None and self.limits:
            if len(data) > self.allowed:
                raise WriteError("Size_limit_exceeded")
            self.allowed -= len(data)
        self.data += data

    def number(self, value: int, size: int, signed: bool = False, little: bool = False) -> None:
        low, high = (-(256**size // 2), 256**size // 2 - 1) if signed else (0, 256**size - 1)
        if not low <= value <= high:
            raise WriteError("Invalid_int")
        self.put(value.to_bytes(size, "little" if little else "big", signed=signed))

    def limited(self, limit: int, encoding: "Encoding", value: Any) -> None:
        outer = self.allowed
        self.allowed = limit if outer is None else min(limit, outer)
        before = self.allowed
        encoding.write(value, self)
        self.allowed = None if outer is None else outer - (before - self.allowed)


def decode(encoding: "Encoding", data: bytes, rust: bool = True, departures: tuple[str, ...] = (), **context: Any) -> Any:
    """The value of all of the bytes."""
    reader = Reader(data, rust, departures, **context)
    value = encoding.read(reader)
    if reader.offset != len(data):
        raise reader.error("Extra_bytes")
    return value


def is_read(encoding: "Encoding", data: bytes, revision: int) -> bool:
    """Whether a Rust type accepts the bytes."""
    try:
        decode(encoding, data, revision=revision)
        return True
    except ReadError:
        return False


def encode(encoding: "Encoding", value: Any, **context: Any) -> bytes:
    """The bytes of a value."""
    writer = Writer(**context)
    encoding.write(value, writer)
    return bytes(writer.data)


def inside(encoding: "Encoding", value: Any, around: Writer) -> bytes:
    """The bytes of a block, with the context of the writer around it."""
    writer = Writer(around.limits, around.force, around.arena, around.revision)
    writer.depth = around.depth
    encoding.write(value, writer)
    return bytes(writer.data)


# ---- JSON --------------------------------------------------------------------------------------------------------------------------


class Members(list):
    """A JSON object: pairs of a name and a value, in order."""


def json_of(text: str) -> Any:
    return json.loads(text, object_pairs_hook=Members)


def json_text(value: Any) -> str:
    if isinstance(value, Members):
        return "{" + ",".join(f"{json.dumps(name)}:{json_text(item)}" for name, item in value) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(json_text, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def json_int(value: Any, low: int, high: int) -> int:
    """An integer in a range; numbers of JSON are floats, of which `1.0` is one. Minus zero, ours, is none: a float may be written so."""
    if isinstance(value, float) and value.is_integer() and str(value) != "-0.0":
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise JsonRefused("no integer")
    if not low <= value <= high:
        raise JsonRefused("out of range", "Invalid_int")
    return value


# ---- What encodings have in common -------------------------------------------------------------------------------------------------


class Encoding:
    """An encoding; subclasses replace what is theirs."""

    def __init_subclass__(cls) -> None:
        # An encoding does not change once it is made, and its size is needed often.
        for name in ("size", "max_size", "zeroable"):
            if name in cls.__dict__:
                setattr(cls, name, remembered(cls.__dict__[name]))

    def size(self) -> int | str:
        raise NotImplementedError

    def max_size(self) -> int | None:
        """Bytes of the longest value, where the encoding bounds them."""
        size = self.size()
        return size if isinstance(size, int) else None

    def zeroable(self) -> bool:
        """Whether a value may take no bytes: a list of such values has no end."""
        return False

    def nullable(self) -> bool:
        """Whether a value may be `null` in JSON: an option of it would be ambiguous."""
        return False

    def read(self, reader: Reader) -> Any:
        raise NotImplementedError

    def write(self, value: Any, writer: Writer) -> None:
        raise NotImplementedError

    def to_json(self, value: Any) -> Any:
        return value

    def from_json(self, value: Any) -> Any:
        raise NotImplementedError


def remembered(function: Any) -> Any:
    """A method without arguments that is called once for each object."""
    key = f"_{function.__qualname__}"

    def call(self: Encoding) -> Any:
        if key not in self.__dict__:
            self.__dict__[key] = function(self)
        return self.__dict__[key]

    return call


class Around(Encoding):
    """Something around the bytes of another encoding, whose JSON it has."""

    inner: Encoding

    def nullable(self):
        return self.inner.nullable()

    def to_json(self, value):
        return self.inner.to_json(value)

    def from_json(self, value):
        return self.inner.from_json(value)


def in_row(left: int | str, right: int | str) -> int | str:
    """The size of two values in a row (`Kind.combine`)."""
    if isinstance(left, int) and isinstance(right, int):
        return left + right
    if left == VARIABLE and not isinstance(right, int):
        raise Invalid("behind a value that goes to the end of the block, only values of a fixed size can follow")
    return VARIABLE if VARIABLE in (left, right) else DYNAMIC


def either_of(sizes: list[int | str]) -> int | str:
    """The size of one of several values (`Kind.merge`)."""
    if VARIABLE in sizes:
        return VARIABLE
    return sizes[0] if len(set(sizes)) == 1 else DYNAMIC


# ---- Nothing -----------------------------------------------------------------------------------------------------------------------


@dataclass
class Nothing(Encoding):
    """No bytes; in JSON `{}` (`empty`, `unit`), `null` (`null`) or a text (`constant`)."""

    json: Any
    # Not `None`, which is an option that is absent.
    value: Any = ()

    def size(self):
        return 0

    def zeroable(self):
        return True

    def nullable(self):
        return self.json is None

    def read(self, reader):
        return self.value

    def write(self, value, writer):
        pass

    def to_json(self, value):
        return self.json

    def from_json(self, value):
        if value != self.json or isinstance(value, Members) != isinstance(self.json, Members):
            raise JsonRefused("another constant")
        return self.value


def empty() -> Nothing:
    return Nothing(Members())


class NoFields(Nothing):
    """What a case without fields is."""

    def __init__(self) -> None:
        super().__init__(Members())


# ---- Numbers -----------------------------------------------------------------------------------------------------------------------


@dataclass
class Bool(Encoding):
    """`ff` for true, `00` for false; any byte but `00` reads as true."""

    def size(self):
        return 1

    def read(self, reader):
        return reader.number(1) != 0

    def write(self, value, writer):
        writer.put(b"\xff" if value else b"\x00")

    def from_json(self, value):
        if not isinstance(value, bool):
            raise JsonRefused("no boolean")
        return value


@dataclass
class Int(Encoding):
    """An integer of 1, 2, 4 or 8 bytes. JSON has those of 8 bytes as a string of digits."""

    bytes: int
    signed: bool = False
    little: bool = False

    def size(self):
        return self.bytes

    def read(self, reader):
        return reader.number(self.bytes, self.signed, self.little)

    def write(self, value, writer):
        writer.number(value, self.bytes, self.signed, self.little)

    def to_json(self, value):
        return str(value) if self.bytes == 8 else value

    def from_json(self, value):
        if self.bytes == 8:
            value = int64(value) if self.signed else digits(value)
            low, high = (-(2**63), 2**63 - 1) if self.signed else (0, 2**64 - 1)
            if not low <= value <= high:
                raise JsonRefused("too great", "Invalid_int")
            return value
        return json_int(value, -(256**self.bytes // 2) if self.signed else 0, 256**self.bytes // (2 if self.signed else 1) - 1)


def digits(value: Any) -> int:
    if not isinstance(value, str) or not value.removeprefix("-").isdecimal():
        raise JsonRefused("no digits")
    return int(value)


BASES = {"x": 16, "o": 8, "b": 2}


def int64(value: Any) -> int:
    """`Int64.of_string`. With a base, the upper half of 64 bits is negative."""
    match = isinstance(value, str) and re.fullmatch(r"([-+]?)(?:0([xXoObBuU]))?([0-9a-fA-F][0-9a-fA-F_]*)", value, re.ASCII)
    if not match:
        raise JsonRefused("no number")
    sign, letter, text = match.groups()
    try:
        number = int(text.replace("_", ""), BASES.get((letter or "u").lower(), 10))
    except ValueError:
        raise JsonRefused("a digit of another base") from None
    if letter:
        if number >= 2**64:
            raise JsonRefused("more than 64 bits")
        number = (number ^ 2**63) - 2**63
        return number if number == -(2**63) or sign != "-" else -number
    return -number if sign == "-" else number


def zarith(value: Any) -> int:
    """`Z.of_string` of Zarith: there may be no digits at all, and underscores behind the first."""
    match = isinstance(value, str) and re.fullmatch(r"(-?)\+?(?:0([xXoObB]))?((?!_)[0-9a-fA-F_]*)", value, re.ASCII)
    if not match:
        raise JsonRefused("no number")
    sign, letter, text = match.groups()
    try:
        number = int(text.replace("_", "") or "0", BASES.get((letter or "").lower(), 10))
    except ValueError:
        raise JsonRefused("a digit of another base") from None
    return -number if sign else number


@dataclass
class RangedInt(Encoding):
    """An integer in a range, in the narrowest width that can hold it.

    Where the range starts below zero the width is that of a signed integer which holds both ends. Otherwise the width is that of the
    unsigned difference, and the value on the wire is the distance from the start. Widths are 1, 2 and 4 bytes; of 4 bytes a signed one is
    an int31, an unsigned one has no more than 31 bits.
    """

    min: int
    max: int
    little: bool = False

    def __post_init__(self):
        if not INT31_MIN <= self.min <= self.max <= INT31_MAX:
            raise Invalid("ranged_int")

    def size(self):
        if self.min < 0:
            return 1 if self.min >= -128 and self.max <= 127 else 2 if self.min >= -32768 and self.max <= 32767 else 4
        return prefix_width(self.max - self.min)

    def read(self, reader):
        start = reader.offset
        # An unsigned integer of 31 bits is read as a signed one of 32: what is negative is outside of the range, too.
        signed = self.min < 0 or self.size() == 4
        value = reader.number(self.size(), signed, self.little)
        if value < 0 and self.min >= 0:
            raise reader.error("Invalid_int", start)
        if self.min > 0:
            value += self.min
        if not self.min <= value <= self.max:
            raise reader.error("Invalid_int", start)
        return value

    def write(self, value, writer):
        if not self.min <= value <= self.max:
            writer.refuse("Invalid_int")
        writer.number(value - max(self.min, 0), self.size(), self.min < 0, self.little)

    def from_json(self, value):
        return json_int(value, self.min, self.max)


def int31(little: bool = False) -> RangedInt:
    return RangedInt(INT31_MIN, INT31_MAX, little)


def prefix_width(max_value: int) -> int:
    """Bytes of the narrowest unsigned integer that holds a number."""
    return 1 if max_value <= 255 else 2 if max_value <= 65535 else 4


@dataclass
class Float(Encoding):
    """IEEE 754 double precision, big-endian. In JSON, what is not finite is `"nan"`, `"inf"`, `"-inf"`."""

    def size(self):
        return 8

    def read(self, reader):
        return struct.unpack(">d", reader.take(8))[0]

    def write(self, value, writer):
        writer.put(struct.pack(">d", value))

    def to_json(self, value):
        return value if math.isfinite(value) else repr(value)

    def from_json(self, value):
        if value == "nan":
            return struct.unpack(">d", b"\x7f\xf0\0\0\0\0\0\x01")[0]
        if value in ("inf", "-inf"):
            return float(value)
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise JsonRefused("no float")
        return float(value)


@dataclass
class RangedFloat(Float):
    """A float in a range. NaN, which is in no range, is refused when read and written all the same."""

    min: float
    max: float

    def read(self, reader):
        start = reader.offset
        value = super().read(reader)
        if not self.min <= value <= self.max:
            raise reader.error("Invalid_float", start)
        return value

    def write(self, value, writer):
        if value < self.min or self.max < value:
            writer.refuse("Invalid_float")
        super().write(value, writer)

    def from_json(self, value):
        number = super().from_json(value)
        if number < self.min or self.max < number:
            raise JsonRefused("out of range", "Invalid_float")
        return number


@dataclass
class Natural(Encoding):
    """`n`: seven bits in each byte, the least significant first; the highest bit says that one more byte follows.

    A last byte of zero, but for the number zero, is `Trailing_zero`: every number has one spelling. `max` is ours: an integer type that
    cannot hold the number is `Overflow`.
    """

    max: int | None = None

    def size(self):
        return DYNAMIC

    def read(self, reader):
        start = reader.offset
        value = read_groups(reader, reader.number(1), 7)
        if reader.rust and self.max is not None and value > self.max:
            raise reader.error("Overflow", start)
        return value

    def write(self, value, writer):
        if value < 0:
            raise WriteError("Invalid_natural")
        writer.put(natural(value))

    def to_json(self, value):
        return str(value)

    def from_json(self, value):
        if (number := zarith(value)) < 0:
            raise JsonRefused("negative", "Invalid_natural")
        return number


def read_groups(reader: Reader, first: int, bits: int) -> int:
    """The number whose first byte, `first`, has been read and has its `bits` lowest bits."""
    value, shift, byte = first & ((1 << bits) - 1), bits, first
    while byte & 0x80:
        byte = reader.number(1)
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte == 0:
            raise reader.error("Trailing_zero", reader.offset - 1)
    return value


def natural(value: int) -> bytes:
    groups = []
    while True:
        groups.append(value & 0x7F)
        value >>= 7
        if value == 0:
            return bytes(group | 0x80 for group in groups[:-1]) + bytes(groups[-1:])


@dataclass
class Integer(Encoding):
    """`z`: as `n`, but the first byte has a sign (`40`) and six bits. Minus zero is read as zero."""

    min: int | None = None
    max: int | None = None

    def size(self):
        return DYNAMIC

    def read(self, reader):
        start = reader.offset
        first = reader.number(1)
        value = read_groups(reader, first, 6)
        value = -value if first & 0x40 else value
        if reader.rust and self.min is not None and not self.min <= value <= self.max:
            raise reader.error("Overflow", start)
        return value

    def write(self, value, writer):
        rest = abs(value) >> 6
        first = abs(value) & 0x3F | (0x40 if value < 0 else 0)
        writer.put(bytes([first | 0x80]) + natural(rest) if rest else bytes([first]))

    def to_json(self, value):
        return str(value)

    def from_json(self, value):
        return zarith(value)


@dataclass
class Like(Encoding):
    """`uint_like_n`, `int_like_z`: an integer in a range, written as an `n` or a `z` in no more bytes than an end of the range takes."""

    like: Encoding
    min: int
    max: int

    def limit(self) -> int:
        return max(len(encode(self.like, self.min)), len(encode(self.like, self.max)))

    def size(self):
        return DYNAMIC

    def max_size(self):
        return self.limit()

    def read(self, reader):
        start = reader.offset
        value = reader.limited(self.limit(), self.like)
        if not self.min <= value <= self.max:
            raise reader.error("Invalid_int", start)
        return value

    def write(self, value, writer):
        if not self.min <= value <= self.max:
            writer.refuse("Invalid_int")
        writer.limited(self.limit(), self.like, value)

    def from_json(self, value):
        return json_int(value, self.min, self.max)


def uint_like_n(max_value: int) -> Like:
    return Like(Natural(), 0, max_value)


def int_like_z(min_value: int, max_value: int) -> Like:
    return Like(Integer(), min_value, max_value)


# ---- Strings, bytes, names ---------------------------------------------------------------------------------------------------------


@dataclass
class Blob(Encoding):
    """`length` bytes, or those to the end of the block: a string (`text`) or bytes.

    JSON has bytes in hexadecimal and strings as they are; a string that is not UTF-8 is an object with the list of its bytes. `utf8` is
    ours: a Rust `String`, which holds nothing else.
    """

    length: int | None
    text: bool
    utf8: bool = False

    def size(self):
        return VARIABLE if self.length is None else self.length

    # As in the reference, an empty string counts as one that has bytes: behind a size, or to the end of the block, it does no harm.

    def read(self, reader):
        start = reader.offset
        data = reader.take(reader.remaining if self.length is None else self.length)
        if self.utf8 and not is_utf8(data):
            raise reader.error("Invalid_utf8", start)
        return data

    def write(self, value, writer):
        if self.length is not None and len(value) != self.length:
            writer.refuse("Invalid_string_length" if self.text else "Invalid_bytes_length")
        writer.put(value)

    def to_json(self, value):
        if not self.text:
            return value.hex()
        return value.decode() if is_utf8(value) else Members([("invalid_utf8_string", list(value))])

    def from_json(self, value):
        if self.text and isinstance(value, Members) and [name for name, _ in value] == ["invalid_utf8_string"]:
            listed = value[0][1]
            if not isinstance(listed, list) or isinstance(listed, Members):
                raise JsonRefused("no string")
            return bytes(byte_of_json(item) for item in listed)
        if not isinstance(value, str):
            raise JsonRefused("no string")
        if not self.text and not re.fullmatch("([0-9a-fA-F]{2})*", value):
            raise JsonRefused("no hexadecimal digits")
        data = value.encode() if self.text else bytes.fromhex(value)
        if self.length is not None and len(data) != self.length:
            raise JsonRefused("another length", "Invalid_string_length" if self.text else "Invalid_bytes_length")
        return data


def byte_of_json(value: Any) -> int:
    try:
        return json_int(value, 0, 255)
    except JsonRefused as refused:
        raise JsonRefused("no byte") from refused


def is_utf8(data: bytes) -> bool:
    try:
        data.decode()
        return True
    except UnicodeDecodeError:
        return False


def string(kind: str = "u30", utf8: bool = False) -> "Dynamic":
    return Dynamic(kind, Blob(None, True, utf8))


def bounded(kind: str, max_length: int, blob: Blob) -> "CheckSize":
    """`Bounded.string`, `Bounded.bytes`: the limit counts the size in front."""
    dynamic = Dynamic(kind, blob)
    return CheckSize(max_length + PREFIXES[kind].max_size(), dynamic)


def narrowest_kind(max_length: int) -> str:
    return {1: "u8", 2: "u16", 4: "u30"}[prefix_width(max_length)]


@dataclass
class StringEnum(Encoding):
    """The index of a name, in a width that holds the number of names: 256 names take two bytes. JSON has the name."""

    names: list[str]

    def size(self):
        return prefix_width(len(self.names))

    def read(self, reader):
        start = reader.offset
        index = reader.number(self.size())
        if index >= len(self.names):
            raise reader.error("No_case_matched", start)
        return index

    def write(self, value, writer):
        if value >= len(self.names):
            raise WriteError("No_case_matched")
        writer.number(value, self.size())

    def to_json(self, value):
        return self.names[value]

    def from_json(self, value):
        if value not in self.names:
            raise JsonRefused("no such name")
        return self.names.index(value)


# ---- Blocks and limits -------------------------------------------------------------------------------------------------------------


@dataclass
class Padded(Around):
    """A value of a fixed size, then bytes that are written zero and may be anything when read."""

    inner: Encoding
    padding: int

    def __post_init__(self):
        if not isinstance(self.inner.size(), int) or self.padding <= 0:
            raise Invalid("padded")

    def size(self):
        return self.inner.size() + self.padding

    def read(self, reader):
        value = self.inner.read(reader)
        reader.take(self.padding)
        return value

    def write(self, value, writer):
        self.inner.write(value, writer)
        writer.put(bytes(self.padding))


@dataclass
class CheckSize(Around):
    """At most `limit` bytes of the value; no bytes of its own."""

    limit: int
    inner: Encoding

    def size(self):
        return self.inner.size()

    def max_size(self):
        size = self.inner.max_size()
        return self.limit if size is None else min(size, self.limit)

    def zeroable(self):
        return self.inner.zeroable()

    def read(self, reader):
        return reader.limited(self.limit, self.inner)

    def write(self, value, writer):
        writer.limited(self.limit, self.inner, value)


@dataclass
class Uint30Prefix(Encoding):
    """A size in four bytes. What is negative is refused; 2^30 and more are left to fail for want of bytes."""

    little: bool = False

    def size(self):
        return 4

    def read(self, reader):
        start = reader.offset
        value = reader.number(4, signed=True, little=self.little)
        if value < 0:
            raise reader.error("Invalid_int", start)
        return value

    def write(self, value, writer):
        if value > INT31_MAX:
            raise WriteError("Size_limit_exceeded")
        writer.number(value, 4, little=self.little)


class NaturalPrefix(Encoding):
    """A size as an `n` of at most five bytes and at most 2^30 - 1."""

    def size(self):
        return DYNAMIC

    def max_size(self):
        return 5

    def read(self, reader):
        start = reader.offset
        value = reader.limited(5, Natural())
        if value > INT31_MAX:
            raise reader.error("Invalid_int", start)
        return value

    def write(self, value, writer):
        writer.put(natural(value))


# Sizes of blocks, by the names that Rust attributes have for them.
PREFIXES = {
    "u8": Int(1),
    "u16": Int(2),
    "u30": Uint30Prefix(),
    "n": NaturalPrefix(),
    # Ours: the low byte first.
    "u16, le": Int(2, little=True),
    "u30, le": Uint30Prefix(little=True),
}
MAX_PREFIX = {"u8": 255, "u16": 65535, "u30": INT31_MAX, "n": INT31_MAX, "u16, le": 65535, "u30, le": INT31_MAX}
# The longest block as far as `max_size` goes; without this (the departure `most`) a block may be longer than its size can say.
LONGEST_BLOCK = dict(MAX_PREFIX)


@dataclass
class Dynamic(Around):
    """The size of the value in bytes, then the value, which fills the block."""

    kind: str
    inner: Encoding

    def size(self):
        return DYNAMIC

    def max_size(self):
        size = self.inner.max_size()
        return None if size is None else PREFIXES[self.kind].max_size() + min(size, LONGEST_BLOCK[self.kind])

    def read(self, reader):
        return reader.block(PREFIXES[self.kind].read(reader), self.inner)

    def write(self, value, writer):
        block = inside(self.inner, value, writer)
        if writer.limits and len(block) > MAX_PREFIX[self.kind]:
            raise WriteError("Size_limit_exceeded")
        PREFIXES[self.kind].write(min(len(block), MAX_PREFIX[self.kind]), writer)
        writer.put(block)


@dataclass
class Sized(Around):
    """Ours: a block of exactly `bytes` bytes, whose size is not written and which the value fills."""

    bytes: int
    inner: Encoding

    def size(self):
        return self.bytes

    def read(self, reader):
        return reader.block(self.bytes, self.inner)

    def write(self, value, writer):
        block = inside(self.inner, value, writer)
        if len(block) != self.bytes:
            writer.refuse("Invalid_string_length" if isinstance(self.inner, Blob) and self.inner.text else "Invalid_bytes_length")
        writer.put(block)


@dataclass
class Magic(Around):
    """Ours: fixed bytes, then the value."""

    bytes: bytes
    inner: Encoding

    def size(self):
        return in_row(len(self.bytes), self.inner.size())

    def max_size(self):
        size = self.inner.max_size()
        return None if size is None else len(self.bytes) + size

    def read(self, reader):
        start = reader.offset
        if reader.take(len(self.bytes)) != self.bytes:
            raise reader.error("Invalid_magic", start)
        return self.inner.read(reader)

    def write(self, value, writer):
        writer.put(self.bytes)
        self.inner.write(value, writer)


@dataclass
class Suffixed(Around):
    """Ours: the value, then its size, which ends the block. What stands before a block that is shorter than all that is there is left."""

    prefix: Encoding
    inner: Encoding

    def size(self):
        return VARIABLE

    def max_size(self):
        size = self.inner.max_size()
        return None if size is None else size + self.prefix.size()

    def max_block(self) -> int:
        return min(256 ** self.prefix.size() - 1, INT31_MAX)

    def read(self, reader):
        start, width = reader.offset, self.prefix.size()
        # The two take all of the block, so that a limit for them is one for the block.
        reader.check(reader.remaining)
        if reader.remaining < width:
            raise reader.error("Not_enough_data")
        if reader.offset + reader.remaining > len(reader.data):
            raise ReadError("Not_enough_data", reader.offset, incomplete=True)
        # The size is looked at first, where it stands.
        allowed = reader.allowed
        reader.offset += reader.remaining - width
        size = self.prefix.read(reader)
        reader.offset, reader.remaining, reader.allowed = start, reader.remaining + width, allowed
        if size > reader.remaining - width:
            raise reader.error("Not_enough_data")
        value = reader.block(size, self.inner)
        if reader.remaining > width:
            raise reader.error("Extra_bytes")
        reader.take(width)
        return value

    def write(self, value, writer):
        block = inside(self.inner, value, writer)
        if writer.limits and len(block) > self.max_block():
            raise WriteError("Size_limit_exceeded")
        writer.put(block)
        self.prefix.write(len(block), writer)


# ---- Lists -------------------------------------------------------------------------------------------------------------------------


@dataclass
class Elements(Encoding):
    """What all lists and arrays share. An array has the errors of a list under other names."""

    element: Encoding
    array: bool = False

    def __post_init__(self):
        if self.element.size() == VARIABLE or self.element.zeroable():
            raise Invalid("an element of a list has to tell its end and to take a byte")

    def too_long(self) -> str:
        return "Array_too_long" if self.array else "List_too_long"

    def invalid_length(self) -> str:
        return "Array_invalid_length" if self.array else "List_invalid_length"

    def wrong_length(self, count: int) -> str | None:
        """Why no list has this number of elements, if so."""

    def write_count(self, count: int, writer: Writer) -> None:
        """Writes the number of elements, in lists that start with it."""

    def write(self, value, writer):
        if wrong := self.wrong_length(len(value)):
            writer.refuse(wrong)
        self.write_count(len(value), writer)
        for item in value:
            self.element.write(item, writer)

    def to_json(self, value):
        return [self.element.to_json(item) for item in value]

    def from_json(self, value):
        if not isinstance(value, list) or isinstance(value, Members):
            raise JsonRefused("no list")
        # The reference does not know limits of lists in JSON. Ours refuse a number of elements before they look at these.
        if wrong := self.wrong_length(len(value)):
            raise JsonRefused("another number of elements", wrong)
        return [self.element.from_json(item) for item in value]


@dataclass
class VariableList(Elements):
    """Elements to the end of the block, at most `max` of them. `min` is ours."""

    max: int | None = None
    min: int = 0

    def size(self):
        return VARIABLE

    def max_size(self):
        size = self.element.max_size()
        return None if size is None or self.max is None else size * self.max

    def zeroable(self):
        return True

    def read(self, reader):
        values = []
        while reader.remaining > 0:
            # The number is checked before the element is read.
            if len(values) == self.max:
                raise reader.error(self.too_long())
            values.append(self.element.read(reader))
        if len(values) < self.min:
            raise reader.error("List_too_short")
        return values

    def wrong_length(self, count):
        if self.max is not None and count > self.max:
            return self.invalid_length()
        return "List_too_short" if count < self.min else None


def variable_list(element: Encoding, max: int | None = None, min: int = 0, array: bool = False) -> Encoding:
    """Where the elements have a fixed size, their number is a limit in bytes too."""
    elements = VariableList(element, array, max, min)
    size = element.size()
    return CheckSize(size * max, elements) if max is not None and isinstance(size, int) else elements


@dataclass
class FixedList(Elements):
    """`length` elements; their number is not written."""

    length: int = 1

    def __post_init__(self):
        super().__post_init__()
        if self.length <= 0:
            raise Invalid("a list of no elements")

    def size(self):
        size = self.element.size()
        return size * self.length if isinstance(size, int) else DYNAMIC

    def max_size(self):
        size = self.element.max_size()
        return None if size is None else size * self.length

    def read(self, reader):
        return read_count(self.element, self.length, reader)

    def wrong_length(self, count):
        return None if count == self.length else self.invalid_length()


def read_count(element: Encoding, count: int, reader: Reader) -> list:
    values = []
    for _ in range(count):
        if reader.remaining == 0:
            raise reader.error("Not_enough_data")
        values.append(element.read(reader))
    return values


@dataclass
class CountedList(Elements):
    """The number of elements, then the elements. As an `n`, the number is a `uint_like_n` of the greatest one."""

    kind: str = "u8"
    max: int | None = None

    def count(self) -> Encoding:
        return uint_like_n(self.limit()) if self.kind == "n" else RangedInt(0, MAX_PREFIX[self.kind], "le" in self.kind)

    def limit(self) -> int:
        return MAX_PREFIX[self.kind] if self.max is None else self.max

    def size(self):
        return DYNAMIC

    def max_size(self):
        size = self.element.max_size()
        return None if size is None else self.count().max_size() + size * self.limit()

    def read(self, reader):
        start = reader.offset
        try:
            count = self.count().read(reader)
        except ReadError as error:
            # Of a number as an `n` that is out of range, the reference says that the list is too long.
            if error.name == "Invalid_int" and self.kind == "n":
                raise reader.error(self.too_long(), start) from error
            raise
        if count > self.limit():
            raise reader.error(self.too_long(), start)
        return read_count(self.element, count, reader)

    def wrong_length(self, count):
        return self.invalid_length() if count > self.limit() else None

    def write_count(self, count, writer):
        self.count().write(count, writer)


@dataclass
class Assoc(Encoding):
    """Pairs of a string and a value to the end of the block; in JSON an object, whose names may come more than once."""

    value: Encoding
    utf8: bool = False

    def pairs(self) -> Encoding:
        return VariableList(Tup([string(utf8=self.utf8), self.value]))

    def size(self):
        return VARIABLE

    def zeroable(self):
        return True

    def read(self, reader):
        return self.pairs().read(reader)

    def write(self, value, writer):
        self.pairs().write(value, writer)

    def to_json(self, value):
        if not all(is_utf8(key) for key, _ in value):
            raise JsonRefused("a name that is not UTF-8")
        return Members((key.decode(), self.value.to_json(item)) for key, item in value)

    def from_json(self, value):
        if not isinstance(value, Members):
            raise JsonRefused("no object")
        return [[key.encode(), self.value.from_json(item)] for key, item in value]


@dataclass
class Map(Assoc):
    """Ours: as `assoc`, but no name comes twice, and names are in their order. Values are lists of pairs."""

    def read(self, reader):
        pairs: dict[bytes, Any] = {}
        while reader.remaining > 0:
            start = reader.offset
            key = string(utf8=self.utf8).read(reader)
            if key in pairs:
                raise reader.error("Duplicate_key", start)
            pairs[key] = self.value.read(reader)
        return sorted(pairs.items())

    def write(self, value, writer):
        super().write(sorted(value), writer)

    def from_json(self, value):
        pairs = super().from_json(value)
        if len(dict(pairs)) != len(pairs):
            raise JsonRefused("a name twice", "Duplicate_key")
        return sorted(pairs)


# ---- Objects and tuples ------------------------------------------------------------------------------------------------------------

# `obj5` is a pair of an `obj1` and an `obj4`, `obj8` one of two `obj4`, and so on: how many of N fields are on the left.
LEFT_FIELDS = {2: 1, 3: 1, 4: 2, 5: 1, 6: 2, 7: 3, 8: 4, 9: 1, 10: 2}


class Row(Encoding):
    """Values in a row: an object or a tuple, which the reference builds of pairs.

    That shows in three places. A pair of a fixed size is looked at when all of its bytes are there, and not before: of `obj{a; b}` with
    two bytes for a and one for b, a wrong `a` without its `b` is `Not_enough_data`. A value that goes to the end of the block leaves
    those bytes at the end that the fixed values behind it need. And pairs of more than two fields are nested as above.
    """

    def parts(self) -> list[Encoding]:
        raise NotImplementedError

    def size(self):
        return self.size_of(self.parts())

    def size_of(self, parts: list[Encoding]) -> int | str:
        if len(parts) <= 1:
            return parts[0].size() if parts else 0
        left, right = self.split(parts)
        return in_row(self.size_of(left), self.size_of(right))

    def split(self, parts: list[Encoding]) -> tuple[list[Encoding], list[Encoding]]:
        left = LEFT_FIELDS[len(parts)]
        return parts[:left], parts[left:]

    def max_size(self):
        sizes = [part.max_size() for part in self.parts()]
        return None if None in sizes else sum(sizes)

    def zeroable(self):
        return all(part.zeroable() for part in self.parts())

    def read(self, reader):
        if "pairs" in reader.departures:
            return self.read_flat(self.parts(), reader)
        return self.read_parts(self.parts(), reader)

    def read_flat(self, parts: list[Encoding], reader: Reader) -> list:
        """The departure `pairs`."""
        size = self.size()
        is_passed_over = (
            "view" in reader.departures and isinstance(self, RustTuple)
            or "one" in reader.departures and len(parts) == 1
            or reader.is_arriving
        )
        if isinstance(size, int) and not is_passed_over:
            reader.check(size, self.first_missing(parts, reader))
        values = []
        for index, part in enumerate(parts):
            behind = sum(later.size() for later in parts[index + 1 :]) if part.size() == VARIABLE else 0
            if behind > reader.remaining:
                raise reader.error("Not_enough_data")
            reader.remaining -= behind
            values.append(part.read(reader))
            if behind and reader.remaining > 0:
                raise reader.error("Extra_bytes")
            reader.remaining += behind
        return values

    @staticmethod
    def first_missing(parts: list[Encoding], reader: Reader) -> int:
        return first_missing(parts, reader)

    def read_parts(self, parts: list[Encoding], reader: Reader) -> list:
        if len(parts) <= 1:
            return [part.read(reader) for part in parts]
        left, right = self.split(parts)
        size = self.size_of(parts)
        behind = self.size_of(right)
        if isinstance(size, int):
            reader.check(size, self.first_missing(parts, reader))
        if self.size_of(left) == VARIABLE and isinstance(behind, int):
            if behind > reader.remaining:
                raise reader.error("Not_enough_data")
            reader.remaining -= behind
            values = self.read_parts(left, reader)
            # Bytes that the left leaves: the reference asserts that there are none. Built without assertions it goes on behind them as if
            # they were not there, and refuses the message at its end, if not before. Here they are refused where they are.
            if reader.remaining > 0:
                raise reader.error("Extra_bytes")
            reader.remaining = behind
            return values + self.read_parts(right, reader)
        return self.read_parts(left, reader) + self.read_parts(right, reader)

    def write(self, value, writer):
        for part, item in zip(self.parts(), value, strict=True):
            part.write(item, writer)


def first_missing(parts: list[Encoding], reader: Reader) -> int:
    """The offset of the first item that is not there in whole, or not allowed in whole, of parts whose size is fixed."""
    end = reader.remaining if reader.allowed is None else min(reader.remaining, reader.allowed)
    offset = 0
    while parts:
        first, *rest = parts
        if offset + first.size() <= end:
            offset, parts = offset + first.size(), rest
        else:
            parts = parts_of(first)
    return reader.offset + offset


def parts_of(encoding: Encoding) -> list[Encoding]:
    """What an encoding of a fixed size consists of; nothing if it is one item."""
    match encoding:
        case Payloads():
            return []
        case Row():
            return encoding.parts()
        case FixedList():
            return [encoding.element] * encoding.length
        case CheckSize() | Dft() | Sized():
            return [encoding.inner] if isinstance(encoding.inner.size(), int) else []
    return []


@dataclass
class Tup(Row):
    """A tuple; in JSON a list."""

    items: list[Encoding]

    def parts(self):
        return self.items

    def names(self):
        return []

    def count(self):
        return len(self.items)

    def to_json(self, value):
        return [item.to_json(part) for item, part in zip(self.items, value, strict=True)]

    def from_json(self, value):
        if not isinstance(value, list) or isinstance(value, Members) or len(value) != len(self.items):
            raise JsonRefused("no tuple")
        return [item.from_json(part) for item, part in zip(self.items, value)]


class RustTuple(Tup):
    """A tuple that is a type of Rust, and no struct; only the departure `view` tells the two apart."""


class Payloads(Tup):
    """The payloads of a compact value: bytes that are missing are missing from all of them."""

    @staticmethod
    def first_missing(parts, reader):
        return reader.offset


@dataclass
class Opt(Encoding):
    """A field that may be missing: `00`, or `ff` and the value; any byte but `00` reads as present. In JSON there is no such field."""

    inner: Encoding

    def size(self):
        return DYNAMIC

    def max_size(self):
        size = self.inner.max_size()
        return None if size is None else size + 1

    def nullable(self):
        return True

    def read(self, reader):
        return self.inner.read(reader) if reader.number(1) else None

    def write(self, value, writer):
        writer.put(b"\x00" if value is None else b"\xff")
        if value is not None:
            self.inner.write(value, writer)

    # Outside of an object, ours: `null` or the value.

    def to_json(self, value):
        return None if value is None else self.inner.to_json(value)

    def from_json(self, value):
        return None if value is None else self.inner.from_json(value)


@dataclass
class VarOpt(Opt):
    """A field that may be missing, without a byte that says so: it is there if the block goes on."""

    def size(self):
        return VARIABLE

    def max_size(self):
        return self.inner.max_size()

    def zeroable(self):
        return True

    def read(self, reader):
        return self.inner.read(reader) if reader.remaining else None

    def write(self, value, writer):
        if value is not None:
            self.inner.write(value, writer)


@dataclass
class Dft(Around):
    """A field that JSON leaves out where it has its usual value; it is on the wire always."""

    inner: Encoding
    default: Any

    def size(self):
        return self.inner.size()

    def max_size(self):
        return self.inner.max_size()

    def zeroable(self):
        return self.inner.zeroable()

    def read(self, reader):
        return self.inner.read(reader)

    def write(self, value, writer):
        self.inner.write(value, writer)


@dataclass
class Elided(Opt):
    """Ours: an `Opt` whose missing value is the usual one: a Rust type takes a usual value that is there for one that is not."""

    usual: Any

    def read(self, reader):
        value = super().read(reader)
        return None if reader.rust and value == self.usual else value


MISSING = object()


@dataclass
class Obj(Row):
    """An object: fields with names."""

    fields: list[tuple[str, Encoding]]

    def parts(self):
        return [encoding for _, encoding in self.fields]

    def names(self):
        return [name for name, _ in self.fields]

    def count(self):
        return len(self.fields)

    def to_json(self, value):
        members = Members()
        for (name, encoding), item in zip(self.fields, value, strict=True):
            missing = item is None and (may_be_missing(encoding) or isinstance(encoding, During))
            usual = isinstance(encoding, Dft) and item == encoding.default
            if not missing and not usual:
                members.append((name, encoding.to_json(item)))
        return members

    def from_json(self, value):
        if not isinstance(value, Members):
            raise JsonRefused("no object")
        given = dict(value)
        if len(given) != len(value) or not set(given) <= {name for name, encoding in self.fields if is_in(encoding, NEWEST)}:
            raise JsonRefused("a field twice, or one that the object does not have", "Unexpected_field")
        return [self.field_from_json(encoding, given.get(name, MISSING)) for name, encoding in self.fields]

    @staticmethod
    def field_from_json(encoding: Encoding, value: Any) -> Any:
        if value is not MISSING:
            return encoding.from_json(value)
        if may_be_missing(encoding) or not is_in(encoding, NEWEST):
            return None
        if isinstance(encoding, Dft):
            return encoding.default
        raise JsonRefused("a field is missing", "Missing_field")


def may_be_missing(encoding: Encoding) -> bool:
    """Ours: what stands around the whole field, such as a block or a function, changes nothing in JSON. The reference has no such fields."""
    while isinstance(encoding, (CheckSize, Dynamic, Sized, Suffixed, Magic, Guarded, Canonical)):
        encoding = encoding.inner
    return isinstance(encoding, (Opt, DuringOption))


@dataclass
class During(Encoding):
    """Ours: a field that only the revisions from `since` to `until` have. In others it has no bytes and is `None`."""

    inner: Encoding
    since: int = 0
    until: int = NEWEST

    def size(self):
        return VARIABLE if self.inner.size() == VARIABLE else DYNAMIC

    def max_size(self):
        return self.inner.max_size()

    def zeroable(self):
        return True

    def read(self, reader):
        return self.inner.read(reader) if is_in(self, reader.revision) else None

    def write(self, value, writer):
        if (value is None) == is_in(self, writer.revision):
            raise WriteError("Missing_field" if value is None else "Other_revision")
        if value is not None:
            self.inner.write(value, writer)

    def to_json(self, value):
        return self.inner.to_json(value)

    def from_json(self, value):
        return self.inner.from_json(value)


@dataclass
class DuringOption(During):
    """Ours: a field that may be missing, of which other revisions have no byte either."""

    def write(self, value, writer):
        if is_in(self, writer.revision):
            self.inner.write(value, writer)
        elif value is not None:
            raise WriteError("Other_revision")


def is_in(encoding: Encoding, revision: int) -> bool:
    """Whether a revision has a field."""
    return not isinstance(encoding, During) or encoding.since <= revision <= encoding.until


@dataclass
class Selector(Around):
    """Ours: a field that selects the case of the next one."""

    inner: Encoding

    def size(self):
        return self.inner.size()

    def read(self, reader):
        reader.selected = self.inner.read(reader)
        return reader.selected

    def write(self, value, writer):
        self.inner.write(value, writer)
        writer.selected = value


@dataclass
class Selected(Encoding):
    """Ours: a union without a tag (`untagged`), whose case the field before it selects. Values are `Tagged`."""

    cases: list[Encoding]

    def size(self):
        size = either_of([case.size() for case in self.cases])
        return DYNAMIC if isinstance(size, int) else size

    def max_size(self):
        sizes = [case.max_size() for case in self.cases]
        return None if None in sizes else max(sizes)

    def zeroable(self):
        return any(case.zeroable() for case in self.cases)

    def read(self, reader):
        case = int(reader.selected)
        return Tagged(case, self.cases[case].read(reader))

    def write(self, value, writer):
        if int(writer.selected) != value.case:
            raise WriteError("No_case_matched")
        self.cases[value.case].write(value.value, writer)

    def to_json(self, value):
        return self.cases[value.case].to_json(value.value)


class Selecting(Obj):
    """An object of a `Selector` and what it selects."""

    def from_json(self, value):
        (name, selector), (selected_name, selected) = self.fields
        read = Obj([(name, selector), (selected_name, AnyJson())]).from_json(value)
        case = int(read[0])
        return [read[0], Tagged(case, selected.cases[case].from_json(read[1]))]


class AnyJson(Encoding):
    """Takes any JSON as it is."""

    def from_json(self, value):
        return value


@dataclass
class Merged(Row):
    """`merge_objs`, `merge_tups`: the fields of two objects or the items of two tuples as one."""

    left: Row
    right: Row

    def parts(self):
        return [self.left, self.right]

    def names(self):
        return self.left.names() + self.right.names()

    def count(self):
        return self.left.count() + self.right.count()

    def to_json(self, value):
        members = self.left.to_json(value[0])
        return type(members)(members + self.right.to_json(value[1]))

    def from_json(self, value):
        if isinstance(value, Members):
            names = self.left.names()
            left = Members(member for member in value if member[0] in names)
            right = Members(member for member in value if member[0] not in names)
        elif isinstance(value, list):
            left, right = value[: self.left.count()], value[self.left.count() :]
        else:
            raise JsonRefused("no object and no tuple")
        return [self.left.from_json(left), self.right.from_json(right)]


# ---- Unions ------------------------------------------------------------------------------------------------------------------------


@dataclass
class Tagged:
    """A value of a union: which of its cases, and the value of the case."""

    case: int
    value: Any


# In the place of a tag: the case of all other tags.
OTHER = -1


@dataclass
class Union(Encoding):
    """A tag of one or two bytes, then the value of the case with that tag. JSON has the value alone: the first case that takes it.

    JSON does not know limits of lists: the reference takes the first case by JSON alone. Ours takes the first that can be written, too.
    """

    tag_bytes: int
    cases: list[tuple[int, str, Encoding]]
    # Ours: the last case is that of all other tags but these; its value is the tag and the bytes behind it.
    reserved: list[int] | None = None
    # Ours: the revisions that have a case, by its index.
    during: dict[int, tuple[int, int]] = field(default_factory=dict)
    # Ours: a struct with a tag, whose only case has no name.
    one: bool = False
    # Ours: JSON has each case in a field with its name.
    named: bool = False

    def is_in(self, case: int, revision: int) -> bool:
        since, until = self.during.get(case, (0, NEWEST))
        return since <= revision <= until

    def size(self):
        if self.reserved is not None:
            return VARIABLE
        size = either_of([encoding.size() for _, _, encoding in self.cases])
        return size + self.tag_bytes if isinstance(size, int) else size

    def max_size(self):
        sizes = [encoding.max_size() for _, _, encoding in self.cases]
        return None if None in sizes or self.reserved is not None else max(sizes) + self.tag_bytes

    def nullable(self):
        return any(encoding.nullable() for _, _, encoding in self.cases)

    def read(self, reader):
        start = reader.offset
        tag = reader.number(self.tag_bytes)
        for case, (known, _, encoding) in enumerate(self.cases):
            if tag == known and self.is_in(case, reader.revision):
                return Tagged(case, self.field(case).read(reader)[0] if self.named else encoding.read(reader))
        if self.reserved is not None and tag not in self.reserved:
            return Tagged(len(self.cases) - 1, [tag, reader.take(reader.remaining)])
        raise reader.error("Unexpected_tag", start)

    def write(self, value, writer):
        tag, _, encoding = self.cases[value.case]
        if not self.is_in(value.case, writer.revision):
            raise WriteError("Other_revision")
        if tag == OTHER:
            if value.value[0] in [*self.reserved, *(known for known, _, _ in self.cases)]:
                writer.refuse("Unexpected_tag")
        else:
            writer.number(tag, self.tag_bytes)
        encoding.write(value.value, writer)

    def to_json(self, value):
        encoding = self.cases[value.case][2]
        return self.field(value.case).to_json([value.value]) if self.named else encoding.to_json(value.value)

    def field(self, case):
        _, name, encoding = self.cases[case]
        return Obj([(name.lower(), encoding)])

    def from_json(self, value):
        for case, (_, _, encoding) in enumerate(self.cases):
            if not self.is_in(case, NEWEST):
                continue
            try:
                taken = self.field(case).from_json(value)[0] if self.named else encoding.from_json(value)
                encode(encoding, taken)
                return Tagged(case, taken)
            except (JsonRefused, WriteError):
                continue
        # Ours name the error of the case that takes most of the JSON, which is not compared.
        raise JsonRefused("no case", "of a case")


def option(inner: Encoding) -> Union:
    """`option`: a union, unlike a field that may be missing."""
    if inner.nullable():
        raise Invalid("an option of what may be null")
    return Union(1, [(1, "Some", inner), (0, "None", Nothing(None))])


def result(ok: Encoding, error: Encoding) -> Union:
    return Union(1, [(1, "Ok", Obj([("ok", ok)])), (0, "Result", Obj([("error", error)]))])


# ---- Recursion ---------------------------------------------------------------------------------------------------------------------


class Mu(Encoding):
    """A type that contains itself: `body` is set when it is there. `depth` is ours: one level more is `Too_deep`."""

    levels_of_json = 0

    def __init__(self, size: str = DYNAMIC, depth: int = DEFAULT_DEPTH) -> None:
        self.declared, self.depth = size, depth
        self.body: Encoding | None = None

    def size(self):
        return self.declared

    def max_size(self):
        return None

    def limit(self, arena: "Mu | None", max_depth: int | None = None) -> float:
        own = math.inf if arena is self else self.depth
        return own if max_depth is None else min(own, max_depth)

    def zeroable(self):
        # A body that goes to the end of the block and that has no tag may be empty.
        return self.declared == VARIABLE and not isinstance(self.body, Union)

    def read(self, reader):
        if reader.depth >= self.limit(reader.arena, reader.max_depth):
            raise reader.error("Too_deep")
        reader.depth += 1
        value = self.body.read(reader)
        reader.depth -= 1
        return value

    def write(self, value, writer):
        if writer.depth >= self.limit(writer.arena):
            writer.refuse("Too_deep")
        writer.depth += 1
        self.body.write(value, writer)
        writer.depth -= 1

    def to_json(self, value):
        return self.body.to_json(value)

    def from_json(self, value):
        # JSON has no reader that counts levels: they are counted here.
        if Mu.levels_of_json >= self.depth:
            raise JsonRefused("too deep", "Too_deep")
        Mu.levels_of_json += 1
        try:
            return self.body.from_json(value)
        finally:
            Mu.levels_of_json -= 1


# ---- Compact encodings -------------------------------------------------------------------------------------------------------------


@dataclass
class Layout:
    """One shape of a compact value: the bits that it has in the tag, and what is behind the tag.

    `takes` says whether a value has this shape; of several it is the first. `inside` and `outside` convert between the value and what is
    behind the tag.
    """

    tag: int
    payload: Encoding
    takes: Any = lambda value: True
    inside: Any = lambda value: value
    outside: Any = lambda value: value


class Compact:
    """A part of a compact encoding: `bits` of the tag that all parts share, and the layouts that these bits choose from."""

    bits: int

    def layouts(self) -> list[Layout]:
        raise NotImplementedError

    def json(self) -> Encoding:
        """The encoding whose JSON this is."""
        raise NotImplementedError


@dataclass
class Payload(Compact):
    """No bits: an encoding as it is elsewhere."""

    encoding: Encoding

    bits = 0

    def layouts(self):
        return [Layout(0, self.encoding)]

    def json(self):
        return self.encoding


class CompactBool(Compact):
    """One bit and no byte."""

    bits = 1

    def layouts(self):
        return [
            Layout(1, empty(), lambda value: value, lambda value: None, lambda value: True),
            Layout(0, empty(), lambda value: not value, lambda value: None, lambda value: False),
        ]

    def json(self):
        return Bool()


@dataclass
class Narrow(Encoding):
    """An integer whose narrower forms would hold what is below `min`, which is refused here."""

    inner: Int
    refused: range

    def size(self):
        return self.inner.size()

    def read(self, reader):
        start = reader.offset
        value = self.inner.read(reader)
        if value in self.refused:
            raise reader.error("Invalid_int", start)
        return value

    def write(self, value, writer):
        self.inner.write(value, writer)


class CompactInt32(Compact):
    """Two bits: 0 for one byte, 1 for two, 2 for four; each number in the narrowest form. Negative numbers take four bytes."""

    bits = 2

    def layouts(self):
        return [
            Layout(0, Int(1), lambda value: 0 <= value <= 0xFF),
            Layout(1, Narrow(Int(2), range(0x100)), lambda value: 0xFF < value <= 0xFFFF),
            Layout(2, Narrow(Int(4, signed=True), range(0x10000)), lambda value: value < 0 or value > 0xFFFF),
        ]

    def json(self):
        return Int(4, signed=True)


class CompactInt64(Compact):
    """As an int32, with 2 for four bytes that have no sign and 3 for eight."""

    bits = 2

    def layouts(self):
        return [
            Layout(0, Int(1), lambda value: 0 <= value <= 0xFF),
            Layout(1, Narrow(Int(2), range(0x100)), lambda value: 0xFF < value <= 0xFFFF),
            Layout(2, Narrow(Int(4), range(0x10000)), lambda value: 0xFFFF < value <= 0xFFFF_FFFF),
            Layout(3, Narrow(Int(8, signed=True), range(0x1_0000_0000)), lambda value: value < 0 or value > 0xFFFF_FFFF),
        ]

    def json(self):
        return Int(8, signed=True)


@dataclass
class CompactList(Compact):
    """The number of elements in `bits` bits, then the elements; all ones where there are 2^bits - 1 or more, then a list."""

    bits: int
    element: Encoding

    def layouts(self):
        short = [
            Layout(n, FixedList(self.element, length=n) if n else FixedNone(), lambda value, n=n: len(value) == n)
            for n in range(2**self.bits - 1)
        ]
        return [*short, Layout(2**self.bits - 1, self.json(), lambda value: len(value) >= 2**self.bits - 1)]

    def json(self):
        return Dynamic("u30", VariableList(self.element))


class FixedNone(Encoding):
    """The list without elements, which takes no bytes."""

    def size(self):
        return 0

    def read(self, reader):
        return []

    def write(self, value, writer):
        pass


@dataclass
class CompactUnion(Compact):
    """The number of the case above the bits of the widest case. The number has as many bits as the last case needs."""

    cases: list[Compact]
    tags: list[int] | None = None

    def __post_init__(self):
        self.tags = self.tags or list(range(len(self.cases)))
        self.case_bits = max(case.bits for case in self.cases)
        self.bits = self.case_bits + max(self.tags).bit_length()

    def layouts(self):
        return [layout for case in range(len(self.cases)) for layout in self.case_layouts(case)]

    def case_layouts(self, case: int) -> Iterator[Layout]:
        for layout in self.cases[case].layouts():
            yield Layout(
                self.tags[case] << self.case_bits | layout.tag,
                layout.payload,
                lambda value, layout=layout: value.case == case and layout.takes(value.value),
                lambda value, layout=layout: layout.inside(value.value),
                lambda value, layout=layout: Tagged(case, layout.outside(value)),
            )

    def json(self):
        return Union(1, [(tag, "", case.json()) for tag, case in zip(self.tags, self.cases)])


@dataclass
class CompactOption(Compact):
    """A bit above those of the value: 0 for none."""

    some: Compact

    def __post_init__(self):
        self.bits = self.some.bits + 1

    def layouts(self):
        yield Layout(0, Nothing(None, None), lambda value: value is None)
        for layout in self.some.layouts():
            yield Layout(
                1 << self.some.bits | layout.tag,
                layout.payload,
                lambda value, layout=layout: value is not None and layout.takes(value),
                layout.inside,
                layout.outside,
            )

    def json(self):
        return Opt(self.some.json())


@dataclass
class CompactRow(Compact):
    """Several values: the first has the lowest bits, and their payloads are a tuple. With names it is an object in JSON."""

    items: list[Compact]
    names: list[str] | None = None

    def __post_init__(self):
        self.bits = sum(item.bits for item in self.items)

    def layouts(self):
        rows: list[tuple[int, int, list[Layout]]] = [(0, 0, [])]
        for item in self.items:
            rows = [
                (tag | layout.tag << bits, bits + item.bits, [*row, layout]) for tag, bits, row in rows for layout in item.layouts()
            ]
        return [self.layout(tag, row) for tag, _, row in rows]

    @staticmethod
    def layout(tag: int, row: list[Layout]) -> Layout:
        return Layout(
            tag,
            Payloads([layout.payload for layout in row]),
            lambda value: all(layout.takes(item) for layout, item in zip(row, value, strict=True)),
            lambda value: [layout.inside(item) for layout, item in zip(row, value)],
            lambda value: [layout.outside(item) for layout, item in zip(row, value)],
        )

    def json(self):
        items = [item.json() for item in self.items]
        return Obj(list(zip(self.names, items))) if self.names else Tup(items)


@dataclass
class OrInt32(Compact):
    """An int32 in its three forms, or, with the bits 3, something else. Values are `Tagged`: 0 for the int32, 1 for the other."""

    other: Encoding

    bits = 2

    def layouts(self):
        for layout in CompactInt32().layouts():
            yield Layout(
                layout.tag,
                layout.payload,
                lambda value, layout=layout: value.case == 0 and layout.takes(value.value),
                lambda value: value.value,
                lambda value: Tagged(0, value),
            )
        yield Layout(3, self.other, lambda value: value.case == 1, lambda value: value.value, lambda value: Tagged(1, value))

    def json(self):
        return Union(1, [(0, "", Int(4, signed=True)), (1, "", self.other)])


@dataclass
class Made(Encoding):
    """`Compact.make`: a tag of `tag_bytes` bytes (0, 1 or 2), which chooses the layout, then its payload."""

    tag_bytes: int
    compact: Compact

    def __post_init__(self):
        if self.compact.bits > 8 * self.tag_bytes:
            raise Invalid("tags do not fit")
        self.known = {layout.tag: layout for layout in self.compact.layouts()}

    def size(self):
        size = either_of([layout.payload.size() for layout in self.known.values()])
        return size + self.tag_bytes if isinstance(size, int) else size

    def max_size(self):
        sizes = [layout.payload.max_size() for layout in self.known.values()]
        return None if None in sizes else max(sizes) + self.tag_bytes

    def zeroable(self):
        return self.tag_bytes == 0 and self.known[0].payload.zeroable()

    def nullable(self):
        return self.compact.json().nullable()

    def read(self, reader):
        start = reader.offset
        tag = reader.number(self.tag_bytes) if self.tag_bytes else 0
        if tag not in self.known:
            raise reader.error("Unexpected_tag", start)
        layout = self.known[tag]
        return layout.outside(layout.payload.read(reader))

    def write(self, value, writer):
        layout = next(layout for layout in self.known.values() if layout.takes(value))
        if self.tag_bytes:
            writer.number(layout.tag, self.tag_bytes)
        layout.payload.write(layout.inside(value), writer)

    def to_json(self, value):
        return self.compact.json().to_json(value)

    def from_json(self, value):
        return self.compact.json().from_json(value)


@dataclass
class Decimal(Encoding):
    """Ours: an integer that JSON has as a string of digits."""

    inner: Encoding

    def size(self):
        return self.inner.size()

    def read(self, reader):
        return self.inner.read(reader)

    def write(self, value, writer):
        self.inner.write(value, writer)

    def to_json(self, value):
        return str(value)

    def from_json(self, value):
        return self.inner.from_json(digits(value))


# ---- Conversions -------------------------------------------------------------------------------------------------------------------


@dataclass
class Guarded(Around):
    """`with_guard`: a function refuses values, when read and when written, in the revisions from `since` to `until`."""

    inner: Encoding
    holds: Any
    error: str = "User_invariant_guard"
    since: int = 0
    until: int = NEWEST

    def size(self):
        return self.inner.size()

    def zeroable(self):
        return self.inner.zeroable()

    def max_size(self):
        return self.inner.max_size()

    def read(self, reader):
        start = reader.offset
        value = self.inner.read(reader)
        if self.is_in(reader.revision) and (not self.holds(value) or self.is_beyond_type(start, reader)):
            raise reader.error(self.error, start)
        return value

    def is_in(self, revision: int) -> bool:
        return self.since <= revision <= self.until

    def is_beyond_type(self, start: int, reader: Reader) -> bool:
        """Ours: the function takes a value of the Rust type. What that type does not hold, the function refuses for the schema."""
        return not reader.rust and not is_read(self.inner, reader.data[start : reader.offset], reader.revision)

    def write(self, value, writer):
        if self.is_in(writer.revision) and not self.holds(value):
            writer.refuse(self.error)
        self.inner.write(value, writer)


class AsRead(list):
    """The parts of a value that the schema alone has read."""


@dataclass
class Canonical(Around):
    """`conv` with two functions of which one does not undo the other: `form` returns the value that is read and written.

    The schema alone, without the type, shows the form in JSON, and writes a value as it has read it.
    """

    inner: Encoding
    form: Any

    def size(self):
        return self.inner.size()

    def max_size(self):
        return self.inner.max_size()

    def zeroable(self):
        return self.inner.zeroable()

    def read(self, reader):
        value = self.inner.read(reader)
        return self.form(value) if reader.rust else AsRead(value)

    def write(self, value, writer):
        self.inner.write(value if isinstance(value, AsRead) else self.form(value), writer)

    def to_json(self, value):
        return self.inner.to_json(self.form(value))

    def from_json(self, value):
        return self.form(self.inner.from_json(value))


@dataclass
class Converted(Guarded):
    """`conv_with_guard`: a function of the user makes the value, and may fail. It does not when the value is written."""

    def read(self, reader):
        start = reader.offset
        value = self.inner.read(reader)
        if not self.holds(value) or self.is_beyond_type(start, reader):
            raise reader.error("Exception_raised_in_user_function", start)
        return value

    def write(self, value, writer):
        self.inner.write(value, writer)

    def from_json(self, value):
        # Limits inside of it come first.
        value = super().from_json(value)
        encode(self.inner, value)
        if not self.holds(value):
            raise JsonRefused("refused by a function", "Exception_raised_in_user_function")
        return value


@dataclass
class Raw(Encoding):
    """Ours: the bytes of one value, kept as they are. The schema is that of the value: it does not keep other forms of the same value."""

    inner: Encoding

    def size(self):
        return self.inner.size()

    def max_size(self):
        return self.inner.max_size()

    def zeroable(self):
        return self.inner.zeroable()

    def nullable(self):
        return self.inner.nullable()

    def read(self, reader):
        start = reader.offset
        value = self.inner.read(reader)
        return reader.data[start : reader.offset] if reader.rust else encode(self.inner, value)

    def write(self, value, writer):
        try:
            decode(self.inner, value, rust=False)
        except ReadError as error:
            writer.refuse(error.name)
        writer.put(value)

    def to_json(self, value):
        return self.inner.to_json(decode(self.inner, value, rust=False))

    def from_json(self, value):
        return encode(self.inner, self.inner.from_json(value))


class EmptyItems(Encoding):
    """Ours: a number in one byte, and as many elements without bytes, which are refused: the number alone would say how many there are."""

    def size(self):
        return DYNAMIC

    def read(self, reader):
        if reader.number(1):
            raise reader.error("Empty_item")
        return []

    def write(self, value, writer):
        writer.number(len(value), 1)

    def from_json(self, value):
        if value != [] or isinstance(value, Members):
            raise JsonRefused("no empty list")
        return value
