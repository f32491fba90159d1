"""A second specification of RLP as types have it in `tezos-rlp`, beside that of data-encoding in `model.py`.

It is written from appendix B of the Yellow Paper, EIP-2718 and the reference of the attributes, and shares no code with the crates. An
item is a string of bytes or a list of items. Every value has one encoding: the shortest header and the shortest number. The classes are
those of `model.py`, with the same methods; errors that data-encoding does not have are

- `Invalid_item`  a string where a list is expected or the reverse, or a header or a number that is not the shortest,
- `Gap`           a field that is present behind one that is absent: the list would be that of another value.
"""

from __future__ import annotations

import copy
import re
from dataclasses import dataclass
from typing import Any

from model import (
    DYNAMIC, INT31_MAX, Blob, Dynamic, Encoding, Invalid, JsonRefused, Mu, NoFields, Obj, Opt, ReadError, Reader, Tagged, Tup, Union,
    VariableList, decode, either_of, encode, inside, is_utf8,
)

STRING, LIST = 0x80, 0xC0
# Sizes that the first byte of a header contains.
SHORT = 55


# ---- Headers -----------------------------------------------------------------------------------------------------------------------


def shortest(number: int) -> bytes:
    """A number, the most significant byte first, without leading zeros."""
    return number.to_bytes((number.bit_length() + 7) // 8, "big")


def header(base: int, size: int) -> bytes:
    """The header of a string or a list of `size` bytes."""
    if size <= SHORT:
        return bytes([base + size])
    return bytes([base + SHORT + len(shortest(size))]) + shortest(size)


def string(content: bytes) -> bytes:
    """A string; a byte below `80` is its own encoding."""
    return content if len(content) == 1 and content[0] < STRING else header(STRING, len(content)) + content


def peek(reader: Reader) -> int:
    """The next byte, which is not consumed."""
    reader.check(1)
    if reader.offset >= len(reader.data):
        raise ReadError("Not_enough_data", reader.offset, incomplete=True)
    return reader.data[reader.offset]


def read_header(reader: Reader, base: int) -> int:
    """Reads the header of a string or of a list, and returns the size of its content, all of which is there."""
    start, first = reader.offset, peek(reader)
    if (first >= LIST) != (base == LIST):
        raise reader.error("Invalid_item")
    if first < STRING:
        return 1
    reader.take(1)
    size = first - base
    if size > SHORT:
        digits = reader.take(size - SHORT)
        size = int.from_bytes(digits, "big")
        if digits[0] == 0 or size <= SHORT:
            raise reader.error("Invalid_item", start)
    reader.check(size)
    if base == STRING and size == 1 and peek(reader) < STRING:
        raise reader.error("Invalid_item", start)
    return size


def count_items(reader: Reader) -> tuple[int, ReadError | None]:
    """How many items the block still has. What is no item counts as the last one; its error is returned, too."""
    if reader.offset + reader.remaining > len(reader.data):
        raise ReadError("Not_enough_data", reader.offset, incomplete=True)
    ahead, count = copy.copy(reader), 0
    while ahead.remaining > 0:
        count += 1
        try:
            ahead.take(read_header(ahead, LIST if peek(ahead) >= LIST else STRING))
        except ReadError as error:
            return count, error
    return count, None


# ---- Strings and lists -------------------------------------------------------------------------------------------------------------


@dataclass
class Item(Dynamic):
    """A string or a list (`kind`), whose content `inner` fills. JSON is that of the content."""

    def base(self) -> int:
        return LIST if self.kind == "list" else STRING

    def max_size(self):
        size = self.inner.max_size()
        return None if size is None else 5 + min(size, INT31_MAX)

    def read(self, reader):
        return reader.block(read_header(reader, self.base()), self.inner)

    def write(self, value, writer):
        block = inside(self.inner, value, writer)
        writer.put(header(LIST, len(block)) + block if self.kind == "list" else string(block))


REFUSED_TEXT = "Exception_raised_in_user_function"


def json_hex(value: Any, digits: str) -> str:
    """The digits of a text after `0x`."""
    text = Blob(None, True, True).from_json(value)
    match = is_utf8(text) and re.fullmatch(f"0x({digits})", text.decode(), re.ASCII)
    if not match:
        raise JsonRefused("no digits after 0x", REFUSED_TEXT)
    return match[1]


class Data(Item):
    """A string of bytes; JSON has `0x` and two digits for each byte."""

    def to_json(self, value):
        return f"0x{value.hex()}"

    def from_json(self, value):
        data = bytes.fromhex(json_hex(value, "([0-9a-fA-F]{2})*"))
        try:
            return decode(self, string(data))
        except ReadError as error:
            raise JsonRefused("another size", error.name) from error


@dataclass
class Number(Encoding):
    """A natural number of at most `bytes` bytes, or of any size; zero is the empty string. JSON has `0x` and its digits."""

    bytes: int = INT31_MAX

    def size(self):
        return DYNAMIC

    def max_size(self):
        return 5 + self.bytes

    def read(self, reader):
        start = reader.offset
        size = read_header(reader, STRING)
        if size and peek(reader) == 0:
            raise reader.error("Invalid_item", start)
        if size > self.bytes:
            raise reader.error("Size_limit_exceeded")
        return int.from_bytes(reader.take(size), "big")

    def write(self, value, writer):
        writer.put(string(shortest(value)))

    def to_json(self, value):
        return hex(value)

    def from_json(self, value):
        number = int(json_hex(value, "0|[1-9a-fA-F][0-9a-fA-F]*"), 16)
        if len(shortest(number)) > self.bytes:
            raise JsonRefused("too great", "Size_limit_exceeded")
        return number


class Boolean(Number):
    """The number 0 or 1."""

    def __init__(self) -> None:
        super().__init__(1)

    def read(self, reader):
        start = reader.offset
        number = super().read(reader)
        if number > 1:
            raise reader.error("User_invariant_guard", start)
        return number == 1

    def to_json(self, value):
        return value

    def from_json(self, value):
        if not isinstance(value, bool):
            raise JsonRefused("no boolean")
        return value


class Shown(Encoding):
    """The content of a string that is the text of a number of 64 bits, as Rust parses and prints it. The schema keeps the text."""

    def size(self):
        return DYNAMIC

    def max_size(self):
        return None

    @staticmethod
    def parse(text: bytes) -> int | None:
        number = int(text) if re.fullmatch(rb"\+?[0-9]+", text) else 2**64
        return number if number < 2**64 else None

    def read(self, reader):
        start = reader.offset
        text = reader.take(reader.remaining)
        if not is_utf8(text):
            raise reader.error("Invalid_utf8", start)
        if (number := self.parse(text)) is None:
            raise reader.error(REFUSED_TEXT, start)
        return number if reader.rust else text

    def write(self, value, writer):
        writer.put(value if isinstance(value, bytes) else str(value).encode())

    def to_json(self, value):
        return value.decode() if isinstance(value, bytes) else str(value)

    def from_json(self, value):
        text = Blob(None, True, True).from_json(value)
        if self.parse(text) is None:
            raise JsonRefused("no number", REFUSED_TEXT)
        return text


# ---- Options -----------------------------------------------------------------------------------------------------------------------


def kind_of(encoding: Encoding) -> str | None:
    """Whether all values are strings or all are lists, as far as the derive knows."""
    match encoding:
        case Item():
            return encoding.kind
        case Number():
            return "string"
        case _ if hasattr(encoding, "holds"):
            return kind_of(encoding.inner)
    return None


@dataclass
class Maybe(Encoding):
    """A value or `None`; in JSON `null` or the value."""

    inner: Encoding

    def size(self):
        return DYNAMIC

    def max_size(self):
        return self.inner.max_size()

    def nullable(self):
        return True

    def to_json(self, value):
        return None if value is None else self.inner.to_json(value)

    def from_json(self, value):
        try:
            return None if value is None else self.inner.from_json(value)
        except JsonRefused as refused:
            # One of two cases, as in a union.
            raise JsonRefused("no case", "of a case") from refused


@dataclass
class Absent(Maybe):
    """`None` is the empty string or the empty list (`kind`), which no value may be."""

    kind: str

    def mark(self) -> int:
        return LIST if self.kind == "list" else STRING

    def max_size(self):
        size = super().max_size()
        return None if size is None else max(size, 1)

    def read(self, reader):
        if peek(reader) == self.mark():
            reader.take(1)
            return None
        return self.inner.read(reader)

    def write(self, value, writer):
        if value is None:
            writer.put(bytes([self.mark()]))
        else:
            self.inner.write(value, writer)


@dataclass
class Since(Maybe):
    """A field of lists of at least `items` items. In shorter lists it is `None`, or the default of its type, which is written."""

    items: int
    default: Any = None


@dataclass
class SinceLast(Since, Opt):
    """The last field of a list; JSON leaves it out where it is absent."""

    def from_json(self, value):
        return Opt.from_json(self, value)


def has_default(encoding: Encoding) -> bool:
    """Whether a field is always written, although shorter lists do not have it."""
    return isinstance(encoding, Since) and encoding.default is not None


# ---- Fields ------------------------------------------------------------------------------------------------------------------------


class InOrder:
    """Fields in a row. `ages` are those that may be absent, by their index: the ones that are absent first come last."""

    ages: list[int] = []

    def aged(self, ages: list[int]) -> "InOrder":
        self.ages = ages
        return self

    def size(self):
        return DYNAMIC

    def read(self, reader):
        values: list[Any] = []
        items = None
        for part in self.parts():
            if not isinstance(part, Since):
                values.append(part.read(reader))
                continue
            # The items of the list: each field before the first of these is one.
            items = len(values) + count_items(reader)[0] if items is None else items
            absent = part.default if reader.rust else None
            values.append(part.inner.read(reader) if items >= part.items else absent)
        return values

    def write(self, value, writer):
        present = [value[index] is not None for index in self.ages]
        if sorted(present, reverse=True) != present:
            writer.refuse("Gap")
        for part, item in zip(self.parts(), value, strict=True):
            if not isinstance(part, Since):
                part.write(item, writer)
            elif item is not None:
                part.inner.write(item, writer)


class Fields(InOrder, Obj):
    """Fields with names; in JSON an object."""


class Unnamed(InOrder, Tup):
    """Fields without names; in JSON a list."""


# ---- Enums -------------------------------------------------------------------------------------------------------------------------


class Enum(Union):
    """An enum, whose cases are told apart in different ways. JSON has the value alone: the first case that takes it."""

    def __init__(self, cases: list[tuple[Any, str, Encoding]]) -> None:
        super().__init__(0, cases)

    def size(self):
        return DYNAMIC

    def tag_size(self, tag: Any) -> int:
        return 0

    def max_size(self):
        sizes = [(self.tag_size(tag), encoding.max_size()) for tag, _, encoding in self.cases]
        return None if any(size is None for _, size in sizes) else max(sum(sizes) for sizes in sizes)

    def case_of(self, tag: Any, reader: Reader, start: int) -> int:
        tags = [known for known, _, _ in self.cases]
        if tag not in tags:
            raise reader.error("Unexpected_tag", start)
        return tags.index(tag)

    def read_case(self, case: int, reader: Reader) -> Tagged:
        return Tagged(case, self.cases[case][2].read(reader))


class ByTag(Enum):
    """The tag, a number, and the fields of the case: the content of a list, or a number if no case has fields."""

    def tag_size(self, tag):
        return len(string(shortest(tag)))

    def size(self):
        sizes = [self.tag_size(tag) if isinstance(case, NoFields) else DYNAMIC for tag, _, case in self.cases]
        return either_of(sizes)

    def read(self, reader):
        start = reader.offset
        return self.read_case(self.case_of(Number(8).read(reader), reader, start), reader)

    def write(self, value, writer):
        tag, _, encoding = self.cases[value.case]
        Number().write(tag, writer)
        encoding.write(value.value, writer)


class ByKind(Enum):
    """No tag: one case is a string (`"string"`), and one a list (`"list"`), or several are lists with different numbers of items."""

    def max_size(self):
        sizes = [(encoding.max_size(), 5 * isinstance(tag, int)) for tag, _, encoding in self.cases]
        return None if any(size is None for size, _ in sizes) else max(sum(sizes) for sizes in sizes)

    def read(self, reader):
        start, tags = reader.offset, [tag for tag, _, _ in self.cases]
        kind = "list" if peek(reader) >= LIST else "string"
        if kind == "list" and "list" not in tags and any(isinstance(tag, int) for tag in tags):
            return reader.block(read_header(reader, LIST), ByCount(self))
        return self.read_case(self.case_of(kind, reader, start), reader)

    def write(self, value, writer):
        tag, _, encoding = self.cases[value.case]
        Item("list", encoding).write(value.value, writer) if isinstance(tag, int) else encoding.write(value.value, writer)


@dataclass
class ByCount(Encoding):
    """The content of a list whose number of items tells the case."""

    cases: ByKind

    def read(self, reader):
        count, error = count_items(reader)
        if error:
            raise error
        return self.cases.read_case(self.cases.case_of(count, reader, reader.offset), reader)


class Envelope(Enum):
    """EIP-2718: a byte below `80`, the type, and its content; or a list without a type (`LIST`), the first case if there is one."""

    def tag_size(self, tag):
        return int(tag != LIST)

    def read(self, reader):
        start, tag = reader.offset, min(peek(reader), LIST)
        if tag != LIST:
            reader.take(1)
        return self.read_case(self.case_of(tag, reader, start), reader)

    def write(self, value, writer):
        tag, _, encoding = self.cases[value.case]
        if tag != LIST:
            writer.put(bytes([tag]))
        encoding.write(value.value, writer)


@dataclass
class TypedItem(Encoding):
    """An envelope among other items: one with a type is a string."""

    inner: Envelope

    def size(self):
        return DYNAMIC

    def max_size(self):
        sizes = [encoding.max_size() for _, _, encoding in self.inner.cases]
        typed = [size + 6 for size, (tag, _, _) in zip(sizes, self.inner.cases) if size is not None and tag != LIST]
        lists = [size for size, (tag, _, _) in zip(sizes, self.inner.cases) if size is not None and tag == LIST]
        return None if None in sizes else max(typed + lists)

    def read(self, reader):
        if peek(reader) >= LIST:
            return self.inner.read(reader)
        return reader.block(read_header(reader, STRING), WithType(self.inner))

    def write(self, value, writer):
        if self.inner.cases[value.case][0] == LIST:
            self.inner.write(value, writer)
        else:
            Item("string", self.inner).write(value, writer)

    def to_json(self, value):
        return self.inner.to_json(value)

    def from_json(self, value):
        return self.inner.from_json(value)


@dataclass
class WithType(Encoding):
    """An envelope that has a type."""

    inner: Envelope

    def read(self, reader):
        if reader.remaining and peek(reader) >= LIST:
            raise reader.error("Unexpected_tag")
        return self.inner.read(reader)


# ---- Any item ----------------------------------------------------------------------------------------------------------------------


def any_item(depth: int) -> tuple[Encoding, ByKind]:
    """Any item, as a recursive enum without tags, and that enum."""
    mu = Mu(depth=depth)
    mu.body = ByKind([("string", "Bytes", Data("string", Blob(None, text=False))), ("list", "List", Item("list", VariableList(mu)))])
    return mu, mu.body
