//! Patterns of ImHex.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::names::Names;
use super::plan::{Choice, Id, Member, Plan, Shape};
use tezos_encoding_core::schema::{Class, Count, Encoding, Extent, Int, Scalar, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The words of the pattern language that are no names.
const KEYWORDS: &[&str] = &[
    "addressof",
    "and",
    "as",
    "auto",
    "be",
    "bitfield",
    "bool",
    "break",
    "catch",
    "char",
    "char16",
    "const",
    "continue",
    "double",
    "else",
    "enum",
    "false",
    "float",
    "fn",
    "for",
    "if",
    "import",
    "in",
    "le",
    "match",
    "namespace",
    "null",
    "or",
    "out",
    "padding",
    "parent",
    "ref",
    "reference",
    "return",
    "s128",
    "s16",
    "s24",
    "s32",
    "s48",
    "s64",
    "s8",
    "s96",
    "signed",
    "sizeof",
    "static",
    "str",
    "struct",
    "this",
    "true",
    "try",
    "type",
    "typenameof",
    "u128",
    "u16",
    "u24",
    "u32",
    "u48",
    "u64",
    "u8",
    "u96",
    "union",
    "unsigned",
    "using",
    "while",
];

/// What every pattern starts with: the end of the enclosing block, and numbers of any size.
const START: &str = include_str!("start.hexpat");

/// Returns a pattern of [ImHex](https://imhex.werwolv.net) for the messages of an encoding.
///
/// Each object, block and union is a `struct`, each tag an `enum`. The pattern language has no functions of types and no canonical forms, so
/// that the pattern also matches some messages that are refused here. Values whose end only a program finds
/// ([`Opaque`](tezos_encoding_core::schema::Opaque), [`Select`](tezos_encoding_core::schema::Select)) are bytes to the end of the block, and
/// the case of all other tags in a union has no bytes after its tag.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::export};
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, flags: [u8; 4] }
/// let pattern = export::imhex(Peer::ENCODING, "peer");
/// assert!(pattern.ends_with("struct Peer {\n    u16 port;\n    u8 flags[4];\n};\n\nPeer peer @ builtin::std::mem::base_address();\n"), "{pattern}");
/// ```
pub fn imhex(encoding: &'static Encoding, id: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_imhex(encoding, id, &mut out);
    out
}

/// Writes the pattern that [`imhex()`] returns.
///
/// # Errors
/// The errors of `out`.
pub fn write_imhex(encoding: &'static Encoding, id: &str, out: &mut dyn Write) -> fmt::Result {
    let plan = Plan::new(encoding);
    let mut printer = Printer {
        plan: &plan,
        names: Names::reserved(&["N", "Z"]),
        types: BTreeMap::new(),
        queue: Vec::new(),
        enums: BTreeMap::new(),
        enumerations: String::new(),
    };
    let root = printer.names.unique(&capital(id));
    printer.types.insert(plan.root, root.clone());
    printer.queue.push((plan.root, root.clone()));
    let (mut next, mut structs) = (0, String::new());
    while let Some((id, name)) = printer.queue.get(next).cloned() {
        next = next.saturating_add(1);
        let body = printer.definition(id, &name);
        write!(structs, "\nstruct {name} {{\n{body}}};\n")?;
    }
    writeln!(out, "{START}{}", printer.enumerations)?;
    for (_, name) in &printer.queue {
        writeln!(out, "using {name};")?;
    }
    let variable = Names::reserved(KEYWORDS).unique(&identifier(id).to_ascii_lowercase());
    write!(out, "{structs}\n{root} {variable} @ builtin::std::mem::base_address();\n")
}

struct Printer<'p> {
    plan: &'p Plan,
    /// The names of types in use.
    names: Names,
    /// The names of the types of nodes.
    types: BTreeMap<Id, String>,
    /// The types in the order in which they are defined, each with its name.
    queue: Vec<(Id, String)>,
    /// The names of the enumerations of nodes.
    enums: BTreeMap<Id, String>,
    enumerations: String,
}

impl Printer<'_> {
    /// Returns the name of the type of a node, which is defined later.
    fn refer(&mut self, id: Id) -> String {
        if let Some(name) = self.types.get(&id) {
            return name.clone();
        }
        let name = self.names.unique(&capital(&self.plan.node(id).name));
        self.types.insert(id, name.clone());
        self.queue.push((id, name.clone()));
        name
    }

    /// Returns the members of a type.
    fn definition(&mut self, id: Id, name: &str) -> String {
        let plan = self.plan;
        let mut names = Names::reserved(KEYWORDS);
        let (outer, size) = (names.unique("outer"), names.unique("size"));
        let value = names.unique("value");
        match plan.shape(id) {
            Shape::Record(members) => {
                let mut names = Names::reserved(KEYWORDS);
                let member = |(index, Member { name, node }): (usize, &Member)| {
                    let id = name.map_or_else(|| format!("field{index}"), identifier);
                    self.member(&mut names, &id, *node)
                };
                members.iter().enumerate().map(member).collect()
            }
            Shape::Union { tag, cases } => self.union(id, name, *tag, cases),
            Shape::Block { prefix, inner, .. } => {
                let (number, count) = announced(*prefix, &size);
                let content = self.member(&mut names, "content", *inner);
                let stop = format!("{} + {count}", "$");
                format!("{number}{}", within(&outer, &stop, &content))
            }
            Shape::Sized { bytes, inner } => {
                within(&outer, &format!("$ + {bytes}"), &self.member(&mut names, "content", *inner))
            }
            Shape::Reserve { bytes, inner } => {
                within(&outer, &format!("block_end - {bytes}"), &self.member(&mut names, "content", *inner))
            }
            Shape::List { item, count: Count::Prefixed { prefix, .. } } => {
                let (number, count) = announced(*prefix, "count");
                format!("{number}    {} elements[{count}];\n", self.element(*item))
            }
            _ => {
                let mut names = Names::reserved(KEYWORDS);
                self.member(&mut names, &value, id)
            }
        }
    }

    /// Returns the declaration of a member.
    fn member(&mut self, names: &mut Names, id: &str, node: Id) -> String {
        match self.plan.shape(node) {
            Shape::Optional(inner) => {
                let flag = names.unique(&format!("{id}_is_present"));
                let (kind, suffix) = self.single(*inner);
                format!("    u8 {flag};\n    if ({flag} != 0)\n        {kind} {}{suffix};\n", names.unique(id))
            }
            Shape::AtEnd(inner) => {
                let (kind, suffix) = self.single(*inner);
                format!("    if ($ < block_end)\n        {kind} {}{suffix};\n", names.unique(id))
            }
            Shape::List { item, count: Count::ToEnd { .. } } => {
                format!("    {} {}[while($ < block_end)];\n", self.element(*item), names.unique(id))
            }
            Shape::List { item, count: Count::Exactly(count) } => {
                format!("    {} {}[{count}];\n", self.element(*item), names.unique(id))
            }
            Shape::Padding(bytes) => format!("    padding[{bytes}];\n"),
            _ => {
                let (kind, suffix) = self.single(node);
                format!("    {kind} {}{suffix};\n", names.unique(id))
            }
        }
    }

    /// Returns the type of an element of an array.
    fn element(&mut self, node: Id) -> String {
        let (kind, suffix) = self.single(node);
        if suffix.is_empty() { kind } else { self.refer(node) }
    }

    /// Returns the type of a value, and what follows its name if it is an array.
    fn single(&mut self, node: Id) -> (String, String) {
        let kind = match self.plan.shape(node) {
            Shape::Scalar(Scalar::Bool) => "bool".to_owned(),
            Shape::Scalar(Scalar::Int(int)) => integer(int),
            Shape::Scalar(Scalar::Float | Scalar::RangedFloat { .. }) => "double".to_owned(),
            Shape::Scalar(Scalar::N | Scalar::UintLikeN { .. }) => "N".to_owned(),
            Shape::Scalar(Scalar::Z | Scalar::IntLikeZ { .. }) => "Z".to_owned(),
            Shape::Bytes(extent) => return ("u8".to_owned(), length(*extent)),
            Shape::Text(extent) => return ("char".to_owned(), length(*extent)),
            Shape::Magic(bytes) => return ("u8".to_owned(), length(Extent::Fixed(bytes.len()))),
            Shape::Opaque(Class::Fixed(bytes)) => return ("u8".to_owned(), length(Extent::Fixed(*bytes))),
            Shape::Opaque(_) => return ("u8".to_owned(), length(Extent::Rest)),
            Shape::Enum(names) => {
                let stem = capital(&self.plan.node(node).name);
                let width = Prefix::for_count(names.len()).bytes();
                self.enumeration(node, &stem, width, (0..).zip(names.iter().copied()))
            }
            _ => self.refer(node),
        };
        (kind, String::new())
    }

    fn union(&mut self, id: Id, name: &str, tag: TagSize, cases: &[Choice]) -> String {
        let tags = cases.iter().filter_map(|case| Some((case.tag?, &*case.title)));
        let enumeration = self.enumeration(id, &format!("{name}Tag"), tag.bytes(), tags);
        let mut names = Names::reserved(KEYWORDS);
        let tag_name = names.unique("tag");
        let mut branches = String::new();
        for Choice { tag, title, node, .. } in cases {
            let Some(tag) = tag.filter(|_| !self.plan.is_nothing(*node)) else { continue };
            let member = self.member(&mut names, &identifier(title), *node);
            let member = member.replace("    ", "            ");
            // Writing to a string cannot fail.
            let _ = write!(branches, "        ({tag}): {{\n{member}        }}\n");
        }
        let start = format!("    {enumeration} {tag_name};\n");
        if branches.is_empty() { start } else { format!("{start}    match ({tag_name}) {{\n{branches}    }}\n") }
    }

    /// Returns the name of an enumeration.
    fn enumeration<'n>(
        &mut self,
        node: Id,
        stem: &str,
        bytes: usize,
        values: impl Iterator<Item = (u32, &'n str)>,
    ) -> String {
        if let Some(name) = self.enums.get(&node) {
            return name.clone();
        }
        let name = self.names.unique(stem);
        let mut names = Names::reserved(KEYWORDS);
        let lines = values.map(|(value, title)| format!("    {} = {value},\n", names.unique(&identifier(title))));
        let lines: String = lines.collect();
        // Writing to a string cannot fail.
        let _ = write!(self.enumerations, "\nenum {name} : u{} {{\n{lines}}};\n", bytes.saturating_mul(8));
        self.enums.insert(node, name.clone());
        name
    }
}

/// Returns the declaration of a size or of a count, and the expression of its value.
fn announced(prefix: Prefix, name: &str) -> (String, String) {
    match prefix.int() {
        Some(int) => (format!("    {} {name};\n", integer(&int)), name.to_owned()),
        None => {
            let value = format!("{name}_value");
            (format!("    u64 {value} = natural_at($);\n    N {name};\n"), value)
        }
    }
}

/// Returns the members of a block that ends at `stop`.
fn within(outer: &str, stop: &str, content: &str) -> String {
    format!("    u64 {outer} = block_end;\n    block_end = {stop};\n{content}    block_end = {outer};\n")
}

fn integer(int: &Int) -> String {
    let order = if int.little { "le " } else { "" };
    format!("{order}{}{}", if int.signed { 's' } else { 'u' }, int.bytes.saturating_mul(8))
}

fn length(extent: Extent) -> String {
    match extent {
        Extent::Fixed(bytes) => format!("[{bytes}]"),
        Extent::Rest => "[block_end - $]".to_string(),
    }
}

/// Returns a name of letters, digits and `_`, which does not begin with a digit.
fn identifier(text: &str) -> String {
    let starts_with_letter = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let start = if starts_with_letter { "" } else { "_" };
    start.chars().chain(text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })).collect()
}

/// Returns a name in which each word begins with a capital, as types have.
fn capital(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let capitals = words.map(|word| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    });
    let name: String = capitals.collect();
    if name.starts_with(|first: char| first.is_ascii_alphabetic()) { name } else { format!("T{name}") }
}
