//! Layouts of Kaitai Struct, with the names and shapes of those that Octez prints.

mod text;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::names::Names;
use super::plan::{Choice, Id, Member, Plan, Shape};
use text::{Attribute, Needs, identifier, integer, quoted, unsigned, write_sequence};
use tezos_encoding_core::schema::{Class, Count, Encoding, Extent, Int, Scalar, TagSize};
use tezos_encoding_core::wire::Prefix;

/// The `application` of exported layouts, by which their importer knows that their presence flags are on the wire.
pub(crate) const APPLICATION: &str = "tezos-codec";

/// Returns a layout of Kaitai Struct for the messages of an encoding, complete and without imports, with the names that Octez gives to
/// types and fields. `ksy::Layouts` (feature `ksy`) imports it as an encoding with the same bytes.
///
/// Kaitai Struct has no functions of types and no canonical forms, so that it reads some messages that are refused here. Values whose end
/// only a program finds ([`Opaque`](tezos_encoding_core::schema::Opaque), [`Select`](tezos_encoding_core::schema::Select)) are bytes to the
/// end of the block, and the case of all other tags in a union has no bytes after its tag.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::export};
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(string)] name: String }
/// let layout = export::ksy(Peer::ENCODING, "peer");
/// assert!(layout.ends_with("seq:\n- id: port\n  type: u2be\n- id: name\n  type: bytes_dyn_uint30\n"));
/// ```
pub fn ksy(encoding: &'static Encoding, id: &str) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = write_ksy(encoding, id, &mut out);
    out
}

/// Writes the layout that [`ksy()`] returns.
///
/// # Errors
/// The errors of `out`.
pub fn write_ksy(encoding: &'static Encoding, id: &str, out: &mut dyn Write) -> fmt::Result {
    let plan = Plan::new(encoding);
    let name = identifier(id);
    let mut printer = Printer {
        plan: &plan,
        type_names: Names::reserved(&[name.replace('_', "").as_str(), "n", "nchunk", "z"]).camel(),
        enum_names: Names::reserved(&["bool"]).camel(),
        types: BTreeMap::new(),
        bytes: BTreeMap::new(),
        queue: Vec::new(),
        enums: BTreeMap::new(),
        needs: Needs::default(),
    };
    let sequence = printer.definition(plan.root, &name);
    let mut types: BTreeMap<String, Vec<Attribute>> = BTreeMap::new();
    let mut next = 0;
    while let Some((id, name)) = printer.queue.get(next).cloned() {
        next = next.saturating_add(1);
        let attributes = printer.definition(id, &name);
        types.insert(name, attributes);
    }
    write!(out, "meta:\n  id: {name}\n  application: {APPLICATION}\n  endian: be\ndoc: ")?;
    writeln!(out, "{}", quoted(&format!("Encoding id: {id}")))?;
    printer.needs.write(out, &types)?;
    if !printer.enums.is_empty() || printer.needs.bool {
        out.write_str("enums:\n")?;
        if printer.needs.bool {
            out.write_str("  bool:\n    0: false\n    255: true\n")?;
        }
        for (name, values) in printer.enums.values() {
            write!(out, "  {name}:\n{values}")?;
        }
    }
    write_sequence(out, "", &sequence)
}

struct Printer<'p> {
    plan: &'p Plan,
    type_names: Names,
    enum_names: Names,
    /// The names of the types of nodes.
    types: BTreeMap<Id, String>,
    /// The names of the types of bytes with a size prefix, by that of the prefix.
    bytes: BTreeMap<&'static str, String>,
    /// The types, each with its name.
    queue: Vec<(Id, String)>,
    /// The names and values of enumerations, by node.
    enums: BTreeMap<Id, (String, String)>,
    needs: Needs,
}

impl Printer<'_> {
    /// Returns the name of the type of a node.
    fn refer(&mut self, id: Id) -> String {
        if let Some(name) = self.types.get(&id) {
            return name.clone();
        }
        let name = match self.plan.shape(id) {
            Shape::Scalar(Scalar::N | Scalar::UintLikeN { .. }) => {
                self.needs.n = true;
                return "n".to_owned();
            }
            Shape::Scalar(Scalar::Z | Scalar::IntLikeZ { .. }) => {
                self.needs.z = true;
                return "z".to_owned();
            }
            Shape::Block { prefix, limit: None, inner } if self.is_bytes(*inner) => {
                let stem = match prefix {
                    Prefix::U8 => "bytes_dyn_uint8",
                    Prefix::U16 => "bytes_dyn_uint16",
                    Prefix::U16Le => "bytes_dyn_uint16_le",
                    Prefix::U30 => "bytes_dyn_uint30",
                    Prefix::U30Le => "bytes_dyn_uint30_le",
                    Prefix::N => "bytes_dyn_n",
                    Prefix::Rlp(_) => "bytes_rlp",
                };
                if let Some(name) = self.bytes.get(stem) {
                    return name.clone();
                }
                let name = self.type_names.unique(stem);
                self.bytes.insert(stem, name.clone());
                name
            }
            _ => self.type_names.unique(&identifier(&self.plan.node(id).name)),
        };
        self.types.insert(id, name.clone());
        self.queue.push((id, name.clone()));
        name
    }

    /// Returns true for bytes and text to the end of a block.
    fn is_bytes(&self, id: Id) -> bool {
        matches!(self.plan.shape(id), Shape::Bytes(Extent::Rest) | Shape::Text(Extent::Rest))
    }

    /// Returns the attributes of a type.
    fn definition(&mut self, id: Id, name: &str) -> Vec<Attribute> {
        let plan = self.plan;
        // The id in a type around one attribute is the name of the type, except for a number.
        let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let own = stem.strip_suffix('_').filter(|stem| stem.len() < name.len() && !stem.is_empty()).unwrap_or(name);
        match plan.shape(id) {
            Shape::Record(members) => {
                let (mut names, mut attributes) = (Names::default().camel(), Vec::new());
                for (index, Member { name: field, node }) in members.iter().enumerate() {
                    let id = field.map_or_else(|| format!("{name}_field{index}"), identifier);
                    attributes.append(&mut self.attributes(&mut names, &id, *node));
                }
                attributes
            }
            Shape::Union { tag, cases } => self.union(id, name, *tag, cases),
            Shape::Block { prefix, limit, inner } => {
                let len = format!("len_{own}");
                let (size, number) = self.announced(&len, *prefix, *limit);
                let content = match self.is_bytes(*inner) {
                    true => Attribute::new(own, &[]),
                    false => Attribute::new(own, &[("type", &self.refer(*inner))]),
                };
                Vec::from([number, content.with("size", size)])
            }
            Shape::List { item, count: Count::Prefixed { prefix, max } } => {
                let (count, number) = self.announced(&format!("num_{own}"), *prefix, *max);
                let item = self.inside(&format!("{own}_entries"), *item);
                Vec::from([number, item.with("repeat", "expr").with("repeat-expr", count)])
            }
            _ => self.attributes(&mut Names::default().camel(), own, id),
        }
    }

    /// Returns the attribute of a size or of a count, and the expression of its value.
    fn announced(&mut self, id: &str, prefix: Prefix, max: Option<usize>) -> (String, Attribute) {
        let Some(int) = prefix.int() else {
            self.needs.n = true;
            self.needs.value = true;
            return (format!("{id}.value"), Attribute::new(id, &[("type", "n")]));
        };
        let max = max.and_then(|max| i128::try_from(max).ok()).map_or(int.max, |max| max.min(int.max));
        (id.to_owned(), integer(id, &Int { max, ..int }))
    }

    /// Returns the attributes of a field.
    fn attributes(&mut self, names: &mut Names, id: &str, node: Id) -> Vec<Attribute> {
        match self.plan.shape(node) {
            Shape::Optional(inner) => {
                self.needs.bool = true;
                let tag = names.unique(&format!("{id}_tag"));
                let value = self.inside(&names.unique(id), *inner).with("if", format_args!("({tag} == bool::true)"));
                Vec::from([Attribute::new(&tag, &[("type", "u1"), ("enum", "bool")]), value])
            }
            Shape::AtEnd(inner) => Vec::from([self.inside(&names.unique(id), *inner).with("if", "not _io.eof")]),
            Shape::List { item, count: Count::ToEnd { .. } } => {
                Vec::from([self.inside(&names.unique(&format!("{id}_entries")), *item).with("repeat", "eos")])
            }
            Shape::List { item, count: Count::Exactly(count) } => {
                let item = self.inside(&names.unique(&format!("{id}_entries")), *item);
                Vec::from([item.with("repeat", "expr").with("repeat-expr", count)])
            }
            _ => Vec::from([self.single(&names.unique(id), node)]),
        }
    }

    /// Returns the attribute of a value with a condition or a repetition.
    fn inside(&mut self, id: &str, node: Id) -> Attribute {
        match self.plan.shape(node) {
            Shape::Scalar(Scalar::Bool) | Shape::Enum(_) => Attribute::new(id, &[("type", &self.refer(node))]),
            _ => self.single(id, node),
        }
    }

    /// Returns the attribute of a value, without a condition and a repetition.
    fn single(&mut self, id: &str, node: Id) -> Attribute {
        match self.plan.shape(node) {
            Shape::Scalar(Scalar::Bool) => {
                self.needs.bool = true;
                Attribute::new(id, &[("type", "u1"), ("enum", "bool")])
            }
            Shape::Scalar(Scalar::Int(int)) => {
                let shifted = |limit: i128| limit.saturating_sub(int.shift);
                integer(id, &Int { min: shifted(int.min), max: shifted(int.max), ..*int })
            }
            Shape::Scalar(Scalar::Float) => Attribute::new(id, &[("type", "f8")]),
            Shape::Scalar(Scalar::RangedFloat { min, max }) => {
                let [min, max] = [min, max].map(|bits| f64::from_bits(*bits));
                Attribute::new(id, &[("type", "f8")]).with("valid", format_args!("\nmin: {min:?}\nmax: {max:?}"))
            }
            Shape::Bytes(Extent::Fixed(bytes)) | Shape::Text(Extent::Fixed(bytes)) | Shape::Padding(bytes) => {
                Attribute::new(id, &[]).with("size", bytes)
            }
            Shape::Bytes(Extent::Rest) | Shape::Text(Extent::Rest) => Attribute::new(id, &[("size-eos", "true")]),
            Shape::Opaque(Class::Fixed(bytes)) => Attribute::new(id, &[]).with("size", bytes),
            Shape::Opaque(_) => Attribute::new(id, &[("size-eos", "true")]),
            Shape::Magic(bytes) => Attribute::new(id, &[]).with("contents", format_args!("{bytes:?}")),
            Shape::Enum(names) => {
                let (name, _) = self.enumeration(node, id, (0..).zip(names.iter().copied()));
                let width = Prefix::for_count(names.len()).bytes();
                Attribute::new(id, &[("type", unsigned(width)), ("enum", &name)])
            }
            Shape::Sized { bytes, inner } => self.block(id, *inner).with("size", bytes),
            Shape::Reserve { bytes, inner } => {
                self.block(id, *inner).with("size", format_args!("_io.size - _io.pos - {bytes}"))
            }
            _ => Attribute::new(id, &[("type", &self.refer(node))]),
        }
    }

    /// Returns the attribute of a block without its size.
    fn block(&mut self, id: &str, inner: Id) -> Attribute {
        if self.is_bytes(inner) { Attribute::new(id, &[]) } else { Attribute::new(id, &[("type", &self.refer(inner))]) }
    }

    fn union(&mut self, id: Id, name: &str, tag: TagSize, cases: &[Choice]) -> Vec<Attribute> {
        let tags = cases.iter().filter_map(|case| Some((case.tag?, &*case.title)));
        let (enumeration, labels) = self.enumeration(id, &format!("{name}_tag"), tags);
        let mut names = Names::default().camel();
        let tag_id = names.unique(&format!("{name}_tag"));
        let mut attributes =
            Vec::from([Attribute::new(&tag_id, &[("type", unsigned(tag.bytes())), ("enum", &enumeration)])]);
        for (case, label) in cases.iter().filter(|case| case.tag.is_some()).zip(&labels) {
            if self.plan.is_nothing(case.node) {
                continue;
            }
            let id = names.unique(label);
            let condition = format!("({tag_id} == {enumeration}::{label})");
            attributes.push(self.inside(&id, case.node).with("if", condition));
        }
        attributes
    }

    /// Returns the name of an enumeration, and the label of each of its values.
    fn enumeration<'n>(
        &mut self,
        node: Id,
        name: &str,
        values: impl Iterator<Item = (u32, &'n str)>,
    ) -> (String, Vec<String>) {
        // The operators of expressions are no labels.
        let mut names = Names::reserved(&["and", "or", "not"]);
        let (mut text, mut labels) = (String::new(), Vec::new());
        for (number, title) in values {
            let label = names.unique(&identifier(title));
            // Writing to a string cannot fail.
            let _ = write!(text, "    {number}:\n      id: {label}\n      doc: {}\n", quoted(title));
            labels.push(label);
        }
        if let Some((name, _)) = self.enums.get(&node) {
            return (name.clone(), labels);
        }
        let name = self.enum_names.unique(name);
        self.enums.insert(node, (name.clone(), text));
        (name, labels)
    }
}
