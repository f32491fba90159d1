"""Random Rust types with random attributes, the encodings that the model has for them, and cases to try on both.

`python3 generate.py SEED TYPES FOLDER` writes a package to FOLDER (`Cargo.toml`, `src/main.rs`) and `cases.jsonl`, `types.jsonl` beside
it. The program reads lines of `cases.txt` from its standard input and answers each with a line of JSON; `compare.py` compares the answers
with what the model expects.

A `Shape` is a Rust type, the items of its attribute and the encoding that both have together. Shapes are made from the inside out: a
function that puts something around a shape adds to all three. What the model refuses to build (`Invalid`), the derives do not compile;
such a shape is thrown away and another one is made.
"""

from __future__ import annotations

import json
import random
import re
import struct
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Callable, Iterator

import model
import rlp
import rlp_mutants
from model import DYNAMIC, VARIABLE, Encoding, Invalid, JsonRefused, ReadError, Tagged, WriteError

KINDS = ["u8", "u16", "u30", "n"]
INTS = {"u8": (1, False), "i8": (1, True), "u16": (2, False), "i16": (2, True), "u32": (4, False), "i32": (4, True),
        "u64": (8, False), "i64": (8, True)}


class Notes(dict):
    """What is known of some encodings, which are told apart by their identity; it keeps them, so that no other gets the same identity."""

    def __setitem__(self, encoding: Encoding, note: Any) -> None:
        super().__setitem__(id(encoding), (encoding, note))

    def of(self, encoding: Encoding, default: Any = None) -> Any:
        return self.get(id(encoding), (None, default))[1]


# What the Rust type of a number can hold beside the range of its encoding: values to be refused when written.
HOLDS = Notes()
# A value that fills a block whose size is not written: there may be few.
FILLS = Notes()
# A value that is exactly as long as its limit allows.
EXACT = Notes()
# Values that are longer than their limit allows.
BEYOND = Notes()


def limits_of(rust: str) -> tuple[int, int]:
    size, signed = INTS[rust]
    return (-(256**size // 2), 256**size // 2 - 1) if signed else (0, 256**size - 1)


@dataclass
class Shape:
    """A Rust type with the items of its attribute, and its encoding. `literal` is the Rust expression of a value."""

    rust: str
    chain: list[str]
    encoding: Encoding
    literal: Callable[[Any], str]
    # Whether the type has layers (`Vec`, `Option`, a tuple) without an item: a wrapper would go around the innermost one.
    layered: bool = False
    # The feature that is outermost, for the covering array.
    feature: str = ""

    def attribute(self) -> str:
        return f"#[encoding({', '.join(self.chain)})] " if self.chain else ""

    def attribute_of(self, *more: str) -> str:
        return f"#[encoding({', '.join([*more, *self.chain])})] "

    def is_fixed(self) -> bool:
        return isinstance(self.encoding.size(), int)


# ---- Views -------------------------------------------------------------------------------------------------------------------------


def walk_fields(*names: str) -> str:
    """Rust that walks over the fields of a view."""
    return " ".join(f"Walk::walk(&self.{name}, out);" for name in names)


def walk_members(members: list[tuple[str, str, Shape]]) -> str:
    return walk_fields(*(name for name, _, _ in members))


def walk_case(name: str, fields: int | list[str] = 0) -> str:
    """The arm of a `match` that walks over the fields of a variant, which are as many or have these names."""
    names = fields if isinstance(fields, list) else [f"x{index}" for index in range(fields)]
    pattern = f"{{ {', '.join(names)} }}" if isinstance(fields, list) else f"({', '.join(names)})" if fields else ""
    return f'Self::{name}{pattern} => {{ out.push_str("{name} "); {" ".join(f"Walk::walk({field}, out);" for field in names)} }}'


def walk_cases(arms: list[str]) -> str:
    return f"match self {{ {', '.join(arms)} }}"


def walked(encoding: Encoding, value: Any) -> str:
    """What the accessors of a view return, as `Walk` of `views.rs` writes it."""
    each = lambda encodings, values: "".join(walked(part, item) for part, item in zip(encodings, values, strict=True))
    match encoding:
        case model.Made() | model.StringEnum() | model.Selecting() | model.Converted() | model.Canonical():
            return "? "
        case model.Nothing():
            return "() "
        case model.Bool() | rlp.Boolean():
            return "true " if value else "false "
        case model.Float():
            return f"x{struct.unpack('>Q', struct.pack('>d', value))[0]:016x} "
        case model.Blob() | model.Raw():
            return f"{value.hex()}. "
        case model.Map() | model.Assoc():
            return f"[{len(value)} " + "".join(f"{key.hex()}. {walked(encoding.value, item)}" for key, item in value) + "] "
        case model.Elements():
            return f"[{len(value)} " + "".join(walked(encoding.element, item) for item in value) + "] "
        case model.EmptyItems():
            return "[0 ] "
        case model.DuringOption():
            return walked(encoding.inner, value)
        case rlp.Number() if encoding.bytes > 16:
            return f"{hex(value)} "
        case rlp.Shown():
            return f"{str(value).encode().hex()}. "
        case model.Opt() | model.During() | rlp.Maybe():
            return "- " if value is None else "+ " + walked(encoding.inner, value)
        case model.Row():
            return each(encoding.parts(), value)
        case model.Union() if encoding.cases[0][1] == "Some":
            return "- " if value.case == 1 else "+ " + walked(encoding.cases[0][2], value.value)
        case model.Union():
            name, payload = encoding.cases[value.case][1:]
            if encoding.one:
                return walked(payload, value.value)
            return f"{'Err' if name == 'Result' else name} {'' if isinstance(payload, model.NoFields) else walked(payload, value.value)}"
        case model.Mu():
            return walked(encoding.body, value)
        case _ if hasattr(encoding, "inner"):
            return walked(encoding.inner, value)
        case model.Natural() | model.Integer() if len(wire := model.encode(encoding, value)) > 1024:
            return f"wire:{wire.hex()} "
    return f"{value} "


# ---- Leaves ------------------------------------------------------------------------------------------------------------------------


def integer(value: int, rust: str) -> str:
    return f"{value}_{rust}" if value >= 0 else f"({value}_{rust})"


def text_literal(value: bytes) -> str:
    return f"String::from({json.dumps(value.decode(), ensure_ascii=False)})" if value.isascii() and value.isalnum() else bytes_text(value)


def bytes_text(value: bytes) -> str:
    return f"String::from_utf8({bytes_literal(value)}).unwrap()"


def bytes_literal(value: bytes) -> str:
    return f"vec!{list(value)}" if value else "Vec::new()"


def float_literal(value: float) -> str:
    return f"f64::from_bits({struct.unpack('>Q', struct.pack('>d', value))[0]:#x})"


class Types:
    """The types made so far: their Rust source, and the encodings of those that are tried."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.source: list[str] = []
        self.subjects: list[Shape] = []
        # Compact types, which are parts of others: name, what it is in the model, the Rust expression of a value.
        self.compacts: list[tuple[str, model.Compact, Callable[[Any], str]]] = []
        # What walks over the view of a type, by its name; a type that is its own view has none.
        self.walks: dict[str, str] = {}
        # Recursive types that have an arena.
        self.arenas: dict[str, model.Mu] = {}
        # Names of the types whose encoding is RLP.
        self.rlp: set[str] = set()
        # Rust items that are not types with an encoding.
        self.items: list[str] = []
        # Types with parameters, by name: their source and parameters.
        self.generics: dict[str, tuple[str, str]] = {}
        self.newtypes: dict[int, tuple[Shape, Shape]] = {}

    def mark(self) -> tuple[int, int, int]:
        return len(self.source), len(self.subjects), len(self.items)

    def undo(self, mark: tuple[int, int, int]) -> None:
        """Takes back what was made since a mark."""
        del self.source[mark[0] :], self.subjects[mark[1] :], self.items[mark[2] :]
        for known in (self.walks, self.arenas):
            for name in [name for name in known if int(name[1:]) >= mark[0]]:
                del known[name]
        self.compacts = [known for known in self.compacts if int(known[0][1:]) < mark[0]]
        self.rlp = {name for name in self.rlp if int(name[1:]) < mark[0]}

    def chance(self, percent: int) -> bool:
        return self.rng.random() * 100 < percent

    def name(self) -> str:
        return f"T{len(self.source)}"

    def add(self, shape: Shape, source: str, walk: str | None = None) -> Shape:
        self.source.append(source)
        self.subjects.append(shape)
        if walk is not None:
            self.walks[named(source)] = walk
        return shape

    # Numbers.

    def int(self) -> Shape:
        rust = self.rng.choice(list(INTS))
        size, signed = INTS[rust]
        little = size > 1 and self.chance(30)
        encoding = model.Int(size, signed, little)
        return Shape(rust, ["le"] if little else [], encoding, lambda value: integer(value, rust))

    def guarded(self) -> Shape:
        """An integer that a function of the user refuses where it is odd; the item is for all of a field."""
        rust = self.rng.choice(["u8", "u16", "i32"])
        encoding = model.Guarded(model.Int(*INTS[rust]), lambda value: value % 2 == 0)
        return Shape(rust, ['guard = "is_even"'], encoding, lambda value: integer(value, rust))

    def narrow_int(self) -> Shape:
        """`Int31`, `Uint30`, and ranges whose ends are near those of the widths."""
        rng = self.rng
        if self.chance(20):
            rust, item, low, high = rng.choice([("i32", "Int31", model.INT31_MIN, model.INT31_MAX), ("u32", "Uint30", 0, model.INT31_MAX)])
            items, little = [f'builtin = "{item}"'], False
        else:
            ends = [0, 1, -1, 127, 128, -128, -129, 255, 256, 257, 1000, 32767, 32768, -32768, -32769, 65535, 65536, 66535, 66536,
                    model.INT31_MIN, model.INT31_MAX, rng.randint(-300, 300), rng.randint(-10**6, 10**6)]
            low, high = sorted([rng.choice(ends), rng.choice(ends)])
            rust = rng.choice([rust for rust in INTS if limits_of(rust)[0] <= low and high <= limits_of(rust)[1]])
            little = self.chance(25)
            items = [f'range = "{low} ..= {high}"', *(["le"] if little else [])]
        encoding = model.RangedInt(low, high, little)
        HOLDS[encoding] = limits_of(rust)
        return Shape(rust, items, encoding, lambda value: integer(value, rust))

    def like(self) -> Shape:
        rng = self.rng
        ends = [0, 1, 63, 64, 127, 128, 255, 300, 8191, 8192, 16383, 16384, model.INT31_MAX, rng.randint(0, 10**6)]
        if self.chance(50):
            high = rng.choice(ends)
            encoding, item = model.uint_like_n(high), "UintLikeN"
            low = 0
        else:
            low, high = sorted([rng.choice([-1, 1]) * rng.choice(ends[:-2]), rng.choice([-1, 1]) * rng.choice(ends[:-2])])
            encoding, item = model.int_like_z(low, high), "IntLikeZ"
        rust = rng.choice([rust for rust in INTS if limits_of(rust)[0] <= low and high <= limits_of(rust)[1]])
        HOLDS[encoding] = limits_of(rust)
        return Shape(rust, [f'builtin = "{item}"', f'range = "{low} ..= {high}"'], encoding, lambda value: integer(value, rust))

    def big(self) -> Shape:
        match self.rng.randrange(4):
            case 0:
                return Shape("N", [], model.Natural(), lambda value: f"N::new({value}_u128)")
            case 1:
                return Shape("Z", [], model.Integer(), lambda value: f"Z::from({value}_i128)")
            case 2:
                item = self.rng.choice(["narith", "mutez"])
                return Shape("u64", [item], model.Natural(2**64 - 1), lambda value: integer(value, "u64"))
            case _:
                return Shape("i64", ["zarith"], model.Integer(-(2**63), 2**63 - 1), lambda value: integer(value, "i64"))

    def float(self) -> Shape:
        if self.chance(50):
            return Shape("f64", [], model.Float(), float_literal)
        low, high = sorted(self.rng.sample([-1e6, -10.5, -0.001, 0.0, 0.5, 1.0, 100.0, 1e6], 2))
        return Shape("f64", [f'range = "{low!r} ..= {high!r}"'], model.RangedFloat(low, high), float_literal)

    def bool(self) -> Shape:
        return Shape("bool", [], model.Bool(), lambda value: "true" if value else "false")

    # Strings and bytes.

    def kind(self) -> tuple[str, str]:
        """The width of a size, and the item for its low byte first, if any; the two together are its name in the model."""
        kind = self.rng.choice(KINDS)
        return kind, ", le" if kind in ("u16", "u30") and self.chance(20) else ""

    def length(self) -> int:
        return self.rng.choice([1, 2, 3, 5, 8, 20])

    def string(self) -> Shape:
        """A string in each of its forms, as text or as the bytes of any string."""
        utf8 = self.chance(50)
        rust, literal = ("String", text_literal) if utf8 else ("Vec<u8>", bytes_literal)
        length, kind = self.length(), self.rng.choice(KINDS)
        blob = model.Blob(None, True, utf8)
        match self.rng.randrange(7):
            case 0:
                return Shape(rust, ["string"], model.Dynamic("u30", blob), literal)
            case 1:
                return Shape(rust, [f"string = {length}"], model.Dynamic("u30", model.CheckSize(length, blob)), literal)
            case 2:
                kind, little = self.kind()
                return Shape(rust, [f'string(kind = "{kind}"{little})'], model.Dynamic(kind + little, blob), literal)
            case 3:
                item, encoding = f'string(kind = "{kind}", max = {length})', model.Dynamic(kind, model.CheckSize(length, blob))
                return Shape(rust, [item], encoding, literal)
            case 4:
                length = self.rng.choice([length, 22, 255, 256, 300])
                kind = model.narrowest_kind(length)
                return Shape(rust, [f"string(bounded, max = {length})"], model.bounded(kind, length, blob), literal)
            case 5:
                return Shape(rust, [f"string(fixed = {length})"], model.Blob(length, True, utf8), literal)
            case _:
                return Shape(rust, ["string(variable)"], blob, literal)

    def bytes(self) -> Shape:
        length = self.length()
        match self.rng.randrange(4):
            case 0:
                return Shape("Vec<u8>", ["bytes"], model.Blob(None, False), bytes_literal)
            case 1:
                return Shape("Vec<u8>", [f"bytes = {length}"], model.CheckSize(length, model.Blob(None, False)), bytes_literal)
            case 2:
                return self.dynamic(Shape("Vec<u8>", ["bytes"], model.Blob(None, False), bytes_literal))
            case _:
                return Shape(f"[u8; {length}]", [], model.Blob(length, False), lambda value: str(list(value)))

    def leaf(self) -> Shape:
        if self.chance(4):
            return self.newtype(self.guarded())
        makers = [self.int, self.int, self.narrow_int, self.narrow_int, self.like, self.big, self.float, self.bool, self.string,
                  self.string, self.bytes, self.bytes]
        return self.rng.choice(makers)()

    # Around a shape.

    def dynamic(self, inner: Shape, apart: bool = True) -> Shape:
        """A block with its size in front, and perhaps a limit; `apart`: around a type of its own, if need be."""
        kind, little = self.kind()
        if apart and (inner.layered or self.chance(10)):
            return self.sized_or_named(inner, kind)
        check = self.check(inner) if self.chance(40) else None
        limit = check and check.limit
        bounds = "" if limit is None else f", max = {limit}"
        item = f'dynamic(kind = "{kind}"{bounds}{little})'
        if kind == "u30" and not little:
            item = "dynamic" if limit is None else f"dynamic = {limit}"
        if kind == "u8" and self.chance(50):
            item = "short_dynamic" if limit is None else f"short_dynamic = {limit}"
        encoding = model.Dynamic(kind + little, check or inner.encoding)
        return Shape(inner.rust, [item, *inner.chain], encoding, inner.literal)

    def sized_or_named(self, inner: Shape, kind: str) -> Shape:
        """The same around a type of its own."""
        named = self.newtype(inner)
        return Shape(named.rust, [f'dynamic(kind = "{kind}")'], model.Dynamic(kind, named.encoding), named.literal)

    def check(self, inner: Shape) -> model.CheckSize:
        """A limit in bytes that some values keep, one of them exactly, and others do not."""
        values = [least(inner.encoding)]
        for _ in range(4):
            try:
                values.append(Values(self.rng).value(inner.encoding))
            except WriteError:
                continue
        lengths = {len(model.encode(inner.encoding, value)): value for value in values}
        short = [length for length in lengths if length <= 255 and (length > min(lengths) or len(lengths) == 1)]
        limit = self.rng.choice(short or [255])
        check = model.CheckSize(limit, inner.encoding)
        if limit in lengths:
            EXACT[check] = lengths[limit]
        others = Values(random.Random(limit))
        for edges in [False, True] * 8:
            others.edges = edges
            try:
                value = others.value(inner.encoding)
                lengths[len(model.encode(inner.encoding, value))] = value
            except (Unfit, WriteError):
                continue
        BEYOND[check] = [lengths[length] for length in sorted(lengths) if length > limit][:6]
        return check

    def check_size(self, inner: Shape) -> Shape:
        if inner.layered:
            inner = self.newtype(inner)
        check = self.check(inner)
        item = self.rng.choice(["bounded", "check_size"])
        return Shape(inner.rust, [f"{item} = {check.limit}", *inner.chain], check, inner.literal)

    def sized(self, inner: Shape) -> Shape:
        """A list or bytes in a block whose size is not written."""
        if inner.encoding.size() != VARIABLE or inner.layered:
            raise Invalid("no block")
        value = Values(self.rng).value(inner.encoding)
        size = len(model.encode(inner.encoding, value))
        if not 0 < size < 60:
            raise Invalid("too short or too long")
        encoding = model.Sized(size, inner.encoding)
        FILLS[encoding] = value
        return Shape(inner.rust, [f"sized = {size}", *inner.chain], encoding, inner.literal)

    def padded(self, inner: Shape) -> Shape:
        if not inner.is_fixed() or inner.layered or inner.encoding.size() == 0:
            raise Invalid("not fixed")
        padding = self.rng.randint(1, 4)
        return Shape(inner.rust, [f"padded = {padding}", *inner.chain], model.Padded(inner.encoding, padding), inner.literal)

    def magic(self, inner: Shape) -> Shape:
        if inner.layered:
            inner = self.newtype(inner)
        data = self.rng.randbytes(self.rng.randint(1, 3))
        return Shape(inner.rust, [f"magic = {list(data)}", *inner.chain], model.Magic(data, inner.encoding), inner.literal)

    def suffixed(self, inner: Shape) -> Shape:
        if inner.layered:
            inner = self.newtype(inner)
        kind, width = self.rng.choice([("u8", 1), ("u16", 2), ("u30", 4)])
        little = width > 1 and self.chance(40)
        prefix = model.Uint30Prefix(little) if width == 4 else model.Int(width, little=little)
        item = f'suffix_len(kind = "{kind}"{", le" if little else ""})'
        return Shape(inner.rust, [item, *inner.chain], model.Suffixed(prefix, inner.encoding), inner.literal)

    def map(self, value: Shape) -> Shape:
        pair = lambda key, item: f"({text_literal(key)}, {value.literal(item)})"
        literal = lambda pairs: f"BTreeMap::from([{', '.join(pair(key, item) for key, item in pairs)}])"
        return Shape(f"BTreeMap<String, {value.rust}>", ["map", *value.chain], model.Map(value.encoding, utf8=True), literal)

    def list(self, element: Shape) -> Shape:
        """A list in each of its forms: as a `Vec`, or as a boxed slice, whose errors are those of an array."""
        choice = self.rng.randrange(7)
        # An array of a fixed length is `[T; N]`.
        return self.list_of(element, choice, choice != 4 and element.rust != "u8" and self.chance(25))

    def list_of(self, element: Shape, choice: int, array: bool = False) -> Shape:
        rust = f"Box<[{element.rust}]>" if array else f"Vec<{element.rust}>"
        items = lambda value: ", ".join(element.literal(item) for item in value)
        literal = (lambda value: f"vec![{items(value)}].into_boxed_slice()") if array else (lambda value: f"vec![{items(value)}]")
        make = lambda item, encoding: Shape(rust, [item, *element.chain], encoding, literal)
        maximum, kind = self.rng.randint(1, 6), self.rng.choice(KINDS)
        inner = element.encoding
        match choice:
            case 0 | 1:
                return make("list", model.variable_list(inner, array=array))
            case 2:
                item = self.rng.choice([f"list = {maximum}", f"list(max = {maximum})"])
                return make(item, model.variable_list(inner, maximum, array=array))
            case 3:
                minimum = self.rng.randint(1, maximum)
                return make(f"list(min = {minimum}, max = {maximum})", model.variable_list(inner, maximum, minimum, array))
            case 4:
                return make(f"list(len = {maximum})", model.FixedList(inner, array, maximum))
            case 7:
                return make('count(kind = "n")', model.CountedList(inner, array, "n"))
            case 5:
                kind, little = self.kind()
                return make(f'count(kind = "{kind}"{little})', model.CountedList(inner, array, kind + little))
            case _:
                return make(f'count(kind = "{kind}", max = {maximum})', model.CountedList(inner, array, kind, maximum))

    def array(self, element: Shape) -> Shape:
        if element.chain or element.rust == "u8":
            raise Invalid("an element of an array has no items")
        length = self.rng.randint(1, 4)
        literal = lambda value: f"[{', '.join(element.literal(item) for item in value)}]"
        return Shape(f"[{element.rust}; {length}]", [], model.FixedList(element.encoding, True, length), literal, layered=True)

    def option(self, inner: Shape) -> Shape:
        return self.option_of(inner, self.rng.choice(["tagged", "tagged", "option", "option", "option", "plain"]))

    def option_of(self, inner: Shape, kind: str) -> Shape:
        """An option with a tag, with a presence flag, or without an item."""
        literal = lambda value: "None" if value is None else f"Some({inner.literal(value)})"
        rust = f"Option<{inner.rust}>"
        if inner.encoding.nullable() or inner.encoding.size() == VARIABLE or inner.encoding.zeroable():
            raise Invalid("an option of what may be null")
        if kind == "tagged":
            some = lambda value: literal(None if value.case == 1 else value.value)
            return Shape(rust, ["option(tagged)", *inner.chain], model.option(inner.encoding), some)
        if kind == "plain" and not inner.chain:
            return Shape(rust, [], model.Opt(inner.encoding), literal, layered=True)
        return Shape(rust, ["option", *inner.chain], model.Opt(inner.encoding), literal)

    def result(self, ok: Shape, error: Shape) -> Shape:
        ok, error = self.bare(ok), self.bare(error)
        literal = lambda value: f"Err({error.literal(value.value[0])})" if value.case else f"Ok({ok.literal(value.value[0])})"
        encoding = model.result(ok.encoding, error.encoding)
        return Shape(f"Result<{ok.rust}, {error.rust}>", ["result"], encoding, literal)

    def tuple(self, items: list[Shape]) -> Shape:
        items = [self.newtype(item) if item.rust.startswith("[") else self.bare(item) for item in items]
        if any(item.encoding.size() == VARIABLE for item in items):
            raise Invalid("a part that goes to the end")
        literal = lambda value: f"({', '.join(item.literal(part) for item, part in zip(items, value))},)"
        encoding = model.RustTuple([item.encoding for item in items])
        return Shape(f"({', '.join(item.rust for item in items)},)", [], encoding, literal, layered=True)

    def assoc(self, value: Shape) -> Shape:
        literal = lambda pairs: "vec![" + ", ".join(f"({text_literal(key)}, {value.literal(item)})" for key, item in pairs) + "]"
        return Shape(f"Vec<(String, {value.rust})>", ["assoc", *value.chain], model.Assoc(value.encoding, utf8=True), literal)

    def bare(self, shape: Shape) -> Shape:
        """A shape without items."""
        return self.newtype(shape) if shape.chain else shape

    def boxed(self, shape: Shape) -> Shape:
        if shape.layered or shape.chain:
            raise Invalid("its items are for what is in the box")
        return Shape(f"Box<{shape.rust}>", [], shape.encoding, lambda value: f"Box::new({shape.literal(value)})")

    def unit(self) -> Shape:
        null = self.chance(40)
        return Shape("()", ['builtin = "Null"'] if null else [], model.Nothing(None) if null else model.empty(), lambda value: "()")

    def newtype(self, shape: Shape) -> Shape:
        """The newtype of a shape, which is made once."""
        if (known := self.newtypes.get(id(shape))) and any(known[1] is subject for subject in self.subjects):
            return known[1]
        name = self.name()
        literal = lambda value: f"{name}({shape.literal(value)})"
        made = Shape(name, [], shape.encoding, literal, feature=shape.feature)
        self.newtypes[id(shape)] = shape, made
        return self.add(made, f"struct {name}({shape.attribute()}{shape.rust});", walk_fields("0"))

    def shape(self, depth: int) -> Shape:
        """Any shape, of so many levels at most."""
        for _ in range(100):
            try:
                return self.try_shape(depth)
            except (Invalid, WriteError):
                continue
        return self.bool()

    def try_shape(self, depth: int) -> Shape:
        if depth == 0 or self.chance(25):
            return self.leaf()
        inner = self.shape(depth - 1)
        match self.rng.randrange(15):
            case 0:
                return self.dynamic(inner)
            case 1:
                return self.check_size(inner)
            case 2:
                return self.sized(inner)
            case 3:
                return self.padded(inner)
            case 4 | 5 | 6:
                shape = self.list(self.closed(inner))
                return self.dynamic(shape) if shape.encoding.size() == VARIABLE and self.chance(80) else shape
            case 7:
                return self.array(self.bare(self.closed(inner)))
            case 8 | 9:
                return self.option(self.closed(inner))
            case 10:
                return self.result(inner, self.shape(depth - 1))
            case 11:
                return self.tuple([self.closed(inner), *(self.closed(self.shape(depth - 1)) for _ in range(self.rng.randint(0, 3)))])
            case 12:
                return self.dynamic(self.rng.choice([self.assoc, self.map])(self.closed(inner)))
            case 13 if self.chance(30):
                return self.boxed(inner) if self.chance(80) else self.unit()
            case 13 if self.chance(60):
                return self.rng.choice([self.magic, self.suffixed])(inner)
            case _:
                return self.named(depth - 1)

    def closed(self, shape: Shape) -> Shape:
        """A shape that tells its end."""
        return self.dynamic(shape) if shape.encoding.size() == VARIABLE else shape

    # Types with a name.

    def named(self, depth: int) -> Shape:
        makers = [self.object, self.object, self.object, self.tuple_struct, self.union, self.union, self.string_enum, self.compact,
                  self.recursive_struct, self.recursive_enum, self.recursive_rest, self.flattened, self.little]
        return self.rng.choice(makers)(depth)

    def fields(self, depth: int, count: int) -> list[Shape]:
        """Fields in a row: one may go to the end of the block, and only fields of a fixed size follow it."""
        shapes: list[Shape] = []
        while len(shapes) < count:
            shape = self.shape(depth)
            if any(earlier.encoding.size() == VARIABLE for earlier in shapes):
                if not shape.is_fixed() or shape.encoding.size() == 0:
                    shape = Shape("u16", [], model.Int(2), lambda value: integer(value, "u16"))
            elif shape.encoding.size() == VARIABLE and self.chance(50):
                shape = self.closed(shape)
            elif self.chance(6) and not shape.encoding.nullable() and not shape.encoding.zeroable():
                inner = shape
                literal = lambda value, inner=inner: "None" if value is None else f"Some({inner.literal(value)})"
                shape = Shape(f"Option<{inner.rust}>", ["varopt", *inner.chain], model.VarOpt(inner.encoding), literal)
            shapes.append(shape)
        # A type of its own that goes to the end is told to leave bytes for those behind it.
        for index, shape in enumerate(shapes[:-1]):
            if shape.encoding.size() == VARIABLE:
                shapes[index] = Shape(shape.rust, ["reserve", *shape.chain], shape.encoding, shape.literal)
        return shapes

    def dft(self, name: str) -> tuple[str, str, Shape]:
        """A field that JSON leaves out where it has its usual value."""
        size, signed = INTS[rust := self.rng.choice(["u8", "i16", "u32"])]
        default = self.rng.randint(0, 100)
        encoding = model.Dft(model.Int(size, signed), default)
        return name, f"#[encoding(dft = {default})] ", Shape(rust, [], encoding, lambda value: integer(value, rust))

    def elided(self, name: str) -> tuple[str, str, Shape]:
        """A field that is left out on the wire where it has its usual value."""
        size, signed = INTS[rust := self.rng.choice(["u8", "i16", "u32"])]
        default = self.rng.randint(0, 100)
        encoding = model.Elided(model.Int(size, signed), default)
        literal = lambda value: integer(default if value is None else value, rust)
        return name, f"#[encoding(option(default = {default}))] ", Shape(rust, [], encoding, literal)

    def constant(self, name: str) -> tuple[str, str, Shape]:
        text = self.rng.choice(["transfer", "k", "A b"])
        return name, f'#[encoding(constant = "{text}")] ', Shape("()", [], model.Nothing(text), lambda value: "()")

    def members(self, depth: int, count: int) -> list[tuple[str, str, Shape]]:
        """The fields of an object: name, attribute, shape."""
        shapes = self.fields(depth, count)
        members = [(f"f{index}", self.json_items(shape), shape) for index, shape in enumerate(shapes)]
        for index, (name, _, shape) in enumerate(members):
            variable_before = any(earlier.encoding.size() == VARIABLE for _, _, earlier in members[:index])
            if shape.is_fixed() and not variable_before and self.chance(15):
                members[index] = self.rng.choice([self.dft, self.dft, self.elided, self.constant])(name)
        return members

    def json_items(self, shape: Shape) -> str:
        """The attribute of a field, with bytes as text in JSON, text as digits, or small integers as text."""
        items = list(shape.chain)
        if self.chance(30):
            if isinstance(shape.encoding, (model.Int, model.RangedInt)) and shape.rust in INTS and shape.encoding.size() != 8:
                shape.encoding, items = model.Decimal(shape.encoding), [*items, "json(decimal)"]
                HOLDS[shape.encoding.inner] = HOLDS.of(shape.encoding.inner, limits_of(shape.rust))
        return f"#[encoding({', '.join(items)})] " if items else ""

    @staticmethod
    def object_of(members: list[tuple[str, str, Shape]]) -> model.Obj:
        encoding = model.Obj([(name, shape.encoding) for name, _, shape in members])
        encoding.size()
        return encoding

    @staticmethod
    def members_source(members: list[tuple[str, str, Shape]]) -> str:
        return "{ " + ", ".join(f"{attribute}{name}: {shape.rust}" for name, attribute, shape in members) + " }"

    @staticmethod
    def members_literal(members: list[tuple[str, str, Shape]], value: list) -> str:
        return "{ " + ", ".join(f"{name}: {shape.literal(item)}" for (name, _, shape), item in zip(members, value)) + " }"

    def object(self, depth: int) -> Shape:
        members = self.members(depth, self.rng.choice([1, 2, 2, 3, 3, 4, 5, 6, 8, 10]))
        encoding = self.object_of(members)
        name = self.name()
        literal = lambda value: f"{name} {self.members_literal(members, value)}"
        around = self.around(Shape(name, [], encoding, literal))
        source = f"{around.attribute()}struct {name} {self.members_source(members)}"
        return self.add(Shape(name, [], around.encoding, literal), source, walk_members(members))

    def around(self, shape: Shape) -> Shape:
        """What an item on a type puts around all of it."""
        if self.chance(80):
            return shape
        return self.dynamic(shape, apart=False) if self.chance(60) else self.check_size(shape)

    def flattened(self, depth: int) -> Shape:
        """An object of a field and the fields of another object."""
        first = self.closed(self.shape(depth))
        members = [(f"g{name}", attribute, shape) for name, attribute, shape in self.members(depth, self.rng.randint(1, 4))]
        inside, name = self.name(), f"T{len(self.source) + 1}"
        second = Shape(inside, [], self.object_of(members), lambda value: f"{inside} {self.members_literal(members, value)}")
        encoding = model.Merged(model.Obj([("f0", first.encoding)]), second.encoding)
        encoding.size()
        self.add(second, f"struct {inside} {self.members_source(members)}", walk_members(members))
        literal = lambda value: f"{name} {{ f0: {first.literal(value[0][0])}, rest: {second.literal(value[1])} }}"
        source = f"struct {name} {{ {first.attribute()}f0: {first.rust}, #[encoding(flatten)] rest: {inside} }}"
        return self.add(Shape(name, [], encoding, literal), source, walk_fields("f0", "rest"))

    def little(self, _: int) -> Shape:
        """An object whose integers are little-endian, but one."""
        name, members = self.name(), []
        for index in range(self.rng.randint(1, 4)):
            size, signed = INTS[rust := self.rng.choice([rust for rust, (size, _) in INTS.items() if size > 1])]
            big = self.chance(20)
            encoding: Encoding = model.Int(size, signed, little=not big)
            if not big and self.chance(30):
                encoding = model.RangedInt(0, 1000, little=True)
                HOLDS[encoding] = limits_of(rust)
            items = '#[encoding(range = "0 ..= 1000")] ' if isinstance(encoding, model.RangedInt) else "#[encoding(be)] " if big else ""
            members.append((f"f{index}", items, Shape(rust, [], encoding, lambda value, rust=rust: integer(value, rust))))
        literal = lambda value: f"{name} {self.members_literal(members, value)}"
        source = f'#[encoding(endian = "little")] struct {name} {self.members_source(members)}'
        return self.add(Shape(name, [], self.object_of(members), literal), source, walk_members(members))

    def tuple_struct(self, depth: int) -> Shape:
        items = self.fields(depth, self.rng.choice([2, 2, 3, 4]))
        encoding = model.Tup([item.encoding for item in items])
        encoding.size()
        name = self.name()
        literal = lambda value: f"{name}({', '.join(item.literal(part) for item, part in zip(items, value))})"
        source = ", ".join(f"{item.attribute()}{item.rust}" for item in items)
        return self.add(Shape(name, [], encoding, literal), f"struct {name}({source});", walk_fields(*map(str, range(len(items)))))

    def tags(self, count: int, bits: int) -> list[int]:
        return sorted(self.rng.sample(range(min(2**bits, 40)), count - 1) + [self.rng.randrange(40, 2**bits)])

    def union(self, depth: int) -> Shape:
        count, wide = self.rng.randint(1, 5), self.chance(30)
        tags = self.tags(count, 16 if wide else 8)
        self.rng.shuffle(tags)
        cases, sources, literals, arms = [], [], [], []
        for index, tag in enumerate(tags):
            source, encoding, literal, arm = self.variant(f"V{index}", depth)
            arms.append(arm)
            cases.append((tag, f"V{index}", encoding))
            sources.append(f"#[encoding(tag = {tag})] {source}")
            literals.append(literal)
        bytes_, tags_item = (2, 'tags = "u16"') if wide else (4, 'tags = "u32"') if self.chance(10) else (1, "")
        items, reserved = [tags_item] if tags_item else [], None
        if self.chance(20):
            known = [tag for tag, _, _ in cases]
            reserved = [tag for tag in self.rng.sample(range(40), 2) if tag not in known]
            items += [f"reserved = {reserved}"] if reserved else []
            cases.append((model.OTHER, "Other", model.Tup([model.Int(bytes_), model.Blob(None, text=False)])))
            rust = {1: "u8", 2: "u16", 4: "u32"}[bytes_]
            sources.append(f"#[encoding(other)] Other({rust}, Vec<u8>)")
            literals.append(lambda value: f"Other({value[0]}, {bytes_literal(value[1])})")
            arms.append(walk_case("Other", 2))
        json, named = self.json_cases(cases)
        encoding = model.Union(bytes_, cases, reserved, named=named)
        name = self.name()
        items = f"#[encoding({', '.join([*items, json])})] "
        literal = lambda value: f"{name}::{literals[value.case](value.value)}"
        walk = None if all(isinstance(encoding, model.NoFields) for _, _, encoding in cases) else walk_cases(arms)
        return self.add(Shape(name, [], encoding, literal), f"{items}enum {name} {{ {', '.join(sources)} }}", walk)

    def json_cases(self, cases: list[tuple[int, str, Encoding]]) -> tuple[str, bool]:
        """How JSON tells cases apart: not at all, or each is in a field with its name, unless JSON may omit that field."""
        may_be_named = not any(model.may_be_missing(case) or isinstance(case, model.Dft) for _, _, case in cases)
        named = may_be_named and self.chance(50)
        return "json(tagged)" if named else "json(first_match)", named

    def variant(self, name: str, depth: int) -> tuple[str, Encoding, Callable[[Any], str], str]:
        match self.rng.randrange(4):
            case 0:
                return name, model.NoFields(), lambda value: name, walk_case(name)
            case 1:
                return self.variant_of(name, self.shape(depth))
            case 2:
                items = self.fields(depth, 2)
                encoding = model.Tup([item.encoding for item in items])
                source = ", ".join(f"{item.attribute()}{item.rust}" for item in items)
                return (
                    f"{name}({source})",
                    encoding,
                    lambda value: f"{name}({', '.join(item.literal(part) for item, part in zip(items, value))})",
                    walk_case(name, len(items)),
                )
            case _:
                members = self.members(depth, self.rng.randint(1, 3))
                encoding = self.object_of(members)
                return (
                    f"{name} {self.members_source(members)}",
                    encoding,
                    lambda value: f"{name} {self.members_literal(members, value)}",
                    walk_case(name, [member for member, _, _ in members]),
                )

    @staticmethod
    def variant_of(name: str, shape: Shape) -> tuple[str, Encoding, Callable[[Any], str], str]:
        """A variant of one field without a name."""
        literal = lambda value: f"{name}({shape.literal(value)})"
        return f"{name}({shape.attribute()}{shape.rust})", shape.encoding, literal, walk_case(name, 1)

    def string_enum(self, _: int) -> Shape:
        count = self.rng.choice([2, 3, 5]) if self.chance(95) else self.rng.choice([255, 256, 300])
        name = self.name()
        names = [f"c{index}" for index in range(count)]
        literal = lambda value: f"{name}::C{value}"
        source = f"#[encoding(string_enum)] enum {name} {{ {', '.join(names).upper()} }}"
        return self.add(Shape(name, [], model.StringEnum(names), literal), source)

    # Recursive types.

    def store_in_arena(self, name: str, mu: model.Mu) -> None:
        """Tries the arena of a recursive type, unless another one is inside, whose levels an arena counts on their own."""
        if sum(isinstance(part, model.Mu) for part in parts_inside(mu)) == 1:
            self.arenas[name] = mu

    def recursive_struct(self, depth: int) -> Shape:
        return self.recursive_struct_of([self.closed(self.leaf())])

    def recursive_struct_of(self, firsts: list[Shape]) -> Shape:
        self.refuse_ends(firsts)
        name = self.name()
        self.source.append("")
        place = len(self.source) - 1
        limit = self.rng.choice([None if len(firsts) == 1 else 40, 2, 4])
        mu = model.Mu(depth=limit or model.DEFAULT_DEPTH)
        box = lambda shape: lambda value: "None" if value is None else f"Some(Box::new({shape.literal(value)}))"
        itself = Shape(name, [], mu, lambda value: literal(value))
        again = Shape(f"Option<Box<{name}>>", [], model.Opt(mu), box(itself))
        if self.chance(50):
            again = self.dynamic_list(itself)
        shapes = [*firsts, again, *([self.closed(self.leaf())] if self.chance(40) else [])]
        members = [(f"f{index}", shape.attribute(), shape) for index, shape in enumerate(shapes)]
        mu.body = self.object_of(members)
        literal = lambda value: f"{name} {self.members_literal(members, value)}"
        items = "mu" if limit is None else f"mu, depth = {limit}"
        self.source[place] = f"#[encoding({items})] struct {name} {self.members_source(members)}"
        self.walks[name] = walk_members(members)
        self.store_in_arena(name, mu)
        shape = Shape(name, [], mu, literal)
        self.subjects.append(shape)
        return shape

    def dynamic_list(self, element: Shape) -> Shape:
        """A list of at most a few elements behind a size in 4 bytes."""
        literal = lambda value: f"vec![{', '.join(element.literal(item) for item in value)}]"
        maximum = self.rng.choice([None, 3])
        items = ["dynamic", "list" if maximum is None else f"list = {maximum}"]
        return Shape(f"Vec<{element.rust}>", items, model.Dynamic("u30", model.VariableList(element.encoding, max=maximum)), literal)

    def recursive_enum(self, depth: int) -> Shape:
        return self.recursive_enum_of([self.closed(self.leaf())])

    @staticmethod
    def refuse_ends(shapes: list[Shape]) -> None:
        if any(shape.encoding.size() == VARIABLE for shape in shapes):
            raise Invalid("what goes to the end of the block, in a recursive type that does not")

    def recursive_enum_of(self, leaves: list[Shape]) -> Shape:
        self.refuse_ends(leaves)
        name = self.name()
        self.source.append("")
        place = len(self.source) - 1
        limit = self.rng.choice([None if len(leaves) == 1 else 40, 3, 5])
        mu = model.Mu(depth=limit or model.DEFAULT_DEPTH)
        itself = Shape(name, [], mu, lambda value: literal(value))
        boxed = Shape(f"Box<{name}>", [], mu, lambda value: f"Box::new({literal(value)})")
        several = self.dynamic_list(itself)
        tags = self.tags(3, 8)
        mu.body = model.Union(
            1,
            [
                (tags[0], "Leaf", model.Tup([leaf.encoding for leaf in leaves]) if leaves[1:] else leaves[0].encoding),
                (tags[1], "Pair", model.Obj([("left", mu), ("right", mu)])),
                (tags[2], "Many", several.encoding),
            ],
        )
        literals = [
            lambda value: f"Leaf({', '.join(leaf.literal(item) for leaf, item in zip(leaves, value if leaves[1:] else [value]))})",
            lambda value: f"Pair {{ left: {boxed.literal(value[0])}, right: {boxed.literal(value[1])} }}",
            lambda value: f"Many({several.literal(value)})",
        ]
        literal = lambda value: f"{name}::{literals[value.case](value.value)}"
        items = "mu" if limit is None else f"mu, depth = {limit}"
        self.source[place] = (
            f"#[encoding({items}, json(first_match))] enum {name} {{ #[encoding(tag = {tags[0]})] Leaf({', '.join(leaf.attribute() + leaf.rust for leaf in leaves)}), "
            f"#[encoding(tag = {tags[1]})] Pair {{ left: {boxed.rust}, right: {boxed.rust} }}, "
            f"#[encoding(tag = {tags[2]})] Many({several.attribute()}{several.rust}) }}"
        )
        self.walks[name] = walk_cases([walk_case("Leaf", len(leaves)), walk_case("Pair", ["left", "right"]), walk_case("Many", 1)])
        self.store_in_arena(name, mu)
        shape = Shape(name, [], mu, literal)
        self.subjects.append(shape)
        return shape

    def recursive_rest(self, depth: int) -> Shape:
        """A recursive type that goes to the end of its block."""
        return self.recursive_rest_of([self.closed(self.leaf())], Shape("Vec<u8>", ["bytes"], model.Blob(None, text=False), bytes_literal))

    def recursive_rest_of(self, firsts: list[Shape], rest: Shape) -> Shape:
        name = self.name()
        self.source.append("")
        place = len(self.source) - 1
        mu = model.Mu(VARIABLE, depth=model.DEFAULT_DEPTH if len(firsts) == 1 else 40)
        next_ = self.rng.choice(["", "#[encoding(dynamic)] ", "#[encoding(short_dynamic)] "])
        names = [(f"first{index}", first) for index, first in enumerate(firsts)]
        kind = {"": None, "#[encoding(dynamic)] ": "u30", "#[encoding(short_dynamic)] ": "u8"}[next_]
        tags = self.tags(2, 8)
        mu.body = model.Union(
            1,
            [
                (tags[0], "End", model.Obj([("rest", rest.encoding)])),
                (tags[1], "More", model.Obj([*((name, first.encoding) for name, first in names), ("next", model.Dynamic(kind, mu) if kind else mu)])),
            ],
        )
        literals = [
            lambda value: f"End {{ rest: {rest.literal(value[0])} }}",
            lambda value: (
                f"More {{ {', '.join(f'{name}: {first.literal(item)}' for (name, first), item in zip(names, value))}, "
                f"next: Box::new({literal(value[-1])}) }}"
            ),
        ]
        literal = lambda value: f"{name}::{literals[value.case](value.value)}"
        self.source[place] = (
            f"#[encoding(mu(variable, depth = {mu.depth}), json(first_match))] enum {name} {{ #[encoding(tag = {tags[0]})] End {{ {rest.attribute()}rest: {rest.rust} }}, "
            f"#[encoding(tag = {tags[1]})] More {{ "
            f"{''.join(f'{first.attribute()}{member}: {first.rust}, ' for member, first in names)}{next_}next: Box<{name}> }} }}"
        )
        self.walks[name] = walk_cases([walk_case("End", ["rest"]), walk_case("More", [*(member for member, _ in names), "next"])])
        self.store_in_arena(name, mu)
        shape = Shape(name, [], mu, literal)
        self.subjects.append(shape)
        return shape

    # Compact types.

    def compact(self, depth: int) -> Shape:
        name = self.name()
        parts = [self.compact_part(2) for _ in range(self.rng.randint(1, 4))]
        rusts = [part[0] for part in parts]
        literals = [part[2] for part in parts]
        match self.rng.randrange(3):
            case 0:
                compact = model.CompactRow([part[1] for part in parts], [f"f{index}" for index in range(len(parts))])
                source = f"struct {name} {{ {', '.join(self.compact_field(f'f{index}: ', rust) for index, rust in enumerate(rusts))} }}"
                literal = lambda value: (
                    f"{name} {{ " + ", ".join(f"f{i}: {lit(item)}" for i, (lit, item) in enumerate(zip(literals, value))) + " }"
                )
            case 1 if len(parts) > 1:
                compact = model.CompactRow([part[1] for part in parts])
                source = f"struct {name}({', '.join(self.compact_field('', rust) for rust in rusts)});"
                literal = lambda value: f"{name}({', '.join(lit(item) for lit, item in zip(literals, value))})"
            case 1:
                compact = parts[0][1]
                source = f"struct {name}({self.compact_field('', rusts[0])});"
                literal = lambda value: f"{name}({literals[0](value)})"
            case _:
                tags = sorted(self.rng.sample(range(6), len(parts))) if self.chance(30) else list(range(len(parts)))
                units = {index for index in range(len(parts)) if self.chance(20)}
                cases = [model.Payload(model.empty()) if index in units else part[1] for index, part in enumerate(parts)]
                compact = model.CompactUnion(cases, tags)
                fields = ["" if index in units else f"({self.compact_field('', rust)})" for index, rust in enumerate(rusts)]
                source = ", ".join(f"#[encoding(tag = {tag})] V{index}{field}" for index, (tag, field) in enumerate(zip(tags, fields)))
                source = f"enum {name} {{ {source} }}"
                literal = lambda value: (
                    f"{name}::V{value.case}" + ("" if value.case in units else f"({literals[value.case](value.value)})")
                )
        if compact.bits > 12 or len(list(compact.layouts())) > 300:
            raise Invalid("too many layouts")
        tag_bytes = 0 if compact.bits == 0 and self.chance(50) else 1 if compact.bits <= 8 and self.chance(90) else 2
        tag = {0: '(tag = "u0")', 1: "", 2: '(tag = "u16")'}[tag_bytes]
        shape = Shape(name, [], model.Made(tag_bytes, compact), literal)
        if compact.bits <= 4:
            self.compacts.append((name, compact, literal))
        json = ", json(first_match)" if source.startswith("enum") else ""
        return self.add(shape, f"#[encoding(compact{tag}{json})] {source}")

    @staticmethod
    def compact_field(name: str, rust: str) -> str:
        """`#[attribute] Type` with a name between the two."""
        attribute, _, type_ = rust.rpartition("] ") if rust.startswith("#[") else ("", "", rust)
        return f"{attribute}] {name}{type_}" if attribute else f"{name}{type_}"

    def compact_part(self, depth: int) -> tuple[str, model.Compact, Callable[[Any], str]]:
        """A part of a compact type: its Rust type with its attribute, what it is in the model, and the Rust expression of a value."""
        if depth and self.compacts and self.chance(15):
            return self.rng.choice(self.compacts)
        match self.rng.randrange(10 if depth else 6):
            case 9:
                literal = lambda value: "None" if value is None else f"Some({integer(value, 'i32')})"
                return "#[encoding(payload)] Option<i32>", model.CompactOption(model.Payload(model.Int(4, signed=True))), literal
            case 0:
                return "bool", model.CompactBool(), self.bool().literal
            case 1:
                return "i32", model.CompactInt32(), lambda value: integer(value, "i32")
            case 2:
                return "i64", model.CompactInt64(), lambda value: integer(value, "i64")
            case 3:
                bits = self.rng.randint(0, 3)
                return (
                    f"#[encoding(list(bits = {bits}))] Vec<u16>",
                    model.CompactList(bits, model.Int(2)),
                    lambda value: f"vec![{', '.join(integer(item, 'u16') for item in value)}]",
                )
            case 4:
                return "#[encoding(payload)] i32", model.Payload(model.Int(4, signed=True)), lambda value: integer(value, "i32")
            case 5:
                return "u16", model.Payload(model.Int(2)), lambda value: integer(value, "u16")
            case 6:
                rust, compact, literal = self.compact_part(0)
                if rust.startswith("#["):
                    raise Invalid("items stay outside")
                return f"Option<{rust}>", model.CompactOption(compact), lambda value: "None" if value is None else f"Some({literal(value)})"
            case 7:
                parts = [self.compact_part(0) for _ in range(2)]
                if any(part[0].startswith("#[") for part in parts):
                    raise Invalid("items stay outside")
                literal = lambda value: f"({', '.join(part[2](item) for part, item in zip(parts, value))})"
                return f"({parts[0][0]}, {parts[1][0]})", model.CompactRow([part[1] for part in parts]), literal
            case _:
                literal = lambda value: f"OrInt32::Other({list(value.value)})" if value.case else f"OrInt32::Int32({value.value})"
                return "OrInt32<[u8; 3]>", model.OrInt32(model.Blob(3, False)), literal


# ---- Values ------------------------------------------------------------------------------------------------------------------------


class Values:
    """Values of encodings. `edges` prefers those at limits; the place numbered `flaw` gets a value that the writer has to refuse."""

    def __init__(self, rng: random.Random, edges: bool = False, flaw: int | None = None) -> None:
        self.rng, self.edges, self.flaw, self.revision = rng, edges, flaw, model.NEWEST
        self.places = 0
        self.depth = 0
        # Levels that a recursive value has, if not a few.
        self.depth_wanted: int | None = None

    def flawed(self) -> bool:
        self.places += 1
        return self.places - 1 == self.flaw

    def between(self, low: int, high: int) -> int:
        rng = self.rng
        if self.edges or rng.random() < 0.3:
            return rng.choice([low, high, min(low + 1, high), max(high - 1, low)])
        if rng.random() < 0.5:
            bits = rng.randrange(1, max(high.bit_length(), low.bit_length(), 1) + 1)
            value = rng.getrandbits(bits) * rng.choice([1, -1])
            return value if low <= value <= high else rng.randint(low, high)
        return rng.randint(low, high)

    def count(self, low: int, high: int | None) -> int:
        """A number of elements or bytes."""
        most = low + 2 if high is None or high > 40 else min(high, low + 2) if not self.edges else high
        return self.rng.choice([low, most]) if self.edges else self.rng.randint(low, most)

    def value(self, encoding: Encoding) -> Any:
        return getattr(self, type(encoding).__name__)(encoding)

    def Nothing(self, encoding):
        return encoding.value

    NoFields = Nothing

    def FixedNone(self, _):
        return []

    def Bool(self, _):
        return self.rng.random() < 0.5

    def Int(self, encoding):
        low, high = (-(256**encoding.bytes // 2), 256**encoding.bytes // 2 - 1) if encoding.signed else (0, 256**encoding.bytes - 1)
        return self.between(low, high)

    def RangedInt(self, encoding):
        if (outside := self.outside(encoding)) and self.flawed():
            return self.rng.choice(outside)
        return self.between(encoding.min, encoding.max)

    Like = RangedInt

    @staticmethod
    def outside(encoding) -> list[int]:
        low, high = HOLDS.of(encoding, (encoding.min, encoding.max))
        near = (encoding.min - 1, encoding.max + 1, low, high)
        return [value for value in near if low <= value <= high and not encoding.min <= value <= encoding.max]

    def Natural(self, encoding):
        return self.between(0, 2**self.rng.choice([6, 7, 14, 32, 64, 100]) - 1 if encoding.max is None else encoding.max)

    def Integer(self, encoding):
        end = 2 ** self.rng.choice([6, 13, 31, 62, 100])
        return self.between(-end, end) if encoding.min is None else self.between(encoding.min, encoding.max)

    def Float(self, _):
        edges = [0.0, -0.0, 1.0, -1.5, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf"), 0.1]
        return self.rng.choice(edges) if self.edges else self.rng.choice([*edges, self.rng.uniform(-1e9, 1e9)])

    def RangedFloat(self, encoding):
        if self.flawed():
            return self.rng.choice([encoding.min - 1.0, encoding.max + 1.0, float("inf"), float("-inf")])
        return self.rng.choice([encoding.min, encoding.max, self.rng.uniform(encoding.min, encoding.max)])

    def Blob(self, encoding, maximum: int | None = None, length: int | None = None):
        rng = self.rng
        if encoding.length is not None:
            length = encoding.length
            # A Rust array has no other length.
            if encoding.text and self.flawed():
                length += rng.choice([1, -1])
        elif length is None:
            length = self.count(0, maximum)
        if encoding.utf8 or (encoding.text and rng.random() < 0.7):
            return self.text(length)
        return rng.randbytes(length)

    def text(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            more = self.rng.choice("abcXYZ09 _\"\\\n\u00e9\u20ac\U0001f600").encode()
            data += more if len(data) + len(more) <= length else b"z"
        return data

    def StringEnum(self, encoding):
        return self.between(0, len(encoding.names) - 1)

    def Padded(self, encoding):
        return self.value(encoding.inner)

    def CheckSize(self, encoding):
        """A value within the limit, or, flawed, one that is a little longer."""
        inner, limit = encoding.inner, encoding.limit
        wrong = self.flawed()
        if self.edges and not wrong and EXACT.of(encoding) is not None and self.rng.random() < 0.4:
            return EXACT.of(encoding)
        if wrong and BEYOND.of(encoding):
            return self.rng.choice(BEYOND.of(encoding))
        if isinstance(inner, model.Blob) and inner.length is None:
            return self.Blob(inner, limit, limit + 1 if wrong else None)
        if isinstance(inner, model.VariableList) and isinstance(inner.element.size(), int) and inner.max is not None:
            # The limit of `variable_list` is that of its number.
            if inner.element.size() * inner.max == limit:
                return self.VariableList(inner)
        return self.fitting(inner, limit + 1 if wrong else 0, limit + 12 if wrong else limit)

    def Dynamic(self, encoding):
        most = model.MAX_PREFIX[encoding.kind]
        if encoding.kind == "u8" and isinstance(encoding.inner, model.Blob) and encoding.inner.length is None:
            if self.flawed():
                return self.Blob(encoding.inner, length=256)
            if self.edges and self.rng.random() < 0.3:
                return self.Blob(encoding.inner, length=255)
        return self.fitting(encoding.inner, 0, most)

    def Sized(self, encoding):
        size, wrong = encoding.bytes, self.flawed()
        if wrong:
            size += self.rng.choice([1, -1])
        if isinstance(encoding.inner, model.Blob):
            return self.Blob(encoding.inner, length=size)
        try:
            return self.fitting(encoding.inner, size, size)
        except Unfit:
            if wrong:
                raise
            return FILLS.of(encoding)

    def fitting(self, inner: Encoding, least_size: int, most_size: int) -> Any:
        """A value of so many bytes."""
        value = None
        for _ in range(60):
            value = self.value(inner)
            try:
                if least_size <= len(model.encode(inner, value)) <= most_size:
                    return value
            except WriteError:
                return value
        smallest = least(inner)
        if least_size <= len(model.encode(inner, smallest)) <= most_size:
            return smallest
        raise Unfit

    def VariableList(self, encoding):
        length = self.count(encoding.min, encoding.max)
        if encoding.max is not None and self.flawed():
            length = encoding.max + 1
        elif encoding.min and self.flawed():
            length = encoding.min - 1
        return self.elements(encoding.element, length)

    def FixedList(self, encoding):
        # A Rust array has no other length; a list of fixed length does.
        length = encoding.length
        if not encoding.array and self.flawed():
            length += self.rng.choice([1, -1])
        return self.elements(encoding.element, length)

    def CountedList(self, encoding):
        length = self.count(0, encoding.max)
        if encoding.max is not None and self.flawed():
            length = encoding.max + 1
        return self.elements(encoding.element, length)

    def elements(self, element: Encoding, length: int) -> list:
        return [self.value(element) for _ in range(length)]

    def Assoc(self, encoding):
        return [[self.text(self.count(0, None)), self.value(encoding.value)] for _ in range(self.count(0, 3))]

    def Map(self, encoding):
        return sorted({key: value for key, value in self.Assoc(encoding)}.items())

    def Guarded(self, encoding):
        if not encoding.is_in(self.revision):
            return self.value(encoding.inner)
        wrong = self.flawed()
        value = self.value(encoding.inner)
        if isinstance(encoding.inner, model.Int):
            return value | 1 if wrong else value & ~1
        for _ in range(20):
            if encoding.holds(value) != wrong:
                return value
            value = self.value(encoding.inner)
        if wrong:
            return value
        raise Unfit

    Converted = Guarded

    def Canonical(self, encoding):
        return self.value(encoding.inner)

    def Magic(self, encoding):
        return self.value(encoding.inner)

    Decimal = Magic

    def Suffixed(self, encoding):
        return self.fitting(encoding.inner, 0, encoding.max_block())

    def Elided(self, encoding):
        value = self.Opt(encoding)
        return None if value == encoding.usual else value

    def Tup(self, encoding):
        return [self.value(part) for part in encoding.parts()]

    Obj = Merged = RustTuple = Unnamed = Tup

    def Selecting(self, encoding):
        (_, selector), (_, selected) = encoding.fields
        case = int(self.value(selector))
        wrong = self.flawed()
        return [bool(case), Tagged(1 - case if wrong else case, self.value(selected.cases[1 - case if wrong else case]))]

    Selector = Magic

    def During(self, encoding):
        """The newest revision, or the one that is asked for."""
        return self.value(encoding.inner) if model.is_in(encoding, self.revision) else None

    DuringOption = During

    def Raw(self, encoding):
        return model.encode(encoding.inner, self.value(encoding.inner))

    def EmptyItems(self, _):
        return []

    def Opt(self, encoding):
        return None if self.rng.random() < 0.35 else self.value(encoding.inner)

    VarOpt = Opt

    def Dft(self, encoding):
        return encoding.default if self.rng.random() < 0.5 else self.value(encoding.inner)

    def Union(self, encoding):
        case = self.rng.choice([case for case in range(len(encoding.cases)) if encoding.is_in(case, self.revision)])
        tag, _, inner = encoding.cases[case]
        if tag == model.OTHER:
            taken = [*encoding.reserved, *(tag for tag, _, _ in encoding.cases)]
            if self.flawed():
                return Tagged(case, [self.rng.choice(taken[:-1] or [0]), b""])
            free = [tag for tag in range(256) if tag not in taken]
            return Tagged(case, [self.rng.choice(free), self.Blob(model.Blob(None, text=False))])
        return Tagged(case, self.value(inner))

    def Mu(self, encoding):
        """Levels below the limit of the type; a flaw is one more. The first case, an absent option and an empty list end it."""
        wrong = self.flaw is not None and encoding.depth < 10 and self.depth == 0 and self.flawed()
        if self.depth == 0:
            self.ends = encoding.depth + 1 if wrong else self.depth_wanted or min(encoding.depth, 3)
            wrong = wrong or self.depth_wanted is not None
        self.depth += 1
        value = self.level(encoding, wrong)
        self.depth -= 1
        return value

    def level(self, encoding, wrong):
        body = encoding.body.inner if isinstance(encoding.body, rlp.Item) else encoding.body
        if isinstance(body, model.Union):
            if self.depth >= self.ends:
                return Tagged(0, self.value(body.cases[0][2]))
            case = 1 if wrong else self.rng.randrange(len(body.cases))
            return Tagged(case, self.value(body.cases[case][2]))
        items = []
        for part in body.parts():
            option = part.inner if isinstance(part, rlp.Item) else part
            again = isinstance(option, model.Opt) and option.inner is encoding
            several = isinstance(part, model.Dynamic) and isinstance(part.inner, model.VariableList) and part.inner.element is encoding
            if again and self.depth >= self.ends:
                items.append(None)
            elif several:
                count = 0 if self.depth >= self.ends else self.rng.randint(0, 2)
                items.append([self.value(encoding) for _ in range(count)])
            else:
                items.append(self.value(part))
        return items

    # RLP.

    def Number(self, encoding):
        return self.between(0, 256 ** min(encoding.bytes, 40) - 1)

    def Boolean(self, _):
        return self.rng.random() < 0.5

    def Shown(self, _):
        return self.between(0, 2**64 - 1)

    def Item(self, encoding):
        return self.value(encoding.inner)

    Data = TypedItem = Item

    def Absent(self, encoding):
        return self.Opt(encoding)

    def Since(self, encoding):
        return self.value(encoding.inner) if rlp.has_default(encoding) else self.Opt(encoding)

    SinceLast = Since

    def Fields(self, encoding):
        """Fields, of which those that shorter lists do not have are absent from one of them on; flawed, any of them."""
        values, parts, ages = self.Tup(encoding), encoding.parts(), encoding.ages
        if not ages or self.flawed():
            return values
        # What has a default is written, and all that is older.
        written = max((place + 1 for place, at in enumerate(ages) if rlp.has_default(parts[at])), default=0)
        present = self.count(written, len(ages))
        for place, at in enumerate(ages):
            if place >= present:
                values[at] = None
            elif values[at] is None:
                values[at] = self.value(parts[at].inner)
        return values

    def ByTag(self, encoding):
        return self.Union(encoding)

    ByKind = Envelope = ByTag

    def Made(self, encoding):
        return self.compact(encoding.compact)

    def compact(self, part: model.Compact) -> Any:
        match part:
            case model.Payload():
                return self.value(part.encoding)
            case model.CompactBool():
                return self.rng.random() < 0.5
            case model.CompactInt32() | model.CompactInt64():
                edges = [0, 1, 255, 256, 65535, 65536, -1, 2**31 - 1, -(2**31)]
                if isinstance(part, model.CompactInt64):
                    edges += [2**32 - 1, 2**32, 2**63 - 1, -(2**63)]
                return self.rng.choice(edges)
            case model.CompactList():
                return self.elements(part.element, self.rng.randrange(2**part.bits + 2))
            case model.CompactOption():
                return None if self.rng.random() < 0.4 else self.compact(part.some)
            case model.CompactUnion():
                case = self.rng.randrange(len(part.cases))
                return Tagged(case, self.compact(part.cases[case]))
            case model.CompactRow():
                return [self.compact(item) for item in part.items]
            case model.OrInt32():
                case = self.rng.randrange(2)
                return Tagged(case, self.value(part.other) if case else self.compact(model.CompactInt32()))
        raise TypeError(part)


class Unfit(Invalid):
    """No value of the size that was looked for was found."""


class Least(Values):
    """The shortest values."""

    def __init__(self) -> None:
        super().__init__(random.Random(0))

    def between(self, low, high):
        return min(max(low, 0), high)

    def count(self, low, high):
        return low

    def Opt(self, encoding):
        return None

    VarOpt = Opt

    def CheckSize(self, encoding):
        return self.value(encoding.inner)

    def Dynamic(self, encoding):
        return self.value(encoding.inner)

    def Sized(self, encoding):
        return FILLS.of(encoding)

    Elided = Absent = Opt

    def Suffixed(self, encoding):
        return self.value(encoding.inner)

    def Natural(self, encoding):
        return 0

    def Integer(self, encoding):
        return 0

    def Guarded(self, encoding):
        value = self.value(encoding.inner)
        for seed in range(40):
            if encoding.holds(value):
                return value
            value = Values(random.Random(seed)).value(encoding.inner)
        raise Unfit

    Converted = Guarded

    def Union(self, encoding):
        cases = [case for case in enumerate(encoding.cases) if case[1][0] != model.OTHER and encoding.is_in(case[0], model.NEWEST)]
        values = [Tagged(case, self.value(inner)) for case, (tag, _, inner) in cases]
        return min(values, key=lambda value: len(model.encode(encoding, value)))

    def Mu(self, encoding):
        self.ends = 0
        return self.level(encoding, False)


def least(encoding: Encoding) -> Any:
    return Least().value(encoding)


# ---- Cases -------------------------------------------------------------------------------------------------------------------------

# Each side of a departure: what the type does, and what its schema does.
SIDES = [((), ()), (("pairs",), ("pairs",)), (("pairs", "one"), ("pairs",))]
# What is known of a view beside each of these.
VIEWS = [("pairs", "view"), ("pairs", "view"), ("pairs", "view", "one")]


def expected_read(encoding: Encoding, data: bytes, rust: bool, departures: tuple[str, ...] = (), **context: Any) -> dict:
    """What the model answers to bytes: of a Rust type, or of its encoding alone."""
    try:
        value = model.decode(encoding, data, rust, departures, **context)
    except ReadError as error:
        return {"error": error.name, "offset": error.offset}
    context.pop("max_depth", None)
    try:
        again = model.encode(encoding, value, **context)
    except WriteError as error:
        return {"unwritable": error.name}
    answer = {"bytes": again.hex(), "length": len(again)}
    if rust:
        answer["canonical"] = True if again == data else first_difference(again, data)
        if again == data:
            answer["walk"] = walked(encoding, value)
    try:
        return {**answer, "json": model.json_text(encoding.to_json(value))}
    except JsonRefused:
        return answer


def first_difference(one: bytes, other: bytes) -> int:
    return next((at for at, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def known_reads(encoding: Encoding, data: bytes, expected: list[dict]) -> list[tuple[str, list[dict]]]:
    """Other errors that the type, the schema and the view are known to name, by the departures from the reference that they are due to."""
    found: list[tuple[str, list[dict]]] = []
    is_alike = expected[0] == expected[1]
    for (of_type, of_schema), of_view in [*zip(SIDES, VIEWS), (SIDES[2], VIEWS[0])]:
        type_ = expected_read(encoding, data, True, of_type)
        schema = type_ if is_alike and of_type == of_schema else expected_read(encoding, data, False, of_schema)
        view = expected_read(encoding, data, True, of_view)
        answers = [type_, schema, view]
        if answers != [*expected, expected[0]] and all(answers != others for _, others in found):
            found.append((" and ".join(of_type) or "view", answers))
    return found


def each_departure(answer: Callable[[tuple[str, ...]], dict]) -> list[dict]:
    """What is expected, and what is known to be answered instead."""
    found: list[dict] = []
    for departures, _ in SIDES:
        if (expected := answer(departures)) not in found:
            found.append(expected)
    return found


def expected_from_json(encoding: Encoding, text: str) -> dict:
    try:
        value = model.json_of(text)
    except ValueError:
        return {"error": "Invalid_json"}
    try:
        data = model.encode(encoding, encoding.from_json(value))
        read = expected_read(encoding, data, True)
        # A number that the schema takes may be too great for the type, which also writes the default of a field that is absent.
        of_type = {"error": read["error"]} if "error" in read else {"bytes": read.get("bytes")}
        return {"bytes": data.hex(), **({"of_type": of_type} if of_type["bytes" if "bytes" in of_type else "error"] != data.hex() else {})}
    except (JsonRefused, WriteError) as error:
        # A guard looks at the value after all else has been found right.
        return {"error": "of a case" if error.name == "User_invariant_guard" else error.name}


def expected_write(encoding: Encoding, value: Any) -> dict:
    try:
        return {"bytes": model.encode(encoding, value).hex()}
    except WriteError as error:
        if error.name == "Size_limit_exceeded":
            # Which of two flaws is found first is not compared.
            try:
                model.encode(encoding, value, limits=False)
            except WriteError:
                raise Unfit from error
        return {"error": error.name}


def expected_stream(encoding: Encoding, data: bytes, **context: Any) -> dict:
    """The values of a stream with the offsets of their ends, and the ways in which it may be said to end."""
    values, start = [], 0
    while start < len(data):
        reader = model.Reader(data[start:], True, **context)
        try:
            value = encoding.read(reader)
        except ReadError:
            return {"values": values, "ends": stream_errors(encoding, data[start:], start, **context)}
        start += reader.offset
        values.append([model.encode(encoding, value, **context).hex(), start])
    return {"values": values, "ends": [["end", start, start]]}


def stream_errors(encoding: Encoding, data: bytes, start: int, **context: Any) -> list[list]:
    """How a stream ends in a value that is refused: with the error of all of its bytes, or, as they arrive, with one that is in those that
    have arrived of a block or a row. Which of two is named is not compared if a function of the user finds one."""
    ends = []
    ways = [(side, False, True) for side, _ in SIDES] + [(("pairs",), True, True), (("pairs",), True, False)]
    for departures, is_arriving, rust in ways:
        reader = model.Reader(data, rust, departures, **context)
        reader.is_arriving = is_arriving
        if is_arriving:
            reader.remaining = model.STREAMED_MAX
        try:
            encoding.read(reader)
        except ReadError as error:
            name = "Ends_early" if error.incomplete else error.name
            # Where a stream is cut off, the whole of a row or a block may be named.
            if not (is_arriving and error.incomplete):
                ends.append([name, start, start + error.offset])
    return [end for index, end in enumerate(ends) if end not in ends[:index]]


def mutants(rng: random.Random, data: bytes, count: int) -> list[bytes]:
    """Bytes near a valid value: flipped bits, other bytes and sizes, bytes too many and too few."""
    found = []
    for _ in range(count):
        mutant = bytearray(data)
        for _ in range(rng.choice([1, 1, 1, 2, 3])):
            at = rng.randrange(len(mutant) + 1)
            match rng.randrange(7):
                case 0 if at < len(mutant):
                    mutant[at] ^= 1 << rng.randrange(8)
                case 1 if at < len(mutant):
                    mutant[at] = rng.choice([0, 1, 0x7F, 0x80, 0xFF, rng.randrange(256)])
                case 2 if at < len(mutant):
                    mutant[at] = (mutant[at] + rng.choice([1, -1, 2, -2])) % 256
                case 3:
                    del mutant[at : at + rng.randint(1, 4)]
                case 4:
                    mutant[at:at] = rng.randbytes(rng.randint(1, 3))
                case 5:
                    mutant += rng.randbytes(rng.randint(1, 3))
                case _:
                    mutant[at:at] = mutant[rng.randrange(len(mutant) + 1) :][: rng.randint(1, 6)]
        found.append(bytes(mutant))
    return found


def json_mutants(rng: random.Random, text: str, count: int) -> list[str]:
    """JSON near that of a value: members and elements too many and too few, values of another kind, numbers at a limit."""
    found = []
    for _ in range(count):
        whole = [model.json_of(text)]
        places = list(json_places(whole))
        holder, at = rng.choice(places)
        old = holder[at][1] if isinstance(holder, model.Members) else holder[at]
        new: Any = rng.choice([None, True, 0, -1, 256, 2**31, 1.5, "", "00", "zz", [], model.Members(), [old], "-1"])
        match old:
            case bool():
                pass
            case int() if rng.random() < 0.7:
                new = old + rng.choice([1, -1, 256])
            case str() if rng.random() < 0.6:
                new = rng.choice([old[:-1], old + "0", old + "00", old[1:], "-" + old, "+" + old, "0" + old])
            case model.Members() if rng.random() < 0.8:
                new = model.Members(old)
                match rng.randrange(4):
                    case 0 if new:
                        del new[rng.randrange(len(new))]
                    case 1 if new:
                        new.append(rng.choice(new))
                    case 2:
                        new.append(("another", 1))
                    case _:
                        rng.shuffle(new)
            case list() if rng.random() < 0.8:
                new = old[:-1] if rng.random() < 0.5 and old else [*old, rng.choice(old or [0])]
        if isinstance(holder, model.Members):
            holder[at] = (holder[at][0], new)
        else:
            holder[at] = new
        found.append(model.json_text(whole[0]))
    return found


def json_places(value: Any) -> Iterator[tuple[list, int]]:
    """The places of a JSON value: what holds it, and its index there."""
    for index, item in enumerate(value):
        yield value, index
        item = item[1] if isinstance(value, model.Members) else item
        if isinstance(item, list):
            yield from json_places(item)


class Cases:
    """The cases of one type: lines for the program, and what is expected of its answers."""

    def __init__(self, types: Types, index: int, shape: Shape, rng: random.Random, effort: int) -> None:
        self.index, self.encoding, self.rng, self.effort = index, shape.encoding, rng, effort
        self.arena = types.arenas.get(shape.rust)
        self.seen: set[bytes] = set()
        self.lines: list[str] = []
        self.expected: list[dict] = []
        self.valid: list[bytes] = []
        self.refused: list[bytes] = []
        self.texts: set[str] = set()
        self.is_rlp = "Item<" in shape.rust

    def add(self, kind: str, what: str, columns: list[str], expected: dict) -> None:
        self.lines.append("\t".join([kind, str(self.index), *columns]))
        self.expected.append({"type": self.index, "kind": kind, "what": what, "given": " ".join(columns), **expected})

    def read(self, what: str, data: bytes) -> None:
        if data in self.seen or len(data) > 2000:
            return
        self.seen.add(data)
        encoding = self.encoding
        expect, schema = expected_read(encoding, data, True), expected_read(encoding, data, False)
        text = expect.get("json")
        known = known_reads(encoding, data, [expect, schema]) if "error" in schema or "error" in expect else []
        case = {"expect": expect, "schema": schema, "known": known, "json": text}
        if "error" in expect:
            self.refused.append(data)
        if self.arena:
            case["arena"] = each_departure(lambda departures: expected_read(encoding, data, True, departures, arena=self.arena))
        if text:
            case["from_json"] = expected_from_json(encoding, text)
            # Of two flaws, which is found first is not compared.
            if "bytes" in case["from_json"]:
                self.texts.add(text)
        self.add("read", what, [data.hex(), text or ""], case)

    def all(self) -> None:
        rng, encoding = self.rng, self.encoding
        for attempt in range(3 * self.effort):
            edges = attempt % 3 == 0
            try:
                self.valid.append(model.encode(encoding, Values(rng, edges).value(encoding)))
            except (Unfit, WriteError):
                continue
            self.read("edge" if edges else "value", self.valid[-1])
        try:
            self.valid.append(model.encode(encoding, least(encoding)))
        except (Unfit, WriteError):
            # A guard or a limit refuses the shortest value.
            pass
        else:
            self.read("value", self.valid[-1])
        self.beyond()
        for data in self.valid:
            for mutant in mutants(rng, data, self.effort):
                self.read("mutant", mutant)
            for mutant in rlp_mutants.mutants(rng, data, 2 * self.effort) if self.is_rlp else []:
                self.read("item", mutant)
        short = sorted((data for data in set(self.valid) if len(data) < 120), key=lambda data: (len(data), data))
        for data in short[-2:]:
            for end in sorted(rng.sample(range(len(data)), min(len(data), 6 * self.effort))):
                self.read("prefix", data[:end])
        self.depths()
        self.revisions()
        self.streams()
        for text in sorted(self.texts, key=lambda text: (len(text), text))[: self.effort]:
            for mutant in dict.fromkeys(json_mutants(rng, text, 2 * self.effort)):
                expected = expected_from_json(encoding, mutant)
                # The schemas of RLP notice only at the end of a list that a field is absent before one that is present.
                if not (expected.get("error") == "Gap" and has(encoding, rlp.Since)):
                    self.add("json", "JSON", [mutant], {"json": mutant, "from_json": expected})

    def beyond(self) -> None:
        """Bytes of values that are a little beyond each limit, one after the other."""
        values = Values(random.Random(self.index), edges=True)
        try:
            values.value(self.encoding)
        except (Unfit, WriteError):
            return
        for place in range(min(values.places + 4, 40)):
            for seed in range(3):
                try:
                    value = Values(random.Random(self.index + seed), edges=True, flaw=place).value(self.encoding)
                    self.read("beyond", model.encode(self.encoding, value, limits=False, force=True))
                except (Unfit, WriteError):
                    continue

    def depths(self) -> None:
        """The least number of levels that is enough, and one less."""
        if not has(self.encoding, model.Mu):
            return
        for data in sorted(set(self.valid), key=lambda data: (-len(data), data))[:4]:
            enough = next(levels for levels in range(300) if "error" not in expected_read(self.encoding, data, True, max_depth=levels))
            for levels in {max(enough - 1, 0), enough}:
                answers = each_departure(lambda departures: expected_read(self.encoding, data, True, departures, max_depth=levels))
                self.add("depth", "levels", [str(levels), data.hex()], {"answers": answers})

    def revisions(self) -> None:
        """Values of old revisions, and bytes of one revision read in another."""
        if not has_revisions(self.encoding):
            return
        for revision in (6, 7, 11, 12, 13):
            for attempt in range(self.effort):
                values = Values(self.rng, attempt % 2 == 0)
                values.revision = revision
                try:
                    data = model.encode(self.encoding, values.value(self.encoding), revision=revision)
                except (Unfit, WriteError):
                    continue
                for mutant in [data, data[:-1], *mutants(self.rng, data, 2)]:
                    self.in_revision(mutant, revision)
                    self.in_revision(mutant, self.rng.choice([6, 7, 11, 12, 13]))

    def in_revision(self, data: bytes, revision: int) -> None:
        answers = each_departure(lambda departures: expected_read(self.encoding, data, True, departures, revision=revision))
        self.add("revision", "revision", [str(revision), data.hex()], {"answers": answers})

    def streams(self) -> None:
        """Values behind one another, with one that is refused among them, or one that is cut off at the end."""
        encoding, rng = self.encoding, self.rng
        if not is_streamable(encoding):
            reason = "Variable" if encoding.size() == VARIABLE else "Empty"
            self.add("stream", "stream", [""], {"streamed": {"error": reason}, "arena": None})
            return
        valid = [data for data in dict.fromkeys(self.valid) if len(data) < 200] or self.valid[-1:]
        refused = [data for data in self.refused if len(data) < 200] or [b"\xff"]
        for _ in range(self.effort):
            values = rng.choices(valid, k=rng.randint(1, 4))
            self.stream(b"".join(values))
            self.stream(b"".join([*values, rng.choice(refused), rng.choice(valid)]))
            whole = b"".join(values)
            self.stream(whole[: rng.randrange(len(whole))])
        if self.arena:
            deep = deeper(self.arena, rng)
            for order in ([deep, valid[0]], [valid[0], deep, deep, valid[-1]], [deep, deep[:-1]], [deep]):
                self.read("deep", order[0])
                self.stream(b"".join(order))

    def stream(self, data: bytes) -> None:
        if len(data) > 800:
            return
        arena = expected_stream(self.encoding, data, arena=self.arena) if self.arena else None
        self.add("stream", "stream", [data.hex()], {"streamed": expected_stream(self.encoding, data), "arena": arena})


def deeper(mu: model.Mu, rng: random.Random) -> bytes:
    """A value of more levels than its type allows, which only an arena may have."""
    limit, mu.depth = mu.depth, min(mu.depth, 40) + 3
    values = Values(rng)
    values.depth_wanted = mu.depth
    value = values.value(mu)
    mu.depth = limit
    return model.encode(mu, value, arena=mu)


def parts_inside(encoding: Encoding) -> Iterator[Encoding]:
    """An encoding and all inside it."""
    seen, todo = set(), [encoding]
    while todo:
        one = todo.pop()
        if id(one) in seen:
            continue
        seen.add(id(one))
        yield one
        match one:
            case model.Row():
                todo += one.parts()
            case model.Union():
                todo += [inner for _, _, inner in one.cases]
            case model.Selected():
                todo += one.cases
            case model.Mu():
                todo.append(one.body)
            case model.Made():
                todo += [layout.payload for layout in one.known.values()]
            case model.Elements():
                todo.append(one.element)
            case model.Assoc():
                todo.append(one.value)
            case _ if hasattr(one, "inner"):
                todo.append(one.inner)


def has(encoding: Encoding, kind: type) -> bool:
    return any(isinstance(part, kind) for part in parts_inside(encoding))


def has_revisions(encoding: Encoding) -> bool:
    def differs(part: Encoding) -> bool:
        match part:
            case model.During():
                return True
            case model.Union():
                return bool(part.during)
            case model.Guarded():
                return (part.since, part.until) != (0, model.NEWEST)
            case _:
                return False

    return any(differs(part) for part in parts_inside(encoding))


def is_streamable(encoding: Encoding) -> bool:
    return encoding.size() != VARIABLE and encoding.max_size() != 0


def writes_of(shape: Shape, rng: random.Random, count: int) -> list[tuple[str, dict]]:
    """Rust expressions of values, most of them wrong in one place, and what the writer makes of them."""
    encoding, found = shape.encoding, []
    for attempt in range(4 * count):
        seed = rng.random()
        try:
            values = Values(random.Random(seed), edges=True)
            value = values.value(encoding)
            if attempt % 4 and values.places:
                value = Values(random.Random(seed), edges=True, flaw=rng.randrange(values.places)).value(encoding)
            literal, expect = shape.literal(value), expected_write(encoding, value)
        except (Unfit, WriteError):
            continue
        if len(literal) < 2500:
            found.append((literal, expect))
        if len(found) == count:
            break
    return found


# ---- Output ------------------------------------------------------------------------------------------------------------------------

CARGO = """[package]
name = "third-opinion"
version = "0.0.0"
edition = "2024"
publish = false
# Written by conformance/third-opinion/generate.py. Not a member of the workspace: each seed has another one.

[workspace]

[dependencies]
tezos-encoding = {{ path = "{root}/encoding" }}
tezos-rlp = {{ path = "{root}/rlp" }}

[profile.dev]
debug = false
incremental = false
"""


def random_types(types: Types, count: int) -> list[Shape]:
    """Types of random shapes, which are all tried."""
    first = len(types.subjects)
    while len(types.subjects) < first + count:
        before = types.mark()
        try:
            types.named(2)
        except (Invalid, WriteError, Unfit):
            types.undo(before)
    return types.subjects[first:]


def named(line: str) -> str:
    return re.search(r"(?:struct|enum) ([TGR]\d+)", line)[1]


def inner_name(rust: str) -> str:
    """The name of a type, perhaps in an `Item`."""
    return re.search(r"[TGR]\d+", rust)[0]


def with_views(source: list[str], in_rlp: set[str]) -> set[str]:
    """Names of the types that have a view. An array of anything but bytes, inside a list, an option or the like, has none. In RLP, no array of
    anything but bytes has one, no type with parameters and no type that is converted."""
    found = set()
    for line in source:
        name, others = named(line), set(re.findall(r"\b[TGR]\d+\b", line))
        if name in in_rlp:
            if not re.search(r"; \d+\]", re.sub(r"\[u8; \d+\]", "", line)) and "from_fn" not in line and others <= found | {name}:
                found.add(name)
        elif "untagged" in line or not re.search(r"<([^()\[\]]*, )?\[(?!u8;)[^<>]*?; \d+\]", line) and others <= found | {name}:
            found.add(name)
    return found


def rust_source(types: Types, subjects: list[Shape], writes: list[list[tuple[str, dict]]]) -> str:
    """The types, a table of those that are tried, and functions that write their values."""
    generics = [source for source, _ in types.generics.values()]
    in_rlp = types.rlp | {name for name in types.generics if name.startswith("R")}
    views = with_views([*generics, *types.source], types.rlp) - in_rlp | with_views([*types.source], types.rlp)
    text = [(Path(__file__).parent / file).read_text() for file in ("answers.rs", "views.rs", "streams.rs")]
    for line in [*generics, *types.source]:
        name = named(line)
        if name in in_rlp:
            # The model reads JSON as the first case that matches.
            json = "#[encoding(json(first_match))] " if " enum " in f" {line}" and "number" not in line else ""
            text.append(f"#[derive(Clone, Debug, PartialEq, Rlp)]\n{json}{'#[rlp(view)] ' if name in views else ''}{line}\n")
            if name in views:
                # An enum without fields is its own view.
                of = name if "number" in line else f"{name}RlpView<'_>"
                text.append(f"impl Walk for {of} {{ fn walk(&self, out: &mut String) {{ {types.walks[name]} }} }}\n")
            continue
        has_view = name in views and "untagged" not in line
        derives = ["View"] * has_view + ["Arena"] * (name in types.arenas)
        text.append(f"#[derive({', '.join(['Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter', *derives])})]\n{line}\n")
        if has_view and name in types.generics:
            letters = types.generics[name][1]
            walks = walk_fields(*(f"f{index}" for index in range(len(letters))))
            bound = "for<'b> View<View<'b>: Walk + Clone + std::fmt::Debug + PartialEq> + for<'b> NomReader<'b>"
            bounds, of = ", ".join(f"{letter}: {bound}" for letter in letters), f"{name}View<'a, {', '.join(letters)}>"
            text.append(f"impl<'a, {bounds}> Walk for {of} {{ fn walk(&self, out: &mut String) {{ {walks} }} }}\n")
        elif has_view:
            body, of = (types.walks[name], f"{name}View<'_>") if name in types.walks else ('out.push_str("? ");', name)
            text.append(f"impl Walk for {of} {{ fn walk(&self, out: &mut String) {{ {body} }} }}\n")
    text += types.items
    text.append("const TRIED: &[Tried] = &[")
    for index, shape in enumerate(subjects):
        rust, fields = shape.rust, []
        if inner_name(rust) in views:
            fields.append(f"view: Some(view_and_check::<{rust}>)")
        if rust in types.arenas:
            fields.append(f"arena: Some(arena::<{rust}>)")
        if is_streamable(shape.encoding):
            fields.append(f"stream: stream::<{rust}>")
            if rust in types.arenas:
                fields.append(f"arena_stream: Some(stream::<Arena<{rust}>>)")
        if has(shape.encoding, model.Mu):
            fields.append(f"depth: Some(within_depth::<{rust}>)")
        if has_revisions(shape.encoding):
            fields.append(f"revision: Some(in_revision::<{rust}>)")
        text.append(f"    Tried {{ {', '.join([*fields, f'..Tried::of::<{rust}>(written_{index})'])} }},")
    text.append("];\n")
    for index, literals in enumerate(writes):
        arms = "".join(f"        {number} => write(&{literal}),\n" for number, (literal, _) in enumerate(literals))
        text.append(f"fn written_{index}(number: usize) -> String {{\n    match number {{\n{arms}        _ => String::new(),\n    }}\n}}\n")
    return "\n".join(text)


def facts_of(encoding: Encoding) -> dict:
    size = encoding.size()
    fixed = isinstance(size, int)
    return {"class": "Fixed" if fixed else size, "fixed": size if fixed else None, "most": encoding.max_size()}


def main() -> None:
    # Imported here, because it imports this module.
    from features import DATA_ENCODING, Cover
    from rlp_features import RLP, subject_of

    seed, count, folder = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
    effort = int(sys.argv[4]) if len(sys.argv) > 4 else 5
    rng = random.Random(seed)
    types = Types(rng)
    cover = Cover(types, DATA_ENCODING)
    subjects = cover.roots()
    rlp_cover = Cover(types, RLP)
    subjects += [subject_of(types, shape) for shape in rlp_cover.roots()]
    covered = len(subjects)
    subjects += random_types(types, count)
    sources = {named(line): line for line in types.source}
    writes, known = [], []
    (folder / "src").mkdir(parents=True, exist_ok=True)
    with (folder / "cases.txt").open("w") as lines, (folder / "expected.jsonl").open("w") as expected:
        for index, shape in enumerate(subjects):
            cases = Cases(types, index, shape, random.Random(f"cases {seed} {index}"), effort if index >= covered else max(effort // 2, 1))
            cases.all()
            lines.writelines(f"{line}\n" for line in cases.lines)
            expected.writelines(json.dumps(case) + "\n" for case in cases.expected)
            writes.append(writes_of(shape, random.Random(f"writes {seed} {index}"), 4))
            wanted = [{"literal": literal, "expect": expect} for literal, expect in writes[-1]]
            known.append({"name": shape.rust, "source": sources[inner_name(shape.rust)], "facts": facts_of(shape.encoding), "writes": wanted})
    (folder / "Cargo.toml").write_text(CARGO.format(root=Path(__file__).resolve().parents[2]))
    # What has not changed is not compiled again.
    program, source = folder / "src/main.rs", rust_source(types, subjects, writes)
    if not program.exists() or program.read_text() != source:
        program.write_text(source)
    (folder / "types.jsonl").write_text("".join(json.dumps(line) + "\n" for line in known))
    (folder / "pairs.txt").write_text(f"{cover.report()}\nRLP: {rlp_cover.report()}\n")


if __name__ == "__main__":
    # Under its own name, because `features` imports it by that.
    import generate

    sys.setrecursionlimit(10_000)
    generate.main()
