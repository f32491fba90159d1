//! Finds the constraints of a schema.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Constraint, Rule, joined};
use crate::walk::{bare, default_bytes, newest, newest_cases};
use tezos_encoding_core::schema::{
    CaseKind, Check, CompactSchema, Count, Encoding, Extent, Field, Mu, Part, PartCase, PartField, Scalar,
};

/// Maximum depth of a schema that is searched; the same as for descriptions.
const MAX_LEVELS: usize = 200;
/// Maximum number of encodings that are visited: if every type contains another twice, their number doubles with each
/// level.
const MAX_VISITED: usize = 1 << 16;

/// Returns the constraints of an encoding in the order of the bytes; `None` if the schema is too large to find all.
pub(crate) fn constraints(encoding: &'static Encoding) -> Option<Vec<Constraint>> {
    let mut finder = Finder::default();
    finder.encoding(encoding);
    (!finder.is_incomplete).then_some(finder.found)
}

#[derive(Default)]
struct Finder {
    found: Vec<Constraint>,
    /// The path to the innermost definition, its name, and the path from there.
    at: String,
    definition: Option<&'static str>,
    path: String,
    /// The recursive types that enclose the current one.
    open: Vec<&'static str>,
    level: usize,
    visited: usize,
    is_incomplete: bool,
}

impl Finder {
    fn encoding(&mut self, encoding: &'static Encoding) {
        if self.level >= MAX_LEVELS || self.visited >= MAX_VISITED {
            self.is_incomplete = true;
            return;
        }
        self.level = self.level.saturating_add(1);
        self.visited = self.visited.saturating_add(1);
        self.visit(encoding);
        self.level = self.level.saturating_sub(1);
    }

    fn visit(&mut self, encoding: &'static Encoding) {
        match encoding {
            // Lazy bytes are only decoded on access; what an opaque reader refuses is unknown.
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) | Encoding::Enum(_) | Encoding::Lazy(_) => {}
            Encoding::Opaque(_) => {}
            Encoding::Json => self.add(Rule::Bson),
            Encoding::Bytes(extent) => self.extent(*extent),
            Encoding::Text { extent, utf8 } => {
                self.extent(*extent);
                self.add_if(*utf8, Rule::Utf8);
            }
            Encoding::Scalar(Scalar::UintLikeN { max }) => self.add(Rule::Range { min: 0, max: (*max).into() }),
            Encoding::Scalar(Scalar::IntLikeZ { min, max }) => {
                self.add(Rule::Range { min: (*min).into(), max: (*max).into() });
            }
            Encoding::Scalar(_) => {}
            Encoding::Object(fields) => self.fields(fields),
            Encoding::Select(select) => self.fields(select.cases),
            Encoding::Tuple(parts) | Encoding::Merge(parts) => parts.iter().for_each(|part| self.encoding(part)),
            Encoding::Union { cases, .. } => {
                for case in newest_cases(cases).filter(|case| !matches!(case.kind, CaseKind::JsonOnly)) {
                    self.within(case.title, |finder| {
                        if let CaseKind::Other { reserved: reserved @ [_, ..] } = case.kind {
                            finder.add(Rule::NoTags(reserved.into()));
                        }
                        finder.encoding(case.payload);
                    });
                }
            }
            Encoding::List { item, count, .. } => {
                if let Count::ToEnd { min: min @ 1.., .. } = count {
                    self.add(Rule::MinElements(*min));
                }
                self.within("[]", |finder| finder.encoding(item));
            }
            Encoding::Assoc { value, keys } => {
                self.add_if(keys.utf8, Rule::Utf8Keys);
                self.add_if(keys.distinct, Rule::DistinctKeys);
                self.within("[]", |finder| finder.encoding(value));
            }
            Encoding::Bounded { limit, inner } => {
                self.add(Rule::MaxBytes { bytes: *limit, with_size: begins_with_size(inner) });
                self.encoding(inner);
            }
            Encoding::Sized { bytes, inner } => {
                let is_described = matches!(inner, Encoding::Bytes(_) | Encoding::Text { .. });
                self.add_if(self.is_element() || !is_described, Rule::ExactBytes(*bytes));
                self.encoding(inner);
            }
            Encoding::Checked { inner, check: Check { kind, function, .. } } => {
                self.add(Rule::Function { kind: *kind, name: (*function).into() });
                self.encoding(inner);
            }
            Encoding::Dft { inner, default } => {
                default_bytes(*default).into_iter().for_each(|bytes| self.add(Rule::DefaultValue(bytes)));
                self.encoding(inner);
            }
            Encoding::Legacy(legacy) => {
                self.add(Rule::OlderEncoding);
                self.encoding(legacy.current);
            }
            Encoding::Split(split) => self.encoding(split.inner),
            Encoding::Opt(inner)
            | Encoding::Varopt(inner)
            | Encoding::Padded { inner, .. }
            | Encoding::Dynamic { inner, .. }
            | Encoding::Suffixed { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Magic { inner, .. }
            | Encoding::Described { inner, .. } => self.encoding(inner),
            Encoding::Def { id, inner } => self.definition(id, |finder| finder.encoding(inner)),
            Encoding::Mu(mu) => self.recursive(mu),
            Encoding::Compact(CompactSchema { part, .. }) => self.part(part),
        }
    }

    fn extent(&mut self, extent: Extent) {
        if let Extent::Fixed(bytes) = extent {
            self.add_if(self.is_element(), Rule::ExactBytes(bytes));
        }
    }

    /// Returns true for an element of a list, whose size is not part of descriptions.
    fn is_element(&self) -> bool {
        let path = if self.path.is_empty() { &self.at } else { &self.path };
        path.ends_with("[]")
    }

    fn fields(&mut self, fields: &'static [Field]) {
        for field in newest(fields) {
            self.within(field.name, |finder| finder.encoding(field.encoding));
        }
    }

    fn recursive(&mut self, mu: &'static Mu) {
        if self.open.contains(&mu.name) {
            return;
        }
        self.open.push(mu.name);
        self.definition(mu.name, |finder| {
            finder.add(Rule::MaxLevels(mu.depth));
            finder.encoding((mu.body)());
        });
        self.open.pop();
    }

    fn part(&mut self, part: &'static Part) {
        match part {
            Part::Null | Part::Unit | Part::Bool | Part::Int32 | Part::Int64 => {}
            Part::Payload(encoding) | Part::OrInt32(encoding) => self.encoding(encoding),
            Part::List { item, .. } => self.within("[]", |finder| finder.encoding(item)),
            Part::Option(part) => self.part(part),
            Part::Tuple(parts) => parts.iter().for_each(|part| self.part(part)),
            Part::Object(fields) => {
                for PartField { name, part, .. } in *fields {
                    self.within(name, |finder| finder.part(part));
                }
            }
            Part::Union(union) => {
                for PartCase { title, part, .. } in union.cases {
                    self.within(title, |finder| finder.part(part));
                }
            }
        }
    }

    /// Visits the next step along the path: a field, a case, or `[]`.
    fn within(&mut self, step: &str, visit: impl FnOnce(&mut Self)) {
        let longer = joined(&self.path, step);
        let path = core::mem::replace(&mut self.path, longer);
        visit(self);
        self.path = path;
    }

    fn definition(&mut self, name: &'static str, visit: impl FnOnce(&mut Self)) {
        let here = joined(&self.at, &self.path);
        let at = core::mem::replace(&mut self.at, here);
        let path = core::mem::take(&mut self.path);
        let definition = self.definition.replace(name);
        visit(self);
        (self.at, self.path, self.definition) = (at, path, definition);
    }

    fn add(&mut self, rule: Rule) {
        let (at, path) = (self.at.clone(), self.path.clone());
        self.found.push(Constraint { at, definition: self.definition.map(Into::into), path, rule });
    }

    fn add_if(&mut self, applies: bool, rule: Rule) {
        if applies {
            self.add(rule);
        }
    }
}

/// Returns true if the bytes of a value start with a size prefix.
fn begins_with_size(encoding: &'static Encoding) -> bool {
    matches!(encoding, Encoding::Dynamic { .. }) || bare(encoding).is_some_and(begins_with_size)
}
