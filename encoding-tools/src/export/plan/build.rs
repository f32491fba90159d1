//! Converts a schema to nodes.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding_core::__tools::BIG_LIST;
use tezos_encoding_core::schema::{
    About, Case, CaseKind, Class, CompactSchema, Count, Encoding, Extent, Keys, Part, Scalar, TagSize,
};
use tezos_encoding_core::wire::Prefix;

use super::{Choice, Id, Member, Node, Shape};
use crate::walk::{Chosen, Parts, bare, binary_cases, chosen, limit, newest};

/// Maximum depth of a schema that is exported; deeper levels are exported as bytes. Schemas of types have a few dozen
/// levels, but schemas parsed from text may have any number.
const MAX_LEVELS: usize = 200;

/// Returns the nodes of an encoding, and the number of that of the encoding itself.
pub(super) fn nodes(encoding: &'static Encoding) -> (Vec<Node>, Id) {
    let mut builder =
        Builder { nodes: Vec::new(), known: BTreeMap::new(), equal: BTreeMap::new(), level: 0, nothing: None };
    let root = builder.node("value".into(), encoding);
    (builder.nodes, root)
}

struct Builder {
    nodes: Vec<Node>,
    /// The nodes of encodings, by address: each is built once.
    known: BTreeMap<*const Encoding, Id>,
    /// The nodes by their printed form: generic types have copies of their constants.
    equal: BTreeMap<String, Id>,
    level: usize,
    nothing: Option<Id>,
}

impl Builder {
    /// Returns the node of an encoding; `name` is that of what encloses it.
    fn node(&mut self, name: Cow<'static, str>, encoding: &'static Encoding) -> Id {
        let (mut name, mut encoding) = (name, encoding);
        loop {
            if let Encoding::Def { id, .. } = encoding {
                name = (*id).into();
            }
            match encoding {
                Encoding::Described { about: About { field: Some(_), .. }, .. } | Encoding::Reserve { .. } => break,
                wrapper => match bare(wrapper) {
                    Some(inner) => encoding = inner,
                    None => break,
                },
            }
        }
        if let Some(id) = self.known.get(&core::ptr::from_ref(encoding)) {
            return *id;
        }
        if self.level >= MAX_LEVELS {
            // Its size would be computed with as many levels of the stack.
            return self.add(name, Shape::Opaque(Class::Dynamic));
        }
        self.level = self.level.saturating_add(1);
        let id = match encoding {
            // Its number must be known inside itself.
            Encoding::Mu(mu) => {
                let id = self.nodes.len();
                // Until its body is known, its shape is not that of a value without bytes.
                self.nodes.push(Node { name: mu.name.into(), shape: Shape::Opaque(mu.class) });
                self.known.insert(encoding, id);
                let body = self.node(mu.name.into(), (mu.body)());
                let shape = self.nodes.get(body).map(|node| node.shape.clone());
                if let (Some(node), Some(shape)) = (self.nodes.get_mut(id), shape) {
                    node.shape = shape;
                }
                id
            }
            _ => {
                let shape = self.shape(&name, encoding);
                self.add(name, shape)
            }
        };
        self.level = self.level.saturating_sub(1);
        self.known.insert(encoding, id);
        id
    }

    /// Adds a node, unless there is an equal one.
    fn add(&mut self, name: Cow<'static, str>, shape: Shape) -> Id {
        let node = Node { name, shape };
        let next = self.nodes.len();
        let id = *self.equal.entry(format!("{node:?}")).or_insert(next);
        if id == next {
            self.nodes.push(node);
        }
        id
    }

    fn nothing(&mut self) -> Id {
        let id = self.nothing.unwrap_or_else(|| self.add("nothing".into(), Shape::Record(Vec::new())));
        self.nothing = Some(id);
        id
    }

    /// The arms call functions, because this function is recursive and must use little stack.
    fn shape(&mut self, name: &str, encoding: &'static Encoding) -> Shape {
        let same = || Cow::Owned(String::from(name));
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => Shape::Record(Vec::new()),
            Encoding::Scalar(scalar) => Shape::Scalar(*scalar),
            Encoding::Bytes(extent) => Shape::Bytes(*extent),
            Encoding::Text { extent, .. } => Shape::Text(*extent),
            Encoding::Json | Encoding::Lazy(_) => Shape::Bytes(Extent::Rest),
            Encoding::Opaque(_) | Encoding::Select(_) => Shape::Opaque(encoding.size().class),
            // RLP, for which the formats have no words.
            Encoding::Dynamic { prefix: Prefix::Rlp(_), .. } | Encoding::Union { tag: TagSize::Rlp(_), .. } => {
                Shape::Opaque(encoding.size().class)
            }
            Encoding::Enum(names) => Shape::Enum(names),
            Encoding::List { item, count, .. } => Shape::List { item: self.node(same(), item), count: *count },
            Encoding::Assoc { value, .. } => self.pairs(value),
            Encoding::Object(fields) => {
                let members = newest(fields).map(|field| (Some(field.name), field.encoding));
                self.record(name, members.collect())
            }
            Encoding::Tuple(elements) => self.record(name, elements.iter().map(|element| (None, *element)).collect()),
            Encoding::Merge(parts) => self.merged(name, parts),
            Encoding::Described { about, inner } => self.record(name, Vec::from([(about.field, *inner)])),
            Encoding::Padded { bytes, inner } => {
                let padding = self.add("padding".into(), Shape::Padding(*bytes));
                self.with(name, inner, None, Some(("padding", padding)))
            }
            Encoding::Magic { bytes, inner } => {
                let magic = self.add("magic".into(), Shape::Magic(bytes));
                self.with(name, inner, Some(("magic", magic)), None)
            }
            Encoding::Suffixed { size, inner } => self.suffixed(name, *size, inner),
            Encoding::Union { tag, cases, .. } => self.union(*tag, cases),
            Encoding::Compact(compact) => self.compact(name, compact),
            Encoding::Opt(inner) => Shape::Optional(self.node(same(), inner)),
            Encoding::Varopt(inner) => Shape::AtEnd(self.node(same(), inner)),
            Encoding::Dynamic { prefix, inner } => {
                Shape::Block { prefix: *prefix, limit: limit(inner), inner: self.node(same(), inner) }
            }
            Encoding::Sized { bytes, inner } => Shape::Sized { bytes: *bytes, inner: self.node(same(), inner) },
            Encoding::Reserve { bytes, inner } => Shape::Reserve { bytes: *bytes, inner: self.node(same(), inner) },
            // `node` handles these.
            Encoding::Def { inner, .. }
            | Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Checked { inner, .. } => self.record(name, Vec::from([(None, *inner)])),
            Encoding::Split(split) => self.record(name, Vec::from([(None, split.inner)])),
            Encoding::Legacy(legacy) => self.record(name, Vec::from([(None, legacy.current)])),
            Encoding::Mu(mu) => self.record(name, Vec::from([(None, (mu.body)())])),
        }
    }

    fn is_nothing(&self, id: Id) -> bool {
        matches!(self.nodes.get(id), Some(Node { shape: Shape::Record(members), .. }) if members.is_empty())
    }

    /// Returns the record of these fields and elements, without those that have no bytes.
    fn record(&mut self, name: &str, parts: Vec<(Option<&'static str>, &'static Encoding)>) -> Shape {
        let mut members = Vec::new();
        for (field, encoding) in parts {
            let own = field.map_or_else(|| String::from(name).into(), Cow::Borrowed);
            let node = self.node(own, encoding);
            if !self.is_nothing(node) {
                members.push(Member { name: field, node });
            }
        }
        Shape::Record(members)
    }

    /// Returns one record of all fields of these objects or tuples.
    fn merged(&mut self, name: &str, parts: &'static [&'static Encoding]) -> Shape {
        let mut members = Vec::new();
        for part in parts {
            let node = self.node(String::from(name).into(), part);
            match self.nodes.get(node) {
                Some(Node { shape: Shape::Record(inner), .. }) => members.extend(inner.iter().cloned()),
                _ => members.push(Member { name: None, node }),
            }
        }
        Shape::Record(members)
    }

    /// Returns a record of an encoding with a member before or after it.
    fn with(
        &mut self,
        name: &str,
        inner: &'static Encoding,
        before: Option<(&'static str, Id)>,
        after: Option<(&'static str, Id)>,
    ) -> Shape {
        let member = |(name, node)| Member { name: Some(name), node };
        let node = self.node(String::from(name).into(), inner);
        let value = (!self.is_nothing(node)).then_some(Member { name: None, node });
        Shape::Record(before.map(member).into_iter().chain(value).chain(after.map(member)).collect())
    }

    fn suffixed(&mut self, name: &str, size: Prefix, inner: &'static Encoding) -> Shape {
        let node = self.node(String::from(name).into(), inner);
        let block = self.add(String::from(name).into(), Shape::Reserve { bytes: size.bytes(), inner: node });
        let number = self.add("size".into(), Shape::Scalar(size.int().map_or(Scalar::N, Scalar::Int)));
        let size = Member { name: Some("size"), node: number };
        Shape::Record(Vec::from([Member { name: None, node: block }, size]))
    }

    fn pairs(&mut self, value: &'static Encoding) -> Shape {
        let pair = self.record("pair", Vec::from([(Some("key"), Keys::ENCODING), (Some("value"), value)]));
        Shape::List { item: self.add("pair".into(), pair), count: Count::ToEnd { min: 0, max: None } }
    }

    fn union(&mut self, tag: TagSize, cases: &'static [Case]) -> Shape {
        let mut sorted: Vec<&'static Case> = binary_cases(cases).collect();
        sorted.sort_by_key(|case| (case.is_other(), case.tag));
        let choice = |case: &'static Case| {
            let reserved = if let CaseKind::Other { reserved } = case.kind { reserved } else { &[] };
            let node = self.node(case.title.into(), case.payload);
            Choice { tag: case.own_tag(), reserved, title: case.title.into(), node }
        };
        Shape::Union { tag, cases: sorted.into_iter().map(choice).collect() }
    }

    /// Compact encodings are unions with a case for each tag, as the reference builds them (`compact.ml`, `make`).
    fn compact(&mut self, name: &str, compact: &'static CompactSchema) -> Shape {
        let part = compact.part;
        let Some(tag) = compact.tag.of_union() else {
            let node = self.part(Cow::Owned(String::from(name)), part, 0);
            return self.nodes.get(node).map_or(Shape::Record(Vec::new()), |node| node.shape.clone());
        };
        let bits = (0..=tag.max()).filter(|bits| part.has(*bits));
        let choice = |bits| {
            let title = part.case_name(bits);
            let node = self.part(String::from(&*title).into(), part, bits);
            Choice { tag: Some(bits), reserved: &[], title, node }
        };
        Shape::Union { tag, cases: bits.map(choice).collect() }
    }

    /// Returns the node of a part after a tag with these bits for it.
    fn part(&mut self, name: Cow<'static, str>, part: &'static Part, bits: u32) -> Id {
        match chosen(part, bits) {
            Chosen::Nothing => self.nothing(),
            Chosen::Value(encoding) => self.node(name, encoding),
            Chosen::Integer(form) => self.add(name, Shape::Scalar(form.shown)),
            Chosen::List(item, count) => {
                let item = self.node(name.clone(), item);
                let list = self.add(name.clone(), Shape::List { item, count });
                match count {
                    Count::Exactly(_) => list,
                    _ => self.add(name, Shape::Block { prefix: BIG_LIST, limit: None, inner: list }),
                }
            }
            Chosen::Parts(Parts { parts, .. }) => {
                let mut members = Vec::new();
                for (field, part, bits) in parts {
                    let own = field.map_or_else(|| name.clone(), Cow::Borrowed);
                    let node = self.part(own, part, bits);
                    if !self.is_nothing(node) {
                        members.push(Member { name: field, node });
                    }
                }
                self.add(name, Shape::Record(members))
            }
        }
    }
}
