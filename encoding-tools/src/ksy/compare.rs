//! Compares a schema with an imported layout: different bytes, or different names.

use std::collections::HashSet;
use std::fmt;

use tezos_encoding_core::schema::{Count, Encoding, Extent, Field, Int, Keys, Scalar};

use super::is_name;
use super::leaves::{Choice, Leaf, leaves};
use super::words::{bytes, count, prefix, words};
use crate::walk::limit;

/// A difference between a schema and a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path of fields, cases and elements in the schema.
    pub path: String,
    /// What the schema has there, in words.
    pub ours: String,
    /// What the layout has there, in words.
    pub layout: String,
    /// If the printer of layouts prints something different from the wire format here: the reason, with its source.
    pub explained: Option<&'static str>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the value itself" } else { &self.path };
        write!(f, "{path}: {} here, {} in the layout", self.ours, self.layout)
    }
}

/// Why an optional value has a presence flag in a layout but not on the wire.
const VAROPT: &str = "the printer treats `varopt` as `opt`: `translate.ml`, `seq_field_of_field`, ignores `kind`";
/// Why a list is a single element in a layout.
const REPEAT: &str =
    "the printer overwrites `repeat` with `if`: `translate.ml`, `seq_field_of_field` and `seq_field_of_union`";

/// Compares a schema with an imported layout, in everything that a layout describes: the order, width and names of
/// fields, tags, size prefixes, limits of numbers and of blocks.
///
/// Fields are compared one by one, in the order of the bytes, however objects are nested on either side: the printer of
/// layouts nests wherever an encoding has an id, which does not affect the bytes. A field must have the name that the
/// layout has, unless it is the only field of its object, whose name the printer may drop.
///
/// ```
/// use tezos_encoding::{HasEncoding, schema::ksy::{Layouts, compare}};
/// #[derive(HasEncoding)]
/// struct Point { x: u16, y: u8 }
/// let text = "meta: {id: point, endian: be}\nseq: [{id: x, type: u2be}, {id: y, type: s1}]";
/// let layout = Layouts::new(|_| Ok(text.to_owned())).import("point").unwrap();
/// let differences = compare(Point::ENCODING, layout);
/// assert_eq!(differences[0].to_string(), "y: an unsigned integer of 1 byte here, a signed integer of 1 byte in the layout");
/// ```
pub fn compare(ours: &'static Encoding, layout: &'static Encoding) -> Vec<Difference> {
    let mut comparison = Comparison { found: Vec::new(), compared: HashSet::new() };
    comparison.sequences("", &leaves(ours), &leaves(layout), false);
    comparison.found
}

struct Comparison {
    found: Vec<Difference>,
    /// The pairs of encodings whose comparison has begun, to terminate at recursive types.
    compared: HashSet<(*const Encoding, *const Encoding)>,
}

impl Comparison {
    fn differs(&mut self, path: &str, ours: impl Into<String>, layout: impl Into<String>) {
        let (path, ours, layout) = (path.into(), ours.into(), layout.into());
        self.found.push(Difference { path, ours, layout, explained: None });
    }

    fn explained(&mut self, path: &str, ours: &Encoding, layout: &Encoding, reason: &'static str) {
        let (path, ours, layout) = (path.into(), words(ours), words(layout));
        self.found.push(Difference { path, ours, layout, explained: Some(reason) });
    }

    /// Compares sequences. `is_optional` is true inside an `if` of the layout.
    fn sequences(&mut self, path: &str, ours: &[Leaf], layout: &[Leaf], is_optional: bool) {
        if let ([Leaf { encoding: list @ Encoding::List { item, .. }, .. }], true) = (ours, is_optional)
            && !matches!(layout, [Leaf { encoding: Encoding::List { .. } | Encoding::Select(_), .. }])
        {
            self.explained(path, list, layout.first().map_or(&Encoding::Empty, |leaf| leaf.encoding), REPEAT);
            return self.sequences(&format!("{path}[]"), &leaves(item), layout, false);
        }
        if let [Leaf { encoding: Encoding::Select(select), .. }] = layout {
            return self.alternatives(path, ours, select.cases);
        }
        for (index, leaf) in ours.iter().enumerate() {
            let path = below(path, leaf, ours.len(), index);
            match layout.get(index) {
                None => self.differs(&path, words(leaf.encoding), "nothing"),
                Some(other) => {
                    self.names(&path, leaf, other);
                    self.encodings(&path, leaf.encoding, other.encoding);
                }
            }
        }
        for (index, leaf) in layout.iter().enumerate().skip(ours.len()) {
            self.differs(&below(path, leaf, layout.len(), index), "nothing", words(leaf.encoding));
        }
    }

    /// Compares with the payloads of the cases that have the same name in the layout: one of them must be equal.
    fn alternatives(&mut self, path: &str, ours: &[Leaf], layout: &[Field]) {
        for alternative in layout {
            let mut attempt = Self { found: Vec::new(), compared: self.compared.clone() };
            attempt.sequences(path, ours, &leaves(alternative.encoding), true);
            if attempt.found.iter().all(|difference| difference.explained.is_some()) {
                self.found.append(&mut attempt.found);
                self.compared = attempt.compared;
                return;
            }
        }
        let ours = match ours {
            [] => "nothing".to_owned(),
            [one] => words(one.encoding),
            _ => format!("{} fields", ours.len()),
        };
        self.differs(path, ours, format!("none of the {} payloads with this name", layout.len()));
    }

    /// Every field name in the schema must be among those in the layout.
    fn names(&mut self, path: &str, ours: &Leaf, layout: &Leaf) {
        let is_there = |name: &str| layout.names.iter().any(|(other, _)| is_name(name, other));
        if let Some((name, _)) = ours.names.iter().find(|(name, is_kept)| *is_kept && !is_there(name)) {
            let other = layout.names.last().map_or("no name".to_owned(), |(name, _)| format!("the name `{name}`"));
            self.differs(path, format!("the name `{name}`"), other);
        }
    }

    fn encodings(&mut self, path: &str, ours: &'static Encoding, layout: &'static Encoding) {
        let is_simple = matches!(ours, Encoding::Scalar(_) | Encoding::Bytes(_) | Encoding::Text { .. });
        if !is_simple && !self.compared.insert((ours, layout)) {
            return;
        }
        if let (Some(ours), Some(layout)) = (Choice::of(ours), Choice::of(layout)) {
            return self.choices(path, &ours, &layout);
        }
        match (ours, layout) {
            (Encoding::Scalar(one), Encoding::Scalar(other)) if is_same_scalar(one, other) => {}
            (
                Encoding::Bytes(one) | Encoding::Text { extent: one, .. },
                Encoding::Bytes(other) | Encoding::Text { extent: other, .. },
            ) if one == other => {}
            (Encoding::Json, Encoding::Bytes(Extent::Rest) | Encoding::Json) => {}
            (Encoding::Opt(one), Encoding::Opt(other)) | (Encoding::Varopt(one), Encoding::Varopt(other)) => {
                self.sequences(path, &leaves(one), &leaves(other), true);
            }
            (Encoding::Varopt(one), Encoding::Opt(other)) => {
                self.explained(path, ours, layout, VAROPT);
                self.sequences(path, &leaves(one), &leaves(other), true);
            }
            (Encoding::Dynamic { prefix: one, inner: ours }, Encoding::Dynamic { prefix: other, inner: layout }) => {
                if one != other {
                    self.differs(path, prefix(*one), prefix(*other));
                }
                // The printer shows only some limits; those that it shows are limits of the reference.
                let (one, other) = (limit(ours), limit(layout));
                if let Some(other) = other
                    && one != Some(other)
                {
                    let one = one.map_or("no limit".to_owned(), |one| format!("at most {one} bytes"));
                    self.differs(path, one, format!("at most {other} bytes"));
                }
                self.sequences(path, &leaves(ours), &leaves(layout), false);
            }
            (Encoding::List { item: ours, count: one, .. }, Encoding::List { item: layout, count: other, .. }) => {
                self.counts(path, *one, *other);
                self.sequences(&format!("{path}[]"), &leaves(ours), &leaves(layout), false);
            }
            (Encoding::Assoc { value, .. }, Encoding::List { item, count: Count::ToEnd { .. }, .. }) => {
                let mut pair = leaves(Keys::ENCODING);
                pair.append(&mut leaves(value));
                self.sequences(&format!("{path}[]"), &pair, &leaves(item), false);
            }
            _ => self.differs(path, words(ours), words(layout)),
        }
    }

    fn counts(&mut self, path: &str, ours: Count, layout: Count) {
        let is_same = match (ours, layout) {
            (Count::ToEnd { .. }, Count::ToEnd { .. }) => true,
            (Count::Exactly(one), Count::Exactly(other)) => one == other,
            (Count::Prefixed { prefix: one, max }, Count::Prefixed { prefix: other, max: limit }) => {
                one == other && (limit.is_none() || max == limit)
            }
            _ => false,
        };
        if !is_same {
            self.differs(path, count(ours), count(layout));
        }
    }

    fn choices(&mut self, path: &str, ours: &Choice, layout: &Choice) {
        if ours.bytes != layout.bytes {
            self.differs(path, format!("a tag of {}", bytes(ours.bytes)), format!("a tag of {}", bytes(layout.bytes)));
        }
        for (tag, name, payload) in &ours.cases {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            let Some((_, other, content)) = layout.cases.iter().find(|(other, ..)| other == tag) else {
                let elsewhere = layout.cases.iter().find(|(_, other, _)| is_name(name, other));
                let elsewhere = elsewhere.map_or("no such case".to_owned(), |(tag, ..)| format!("the tag {tag}"));
                self.differs(&path, format!("the tag {tag}"), elsewhere);
                continue;
            };
            // A name with capital letters is spelled as in the reference; `Left` and `LEFT` are different primitives.
            let is_exact = other.contains(|c: char| c.is_ascii_uppercase());
            if !is_name(name, other) || is_exact && name != other {
                self.differs(&path, format!("the tag {tag}"), format!("the tag {tag} for `{other}`"));
            }
            self.sequences(&path, payload, content, true);
        }
        for (tag, name, _) in &layout.cases {
            if !ours.cases.iter().any(|(own, ..)| own == tag) {
                self.differs(path, format!("nothing with the tag {tag}"), format!("`{name}`"));
            }
        }
    }
}

/// Returns the path of one of `count` leaves.
fn below(path: &str, leaf: &Leaf, count: usize, index: usize) -> String {
    let names: Vec<&str> = leaf.names.iter().map(|(name, _)| *name).collect();
    match (path, names.join(".")) {
        (path, name) if name.is_empty() && count == 1 => path.to_owned(),
        ("", name) if name.is_empty() => index.to_string(),
        (path, name) if name.is_empty() => format!("{path}.{index}"),
        ("", name) => name,
        (path, name) => format!("{path}.{name}"),
    }
}

fn is_same_scalar(ours: &Scalar, layout: &Scalar) -> bool {
    match (ours, layout) {
        (Scalar::Int(one), Scalar::Int(other)) => on_wire(one) == on_wire(other),
        (Scalar::N | Scalar::UintLikeN { .. }, Scalar::N) | (Scalar::Z | Scalar::IntLikeZ { .. }, Scalar::Z) => true,
        (Scalar::RangedFloat { .. }, Scalar::Float) => true,
        _ => ours == layout,
    }
}

/// Returns the integer of the numbers on the wire, which are all that a layout describes.
fn on_wire(int: &Int) -> Int {
    let shifted = |limit: i128| limit.saturating_sub(int.shift);
    Int { name: "", min: shifted(int.min), max: shifted(int.max), shift: 0, ..*int }
}
