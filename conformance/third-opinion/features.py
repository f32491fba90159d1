"""A covering array: types in which each feature of the attributes stands directly around each other one, and beside each other one.

A feature is an item of an attribute, a shape of a type, or both: `LEAVES` have nothing inside, `AROUND` stand around one shape,
`AROUND_SEVERAL` around several at once, which are then beside one another. What the model refuses to build, or a rule of the derives that
is named here, is a pair that does not exist; `Cover` counts these with the reason.
"""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from typing import Callable

import model
from generate import (
    HOLDS, INTS, Shape, Types, Unfit, Values, bytes_literal, has_revisions, integer, least, limits_of, text_literal, walk_case, walk_cases,
    walk_fields, walk_members,
)
from model import VARIABLE, Invalid, WriteError

# ---- What has nothing inside -------------------------------------------------------------------------------------------------------


def int_of(t: Types, little: bool) -> Shape:
    rust = t.rng.choice([rust for rust, (size, _) in INTS.items() if size > 1 or not little])
    return Shape(rust, ["le"] if little else [], model.Int(*INTS[rust], little), lambda value: integer(value, rust))


def ranged(t: Types, little: bool) -> Shape:
    low, high = t.rng.choice([(0, 5), (3, 258), (-2, 300), (1000, 66_535), (-129, 128), (7, 7)])
    rust = t.rng.choice([rust for rust in INTS if limits_of(rust)[0] <= low and high <= limits_of(rust)[1]])
    encoding = model.RangedInt(low, high, little)
    HOLDS[encoding] = limits_of(rust)
    return Shape(rust, [f'range = "{low} ..= {high}"', *(["le"] if little else [])], encoding, lambda value: integer(value, rust))


def like(t: Types, signed: bool) -> Shape:
    low, high = (-64, 63) if signed else (0, t.rng.choice([63, 127, 128, 300]))
    encoding = model.int_like_z(low, high) if signed else model.uint_like_n(high)
    HOLDS[encoding] = limits_of("i16")
    items = [f'builtin = "{"IntLikeZ" if signed else "UintLikeN"}"', f'range = "{low} ..= {high}"']
    return Shape("i16", items, encoding, lambda value: integer(value, "i16"))


def number(rust: str, items: list[str], encoding: model.Encoding) -> Shape:
    name = {"N": lambda value: f"N::new({value}_u128)", "Z": lambda value: f"Z::from({value}_i128)"}
    return Shape(rust, items, encoding, name.get(rust, lambda value: integer(value, rust)))


def float_of(t: Types, is_ranged: bool) -> Shape:
    while bool((shape := t.float()).chain) != is_ranged:
        continue
    return shape


def text(t: Types, items: str, make: Callable[[model.Blob], model.Encoding]) -> Shape:
    """Text as a `String`, or as the bytes of any text."""
    utf8 = t.chance(60)
    return Shape("String" if utf8 else "Vec<u8>", [items], make(model.Blob(None, True, utf8)), text_literal if utf8 else bytes_literal)


def string_max(t: Types) -> Shape:
    kind, length = t.rng.choice(["u8", "u16", "u30", "n"]), t.rng.choice([1, 2, 5])
    return text(t, f'string(kind = "{kind}", max = {length})', lambda blob: model.Dynamic(kind, model.CheckSize(length, blob)))


def string_bounded(t: Types) -> Shape:
    length = t.rng.choice([2, 255, 256])
    return text(t, f"string(bounded, max = {length})", lambda blob: model.bounded(model.narrowest_kind(length), length, blob))


def string_fixed(t: Types) -> Shape:
    length = t.rng.choice([1, 3])
    return text(t, f"string(fixed = {length})", lambda blob: model.Blob(length, True, blob.utf8))


def bytes_max(t: Types) -> Shape:
    length = t.rng.choice([1, 2, 5])
    return Shape("Vec<u8>", [f"bytes = {length}"], model.CheckSize(length, model.Blob(None, False)), bytes_literal)


def byte_array(t: Types) -> Shape:
    length = t.rng.choice([1, 3, 8])
    return Shape(f"[u8; {length}]", [], model.Blob(length, False), lambda value: str(list(value)))


def blob(t: Types) -> Shape:
    return Shape("Blob", ["bytes"], model.Blob(None, False), lambda value: f"Blob::from({bytes_literal(value)})")


def unit(null: bool) -> Shape:
    return Shape("()", ['builtin = "Null"'] if null else [], model.Nothing(None) if null else model.empty(), lambda value: "()")


def string_enum(t: Types) -> Shape:
    name = t.name()
    shape = Shape(name, [], model.StringEnum(["c0", "c1", "c2"]), lambda value: f"{name}::C{value}")
    return t.add(shape, f"#[encoding(string_enum)] enum {name} {{ C0, C1, C2 }}")


LEAVES: dict[str, Callable[[Types], Shape]] = {
    "int": lambda t: int_of(t, False),
    "le": lambda t: int_of(t, True),
    "range": lambda t: ranged(t, False),
    "range le": lambda t: ranged(t, True),
    "UintLikeN": lambda t: like(t, False),
    "IntLikeZ": lambda t: like(t, True),
    "N": lambda t: number("N", [], model.Natural()),
    "Z": lambda t: number("Z", [], model.Integer()),
    "mutez": lambda t: number("u64", ["mutez"], model.Natural(2**64 - 1)),
    "zarith": lambda t: number("i64", ["zarith"], model.Integer(-(2**63), 2**63 - 1)),
    "float": lambda t: float_of(t, False),
    "float range": lambda t: float_of(t, True),
    "bool": lambda t: t.bool(),
    "string": lambda t: text(t, "string", lambda blob: model.Dynamic("u30", blob)),
    "string max": string_max,
    "string bounded": string_bounded,
    "string fixed": string_fixed,
    "string variable": lambda t: text(t, "string(variable)", lambda blob: blob),
    "bytes": lambda t: Shape("Vec<u8>", ["bytes"], model.Blob(None, False), bytes_literal),
    "bytes max": bytes_max,
    "[u8; N]": byte_array,
    "Blob": blob,
    "unit": lambda t: unit(False),
    "null": lambda t: unit(True),
    "guard int": lambda t: t.newtype(t.guarded()),
    "string_enum": string_enum,
}

# ---- What stands around a shape ----------------------------------------------------------------------------------------------------


def wrapped(t: Types, inner: Shape, item: str, make: Callable[[model.Encoding], model.Encoding]) -> Shape:
    if inner.layered:
        inner = t.newtype(inner)
    return Shape(inner.rust, [item, *inner.chain], make(inner.encoding), inner.literal)


def dynamic(kind: str, item: str) -> Callable[[Types, Shape], Shape]:
    return lambda t, inner: wrapped(t, inner, item, lambda encoding: model.Dynamic(kind, encoding))


def dynamic_max(t: Types, inner: Shape) -> Shape:
    check = t.check(inner)
    item, kind = t.rng.choice([
        (f"dynamic = {check.limit}", "u30"), (f"short_dynamic = {check.limit}", "u8"), (f'dynamic(kind = "n", max = {check.limit})', "n"),
        (f'dynamic(kind = "u16", le, max = {check.limit})', "u16, le"),
    ])
    return wrapped(t, inner, item, lambda _: model.Dynamic(kind, check))


def bounded(t: Types, inner: Shape) -> Shape:
    check = t.check(inner)
    return wrapped(t, inner, f"{t.rng.choice(['bounded', 'check_size'])} = {check.limit}", lambda _: check)


def sized(t: Types, inner: Shape) -> Shape:
    if isinstance(inner.encoding, model.Raw) and isinstance(inner.encoding.inner, model.Blob) and inner.encoding.inner.text:
        raise Invalid("the type calls the error of raw text otherwise than the schema")
    return t.sized(t.newtype(inner) if inner.layered else inner)


def padded(t: Types, inner: Shape) -> Shape:
    return t.padded(t.newtype(inner) if inner.layered else inner)


def varopt(t: Types, inner: Shape) -> Shape:
    if inner.encoding.nullable() or inner.encoding.zeroable():
        raise Invalid("an option of what may be null or take no bytes")
    literal = lambda value: "None" if value is None else f"Some({inner.literal(value)})"
    return Shape(f"Option<{inner.rust}>", ["varopt", *inner.chain], model.VarOpt(inner.encoding), literal)


def lists(choice: int, array: bool = False) -> Callable[[Types, Shape], Shape]:
    def make(t: Types, element: Shape) -> Shape:
        if array and element.rust == "u8":
            raise Invalid("a boxed slice of bytes is bytes")
        return t.list_of(element, choice, array)

    return make


def raw(t: Types, inner: Shape) -> Shape:
    """The bytes of a value, kept as they are."""
    if inner.encoding.zeroable() or inner.encoding.nullable():
        raise Invalid("raw of what may take no bytes is not tried")
    if has_revisions(inner.encoding):
        raise Invalid("raw of what depends on the revision is not tried")
    inner = t.bare(inner)
    return Shape("Vec<u8>", [f'raw = "{inner.rust}"'], model.Raw(inner.encoding), bytes_literal)


def even(encoding: model.Encoding) -> model.Guarded:
    """What `has_even_length` of `answers.rs` accepts: values of an even length, in the newest revision, which it writes."""

    def holds(value: object) -> bool:
        try:
            return len(model.encode(encoding, value)) % 2 == 0
        except WriteError:
            return False

    return model.Guarded(encoding, holds)


def converted(t: Types, inner: Shape) -> Shape:
    """A type that is encoded as another one, whose values of an odd length cannot be converted."""
    inner, name = t.bare(inner), t.name()
    encoding = model.Converted(inner.encoding, even(inner.encoding).holds)
    t.items.append(
        f"impl TryFrom<{inner.rust}> for {name} {{ type Error = &'static str; "
        f"fn try_from(value: {inner.rust}) -> Result<Self, &'static str> {{ has_even_length(&value).map(|()| Self(value)) }} }}\n"
        f"impl From<&{name}> for {inner.rust} {{ fn from(value: &{name}) -> Self {{ value.0.clone() }} }}"
    )
    shape = Shape(name, [], encoding, lambda value: f"{name}({inner.literal(value)})")
    return t.add(shape, f'#[encoding(try_from = "{inner.rust}")] struct {name}({inner.rust});')


def foreign(t: Types, inner: Shape) -> Shape:
    """A field of a type without an encoding, converted by functions: `to_foreign` and `of_foreign` of `answers.rs`."""
    inner, name = t.bare(inner), t.name()
    encoding = model.Converted(inner.encoding, even(inner.encoding).holds)
    shape = Shape(name, [], encoding, lambda value: f"{name}(Foreign({inner.literal(value)}))")
    items = f'try_from = "{inner.rust}", from_fn = "to_foreign", into_fn = "of_foreign"'
    return t.add(shape, f"struct {name}(#[encoding({items})] Foreign<{inner.rust}>);")


def transparent(t: Types, inner: Shape) -> Shape:
    name = t.name()
    literal = lambda value: f"{name} {{ f0: {inner.literal(value)} }}"
    source = f"#[encoding(transparent)] struct {name} {{ {inner.attribute()}f0: {inner.rust} }}"
    return t.add(Shape(name, [], inner.encoding, literal), source, walk_fields("f0"))


def optional_u8(value: int | None) -> str:
    return "None" if value is None else f"Some({integer(value, 'u8')})"


def case_during(t: Types, inner: Shape) -> Shape:
    """A tag that has another meaning in old revisions."""
    name = t.name()
    new, encoding, literal, arm = t.variant_of("V1", inner)
    cases = [(0, "V0", model.Int(2)), (0, "V1", encoding), (1, "V2", model.Int(1))]
    json, named = t.json_cases(cases)
    union = model.Union(1, cases, during={0: (0, 11), 1: (12, model.NEWEST)}, named=named)
    literals = [lambda value: f"V0({integer(value, 'u16')})", literal, lambda value: f"V2({integer(value, 'u8')})"]
    source = (
        f"#[encoding({json})] "
        f"enum {name} {{ #[encoding(tag = 0, until = 11)] V0(u16), #[encoding(tag = 0, since = 12)] {new}, #[encoding(tag = 1)] V2(u8) }}"
    )
    shape = Shape(name, [], union, lambda value: f"{name}::{literals[value.case](value.value)}")
    return t.add(shape, source, walk_cases([walk_case("V0", 1), arm, walk_case("V2", 1)]))


AROUND: dict[str, Callable[[Types, Shape], Shape]] = {
    "dynamic": dynamic("u30", "dynamic"),
    "short_dynamic": dynamic("u8", "short_dynamic"),
    "dynamic u16": dynamic("u16", 'dynamic(kind = "u16")'),
    "dynamic u16 le": dynamic("u16, le", 'dynamic(kind = "u16", le)'),
    "dynamic u30 le": dynamic("u30, le", 'dynamic(kind = "u30", le)'),
    "dynamic n": dynamic("n", 'dynamic(kind = "n")'),
    "dynamic max": dynamic_max,
    "bounded": bounded,
    "sized": sized,
    "padded": padded,
    "magic": lambda t, inner: t.magic(inner),
    "suffix_len": lambda t, inner: t.suffixed(inner),
    "list": lists(0),
    "list max": lists(2),
    "list min": lists(3),
    "list len": lists(4),
    "count": lists(5),
    "count n": lists(7),
    "count max": lists(6),
    "boxed list": lists(0, True),
    "boxed count max": lists(6, True),
    "[T; N]": lambda t, inner: t.array(t.bare(inner)),
    "Option": lambda t, inner: t.option_of(t.bare(inner), "plain"),
    "option": lambda t, inner: t.option_of(inner, "option"),
    "option(tagged)": lambda t, inner: t.option_of(inner, "tagged"),
    "varopt": varopt,
    "assoc": lambda t, inner: t.assoc(inner),
    "map": lambda t, inner: t.map(inner),
    "Box": lambda t, inner: t.boxed(t.newtype(inner) if inner.chain or inner.layered else inner),
    "raw": raw,
    "newtype": lambda t, inner: t.newtype(inner),
    "try_from": converted,
    "from_fn": foreign,
    "transparent": transparent,
    "since on a variant": case_during,
}

# ---- What stands around several shapes ---------------------------------------------------------------------------------------------


def in_order(t: Types, inners: list[Shape], ints_behind: bool = True) -> list[Shape]:
    """Fields in a row: one that goes to the end of the block is the last but fields of a fixed size."""
    ends = [shape for shape in inners if shape.encoding.size() == VARIABLE]
    if len(ends) > 1:
        raise Invalid("two fields that go to the end of the block")
    if not ends:
        return inners
    fields = [shape for shape in inners if shape not in ends]
    behind = [shape for shape in fields if shape.is_fixed() and shape.encoding.size()][:2] if ints_behind else []
    before = [shape for shape in fields if shape not in behind]
    end = ends[0]
    if behind:
        if end.feature in ("list", "bytes", "varopt", "string variable") and t.chance(50):
            return [*before, end, *behind]
        end = Shape(end.rust, ["reserve", *end.chain], end.encoding, end.literal, feature=end.feature)
    return [*before, end, *behind]


def members_of(t: Types, inners: list[Shape], ints_behind: bool = True) -> list[tuple[str, str, Shape]]:
    return [(f"f{index}", shape.attribute(), shape) for index, shape in enumerate(in_order(t, inners, ints_behind))]


def struct_of(
    t: Types,
    inners: list[Shape],
    item: str = "",
    make: Callable[[model.Encoding], model.Encoding] = lambda encoding: encoding,
    ints_behind: bool = True,
    one: bool = False,
) -> Shape:
    members, name = members_of(t, inners, ints_behind), t.name()
    encoding = make(t.object_of(members))
    encoding.size()
    literal = lambda value: f"{name} {t.members_literal(members, value.value if one else value)}"
    attribute = f"#[encoding({item})] " if item else ""
    return t.add(Shape(name, [], encoding, literal), f"{attribute}struct {name} {t.members_source(members)}", walk_members(members))


def around_type(t: Types, inners: list[Shape], item: str, make: Callable[[model.Encoding], model.Encoding]) -> Shape:
    return struct_of(t, inners, item, make)


def type_dynamic(t: Types, inners: list[Shape]) -> Shape:
    kind, item = t.rng.choice([("u8", "short_dynamic"), ("u16", 'dynamic(kind = "u16")'), ("n", 'dynamic(kind = "n")'), ("u30", "dynamic")])
    return around_type(t, inners, item, lambda encoding: model.Dynamic(kind, encoding))


def type_bounded(t: Types, inners: list[Shape]) -> Shape:
    encoding = t.object_of(members_of(t, inners))
    check = t.check(Shape("", [], encoding, str))
    # The fields are put in order once more, and perhaps otherwise: the object is the same but for its order.
    shape = struct_of(t, inners, f"bounded = {check.limit}", lambda again: model.CheckSize(check.limit, again))
    return shape


def type_magic(t: Types, inners: list[Shape]) -> Shape:
    data = t.rng.randbytes(2)
    return around_type(t, inners, f'magic = "{list(data)}"', lambda encoding: model.Magic(data, encoding))


def type_suffixed(t: Types, inners: list[Shape]) -> Shape:
    return around_type(t, inners, 'suffix_len(kind = "u16")', lambda encoding: model.Suffixed(model.Int(2), encoding))


def tuple_struct(t: Types, inners: list[Shape]) -> Shape:
    if len(inners) == 1:
        raise Invalid("a newtype")
    items, name = in_order(t, inners), t.name()
    encoding = model.Tup([item.encoding for item in items])
    encoding.size()
    literal = lambda value: f"{name}({', '.join(item.literal(part) for item, part in zip(items, value))})"
    source = ", ".join(f"{item.attribute()}{item.rust}" for item in items)
    return t.add(Shape(name, [], encoding, literal), f"struct {name}({source});", walk_fields(*map(str, range(len(items)))))


def tuple_of(t: Types, inners: list[Shape]) -> Shape:
    return t.tuple(inners[:4])


def result_of(t: Types, inners: list[Shape]) -> Shape:
    return t.result(inners[0], inners[-1])


def union(width: str, other: bool = False) -> Callable[[Types, list[Shape]], Shape]:
    def make(t: Types, inners: list[Shape]) -> Shape:
        name, size = t.name(), {"u8": 1, "u16": 2, "u32": 4}[width]
        tags = t.tags(len(inners) + 1, 8 * min(size, 2))
        variants = [t.variant_of(f"V{index}", shape) for index, shape in enumerate(inners)]
        variants.append((f"V{len(inners)}", model.NoFields(), lambda value: f"V{len(inners)}", walk_case(f"V{len(inners)}")))
        cases = [(tag, f"V{index}", variant[1]) for index, (tag, variant) in enumerate(zip(tags, variants))]
        sources = [f"#[encoding(tag = {tag})] {variant[0]}" for tag, variant in zip(tags, variants)]
        literals, arms = [variant[2] for variant in variants], [variant[3] for variant in variants]
        items = [] if width == "u8" else [f'tags = "{width}"']
        reserved = None
        if other:
            reserved = [tag for tag in range(3) if tag not in tags][:1]
            items += [f"reserved = {reserved}"] if reserved else []
            cases.append((model.OTHER, "Other", model.Tup([model.Int(size), model.Blob(None, text=False)])))
            sources.append(f"#[encoding(other)] Other({width}, Vec<u8>)")
            literals.append(lambda value: f"Other({value[0]}, {bytes_literal(value[1])})")
            arms.append(walk_case("Other", 2))
        json, named = t.json_cases(cases)
        encoding = model.Union(size, cases, reserved, named=named)
        literal = lambda value: f"{name}::{literals[value.case](value.value)}"
        attribute = f"#[encoding({', '.join([*items, json])})] "
        return t.add(Shape(name, [], encoding, literal), f"{attribute}enum {name} {{ {', '.join(sources)} }}", walk_cases(arms))

    return make


def struct_variant(t: Types, inners: list[Shape]) -> Shape:
    """Fields of a variant."""
    members, name = members_of(t, inners), t.name()
    encoding = t.object_of(members)
    cases = [(0, "A", encoding), (1, "B", model.Int(1))]
    json, named = t.json_cases(cases)
    source = f"#[encoding({json})] enum {name} {{ A {t.members_source(members)}, B(u8) }}"
    case = lambda value: f"B({value.value})" if value.case else f"A {t.members_literal(members, value.value)}"
    union = model.Union(1, cases, named=named)
    arms = walk_cases([walk_case("A", [member for member, _, _ in members]), walk_case("B", 1)])
    return t.add(Shape(name, [], union, lambda value: f"{name}::{case(value)}"), source, arms)


def flattened(t: Types, inners: list[Shape]) -> Shape:
    members = [(f"g{name}", attribute, shape) for name, attribute, shape in members_of(t, inners)]
    inside, name = t.name(), f"T{len(t.source) + 1}"
    second = Shape(inside, [], t.object_of(members), lambda value: f"{inside} {t.members_literal(members, value)}")
    t.add(second, f"struct {inside} {t.members_source(members)}", walk_members(members))
    encoding = model.Merged(model.Obj([("f0", model.Int(2))]), second.encoding)
    encoding.size()
    literal = lambda value: f"{name} {{ f0: {value[0][0]}, rest: {second.literal(value[1])} }}"
    source = f"struct {name} {{ f0: u16, #[encoding(flatten)] rest: {inside} }}"
    return t.add(Shape(name, [], encoding, literal), source, walk_fields("f0", "rest"))


def guarded(t: Types, inners: list[Shape]) -> Shape:
    """A guard around a type, which refuses values of an odd length."""
    named = struct_of(t, inners)
    return t.newtype(Shape(named.rust, ['guard = "has_even_length"'], even(named.encoding), named.literal))


def guarded_during(items: str, **limits: object) -> Callable[[Types, list[Shape]], Shape]:
    """A guard of some revisions, or one with the error of a conversion."""

    def of(t: Types, inners: list[Shape]) -> Shape:
        named = struct_of(t, inners)
        encoding = dataclasses.replace(even(named.encoding), **limits)
        return t.newtype(Shape(named.rust, [f'guard(function = "has_even_length", {items})'], encoding, named.literal))

    return of


def canonical(t: Types, inners: list[Shape]) -> Shape:
    """A list whose order has no meaning, and other fields."""
    members, name = members_of(t, inners), t.name()
    members.insert(0, ("slots", "#[encoding(dynamic, list)] ", Shape("Vec<u16>", [], model.Dynamic("u30", model.VariableList(model.Int(2))), u16s)))
    encoding = model.Canonical(t.object_of(members), lambda value: [sorted(value[0]), *value[1:]])
    literal = lambda value: f"{name} {t.members_literal(members, value)}"
    t.items.append(
        f"impl {name} {{ fn canonical(&self, _: tezos_encoding::Revision) -> Option<Self> {{ "
        f"let mut other = self.clone(); other.slots.sort(); (other.slots != self.slots).then_some(other) }} }}"
    )
    source = f'#[encoding(canonical = "{name}::canonical")] struct {name} {t.members_source(members)}'
    return t.add(Shape(name, [], encoding, literal), source, 'out.push_str("? ");')


def u16s(values: list[int]) -> str:
    return f"vec![{', '.join(integer(value, 'u16') for value in values)}]"


def tagged_struct(t: Types, inners: list[Shape]) -> Shape:
    return struct_of(t, inners, "tag = 7", lambda encoding: model.Union(1, [(7, "", encoding)], one=True), one=True)


def each(fields: list[Shape], make: Callable[[Shape], Shape]) -> list[Shape]:
    """Fields, each with an item before its own."""
    return [make(shape) for shape in fields]


def with_default(item: str, make: Callable[[model.Encoding, object], model.Encoding]) -> Callable[[Types, list[Shape]], Shape]:
    def around(t: Types, inner: Shape) -> Shape:
        if inner.encoding.size() == VARIABLE or inner.encoding.zeroable() or inner.layered:
            raise Invalid("a default of this is not tried")
        if inner.encoding.nullable() and item != "dft":
            raise Invalid("an option of what may be null")
        value = Values(t.rng).value(inner.encoding)
        default = inner.literal(value)
        if len(default) > 200 or "f64" in default or inner.rust.startswith(("Option", "Box")):
            raise Invalid("a default that is long, a float, an option or a box is not tried")
        # A field of its own, because an object leaves it out.
        literal = lambda given: inner.literal(value if given is None else given)
        words = f"dft = {default}" if item == "dft" else f"option(default = {default})"
        return Shape(inner.rust, [words, *inner.chain], make(inner.encoding, value), literal)

    return lambda t, inners: struct_of(t, each(inners, lambda inner: around(t, inner)))


def generic(t: Types, inners: list[Shape]) -> Shape:
    """A type with parameters."""
    if any(inner.encoding.size() == VARIABLE for inner in inners):
        raise Invalid("a parameter that goes to the end of the block does not compile before other fields")
    items = [t.newtype(inner) if inner.rust.startswith("[") else t.bare(inner) for inner in inners]
    letters = "ABCDEFGH"[: len(items)]
    name = f"G{len(items)}"
    if name not in t.generics:
        fields = ", ".join(f"f{index}: {letter}" for index, letter in enumerate(letters))
        t.generics[name] = f"struct {name}<{', '.join(letters)}> {{ {fields} }}", letters
    encoding = model.Obj([(f"f{index}", item.encoding) for index, item in enumerate(items)])
    parts = lambda value: ", ".join(f"f{index}: {item.literal(part)}" for index, (item, part) in enumerate(zip(items, value)))
    return Shape(f"{name}<{', '.join(item.rust for item in items)}>", [], encoding, lambda value: f"{name} {{ {parts(value)} }}")


def mu_struct(t: Types, inners: list[Shape]) -> Shape:
    return t.recursive_struct_of(inners)


def rest(t: Types, inners: list[Shape]) -> Shape:
    """A recursive type that goes to the end of its block."""
    ends = [inner for inner in inners if inner.encoding.size() == VARIABLE]
    others = [inner for inner in inners if inner.encoding.size() != VARIABLE]
    end = ends[0] if ends else Shape("Vec<u8>", ["bytes"], model.Blob(None, text=False), bytes_literal)
    return t.recursive_rest_of(others or [t.int()], end)


def during(t: Types, inners: list[Shape]) -> Shape:
    """Fields of some revisions only."""

    def optional(inner: Shape, item: str, since: int = 0, until: int = model.NEWEST) -> Shape:
        literal = lambda value: "None" if value is None else f"Some({inner.literal(value)})"
        return Shape(f"Option<{inner.rust}>", [item, *inner.chain], model.During(inner.encoding, since, until), literal)

    old, other = optional(number("u16", [], model.Int(2)), "until = 11", until=11), number("u8", [], model.Int(1))
    flagged = Shape("Option<u8>", ["since = 12", "option"], model.DuringOption(model.Opt(model.Int(1)), 12), optional_u8)
    ends = [inner for inner in inners if inner.encoding.size() == VARIABLE]
    fields = each([inner for inner in inners if inner not in ends] + ends, lambda inner: optional(inner, "since = 12", 12))
    return struct_of(t, [old, optional(other, "since = 7, until = 12", 7, 12), flagged, *fields], ints_behind=False)


def selecting(t: Types, inners: list[Shape]) -> Shape:
    """A union without a tag, whose case a field before it selects."""
    union, name = t.name(), f"T{len(t.source) + 1}"
    no, yes = inners[0], inners[-1]
    selected = model.Selected([no.encoding, yes.encoding])
    encoding = model.Selecting([("f0", model.Selector(model.Bool())), ("f1", selected)])
    encoding.size()
    case = lambda value: f"V1({yes.literal(value.value)})" if value.case else f"V0({no.literal(value.value)})"
    literal = lambda value: f"{name} {{ f0: {'true' if value[0] else 'false'}, f1: {union}::{case(value[1])} }}"
    variants = f'#[encoding(on = "false")] V0({no.attribute()}{no.rust}), #[encoding(on = "true")] V1({yes.attribute()}{yes.rust})'
    t.source.append(f'#[encoding(untagged(on = "bool"))] enum {union} {{ {variants} }}')
    t.subjects.append(Shape(union, [], selected, str))
    return t.add(Shape(name, [], encoding, literal), f'struct {name} {{ f0: bool, #[encoding(select = "*f0")] f1: {union} }}')


def compact(t: Types, inners: list[Shape]) -> Shape:
    """Payloads of a compact type."""
    if any(inner.encoding.size() == VARIABLE for inner in inners):
        raise Invalid("a payload that goes to the end is not tried")
    inners = [t.newtype(inner) if inner.layered or inner.rust.startswith("Box") else inner for inner in inners]
    name = t.name()
    names = [f"f{index}" for index in range(len(inners) + 1)]
    row = model.CompactRow([model.CompactBool(), *(model.Payload(inner.encoding) for inner in inners)], names)
    parts = lambda values: "".join(f", {name}: {inner.literal(value)}" for name, inner, value in zip(names[1:], inners, values))
    literal = lambda value: f"{name} {{ f0: {'true' if value[0] else 'false'}{parts(value[1:])} }}"
    fields = "".join(f", {inner.attribute_of('payload')}{name}: {inner.rust}" for name, inner in zip(names[1:], inners))
    return t.add(Shape(name, [], model.Made(1, row), literal), f"#[encoding(compact)] struct {name} {{ f0: bool{fields} }}")


def skipped(t: Types, inners: list[Shape]) -> Shape:
    """Fields that are not on the wire, before and behind those that are."""
    members, name = members_of(t, inners), t.name()
    fields = t.members_source(members)[2:-2]
    literal = lambda value: f"{name} {{ s: 0, t: 7, {t.members_literal(members, value)[2:-2]} }}"
    source = f"struct {name} {{ #[encoding(skip)] s: u8, {fields}, #[encoding(skip = 7)] t: u8 }}"
    return t.add(Shape(name, [], t.object_of(members), literal), source, walk_members(members))


AROUND_SEVERAL: dict[str, Callable[[Types, list[Shape]], Shape]] = {
    "guard": guarded,
    "guard since": guarded_during("since = 12", since=12),
    "guard exception": guarded_during("until = 11, exception", until=11, error="Exception_raised_in_user_function"),
    "canonical": canonical,
    "dft": with_default("dft", model.Dft),
    "option(default)": with_default("option(default)", model.Elided),
    "tag on a struct": tagged_struct,
    "generic": generic,
    "mu struct": mu_struct,
    "mu enum": lambda t, inners: t.recursive_enum_of(inners),
    "mu(variable)": rest,
    "since": during,
    "select": selecting,
    "compact": compact,
    "skip": skipped,
    "struct": struct_of,
    "tuple struct": tuple_struct,
    "tuple": tuple_of,
    "result": result_of,
    "enum": union("u8"),
    "enum u16": union("u16"),
    "enum u32": union("u32"),
    "other": union("u8", other=True),
    "fields of a variant": struct_variant,
    "flatten": flattened,
    "type dynamic": type_dynamic,
    "type bounded": type_bounded,
    "type magic": type_magic,
    "type suffix_len": type_suffixed,
}
# Features that are alike: of two classes at least one pair is covered, by features that change from seed to seed.
ALIKE = [
    {"int", "le", "bool"}, {"range", "range le"}, {"UintLikeN", "IntLikeZ"}, {"N", "Z", "mutez", "zarith"}, {"float", "float range"},
    {"string", "string max", "string bounded"}, {"string variable", "bytes", "Blob"}, {"string fixed", "[u8; N]"}, {"unit", "null"},
    {"dynamic", "short_dynamic", "dynamic u16", "dynamic u16 le", "dynamic u30 le"}, {"list", "list max", "boxed list"},
    {"count", "count n", "count max", "boxed count max"}, {"Option", "option"}, {"assoc", "map"}, {"Box", "newtype", "transparent"},
    {"struct", "tuple struct", "flatten", "skip"}, {"enum", "enum u16", "enum u32", "fields of a variant"}, {"guard", "guard since", "guard exception", "try_from", "from_fn"},
    {"dft", "option(default)"}, {"mu struct", "mu enum"}, {"magic", "type magic"}, {"bounded", "type bounded"},
    {"suffix_len", "type suffix_len"}, {"tuple", "result"}, {"generic", "tag on a struct"}, {"type dynamic", "dynamic max", "dynamic n"},
]
SEVERAL = {"tuple": 4, "result": 2, "select": 2, "compact": 4}
# Features that nothing which goes to the end of its block can stand in.
CLOSED = {"tuple", "result", "generic", "compact", "mu struct", "mu enum", "dft", "option(default)"}
DEEPEST = 3
FIELDS = 5
LONGEST_ROW = 9


# ---- The covering array ------------------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Features:
    """The features of a format. `alike` are classes, `several` limits how many shapes stand in a feature, `apart` are features whose shapes do
    not lie beside one another, and `row` makes the struct of a row of shapes."""

    leaves: dict[str, Callable[[Types], Shape]]
    around: dict[str, Callable[[Types, Shape], Shape]]
    around_several: dict[str, Callable[[Types, list[Shape]], Shape]]
    alike: list[set[str]]
    several: dict[str, int]
    apart: set[str]
    row: Callable[[Types, list[Shape]], Shape]

    def class_of(self, feature: str) -> str:
        """The name of a class of features, which is that of its first."""
        return next((min(alike) for alike in self.alike if feature in alike), feature)

    def members(self, name: str) -> list[str]:
        return sorted(next((alike for alike in self.alike if name in alike), {name}))


class Cover:
    """Makes shapes until each pair of classes of features is covered or has a reason why it cannot be."""

    def __init__(self, types: Types, features: Features) -> None:
        self.t, self.rng, self.f = types, types.rng, features
        self.class_of, self.members = features.class_of, features.members
        self.first = len(types.subjects)
        self.around: set[tuple[str, str]] = set()
        self.beside: set[tuple[str, str]] = set()
        self.reasons: dict[tuple[str, str], str] = {}
        # Pairs of which the second would have to follow what goes to the end of its block.
        self.lonely: list[tuple[str, str]] = []
        # Shapes by their outermost feature, and how deep each is; those that nothing stands around yet.
        self.shapes: dict[str, list[Shape]] = defaultdict(list)
        self.depths: dict[int, int] = {}
        self.open: dict[int, Shape] = {}

    def keep(self, feature: str, shape: Shape, inners: list[Shape]) -> None:
        shape.feature = feature
        self.shapes[feature].append(shape)
        self.depths[id(shape)] = 1 + max([self.depths[id(inner)] for inner in inners], default=0)
        self.open[id(shape)] = shape
        for inner in inners:
            self.open.pop(id(inner), None)
            self.around.add((self.class_of(feature), self.class_of(inner.feature)))
        if feature not in self.f.apart:
            self.lie_beside([inner.feature for inner in inners])

    def lie_beside(self, features: list[str]) -> None:
        features = [self.class_of(feature) for feature in features]
        self.beside |= {(one, other) for index, one in enumerate(features) for other in features[index + 1 :]}

    def attempt(self, feature: str, inners: list[Shape], pair: tuple[str, str] | None = None) -> bool:
        """Puts a feature around shapes; takes back what was made if that is refused."""
        t = self.t
        before = t.mark()
        try:
            make = self.f.around.get(feature)
            shape = make(t, inners[0]) if make else self.f.around_several[feature](t, inners)
            if shape in inners:
                shape = dataclasses.replace(shape)
            shape.encoding.size()
            size = len(model.encode(shape.encoding, least(shape.encoding)))
            if size > 80:
                raise Invalid("too long")
        except (Invalid, WriteError, Unfit) as error:
            t.undo(before)
            if pair:
                self.reasons[pair] = str(error) or type(error).__name__
            return False
        self.keep(feature, shape, inners)
        return True

    def candidates(self, feature: str) -> list[Shape]:
        """Shapes of a feature: first those that nothing stands around, and at last one that is made anew."""
        known = [shape for shape in self.shapes[feature] if self.depths[id(shape)] < DEEPEST]
        self.rng.shuffle(known)
        fresh = []
        if feature in self.f.leaves and len(known) < 3:
            fresh = [self.f.leaves[feature](self.t) for _ in range(3)]
            for shape in fresh:
                self.keep(feature, shape, [])
                del self.open[id(shape)]
        return sorted(known + fresh, key=lambda shape: id(shape) not in self.open)[:8]

    def cover_around(self) -> None:
        for leaf in self.f.leaves:
            self.candidates(leaf)
        # A shallow shape of each feature, for others to stand around.
        for feature in [*self.f.around, *self.f.around_several]:
            any(self.attempt(feature, [self.rng.choice(self.shapes[leaf])]) for leaf in ("int", "string", "bytes"))
        for _ in range(3):
            todo = [pair for pair in self.pairs() if pair not in self.around]
            self.rng.shuffle(todo)
            for pair in todo:
                if pair not in self.around:
                    self.cover_pair(*pair)

    def pairs(self) -> list[tuple[str, str]]:
        outers = dict.fromkeys(self.class_of(feature) for feature in [*self.f.around, *self.f.around_several])
        return [(outer, inner) for outer in outers for inner in {**dict.fromkeys(map(self.class_of, self.f.leaves)), **outers}]

    def cover_pair(self, outer: str, inner: str) -> None:
        outers, inners = self.members(outer), self.members(inner)
        self.rng.shuffle(outers)
        self.rng.shuffle(inners)
        shapes = [shape for feature in inners for shape in self.candidates(feature)]
        shapes.sort(key=lambda shape: id(shape) not in self.open)
        for feature in outers:
            for shape in shapes:
                if feature in self.f.around and self.attempt(feature, [shape], (outer, inner)):
                    return
                if feature in self.f.around_several:
                    for inners in (self.companions(feature, shape), [shape, *self.leaf_beside()]):
                        if self.attempt(feature, inners, (outer, inner)):
                            return

    def leaf_beside(self) -> list[Shape]:
        return [self.rng.choice(self.shapes[self.rng.choice(["int", "bool", "[u8; N]"])])]

    def companions(self, outer: str, shape: Shape) -> list[Shape]:
        """A shape and others that the same type can stand around, most of them such as it does not stand around yet."""
        chosen, ends = [shape], shape.encoding.size() == VARIABLE
        covered = lambda feature: (self.class_of(outer), self.class_of(feature)) in self.around
        missing = [feature for feature in self.shapes if not covered(feature) and self.class_of(feature) != self.class_of(shape.feature)]
        self.rng.shuffle(missing)
        for feature in missing:
            for other in self.candidates(feature)[:3]:
                is_end = other.encoding.size() == VARIABLE
                if not is_end or not ends and outer not in CLOSED:
                    chosen.append(other)
                    ends = ends or is_end
                    break
            if len(chosen) == self.f.several.get(outer, 4):
                break
        self.rng.shuffle(chosen)
        return chosen

    def pack(self) -> list[Shape]:
        """Puts the shapes that nothing stands around into structs, those first that cover most pairs beside one another."""
        roots, left = [], list(self.open.values())
        while left:
            row = self.row(left)
            taken = {id(shape) for shape in row}
            left = [shape for shape in left if id(shape) not in taken]
            roots.append(self.root(row))
        return roots

    def beside_all(self) -> list[Shape]:
        """More structs, of shallow shapes, until each class of features is in front of each other one."""
        classes = sorted({self.class_of(feature) for feature in self.shapes})
        todo = [(one, other) for one in classes for other in classes]
        self.rng.shuffle(todo)
        roots = []
        for pair in todo:
            if pair not in self.beside and (row := self.pair_beside(*pair)):
                roots.append(self.root(self.longer(row, classes)))
        return roots

    def shallow(self, name: str) -> list[Shape]:
        shapes = [shape for feature in self.members(name) for shape in self.shapes[feature]]
        return sorted(shapes, key=lambda shape: self.depths[id(shape)])[:6]

    def pair_beside(self, one: str, other: str) -> list[Shape]:
        """Two shapes that may be beside one another, if there are such."""
        for first in self.shallow(one):
            for second in self.shallow(other):
                if first.encoding.size() != VARIABLE or second.is_fixed() and second.encoding.size() != 0:
                    return [first, second]
        self.lonely.append((one, other))
        return []

    def longer(self, row: list[Shape], classes: list[str]) -> list[Shape]:
        """A row with more fields in front and behind, where these are beside what they have not been beside yet."""
        in_front = {name: [shape for shape in self.shallow(name) if shape.encoding.size() != VARIABLE] for name in classes}
        behind = {name: [shape for shape in shapes if shape.is_fixed() and shape.encoding.size()] for name, shapes in in_front.items()}
        while len(row) < LONGEST_ROW:
            features = [self.class_of(shape.feature) for shape in row]
            gains = [(sum((name, one) not in self.beside for one in features), False, name) for name in classes if in_front[name]]
            gains += [(sum((one, name) not in self.beside for one in features), True, name) for name in classes if behind[name]]
            most = max(gain for gain, _, _ in gains)
            if most == 0:
                break
            _, is_behind, name = self.rng.choice([one for one in gains if one[0] == most])
            row = [*row, self.rng.choice(behind[name])] if is_behind else [self.rng.choice(in_front[name]), *row]
        return row

    def roots(self) -> list[Shape]:
        """The types that are tried: structs that hold all others, and recursive types, which have an arena."""
        self.cover_around()
        roots = self.pack()
        roots += self.beside_all()
        roots += self.limited() if self.f is DATA_ENCODING else []
        recursive = [shape for shape in self.t.subjects[self.first :] if isinstance(shape.encoding, model.Mu)]
        return roots + recursive

    def limited(self) -> list[Shape]:
        """Structs whose first field has a limit in bytes: each feature inside of it, around values of a fixed size, of none, and to the end.

        A fault under a limit needs three things at once: the limit, a feature, and bytes that are beyond the limit and still belong to
        the input, which here are those of the second field.
        """
        t, roots, make_int = self.t, [], lambda: LEAVES["int"](self.t)
        to_end = lambda: t.list_of(make_int(), self.rng.choice([0, 2, 3]))
        insides: list[Callable[[], list[Shape]]] = [
            lambda: [make_int()], lambda: [LEAVES["N"](t)], lambda: [LEAVES["bytes"](t)], lambda: [to_end()],
            lambda: [varopt(t, make_int()), make_int()], lambda: [to_end(), make_int()],
        ]
        for feature in [*AROUND, *AROUND_SEVERAL]:
            for inside in insides:
                before = t.mark()
                try:
                    inners = inside()
                    if feature in AROUND and len(inners) > 1:
                        continue
                    inner = AROUND[feature](t, inners[0]) if feature in AROUND else AROUND_SEVERAL[feature](t, inners)
                    field = bounded(t, inner)
                    field.encoding.size()
                    behind = make_int()
                    field.feature, behind.feature = "bounded", "int"
                    roots.append(struct_in_order(t, reserving([field, behind])))
                except (Invalid, WriteError, Unfit):
                    t.undo(before)
        return roots

    def report(self) -> str:
        """How many pairs are covered, and why others are not."""
        features, pairs = [*self.f.leaves, *self.f.around, *self.f.around_several], self.pairs()
        classes = {self.class_of(feature) for feature in features}
        invalid = Counter(self.reasons.get(pair, "no shape") for pair in pairs if pair not in self.around)
        counts = f"{len(self.around)} pairs of {len(pairs)}, {sum(invalid.values())} do not exist:"
        return "\n".join([
            f"{len(features)} features in {len(classes)} classes; one directly around another: {counts}",
            *(f"    {count:4} {reason}" for reason, count in invalid.most_common()),
            f"one beside another: {len(self.beside)} pairs of {len(classes) ** 2}, {len(self.lonely)} do not exist:",
            f"    {len(self.lonely):4} behind what goes to the end of its block, only values of a fixed size can follow",
        ])

    def row(self, shapes: list[Shape]) -> list[Shape]:
        row: list[Shape] = []
        while len(row) < FIELDS:
            best, gain = None, -1
            for shape in shapes[:60]:
                if any(shape is other for other in row):
                    continue
                new = sum((self.class_of(other.feature), self.class_of(shape.feature)) not in self.beside for other in row)
                if new > gain:
                    best, gain = shape, new
            if best is None:
                break
            row.append(best)
        return row

    def closed(self, row: list[Shape]) -> list[Shape]:
        """A row of which one at most goes to the end of its block: the others have a size prefix."""
        ends = [shape for shape in row if shape.encoding.size() == VARIABLE]
        keep = self.rng.choice(ends) if ends and self.t.chance(60) else None
        fields = []
        for shape in row:
            if shape in ends and shape is not keep:
                shape = self.f.around["dynamic u16"](self.t, shape)
                shape.feature = "dynamic u16"
            fields.append(shape)
        return fields

    def root(self, row: list[Shape]) -> Shape:
        fields = in_order(self.t, self.closed(row)) if ends_early(row) else reserving(row)
        self.lie_beside([shape.feature for shape in fields])
        shape = self.f.row(self.t, fields)
        shape.feature = "struct"
        return shape


def ends_early(row: list[Shape]) -> bool:
    """Whether what is behind a field that goes to the end of its block has no fixed size."""
    ends = [index for index, shape in enumerate(row) if shape.encoding.size() == VARIABLE]
    return len(ends) > 1 or any(not shape.is_fixed() or shape.encoding.size() == 0 for index in ends for shape in row[index + 1 :])


def reserving(row: list[Shape]) -> list[Shape]:
    """The fields, of which one that goes to the end of the block leaves bytes for those behind it."""
    reserve = lambda shape: Shape(shape.rust, ["reserve", *shape.chain], shape.encoding, shape.literal, feature=shape.feature)
    return [reserve(shape) if shape.encoding.size() == VARIABLE and shape is not row[-1] else shape for shape in row]


def struct_in_order(t: Types, fields: list[Shape]) -> Shape:
    members, name = [(f"f{index}", shape.attribute(), shape) for index, shape in enumerate(fields)], t.name()
    encoding = t.object_of(members)
    literal = lambda value: f"{name} {t.members_literal(members, value)}"
    return t.add(Shape(name, [], encoding, literal), f"struct {name} {t.members_source(members)}", walk_members(members))


DATA_ENCODING = Features(
    LEAVES, AROUND, AROUND_SEVERAL, ALIKE, SEVERAL, {"result", "enum", "enum u16", "enum u32", "other", "select"}, struct_in_order
)
