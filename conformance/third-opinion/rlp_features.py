"""The features of `#[derive(Rlp)]` and `#[rlp(..)]` for the covering array of `features.py`."""

from __future__ import annotations

import dataclasses
from typing import Any, Callable

import model
import rlp
from features import LEAVES as DATA_LEAVES
from features import Features
from generate import INTS, Shape, Types, bytes_literal, integer, least, named, text_literal, walk_case, walk_cases, walk_fields, walk_members
from model import Blob, CheckSize, Encoding, FixedList, Int, Invalid, NoFields, VariableList, VarOpt
from rlp import LIST, Item

# ---- Shapes ------------------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class RlpShape(Shape):
    """A shape with the items of `#[rlp(..)]` beside those of `#[encoding(..)]`."""

    items: list[str] = dataclasses.field(default_factory=list)

    def attribute(self) -> str:
        return super().attribute() + (f"#[rlp({', '.join(self.items)})] " if self.items else "")

    def of(self, rust: str, encoding: Encoding, literal: Callable[[Any], str], *items: str) -> "RlpShape":
        """Something around the shape, whose own items are still there."""
        return RlpShape(rust, self.chain, encoding, literal, items=[*items, *self.items])


def shape_of(rust: str, encoding: Encoding, literal: Callable[[Any], str], *items: str, chain: list[str] | None = None) -> RlpShape:
    return RlpShape(rust, chain or [], encoding, literal, items=list(items))


def add(t: Types, shape: RlpShape, source: str, walk: str) -> RlpShape:
    t.rlp.add(named(source))
    return t.add(shape, source, walk)


def newtype(t: Types, inner: RlpShape) -> RlpShape:
    name = t.name()
    made = shape_of(name, inner.encoding, lambda value: f"{name}({inner.literal(value)})")
    made.feature = inner.feature
    return add(t, made, f"struct {name}({inner.attribute()}{inner.rust});", walk_fields("0"))


def bare(t: Types, inner: RlpShape) -> RlpShape:
    """A shape without items. Bytes are bytes only where the derive sees them."""
    return newtype(t, inner) if inner.chain or inner.items or "Vec<u8>" in inner.rust else inner


def without_options(t: Types, inner: RlpShape) -> RlpShape:
    """A shape whose items are for all of its type, and not for what is in an option or behind a guard."""
    return newtype(t, inner) if inner.rust.startswith("Option") or any("guard" in item for item in inner.chain) else inner


# ---- What has nothing inside -------------------------------------------------------------------------------------------------------

UNSIGNED = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "u128": 16}


def int_of(t: Types) -> RlpShape:
    rust = t.rng.choice(list(UNSIGNED))
    return shape_of(rust, rlp.Number(UNSIGNED[rust]), lambda value: integer(value, rust))


def long_int(t: Types) -> RlpShape:
    rust, encoding = t.rng.choice([("U256", rlp.Number(32)), ("Quantity", rlp.Number())])
    return shape_of(rust, encoding, lambda value: f"{rust}::from_rlp(&{list(model.encode(rlp.Number(), value))}).unwrap()")


def little(t: Types) -> RlpShape:
    rust = t.rng.choice([rust for rust, (size, _) in INTS.items() if size > 1])
    return shape_of(rust, Item("string", Int(*INTS[rust], little=True)), lambda value: integer(value, rust), "little")


def guarded_int(t: Types) -> RlpShape:
    """An integer that a function of the user refuses where it is odd."""
    inner = int_of(t) if t.chance(50) else little(t)
    while inner.rust in ("u64", "u128"):
        # The guard is for numbers of 63 bits.
        inner = int_of(t)
    holds = lambda value: value % 2 == 0
    return RlpShape(inner.rust, ['guard = "is_even"'], model.Guarded(inner.encoding, holds), inner.literal, items=inner.items)


def with_max(t: Types, has_max: bool, name: str, content: Encoding) -> tuple[Encoding, list[str], list[str]]:
    """The content of a string, perhaps with a limit, and the items of `#[encoding(..)]` and of `#[rlp(..)]`: either has the limit."""
    if not has_max:
        return content, [], []
    length = t.rng.choice([1, 2, 5, 60])
    item, limited = [f"{name} = {length}"], CheckSize(length, content)
    return (limited, item, []) if t.chance(50) else (limited, [], item)


def text(t: Types, has_max: bool) -> RlpShape:
    content, chain, items = with_max(t, has_max, "string", Blob(None, True, True))
    return RlpShape("String", chain, Item("string", content), text_literal, items=items)


def data(t: Types, has_max: bool) -> RlpShape:
    content, chain, items = with_max(t, has_max, "bytes", Blob(None, False))
    return RlpShape("Vec<u8>", chain, rlp.Data("string", content), bytes_literal, items=items)


def byte_array(t: Types) -> RlpShape:
    length = t.rng.choice([1, 3, 20, 60])
    return shape_of(f"[u8; {length}]", rlp.Data("string", Blob(length, False)), lambda value: str(list(value)))


def via_text(t: Types) -> RlpShape:
    return shape_of("u64", Item("string", rlp.Shown()), lambda value: integer(value, "u64"), 'via = "text"')


def via_encoding(t: Types) -> RlpShape:
    """A string that holds data-encoding."""
    names = ["int", "le", "range", "N", "Z", "bool", "string", "string max", "string variable", "bytes", "bytes max", "[u8; N]", "guard int"]
    inner = DATA_LEAVES[t.rng.choice(names)](t)
    return RlpShape(inner.rust, inner.chain, Item("string", inner.encoding), inner.literal, items=['via = "encoding"'])


def number_enum(t: Types) -> RlpShape:
    name, tags = t.name(), sorted(t.rng.sample([0, 1, 2, 127, 128, 300, 70_000], 3))
    names = [f"V{index}" for index in range(3)]
    encoding = rlp.ByTag([(tag, name, unit(name)) for tag, name in zip(tags, names)])
    source = ", ".join(f"#[rlp(tag = {tag})] {name}" for tag, name in zip(tags, names))
    literal = lambda value: f"{name}::{names[value.case]}"
    return add(t, shape_of(name, encoding, literal), f"#[rlp(number)] enum {name} {{ {source} }}", walk_cases(list(map(walk_case, names))))


def unit(name: str) -> NoFields:
    """What a case without fields is: JSON has its name."""
    made = NoFields()
    made.json = name
    return made


LEAVES = {
    "int": int_of,
    "long int": long_int,
    "bool": lambda t: shape_of("bool", rlp.Boolean(), lambda value: "true" if value else "false"),
    "little": little,
    "string": lambda t: text(t, False),
    "string max": lambda t: text(t, True),
    "bytes": lambda t: data(t, False),
    "bytes max": lambda t: data(t, True),
    "[u8; N]": byte_array,
    "via text": via_text,
    "via encoding": via_encoding,
    "guard int": guarded_int,
    "number": number_enum,
}

# ---- What stands around a shape ----------------------------------------------------------------------------------------------------


def list_of(t: Types, inner: RlpShape, minimum: int = 0, maximum: int | None = None) -> RlpShape:
    plain = maximum is None and "Vec<u8>" == inner.rust and not inner.chain and not inner.items
    inner = inner if plain else bare(t, inner)
    literal = lambda value: f"vec![{', '.join(inner.literal(item) for item in value)}]"
    encoding, rust = Item("list", VariableList(inner.encoding, max=maximum, min=minimum)), f"Vec<{inner.rust}>"
    if maximum is None:
        # Without the item, these are bytes.
        return shape_of(rust, encoding, literal, *(["list"] if inner.rust == "u8" else []))
    if minimum == maximum and t.chance(50):
        return shape_of(rust, encoding, literal, chain=[f"list(len = {maximum})"])
    item = f"list = {maximum}" if minimum == 0 else f"list(min = {minimum}, max = {maximum})"
    return shape_of(rust, encoding, literal, item) if t.chance(50) else shape_of(rust, encoding, literal, chain=["dynamic", item])


def array(t: Types, inner: RlpShape) -> RlpShape:
    inner, length = bare(t, inner), t.rng.randint(1, 3)
    if inner.rust == "u8":
        raise Invalid("an array of bytes is a string")
    literal = lambda value: f"[{', '.join(inner.literal(item) for item in value)}]"
    return shape_of(f"[{inner.rust}; {length}]", Item("list", FixedList(inner.encoding, True, length)), literal)


def may_be_empty(encoding: Encoding, kind: str) -> bool:
    """Whether a value may be the empty string or the empty list, as far as the derive knows."""
    while isinstance(encoding, model.Guarded):
        encoding = encoding.inner
    match encoding:
        case rlp.ByKind():
            # The lists of cases that are told apart by their number of items have no item at least.
            lists = [case for tag, _, case in encoding.cases if isinstance(tag, int)]
            return any(may_be_empty(case, kind) for tag, _, case in encoding.cases if not isinstance(tag, int)) or bool(lists) and kind == "list"
        case rlp.TypedItem() | model.Mu() | rlp.ByTag() | rlp.Absent():
            return True
        case Item() | rlp.Number():
            return rlp.kind_of(encoding) == kind and len(content(encoding)) == 0
    return True


def content(encoding: Encoding) -> bytes:
    """The shortest content; the derive does not know which texts are numbers."""
    if isinstance(encoding, Item) and isinstance(encoding.inner, rlp.Shown):
        return b""
    return model.encode(encoding.inner, least(encoding.inner)) if isinstance(encoding, Item) else b""


def optional(inner: RlpShape, make: Callable[[Encoding], Encoding], *items: str) -> RlpShape:
    literal = lambda value: "None" if value is None else f"Some({inner.literal(value)})"
    made = inner.of(f"Option<{inner.rust}>", make(inner.encoding), literal, *items)
    # Items of data-encoding are for what is in the option.
    made.chain = ["option", *inner.chain] if inner.chain else []
    return made


def option(kind: str) -> Callable[[Types, RlpShape], RlpShape]:
    def make(t: Types, inner: RlpShape) -> RlpShape:
        inner = without_options(t, inner)
        if inner.encoding.nullable():
            raise Invalid("an option of what may be null")
        if kind == "wrapped":
            return optional(inner, lambda encoding: Item("list", VarOpt(encoding)), 'option = "wrapped"')
        if may_be_empty(inner.encoding, kind):
            raise Invalid("an option of what may be empty")
        items = [f'option = "{kind}"'] if kind == "list" or t.chance(30) else []
        return optional(inner, lambda encoding: rlp.Absent(encoding, kind), *items)

    return make


def boxed(t: Types, inner: RlpShape) -> RlpShape:
    inner = bare(t, inner)
    return shape_of(f"Box<{inner.rust}>", inner.encoding, lambda value: f"Box::new({inner.literal(value)})")


def via_rlp(t: Types, inner: RlpShape) -> RlpShape:
    """A string that holds an item."""
    inner = bare(t, without_options(t, inner))
    return shape_of(inner.rust, Item("string", inner.encoding), inner.literal, 'via = "rlp"')


def transparent(t: Types, inner: RlpShape) -> RlpShape:
    name = t.name()
    literal = lambda value: f"{name} {{ f0: {inner.literal(value)} }}"
    source = f"#[{t.rng.choice(['rlp', 'encoding'])}(transparent)] struct {name} {{ {inner.attribute()}f0: {inner.rust} }}"
    return add(t, shape_of(name, inner.encoding, literal), source, walk_fields("f0"))


def even(encoding: Encoding) -> Callable[[Any], bool]:
    """What `has_even_rlp` of `answers.rs` accepts."""

    def holds(value: Any) -> bool:
        try:
            return len(model.encode(encoding, value)) % 2 == 0
        except model.WriteError:
            return False

    return holds


def guarded(t: Types, inner: RlpShape) -> RlpShape:
    """A guard around a field."""
    inner = bare(t, inner)
    encoding = model.Guarded(inner.encoding, even(inner.encoding))
    return shape_of(inner.rust, encoding, inner.literal, chain=['guard = "has_even_rlp"'])


def foreign(t: Types, inner: RlpShape) -> RlpShape:
    """A field of a type without an encoding, converted by functions."""
    inner, name = bare(t, inner), t.name()
    encoding = model.Converted(inner.encoding, even(inner.encoding))
    items = f'try_from = "{inner.rust}", from_fn = "to_foreign_rlp", into_fn = "of_foreign"'
    made = shape_of(name, encoding, lambda value: f"{name}(Foreign({inner.literal(value)}))")
    return add(t, made, f"struct {name}(#[encoding({items})] Foreign<{inner.rust}>);", 'out.push_str("? ");')


AROUND = {
    "list": lambda t, inner: list_of(t, inner),
    "list max": lambda t, inner: list_of(t, inner, 0, t.rng.randint(1, 4)),
    "list min": lambda t, inner: list_of(t, inner, t.rng.randint(1, 2), t.rng.randint(2, 4)),
    "list len": lambda t, inner: list_of(t, inner, 2, 2),
    "[T; N]": array,
    "Option": option("string"),
    "option list": option("list"),
    "option wrapped": option("wrapped"),
    "Box": boxed,
    "newtype": newtype,
    "transparent": transparent,
    "via rlp": via_rlp,
    "guard": guarded,
    "from_fn": foreign,
}

# ---- What stands around several shapes ---------------------------------------------------------------------------------------------


def members_of(inners: list[RlpShape], first: str = "f") -> list[tuple[str, str, RlpShape]]:
    return [(f"{first}{index}", shape.attribute(), shape) for index, shape in enumerate(inners)]


def row_of(inners: list[RlpShape], first: str = "f") -> rlp.Fields:
    return rlp.Fields([(f"{first}{index}", shape.encoding) for index, shape in enumerate(inners)])


def struct_of(t: Types, inners: list[RlpShape], ages: list[int] | None = None, attribute: str = "") -> RlpShape:
    """A list of fields; `ages` are those that shorter lists do not have."""
    members, name = members_of(inners), t.name()
    encoding = Item("list", row_of(inners).aged(ages or []))
    literal = lambda value: f"{name} {t.members_literal(members, value)}"
    return add(t, shape_of(name, encoding, literal), f"{attribute}struct {name} {t.members_source(members)}", walk_members(members))


def tuple_struct(t: Types, inners: list[RlpShape]) -> RlpShape:
    if len(inners) == 1:
        raise Invalid("a newtype")
    name = t.name()
    encoding = Item("list", rlp.Unnamed([inner.encoding for inner in inners]))
    literal = lambda value: f"{name}({', '.join(inner.literal(part) for inner, part in zip(inners, value))})"
    source = f"struct {name}({', '.join(inner.attribute() + inner.rust for inner in inners)});"
    return add(t, shape_of(name, encoding, literal), source, walk_fields(*map(str, range(len(inners)))))


def tuple_of(t: Types, inners: list[RlpShape]) -> RlpShape:
    inners = [bare(t, inner) for inner in inners]
    literal = lambda value: f"({', '.join(inner.literal(part) for inner, part in zip(inners, value))},)"
    return shape_of(f"({', '.join(inner.rust for inner in inners)},)", Item("list", rlp.Unnamed([inner.encoding for inner in inners])), literal)


@dataclasses.dataclass
class Case:
    """A variant: its source, encoding, literal and arm of a walk."""

    source: str
    encoding: Encoding
    literal: Callable[[Any], str]
    arm: str


def case_of(t: Types, name: str, inners: list[RlpShape], is_tuple: bool = False) -> Case:
    """A variant of one field without a name, or of several with or without names, or of none."""
    if not inners:
        return Case(name, unit(name), lambda value: name, walk_case(name))
    if len(inners) == 1:
        return Case(*t.variant_of(name, inners[0]))
    if is_tuple:
        source = ", ".join(inner.attribute() + inner.rust for inner in inners)
        literal = lambda value: f"{name}({', '.join(inner.literal(part) for inner, part in zip(inners, value))})"
        return Case(f"{name}({source})", rlp.Unnamed([inner.encoding for inner in inners]), literal, walk_case(name, len(inners)))
    members = members_of(inners)
    literal = lambda value: f"{name} {t.members_literal(members, value)}"
    return Case(f"{name} {t.members_source(members)}", row_of(inners), literal, walk_case(name, [member for member, _, _ in members]))


def enum_of(t: Types, cases: list[Case], attributes: list[str], of_type: str, make: Callable[[list[Encoding]], Encoding]) -> RlpShape:
    """An enum of variants with these attributes, and one of its own."""
    name = t.name()
    encoding = make([case.encoding for case in cases])
    literal = lambda value: f"{name}::{cases[value.case].literal(value.value)}"
    source = ", ".join(f"{attribute}{case.source}" for attribute, case in zip(attributes, cases))
    return add(t, shape_of(name, encoding, literal), f"{of_type}enum {name} {{ {source} }}", walk_cases([case.arm for case in cases]))


def names(count: int) -> list[str]:
    return [f"V{index}" for index in range(count)]


def tagged(t: Types, inners: list[RlpShape]) -> RlpShape:
    """An enum by its first item: each shape in a variant of its own, all of them in another two, and a variant without fields."""
    groups = [*([inner] for inner in inners), inners[:2], inners[-2:], []]
    cases = [case_of(t, name, group, index == len(inners)) for index, (name, group) in enumerate(zip(names(len(groups)), groups))]
    tags = t.rng.sample([*range(10), 127, 128, 255, 256, 70_000], len(groups))
    return enum_of(t, cases, [f"#[rlp(tag = {tag})] " for tag in tags], "", lambda encodings: Item(
        "list", rlp.ByTag([(tag, name, encoding) for tag, name, encoding in zip(tags, names(len(groups)), encodings)])
    ))


def untagged(t: Types, inners: list[RlpShape]) -> RlpShape:
    """An enum by the number of items, or a string."""
    strings = [inner for inner in inners if rlp.kind_of(inner.encoding) == "string"][:1]
    short, long = (inners * 2)[:2], (inners * 3)[:3]
    groups = [strings, short, long] if strings else [short, long]
    cases = [case_of(t, name, group, is_tuple=group is long) for name, group in zip(names(3), groups)]
    tags = ["string" if group is strings else len(group) for group in groups]
    return enum_of(t, cases, [""] * 3, "#[rlp(untagged)] ", lambda encodings: rlp.ByKind(list(zip(tags, names(3), encodings))))


def untagged_list(t: Types, inners: list[RlpShape]) -> RlpShape:
    """A string or a list of any number of items."""
    lists = [inner for inner in inners if rlp.kind_of(inner.encoding) == "list"]
    strings = [inner for inner in inners if rlp.kind_of(inner.encoding) == "string"]
    if not lists:
        raise Invalid("no list")
    groups = [(strings or [data(t, False)])[0], lists[0]]
    cases = [case_of(t, name, [group]) for name, group in zip(names(2), groups)]
    tags = ["string", "list"]
    return enum_of(t, cases, ["", "#[rlp(list)] "], "#[rlp(untagged)] ", lambda encodings: rlp.ByKind(list(zip(tags, names(2), encodings))))


def typed(t: Types, inners: list[RlpShape]) -> RlpShape:
    """Envelopes, and a list without a type."""
    lists = [struct_of(t, [inners[0], int_of(t)])] if t.chance(70) else []
    groups = [*lists, *inners]
    cases = [case_of(t, name, [group]) for name, group in zip(names(len(groups)), groups)]
    tags = [LIST] * len(lists) + t.rng.sample([0, 1, 2, 3, 5, 64, 126, 127], len(inners))
    attributes = ["#[rlp(list)] " if tag == LIST else f"#[encoding(tag = {tag})] " for tag in tags]
    make = lambda encodings: rlp.TypedItem(rlp.Envelope(list(zip(tags, names(len(tags)), encodings))))
    return enum_of(t, cases, attributes, "#[rlp(typed)] ", make)


def via_envelope(t: Types, inners: list[RlpShape]) -> RlpShape:
    """A string that holds an envelope, with a type or without."""
    inner = typed(t, inners)
    return shape_of(inner.rust, Item("string", inner.encoding.inner), inner.literal, 'via = "envelope"')


def trailing(t: Types, inners: list[RlpShape]) -> RlpShape:
    """Optional fields at the end of the list."""
    whole = t.chance(30)
    fields = [without_options(t, inner) for inner in inners]
    if any(field.encoding.nullable() for field in fields):
        raise Invalid("an option of what may be null")
    fields = [optional(field, VarOpt, *([] if whole else ["trailing"])) for field in fields]
    return struct_of(t, [int_of(t), *fields], list(range(1, len(fields) + 1)), "#[rlp(trailing)] " if whole else "")


DEFAULTS: dict[str, Any] = {**dict.fromkeys(UNSIGNED, 0), "bool": False, "String": b"", "Vec<u8>": b""}


def since_items(t: Types, inners: list[RlpShape]) -> RlpShape:
    """Fields of longer lists, in front of, between and behind those of all lists."""
    inners = [without_options(t, inner) for inner in inners[:3]]
    if any(inner.encoding.nullable() for inner in inners):
        raise Invalid("an option of what may be null")
    fields: list[RlpShape] = [int_of(t), *[byte_array(t)] * t.rng.randint(0, 1), int_of(t)]
    count, ages = len(fields), []
    for inner in inners:
        count += 1
        at = t.rng.randint(0, len(fields))
        has_default = inner.rust in DEFAULTS and t.chance(60)
        make = lambda encoding: rlp.Since(encoding, count, DEFAULTS[inner.rust] if has_default else None)
        item = f"since_items = {count}"
        fields.insert(at, inner.of(inner.rust, make(inner.encoding), inner.literal, item) if has_default else optional(inner, make, item))
    ages = sorted((index for index, one in enumerate(fields) if isinstance(one.encoding, rlp.Since)), key=lambda index: fields[index].encoding.items)
    # A field is the last of its list where only newer ones stand behind it: JSON leaves it out.
    for index in ages:
        since = fields[index].encoding
        if all(isinstance(other.encoding, rlp.Since) and other.encoding.items > since.items for other in fields[index + 1 :]):
            fields[index].encoding = rlp.SinceLast(since.inner, since.items, since.default)
    return struct_of(t, fields, ages)


def skipped(t: Types, inners: list[RlpShape]) -> RlpShape:
    members, name = members_of(inners), t.name()
    fields = t.members_source(members)[2:-2]
    literal = lambda value: f"{name} {{ s: 0, t: 7, u: 0, {t.members_literal(members, value)[2:-2]} }}"
    source = f"struct {name} {{ #[rlp(skip)] s: u8, {fields}, #[rlp(skip = 7)] t: u8, #[encoding(skip)] u: u8 }}"
    return add(t, shape_of(name, Item("list", row_of(inners)), literal), source, walk_members(members))


def type_guard(t: Types, inners: list[RlpShape]) -> RlpShape:
    """A guard around a type, which looks at its first field."""
    first, function = shape_of("u16", rlp.Number(2), lambda value: integer(value, "u16")), f"even_{t.name().lower()}"
    made = struct_of(t, [first, *inners], attribute=f'#[encoding(guard = "{function}")] ')
    t.items.append(f"fn {function}(value: &{made.rust}) -> Result<(), &'static str> {{ is_even(&value.f0) }}")
    made.encoding = model.Guarded(made.encoding, lambda value: value[0] % 2 == 0)
    return made


def generic(t: Types, inners: list[RlpShape]) -> RlpShape:
    """A type with parameters."""
    inners = [bare(t, inner) for inner in inners]
    letters = "ABCDEFGH"[: len(inners)]
    name = f"R{len(inners)}"
    if name not in t.generics:
        t.generics[name] = f"struct {name}<{', '.join(letters)}> {{ {', '.join(f'f{at}: {letter}' for at, letter in enumerate(letters))} }}", letters
    literal = lambda value: f"{name} {{ {', '.join(f'f{at}: {one.literal(part)}' for at, (one, part) in enumerate(zip(inners, value)))} }}"
    return shape_of(f"{name}<{', '.join(inner.rust for inner in inners)}>", Item("list", row_of(inners)), literal)


def recursive(t: Types, make: Callable[[str, model.Mu, RlpShape], tuple[str, Encoding, Callable[[Any], str], str]], attribute: str = "") -> RlpShape:
    """A recursive type: its declaration, body, literal and walk are made from its name, its encoding and its shape."""
    name = t.name()
    t.source.append("")
    place, limit = len(t.source) - 1, t.rng.choice([2, 4, 40])
    mu = model.Mu(depth=limit)
    itself = shape_of(name, mu, lambda value: literal(value))
    declaration, mu.body, literal, t.walks[name] = make(name, mu, itself)
    t.source[place] = f"#[encoding(mu, depth = {limit})] {attribute}{declaration}"
    t.rlp.add(name)
    t.subjects.append(itself)
    return itself


def again_in(t: Types, itself: RlpShape) -> RlpShape:
    """A recursive type in itself: several of it, or perhaps one."""
    if t.chance(50):
        return list_of(t, itself)
    box = shape_of(f"Box<{itself.rust}>", itself.encoding, lambda value: f"Box::new({itself.literal(value)})")
    return optional(box, lambda encoding: Item("list", VarOpt(encoding)), 'option = "wrapped"')


def mu_struct(t: Types, inners: list[RlpShape]) -> RlpShape:
    def make(name: str, mu: model.Mu, itself: RlpShape) -> tuple[str, Encoding, Callable[[Any], str], str]:
        members = members_of([*inners, again_in(t, itself)])
        literal = lambda value: f"{name} {t.members_literal(members, value)}"
        body = Item("list", row_of([shape for _, _, shape in members]))
        return f"struct {name} {t.members_source(members)}", body, literal, walk_members(members)

    return recursive(t, make)


def mu_enum(t: Types, inners: list[RlpShape]) -> RlpShape:
    def make(name: str, mu: model.Mu, itself: RlpShape) -> tuple[str, Encoding, Callable[[Any], str], str]:
        box = shape_of(f"Box<{name}>", mu, lambda value: f"Box::new({itself.literal(value)})")
        cases = [case_of(t, "V0", inners), case_of(t, "V1", [box, box]), case_of(t, "V2", [list_of(t, itself)])]
        literal = lambda value: f"{name}::{cases[value.case].literal(value.value)}"
        body = Item("list", rlp.ByTag([(index, f"V{index}", case.encoding) for index, case in enumerate(cases)]))
        return f"enum {name} {{ {', '.join(case.source for case in cases)} }}", body, literal, walk_cases([case.arm for case in cases])

    return recursive(t, make)


def mu_untagged(t: Types, inners: list[RlpShape]) -> RlpShape:
    """Any item whose strings are of a kind."""
    strings = [inner for inner in inners if rlp.kind_of(inner.encoding) == "string"]
    if not strings:
        raise Invalid("no string")

    def make(name: str, mu: model.Mu, itself: RlpShape) -> tuple[str, Encoding, Callable[[Any], str], str]:
        cases = [case_of(t, "V0", strings[:1]), case_of(t, "V1", [list_of(t, itself)])]
        literal = lambda value: f"{name}::{cases[value.case].literal(value.value)}"
        body = rlp.ByKind([("string", "V0", cases[0].encoding), ("list", "V1", cases[1].encoding)])
        source = f"enum {name} {{ {cases[0].source}, #[rlp(list)] {cases[1].source} }}"
        return source, body, literal, walk_cases([case.arm for case in cases])

    return recursive(t, make, "#[rlp(untagged)] ")


AROUND_SEVERAL = {
    "struct": struct_of,
    "tuple struct": tuple_struct,
    "tuple": tuple_of,
    "enum": tagged,
    "untagged": untagged,
    "untagged list": untagged_list,
    "typed": typed,
    "via envelope": via_envelope,
    "trailing": trailing,
    "since_items": since_items,
    "skip": skipped,
    "type guard": type_guard,
    "generic": generic,
    "mu struct": mu_struct,
    "mu enum": mu_enum,
    "mu untagged": mu_untagged,
}
# Features that are alike, as in `features.py`.
ALIKE = [
    {"int", "long int", "bool"}, {"string", "string max", "via text"}, {"bytes", "bytes max"}, {"list", "list max", "list min", "list len"},
    {"Box", "newtype", "transparent"}, {"struct", "tuple struct", "tuple", "skip"}, {"mu struct", "mu enum", "mu untagged"},
    {"guard", "from_fn", "type guard"}, {"typed", "via envelope"}, {"untagged", "untagged list"},
]
RLP = Features(LEAVES, AROUND, AROUND_SEVERAL, ALIKE, {}, {"enum", "untagged", "untagged list", "typed", "via envelope"}, struct_of)


def subject_of(t: Types, shape: RlpShape) -> Shape:
    """A type that is tried, as an item of data-encoding: in RLP, or as an envelope."""
    rust, encoding = f"Item<{shape.rust}>", shape.encoding
    if isinstance(encoding, rlp.TypedItem) and t.chance(50):
        rust, encoding = f"Item<{shape.rust}, Envelope>", encoding.inner
    return Shape(rust, [], encoding, lambda value: f"<{rust}>::new({shape.literal(value)})")
