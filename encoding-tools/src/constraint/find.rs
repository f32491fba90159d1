//! From a schema to its constraints.

use alloc::string::String;
use alloc::vec::Vec;

use super::{Constraint, Rule, joined};
use tezos_encoding_core::schema::{
    CaseKind, Check, Compact, Count, DefaultBytes, Encoding, Extent, Field, Mu, Part, PartCase, PartField, Scalar,
};

/// Levels of a schema that are looked into, as by descriptions.
const MAX_LEVELS: usize = 200;
/// Places that are looked at: a type that is made of two of another, and that one of two of a third, has twice as many with each
/// step.
const MAX_PLACES: usize = 1 << 16;

/// The constraints of an encoding, in the order of the bytes; nothing where it has too many places to say them all.
pub(crate) fn constraints(encoding: &'static Encoding) -> Option<Vec<Constraint>> {
    let mut finder = Finder::default();
    finder.encoding(encoding);
    (!finder.cut).then_some(finder.found)
}

#[derive(Default)]
struct Finder {
    found: Vec<Constraint>,
    /// The way to the innermost definition, which definition that is, and the way on from there.
    at: String,
    definition: Option<&'static str>,
    path: String,
    /// Recursive types around.
    open: Vec<&'static str>,
    level: usize,
    places: usize,
    /// Whether something was left out.
    cut: bool,
}

impl Finder {
    fn encoding(&mut self, encoding: &'static Encoding) {
        if self.level >= MAX_LEVELS || self.places >= MAX_PLACES {
            self.cut = true;
            return;
        }
        self.level = self.level.saturating_add(1);
        self.places = self.places.saturating_add(1);
        self.here(encoding);
        self.level = self.level.saturating_sub(1);
    }

    fn here(&mut self, encoding: &'static Encoding) {
        match encoding {
            // What bytes hold is looked at when it is asked for.
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) | Encoding::Enum(_) => {}
            Encoding::Lazy(_) => {}
            Encoding::Json => self.demand(Rule::Bson),
            Encoding::Bytes(extent) => self.extent(*extent),
            Encoding::Text { extent, utf8 } => {
                self.extent(*extent);
                if *utf8 {
                    self.demand(Rule::Utf8);
                }
            }
            Encoding::Scalar(Scalar::UintLikeN { max }) => self.demand(Rule::Range { min: 0, max: (*max).into() }),
            Encoding::Scalar(Scalar::IntLikeZ { min, max }) => {
                self.demand(Rule::Range { min: (*min).into(), max: (*max).into() });
            }
            Encoding::Scalar(_) => {}
            Encoding::Object(fields) => self.fields(fields),
            Encoding::Select(select) => self.fields(select.cases),
            Encoding::Tuple(parts) | Encoding::Merge(parts) => parts.iter().for_each(|part| self.encoding(part)),
            Encoding::Union { cases, .. } => {
                for case in *cases {
                    match case.kind {
                        CaseKind::JsonOnly => continue,
                        CaseKind::Other { reserved: reserved @ [_, ..] } => {
                            self.inside(case.title, |finder| finder.demand(Rule::NoTags(reserved.into())));
                        }
                        CaseKind::Tagged | CaseKind::When(_) | CaseKind::Other { .. } => {}
                    }
                    self.inside(case.title, |finder| finder.encoding(case.payload));
                }
            }
            Encoding::List { item, count, .. } => {
                if let Count::ToEnd { min: min @ 1.., .. } = count {
                    self.demand(Rule::LeastElements(*min));
                }
                self.inside("[]", |finder| finder.encoding(item));
            }
            Encoding::Assoc { value, keys } => {
                let demands = [(keys.utf8, Rule::Utf8Keys), (keys.distinct, Rule::DistinctKeys)];
                demands.into_iter().filter(|(is_demanded, _)| *is_demanded).for_each(|(_, rule)| self.demand(rule));
                self.inside("[]", |finder| finder.encoding(value));
            }
            Encoding::Bounded { limit, inner } => {
                self.demand(Rule::MostBytes { bytes: *limit, with_size: begins_with_size(inner) });
                self.encoding(inner);
            }
            Encoding::Sized { bytes, inner } => {
                if self.is_element() || !matches!(inner, Encoding::Bytes(_) | Encoding::Text { .. }) {
                    self.demand(Rule::ExactBytes(*bytes));
                }
                self.encoding(inner);
            }
            Encoding::Checked { inner, check: Check { kind, function, .. } } => {
                self.demand(Rule::Function { kind: *kind, name: (*function).into() });
                self.encoding(inner);
            }
            Encoding::Dft { inner, default } => {
                let usual = match default {
                    DefaultBytes::Known(bytes) => Some(bytes.to_vec()),
                    DefaultBytes::Made(make) => make(),
                };
                usual.into_iter().for_each(|bytes| self.demand(Rule::UsualValue(bytes)));
                self.encoding(inner);
            }
            Encoding::Legacy(legacy) => {
                self.demand(Rule::OlderForm);
                self.encoding(legacy.current);
            }
            Encoding::Opt(inner)
            | Encoding::Varopt(inner)
            | Encoding::Padded { inner, .. }
            | Encoding::Dynamic { inner, .. }
            | Encoding::Suffixed { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Magic { inner, .. }
            | Encoding::Described { inner, .. } => self.encoding(inner),
            Encoding::Split(split) => self.encoding(split.inner),
            Encoding::Def { id, inner } => self.definition(id, |finder| finder.encoding(inner)),
            Encoding::Mu(mu) => self.recursive(mu),
            Encoding::Compact(Compact { part, .. }) => self.part(part),
        }
    }

    fn extent(&mut self, extent: Extent) {
        if let (Extent::Fixed(bytes), true) = (extent, self.is_element()) {
            self.demand(Rule::ExactBytes(bytes));
        }
    }

    /// Whether this is an element of a list: a description has no size of it.
    fn is_element(&self) -> bool {
        let way = if self.path.is_empty() { &self.at } else { &self.path };
        way.ends_with("[]")
    }

    fn fields(&mut self, fields: &'static [Field]) {
        for field in fields {
            self.inside(field.name, |finder| finder.encoding(field.encoding));
        }
    }

    fn recursive(&mut self, mu: &'static Mu) {
        if self.open.contains(&mu.name) {
            return;
        }
        self.open.push(mu.name);
        self.definition(mu.name, |finder| {
            finder.demand(Rule::MostLevels(mu.depth));
            finder.encoding((mu.body)());
        });
        self.open.pop();
    }

    fn part(&mut self, part: &'static Part) {
        match part {
            Part::Null | Part::Unit | Part::Bool | Part::Int32 | Part::Int64 => {}
            Part::Payload(encoding) | Part::OrInt32(encoding) => self.encoding(encoding),
            Part::List { item, .. } => self.inside("[]", |finder| finder.encoding(item)),
            Part::Option(part) => self.part(part),
            Part::Tuple(parts) => parts.iter().for_each(|part| self.part(part)),
            Part::Object(fields) => {
                for PartField { name, part, .. } in *fields {
                    self.inside(name, |finder| finder.part(part));
                }
            }
            Part::Union(cases) => {
                for PartCase { title, part, .. } in *cases {
                    self.inside(title, |finder| finder.part(part));
                }
            }
        }
    }

    /// What is a step further in: a field, a case, or `[]`.
    fn inside(&mut self, step: &str, look: impl FnOnce(&mut Self)) {
        let longer = joined(&self.path, step);
        let path = core::mem::replace(&mut self.path, longer);
        look(self);
        self.path = path;
    }

    fn definition(&mut self, name: &'static str, look: impl FnOnce(&mut Self)) {
        let here = joined(&self.at, &self.path);
        let at = core::mem::replace(&mut self.at, here);
        let path = core::mem::take(&mut self.path);
        let definition = self.definition.replace(name);
        look(self);
        (self.at, self.path, self.definition) = (at, path, definition);
    }

    fn demand(&mut self, rule: Rule) {
        let (at, path) = (self.at.clone(), self.path.clone());
        self.found.push(Constraint { at, definition: self.definition.map(Into::into), path, rule });
    }
}

/// Whether the bytes of a value begin with the size of the rest.
fn begins_with_size(mut encoding: &Encoding) -> bool {
    loop {
        encoding = match encoding {
            Encoding::Dynamic { .. } => return true,
            Encoding::Checked { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Dft { inner, .. }
            | Encoding::Bounded { inner, .. } => inner,
            Encoding::Split(split) => split.inner,
            Encoding::Legacy(legacy) => legacy.current,
            _ => return false,
        };
    }
}
