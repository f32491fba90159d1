//! Dissectors for Wireshark, in Lua: a table of the types, interpreted by `runtime.lua`.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::names::{Names, lower};
use super::plan::{Choice, Id, Member, Plan, Shape};
use crate::json::hex;
use tezos_encoding_core::schema::{Class, Count, Encoding, Extent, Int, Scalar};
use tezos_encoding_core::wire::Prefix;

const RUNTIME: &str = include_str!("runtime.lua");

/// Maximum number of nested expressions in a line; Lua allows some 200.
const MAX_NESTED: usize = 30;

/// Returns the name of the protocol that [`lua`] registers for an id, which is also the first part of its display filters.
///
/// ```
/// use tezos_encoding::schema::export::dissector_name;
/// assert_eq!(dissector_name("p2p"), "tezos.p2p");
/// assert_eq!(dissector_name("023-PtSeouLo.operation"), "tezos.023-ptseoulo.operation");
/// assert_eq!(dissector_name("list(uint16)"), "tezos.list_uint16_");
/// ```
pub fn dissector_name(id: &str) -> String {
    let mut name = String::from("tezos");
    for part in id.split('.').filter(|part| !part.is_empty()) {
        name.push('.');
        name.extend(part.chars().map(|c| match c {
            '-' => '-',
            c if c.is_ascii_alphanumeric() => c.to_ascii_lowercase(),
            _ => '_',
        }));
    }
    name
}

/// Returns a dissector for Wireshark of the messages of an encoding, in Lua: it registers a protocol with the name that
/// [`dissector_name`] returns for `id`.
///
/// Each field, tag, size, count and presence flag has a display filter: `tezos.p2p.block_header.level` is the field
/// `level` of the type `block_header` in the protocol `tezos.p2p`; `.size`, `.count`, `.present` and `.item` below a
/// field are its size prefix, its count, its presence flag and its elements. Objects, lists and unions are subtrees.
/// Bytes that are not a value of the encoding, or not all of one, get an expert information `malformed`.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::export};
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(string)] name: String }
/// let script = export::lua(Peer::ENCODING, "peer");
/// assert!(script.contains(r#"int("port", "port", 2, false, false)"#));
/// assert!(script.contains(r#"local PROTO_NAME = "tezos.peer""#));
/// ```
pub fn lua(encoding: &'static Encoding, id: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_lua(encoding, id, &mut out);
    out
}

/// Writes the dissector that [`lua`] returns.
///
/// # Errors
/// The errors of `out`.
pub fn write_lua(encoding: &'static Encoding, id: &str, out: &mut dyn Write) -> fmt::Result {
    let plan = Plan::new(encoding);
    let (name, title) = (dissector_name(id), format!("Tezos {id}"));
    writeln!(
        out,
        "-- A dissector for Wireshark. Copy it to the folder of personal Lua plugins, or load it with `-X lua_script:FILE`."
    )?;
    writeln!(out, "local PROTO_NAME = {}", quoted(&name))?;
    writeln!(out, "local PROTO_TITLE = {}", quoted(&title))?;
    write!(out, "\n{RUNTIME}\n")?;
    let mut printer = Printer { plan: &plan, names: Names::default(), types: BTreeMap::new(), queue: Vec::new() };
    let whole = plan.innermost(plan.root);
    let root = match plan.shape(whole) {
        Shape::Record(_) | Shape::Union { .. } if whole == plan.root || plan.scalar(whole).is_none() => {
            let content = printer.refer(whole, "");
            if whole == plan.root { content } else { printer.content("", "message", plan.root, 0) }
        }
        _ => printer.member("value", &lower(&plan.node(plan.root).name), plan.root, 0),
    };
    let mut next = 0;
    while let Some((id, number, name)) = printer.queue.get(next).cloned() {
        next = next.saturating_add(1);
        let text = printer.definition(id, &name);
        let comment = if name.is_empty() { "the whole message" } else { &name };
        writeln!(out, "-- {comment}\ntypes[{number}] = {text}")?;
    }
    writeln!(out, "\ndissector({root})")
}

struct Printer<'p> {
    plan: &'p Plan,
    /// The names of fields in use.
    names: Names,
    /// The numbers of the types.
    types: BTreeMap<Id, usize>,
    /// The types in the order of their numbers, each with its name in display filters.
    queue: Vec<(Id, usize, String)>,
}

impl Printer<'_> {
    /// Returns the name of a field in display filters, quoted.
    fn field(&mut self, path: &str) -> String {
        quoted(&self.names.unique(path))
    }

    /// Returns a reference to a type, which is defined later.
    fn refer(&mut self, id: Id, name: &str) -> String {
        let next = self.types.len().saturating_add(1);
        let number = *self.types.entry(id).or_insert(next);
        if number == next {
            // Names of types and of fields of the whole message do not clash: fields of types have two parts.
            let name = if name.is_empty() { String::new() } else { self.names.unique(name) };
            self.queue.push((id, number, name));
        }
        format!("ref({number})")
    }

    fn definition(&mut self, id: Id, name: &str) -> String {
        let plan = self.plan;
        let inside = |field: &str| below(name, field);
        match plan.shape(id) {
            Shape::Record(members) => {
                let lines = members.iter().enumerate().map(|(index, Member { name, node })| {
                    let label = name.map_or_else(|| format!("field{index}"), ToOwned::to_owned);
                    format!("  {},\n", self.member(&inside(&lower(&label)), &label, *node, 0))
                });
                let lines: String = lines.collect();
                format!("record {{\n{lines}}}")
            }
            Shape::Union { tag, cases } => {
                let field = self.field(&inside("tag"));
                let (mut titles, mut nodes) = (String::new(), String::new());
                let (mut other, mut reserved) = ("nil".to_owned(), "nil".to_owned());
                for Choice { tag, reserved: refused, title, node } in cases {
                    let node = plan.unwrapped(*node);
                    let content = match plan.shape(node) {
                        Shape::Record(members) if members.is_empty() => None,
                        Shape::Record(_) => Some(self.refer(node, &lower(&plan.node(node).name))),
                        _ => Some(self.member(&inside(&lower(title)), title, node, 0)),
                    };
                    if let Some(tag) = tag {
                        titles.push_str(&format!("  [{tag}] = {},\n", quoted(title)));
                        nodes.extend(content.map(|content| format!("  [{tag}] = {content},\n")));
                    } else {
                        other = content.unwrap_or(other);
                        let tags: String = refused.iter().map(|tag| format!("[{tag}] = true, ")).collect();
                        reserved = format!("{{ {tags}}}");
                    }
                }
                let width = tag.bytes();
                format!("union({field}, \"tag\", {width}, {{\n{titles}}}, {{\n{nodes}}}, {other}, {reserved})")
            }
            _ => self.member(&inside("value"), "value", id, 0),
        }
    }

    /// Returns the expression of a field, an element or the payload of a case.
    fn member(&mut self, path: &str, label: &str, id: Id, nested: usize) -> String {
        let id = self.plan.scalar(id).unwrap_or(id);
        if self.has_parts(id) {
            let field = self.field(path);
            let content = self.content(path, label, id, nested);
            return format!("group({field}, {}, {content})", quoted(label));
        }
        self.content(path, label, id, nested)
    }

    /// Returns true for a value that gets a subtree: a list, a record or a union, in any blocks.
    fn has_parts(&self, id: Id) -> bool {
        let inner = self.plan.innermost(id);
        matches!(self.plan.shape(inner), Shape::Record(_) | Shape::Union { .. } | Shape::List { .. })
            && self.plan.scalar(inner).is_none()
    }

    fn content(&mut self, path: &str, label: &str, id: Id, nested: usize) -> String {
        let id = self.plan.scalar(id).unwrap_or(id);
        if nested >= MAX_NESTED {
            return self.refer(id, &lower(&self.plan.node(id).name));
        }
        let inner = nested.saturating_add(1);
        let shown = quoted(label);
        match self.plan.shape(id) {
            Shape::Record(_) | Shape::Union { .. } => self.refer(id, &lower(&self.plan.node(id).name)),
            Shape::Optional(node) => {
                let flag = self.field(&below(path, "present"));
                let content = self.content(path, label, *node, inner);
                format!("optional({flag}, {}, {content})", quoted(&format!("{label} is present")))
            }
            Shape::AtEnd(node) => format!("at_end({})", self.content(path, label, *node, inner)),
            Shape::Block { prefix, limit, inner: node } => {
                let size = self.announced(&below(path, "size"), &format!("{label} size"), *prefix, *limit);
                format!("block({size}, {shown}, {})", self.content(path, label, *node, inner))
            }
            Shape::Sized { bytes, inner: node } => {
                format!("sized({bytes}, {shown}, {})", self.content(path, label, *node, inner))
            }
            Shape::Reserve { bytes, inner: node } => {
                format!("reserve({bytes}, {shown}, {})", self.content(path, label, *node, inner))
            }
            Shape::List { item, count } => {
                let (announced, fixed, max) = match count {
                    Count::ToEnd { max, .. } => ("nil".to_owned(), None, *max),
                    Count::Exactly(count) => ("nil".to_owned(), Some(*count), None),
                    Count::Prefixed { prefix, max } => {
                        let (path, label) = (below(path, "count"), format!("{label} count"));
                        (self.announced(&path, &label, *prefix, *max), None, None)
                    }
                };
                let item = self.member(&below(path, "item"), label, *item, inner);
                format!("list({item}, {shown}, {announced}, {}, {})", or_nil(fixed), or_nil(max))
            }
            leaf => {
                let field = self.field(path);
                self::leaf(leaf, &field, &shown)
            }
        }
    }

    /// Returns the expression of a size prefix or of a number of elements.
    fn announced(&mut self, path: &str, label: &str, prefix: Prefix, max: Option<usize>) -> String {
        let (field, label) = (self.field(path), quoted(label));
        let bytes = (prefix != Prefix::N).then(|| prefix.bytes());
        let max = max.or((bytes == Some(4) || bytes.is_none()).then(|| prefix.max()));
        format!("announced({field}, {label}, {}, {}, {})", or_nil(bytes), prefix.is_little(), or_nil(max))
    }
}

/// Returns the name of a field below another; the whole message has no name.
fn below(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn or_nil(number: Option<usize>) -> String {
    number.map_or_else(|| "nil".to_owned(), |number| number.to_string())
}

/// Returns the expression of a value without inner values.
fn leaf(shape: &Shape, field: &str, label: &str) -> String {
    let extent = |extent: &Extent| match extent {
        Extent::Fixed(bytes) => format!(", {bytes}"),
        Extent::Rest => String::new(),
    };
    match shape {
        Shape::Scalar(Scalar::Bool) => format!("bool({field}, {label})"),
        Shape::Scalar(Scalar::Int(int)) => integer(int, field, label),
        Shape::Scalar(Scalar::Float | Scalar::RangedFloat { .. }) => format!("float({field}, {label})"),
        Shape::Scalar(Scalar::N | Scalar::UintLikeN { .. }) => format!("n({field}, {label})"),
        Shape::Scalar(Scalar::Z | Scalar::IntLikeZ { .. }) => format!("z({field}, {label})"),
        Shape::Bytes(size) => format!("bytes({field}, {label}{})", extent(size)),
        Shape::Text(size) => format!("text({field}, {label}{})", extent(size)),
        Shape::Enum(names) => {
            let width = Prefix::for_count(names.len()).bytes();
            let names = names.iter().enumerate().map(|(index, name)| format!("[{index}] = {}, ", quoted(name)));
            format!("enum({field}, {label}, {width}, {{ {}}})", names.collect::<String>())
        }
        Shape::Magic(bytes) => format!("magic({field}, {label}, {})", quoted(&hex(bytes).to_ascii_uppercase())),
        Shape::Padding(bytes) => format!("bytes({field}, {label}, {bytes})"),
        Shape::Opaque(class) => {
            let size = if let Class::Fixed(bytes) = class { Some(*bytes) } else { None };
            format!("opaque({field}, {label}, {}, {})", or_nil(size), *class == Class::Variable)
        }
        // `content` handles the others.
        _ => "record {}".to_owned(),
    }
}

fn integer(int: &Int, field: &str, label: &str) -> String {
    let (signed, little) = (int.signed, int.little);
    let start = format!("int({field}, {label}, {}, {signed}, {little}", int.bytes);
    let full = Int::full("", int.bytes, signed, little);
    let (min, max) = (int.min.saturating_sub(int.shift), int.max.saturating_sub(int.shift));
    match int.shift {
        0 if (min, max) == (full.min, full.max) => format!("{start})"),
        0 => format!("{start}, {min}, {max})"),
        shift => format!("{start}, {min}, {max}, {shift})"),
    }
}

/// Returns text as a string of Lua, in ASCII.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => out.extend(['\\', byte.into()]),
            b' '..=b'~' => out.push(byte.into()),
            other => out.push_str(&format!("\\{other:03}")),
        }
    }
    out.push('"');
    out
}
