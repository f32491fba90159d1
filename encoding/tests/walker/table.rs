//! Schemas from the descriptions of the vectors: as much of their grammar as the tests need.

use tezos_encoding::schema::{
    Case, Check, Class, Count, DefaultBytes, Encoding, Extent, Field, Int, Mu, Scalar, Split, TagSize, from_json,
};
use tezos_encoding::wire::Prefix;

/// Text to the end of the block.
pub(crate) static TEXT: &Encoding = &Encoding::Text { extent: Extent::Rest, utf8: false };
static BYTES: &Encoding = &Encoding::Bytes(Extent::Rest);

static SPLITTED: Split = Split {
    inner: &U8_INT,
    json: TEXT,
    to_json: |bytes| Ok(bytes[0].to_string().into_bytes()),
    from_json: |text| {
        let text = String::from_utf8_lossy(text);
        text.parse().map(|number| vec![number]).map_err(|error: std::num::ParseIntError| error.to_string())
    },
};

type Known = &'static Encoding;

pub(crate) fn leak(encoding: Encoding) -> Known {
    Box::leak(Box::new(encoding))
}

fn text(text: &str) -> &'static str {
    text.to_owned().leak()
}

/// The encoding of a description; nothing where it has what this table has not.
pub(crate) fn parse(name: &str) -> Option<Known> {
    named(name).or_else(|| recursive(name)).or_else(|| combined(name))
}

fn named(name: &str) -> Option<Known> {
    let int = |name, bytes, signed, little| Encoding::Scalar(Scalar::Int(Int::full(name, bytes, signed, little)));
    Some(leak(match name {
        "bool" => Encoding::Scalar(Scalar::Bool),
        "int8" => int("int8", 1, true, false),
        "uint8" => int("uint8", 1, false, false),
        "int16" => int("int16", 2, true, false),
        "uint16" => int("uint16", 2, false, false),
        "int32" => int("int32", 4, true, false),
        "int64" => int("int64", 8, true, false),
        "int16_le" => int("int16_le", 2, true, true),
        "uint16_le" => int("uint16_le", 2, false, true),
        "int32_le" => int("int32_le", 4, true, true),
        "int64_le" => int("int64_le", 8, true, true),
        "int31" => Encoding::Scalar(Scalar::Int(Int::ranged(-0x4000_0000, 0x3fff_ffff, false))),
        "int31_le" => Encoding::Scalar(Scalar::Int(Int::ranged(-0x4000_0000, 0x3fff_ffff, true))),
        "float" => Encoding::Scalar(Scalar::Float),
        "n" => Encoding::Scalar(Scalar::N),
        "z" => Encoding::Scalar(Scalar::Z),
        "empty" | "unit" => Encoding::Empty,
        "null" => Encoding::Null,
        "variable_string" => *TEXT,
        "variable_bytes" => *BYTES,
        "string" => Encoding::Dynamic { prefix: Prefix::U30, inner: TEXT },
        "bytes" => Encoding::Dynamic { prefix: Prefix::U30, inner: BYTES },
        "json" => Encoding::Dynamic { prefix: Prefix::U30, inner: leak(Encoding::Json) },
        "bounded_bigstring(4)" => return bounded(4, "uint8", BYTES),
        "with_guard(even, uint8)" => Encoding::Checked {
            inner: &U8_INT,
            check: Check::guard(
                "even",
                Some(|bytes| if bytes[0].is_multiple_of(2) { Ok(()) } else { Err("odd".to_owned()) }),
            ),
        },
        "conv(uint8, write fails >100, read fails >50)" => Encoding::Checked {
            inner: &U8_INT,
            check: Check::conversion("conv", Some(|bytes| if bytes[0] <= 50 { Ok(()) } else { Err("no".to_owned()) })),
        },
        "splitted(json=string, binary=uint8)" => Encoding::Split(&SPLITTED),
        _ => return None,
    }))
}

/// Types that contain themselves.
fn recursive(name: &str) -> Option<Known> {
    static TREE: Encoding =
        Encoding::Mu(&Mu { name: "tree", class: Class::Dynamic, least: 2, depth: 2000, body: || &TREE_BODY });
    static TREE_BODY: Encoding = union(&[
        Case::new(0, "Leaf", &Encoding::Object(&[Field::req("leaf", &LEAF_INT)])),
        Case::new(1, "Node", &Encoding::Object(&[Field::req("left", &TREE), Field::req("right", &TREE)])),
    ]);
    static RLIST: Encoding =
        Encoding::Mu(&Mu { name: "rlist", class: Class::Dynamic, least: 1, depth: 2000, body: || &RLIST_BODY });
    static RLIST_BODY: Encoding = union(&[
        Case::new(0, "Nil", &Encoding::Empty),
        Case::new(1, "Cons", &Encoding::Object(&[Field::req("hd", &U8_INT), Field::req("tl", &RLIST)])),
    ]);
    static ROSE: Encoding =
        Encoding::Mu(&Mu { name: "rose", class: Class::Dynamic, least: 5, depth: 2000, body: || &ROSE_BODY });
    static ROSES: Encoding = Encoding::List { item: &ROSE, count: Count::ToEnd { min: 0, max: None }, array: false };
    static ROSE_BODY: Encoding = Encoding::Object(&[
        Field::req("v", &U8_INT),
        Field::req("kids", &Encoding::Dynamic { prefix: Prefix::U30, inner: &ROSES }),
    ]);
    static VLIST: Encoding =
        Encoding::Mu(&Mu { name: "vlist", class: Class::Variable, least: 1, depth: 2000, body: || &VLIST_BODY });
    static VLIST_BODY: Encoding = union(&[
        Case::new(0, "End", &Encoding::Object(&[Field::req("rest", &REST)])),
        Case::new(
            1,
            "More",
            &Encoding::Object(&[
                Field::req("x", &U8_INT),
                Field::req("next", &Encoding::Dynamic { prefix: Prefix::U30, inner: &VLIST }),
            ]),
        ),
    ]);
    match name {
        "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}" => Some(&TREE),
        "mu(rlist){0 Nil | 1 Cons: uint8*rlist}" => Some(&RLIST),
        "mu(rose){v: uint8; kids: list(rose)}" => Some(&ROSE),
        "mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}" => Some(&VLIST),
        _ => None,
    }
}

static U8_INT: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
static LEAF_INT: Encoding = Encoding::Scalar(Scalar::Int(Int::ranged(-0x4000_0000, 0x3fff_ffff, false)));
static REST: Encoding = Encoding::Bytes(Extent::Rest);

const fn union(cases: &'static [Case]) -> Encoding {
    Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false }
}

fn prefix(name: &str) -> Option<Prefix> {
    Some(match name {
        "uint8" => Prefix::U8,
        "uint16" => Prefix::U16,
        "uint30" => Prefix::U30,
        "n" => Prefix::N,
        _ => return None,
    })
}

fn dynamic(prefix: Prefix, inner: Known) -> Known {
    leak(Encoding::Dynamic { prefix, inner })
}

fn bounded(limit: usize, len: &str, inner: Known) -> Option<Known> {
    Some(dynamic(prefix(len)?, leak(Encoding::Bounded { limit, inner })))
}

/// Splits at `separator` outside brackets and quotes.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut depth, mut quoted, mut start, mut parts) = (0, false, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '{' | '[' if !quoted => depth += 1,
            ')' | '}' | ']' if !quoted => depth -= 1,
            c if c == separator && depth == 0 && !quoted => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    if !text.trim().is_empty() {
        parts.push(text[start..].trim());
    }
    parts
}

fn all(texts: &[&str]) -> Option<&'static [Known]> {
    Some(texts.iter().map(|text| parse(text)).collect::<Option<Vec<_>>>()?.leak())
}

fn combined(name: &str) -> Option<Known> {
    if let Some(fields) = name.strip_prefix("obj{").and_then(|rest| rest.strip_suffix('}')) {
        return object(fields);
    }
    if let Some(rest) = name.strip_prefix("union(tag=") {
        let (tag, cases) = rest.strip_suffix('}')?.split_once("){")?;
        return cases_of(tag, cases);
    }
    let (function, rest) = name.split_once('(')?;
    let list = split(rest.strip_suffix(')')?, ',');
    let number = |text: &str| text.rsplit('=').next()?.parse::<i64>().ok();
    let size = |text: &str| number(text).and_then(|number| usize::try_from(number).ok());
    let array = function.contains("array");
    Some(leak(match (function, &list[..]) {
        ("ranged_int", [min, max]) => Encoding::Scalar(Scalar::Int(Int::ranged(number(min)?, number(max)?, false))),
        ("ranged_int_le", [min, max]) => Encoding::Scalar(Scalar::Int(Int::ranged(number(min)?, number(max)?, true))),
        ("ranged_float", [min, max]) => {
            let bits = |text: &str| text.parse::<f64>().ok().map(f64::to_bits);
            Encoding::Scalar(Scalar::RangedFloat { min: bits(min)?, max: bits(max)? })
        }
        ("uint_like_n", [max]) => Encoding::Scalar(Scalar::UintLikeN { max: number(max)?.try_into().ok()? }),
        ("int_like_z", [min, max]) => Encoding::Scalar(Scalar::IntLikeZ { min: number(min)?, max: number(max)? }),
        ("fixed_string", [bytes]) => Encoding::Text { extent: Extent::Fixed(size(bytes)?), utf8: false },
        ("fixed_bytes", [bytes]) => Encoding::Bytes(Extent::Fixed(size(bytes)?)),
        ("string", [len]) => Encoding::Dynamic { prefix: prefix(len.strip_prefix("len=")?)?, inner: TEXT },
        ("bytes", [len]) => Encoding::Dynamic { prefix: prefix(len.strip_prefix("len=")?)?, inner: BYTES },
        ("bounded_string", [limit]) => {
            let limit = size(limit)?;
            Encoding::Dynamic {
                prefix: Prefix::for_count(limit),
                inner: leak(Encoding::Bounded { limit, inner: TEXT }),
            }
        }
        ("bounded_bytes", [limit, len]) => return bounded(size(limit)?, len.strip_prefix("len=")?, BYTES),
        ("list" | "array" | "variable_list" | "variable_array", [max @ .., item]) => {
            let max = match max {
                [max] => Some(size(max.strip_prefix("max=")?)?),
                _ => None,
            };
            let items = leak(Encoding::List { item: parse(item)?, count: Count::ToEnd { min: 0, max }, array });
            return Some(if function.starts_with("variable") { items } else { dynamic(Prefix::U30, items) });
        }
        ("fixed_list" | "fixed_array", [count, item]) => {
            Encoding::List { item: parse(item)?, count: Count::Exactly(size(count)?), array }
        }
        ("list_with_length" | "array_with_length", [kind, max @ .., item]) => {
            let max = match max {
                [max] => Some(size(max.strip_prefix("max=")?)?),
                _ => None,
            };
            Encoding::List { item: parse(item)?, count: Count::Prefixed { prefix: prefix(kind)?, max }, array }
        }
        ("option", [inner]) => Encoding::Union {
            tag: TagSize::U8,
            cases: vec![Case::new(1, "Some", parse(inner)?), Case::new(0, "None", &Encoding::Null)].leak(),
            ignore_unknown: false,
        },
        ("result", [ok, error]) => {
            let object = |name, inner| leak(Encoding::Object(vec![Field::req(name, inner)].leak()));
            let cases = vec![
                Case::new(1, "Ok", object("ok", parse(ok)?)),
                Case::new(0, "Result", object("error", parse(error)?)),
            ];
            Encoding::Union { tag: TagSize::U8, cases: cases.leak(), ignore_unknown: false }
        }
        ("tup", parts) => Encoding::Tuple(reserved(all(parts)?.to_vec()).leak()),
        ("merge_objs" | "merge_tups", parts) => Encoding::Merge(reserved(all(parts)?.to_vec()).leak()),
        ("string_enum", names) => Encoding::Enum(match names {
            [range] => {
                let (first, last) = range.split_once("..")?;
                let number = |name: &str| name.strip_prefix('c')?.parse::<usize>().ok();
                (number(first)?..=number(last)?).map(|index| text(&format!("c{index}"))).collect::<Vec<_>>().leak()
            }
            names => names.iter().map(|name| text(name)).collect::<Vec<_>>().leak(),
        }),
        ("constant", [name]) => Encoding::Constant(text(name.trim_matches('"'))),
        ("padded", [inner, bytes]) => Encoding::Padded { bytes: size(bytes)?, inner: parse(inner)? },
        ("check_size", [limit, inner]) => Encoding::Bounded { limit: size(limit)?, inner: parse(inner)? },
        ("def", [id, inner]) => Encoding::Def { id: text(id), inner: parse(inner)? },
        ("dynamic_size", [kind, inner]) => return Some(dynamic(prefix(kind)?, parse(inner)?)),
        ("assoc", [item]) => {
            return Some(dynamic(
                Prefix::U30,
                leak(Encoding::Assoc { value: parse(item)?, keys: tezos_encoding::schema::Keys::default() }),
            ));
        }
        ("lazy", [inner]) => return Some(dynamic(Prefix::U30, leak(Encoding::Lazy(parse(inner)?)))),
        _ => return None,
    }))
}

/// A field that goes to the end of the block leaves the bytes of those behind it.
fn reserved(mut parts: Vec<Known>) -> Vec<Known> {
    for at in 0..parts.len() {
        let behind = parts[at + 1..].iter().map(|part| match part.size().class {
            Class::Fixed(bytes) => bytes,
            _ => 0,
        });
        let bytes = behind.sum();
        if parts[at].size().class == Class::Variable && at + 1 < parts.len() {
            parts[at] = leak(Encoding::Reserve { bytes, inner: parts[at] });
        }
    }
    parts
}

fn object(fields: &str) -> Option<Known> {
    let (mut names, mut forms) = (Vec::new(), Vec::new());
    for field in split(fields, ';') {
        let [head, form] = split(field, ':')[..] else { return None };
        let inner = parse(form)?;
        let (name, form) = if let Some((name, usual)) = head.split_once('=') {
            let default = DefaultBytes::Known(from_json(inner, usual).unwrap().leak());
            (name, leak(Encoding::Dft { inner, default }))
        } else if let Some(name) = head.strip_suffix("??") {
            (name, leak(Encoding::Varopt(inner)))
        } else if let Some(name) = head.strip_suffix('?') {
            let variable = inner.size().class == Class::Variable;
            (name, leak(if variable { Encoding::Varopt(inner) } else { Encoding::Opt(inner) }))
        } else {
            (head, inner)
        };
        names.push(text(name));
        forms.push(form);
    }
    let fields: Vec<Field> =
        names.into_iter().zip(reserved(forms)).map(|(name, form)| Field::req(name, form)).collect();
    Some(leak(Encoding::Object(fields.leak())))
}

fn cases_of(tag: &str, cases: &str) -> Option<Known> {
    let cases = split(cases, '|').into_iter().map(|case| {
        let (head, payload) = case.split_once(": ")?;
        let (tag, title) = head.split_once(' ')?;
        Some(Case::new(tag.parse().ok()?, text(title), parse(payload)?))
    });
    let cases = cases.collect::<Option<Vec<_>>>()?.leak();
    let tag = if tag == "uint8" { TagSize::U8 } else { TagSize::U16 };
    Some(leak(Encoding::Union { tag, cases, ignore_unknown: false }))
}
