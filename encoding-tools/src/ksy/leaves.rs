//! Flattens encodings to the sequence of values on the wire, as the printer of layouts does: wrappers without bytes are
//! dropped.

use tezos_encoding_core::__tools::BIG_LIST;
use tezos_encoding_core::schema::{CaseKind, Count, Encoding, Extent, Part};
use tezos_encoding_core::wire::Prefix;

use crate::made::keep;
use crate::walk::{Chosen, Parts, binary_cases, chosen};

/// Maximum nesting of wrappers.
const MAX_DEPTH: usize = 200;

/// One value of the sequence on the wire: a field that contains no other fields, or a value without a name.
pub(super) struct Leaf {
    /// The names of the fields around it, outermost first, and whether the printer keeps each.
    pub(super) names: Vec<(&'static str, bool)>,
    pub(super) encoding: &'static Encoding,
}

/// Returns the sequence of values on the wire.
pub(super) fn leaves(encoding: &'static Encoding) -> Vec<Leaf> {
    let mut collector = Collector { names: Vec::new(), leaves: Vec::new(), depth: 0 };
    collector.encoding(encoding);
    collector.leaves
}

struct Collector {
    names: Vec<(&'static str, bool)>,
    leaves: Vec<Leaf>,
    depth: usize,
}

impl Collector {
    fn encoding(&mut self, encoding: &'static Encoding) {
        if self.depth >= MAX_DEPTH {
            return self.leaf(encoding);
        }
        self.depth = self.depth.saturating_add(1);
        match encoding {
            Encoding::Empty | Encoding::Null | Encoding::Constant(_) => {}
            Encoding::Object(fields) => {
                let is_kept = fields.iter().filter(|field| !is_nothing(field.encoding)).nth(1).is_some();
                for field in *fields {
                    self.names.push((field.name, is_kept));
                    self.encoding(field.encoding);
                    self.names.pop();
                }
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => parts.iter().for_each(|part| self.encoding(part)),
            Encoding::Padded { bytes, inner } => {
                self.encoding(inner);
                self.leaf(keep(Encoding::Bytes(Extent::Fixed(*bytes))));
            }
            Encoding::Magic { bytes, inner } => {
                self.leaf(keep(Encoding::Bytes(Extent::Fixed(bytes.len()))));
                self.encoding(inner);
            }
            Encoding::Sized { bytes, .. } => self.leaf(keep(Encoding::Bytes(Extent::Fixed(*bytes)))),
            Encoding::Checked { inner, .. }
            | Encoding::Described { inner, .. }
            | Encoding::Def { inner, .. }
            | Encoding::Bounded { inner, .. }
            | Encoding::Reserve { inner, .. }
            | Encoding::Dft { inner, .. } => self.encoding(inner),
            Encoding::Lazy(_) => self.leaf(&Encoding::Bytes(Extent::Rest)),
            Encoding::Split(split) => self.encoding(split.inner),
            Encoding::Legacy(legacy) => self.encoding(legacy.current),
            Encoding::Mu(mu) => self.encoding((mu.body)()),
            Encoding::Compact(compact) if compact.tag.of_union().is_none() => self.part(compact.part, 0),
            Encoding::Scalar(_)
            | Encoding::Bytes(_)
            | Encoding::Text { .. }
            | Encoding::Enum(_)
            | Encoding::List { .. }
            | Encoding::Union { .. }
            | Encoding::Select(_)
            | Encoding::Opt(_)
            | Encoding::Varopt(_)
            | Encoding::Dynamic { .. }
            | Encoding::Suffixed { .. }
            | Encoding::Assoc { .. }
            | Encoding::Json
            | Encoding::Opaque(_)
            | Encoding::Compact(_) => self.leaf(encoding),
        }
        self.depth = self.depth.saturating_sub(1);
    }

    fn leaf(&mut self, encoding: &'static Encoding) {
        self.leaves.push(Leaf { names: self.names.clone(), encoding });
    }

    /// Adds a part of a compact encoding, as the reference builds it: tuples (`compact.ml`, `make`).
    fn part(&mut self, part: &'static Part, bits: u32) {
        match chosen(part, bits) {
            Chosen::Nothing => {}
            Chosen::Value(encoding) => self.encoding(encoding),
            Chosen::Integer(form) => self.leaf(keep(Encoding::Scalar(form.shown))),
            Chosen::List(item, count) => {
                let list = keep(Encoding::List { item, count, array: false });
                let is_counted = matches!(count, Count::Exactly(_));
                self.leaf(if is_counted { list } else { keep(Encoding::Dynamic { prefix: BIG_LIST, inner: list }) });
            }
            Chosen::Parts(Parts { parts, .. }) => {
                parts.into_iter().for_each(|(_, part, bits)| self.part(part, bits));
            }
        }
    }
}

/// Returns true if an encoding has no bytes, so that the printer prints nothing for it.
fn is_nothing(encoding: &Encoding) -> bool {
    encoding.size().most == Some(0)
}

/// A union, an enumeration or a compact encoding: a tag, and what follows it.
pub(super) struct Choice {
    pub(super) bytes: usize,
    /// The tag and the name of each case, and the values after the tag.
    pub(super) cases: Vec<(u32, String, Vec<Leaf>)>,
}

impl Choice {
    pub(super) fn of(encoding: &'static Encoding) -> Option<Self> {
        match encoding {
            Encoding::Enum(names) => {
                let cases = (0..).zip(*names).map(|(tag, name)| (tag, (*name).to_owned(), Vec::new())).collect();
                Some(Self { bytes: Prefix::for_count(names.len()).bytes(), cases })
            }
            Encoding::Union { tag, cases, .. } => {
                let own = binary_cases(cases).filter(|case| !matches!(case.kind, CaseKind::Other { .. }));
                let cases = own.map(|case| (case.tag, case.title.to_owned(), leaves(case.payload))).collect();
                Some(Self { bytes: tag.bytes(), cases })
            }
            Encoding::Compact(compact) => {
                let tag = compact.tag.of_union()?;
                let cases = (0..=tag.max()).filter(|bits| compact.part.has(*bits)).map(|bits| {
                    let mut collector = Collector { names: Vec::new(), leaves: Vec::new(), depth: 0 };
                    collector.part(compact.part, bits);
                    (bits, compact.part.case_name(bits).into_owned(), collector.leaves)
                });
                Some(Self { bytes: tag.bytes(), cases: cases.collect() })
            }
            _ => None,
        }
    }
}
