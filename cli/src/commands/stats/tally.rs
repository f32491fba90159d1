//! Bytes of kinds and of their fields.

use std::collections::BTreeMap;

use tezos_encoding::{Path, Segment, schema::slice};

use super::load::Message;

/// What was counted.
#[derive(Default)]
pub(super) struct Tally {
    kinds: BTreeMap<String, Counted>,
    /// Messages that their encoding refuses.
    pub(super) refused: u64,
}

#[derive(Default)]
struct Counted {
    sizes: Vec<u64>,
    /// By path: bytes in each message that has the field.
    fields: BTreeMap<String, Vec<u64>>,
}

/// A kind of message.
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) sizes: Sizes,
    /// The largest first.
    pub(super) fields: Vec<Field>,
}

/// A field of a kind.
pub(super) struct Field {
    /// The way to it, without the places in lists.
    pub(super) path: String,
    pub(super) sizes: Sizes,
}

/// Sizes, the least first.
pub(super) struct Sizes(Vec<u64>);

impl Sizes {
    fn new(mut sizes: Vec<u64>) -> Self {
        sizes.sort_unstable();
        Self(sizes)
    }

    pub(super) fn count(&self) -> u64 {
        u64::try_from(self.0.len()).unwrap_or(u64::MAX)
    }

    pub(super) fn total(&self) -> u64 {
        self.0.iter().copied().fold(0, u64::saturating_add)
    }

    /// The least size that such a part of the others does not exceed.
    pub(super) fn quantile(&self, part: f64) -> u64 {
        let rank = (self.0.len() as f64 * part).ceil() as usize;
        self.0.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }
}

impl Tally {
    pub(super) fn add(&mut self, message: &Message) {
        let slicing = slice(message.encoding, &message.bytes);
        if slicing.error.is_some() {
            self.refused = self.refused.saturating_add(1);
            return;
        }
        let mut fields: BTreeMap<String, u64> = BTreeMap::new();
        let mut kind = message.kind.clone();
        for slice in &slicing.slices {
            let path = slicing.path(slice);
            kind = kind.or_else(|| case(&path));
            let bytes = fields.entry(place(&path)).or_default();
            *bytes = bytes.saturating_add(length(slice.bytes));
        }
        let counted = self.kinds.entry(kind.unwrap_or_else(|| "all".into())).or_default();
        counted.sizes.push(length(&message.bytes));
        for (path, bytes) in fields {
            counted.fields.entry(path).or_default().push(bytes);
        }
    }

    /// The kinds with the most bytes first.
    pub(super) fn kinds(&self) -> Vec<Kind> {
        let kinds = self.kinds.iter().map(|(name, counted)| {
            let fields = counted.fields.iter();
            let mut fields: Vec<Field> =
                fields.map(|(path, sizes)| Field { path: path.clone(), sizes: Sizes::new(sizes.clone()) }).collect();
            fields.sort_by_key(|field| std::cmp::Reverse(field.sizes.total()));
            Kind { name: name.clone(), sizes: Sizes::new(counted.sizes.clone()), fields }
        });
        let mut kinds: Vec<Kind> = kinds.collect();
        kinds.sort_by_key(|kind| std::cmp::Reverse(kind.sizes.total()));
        kinds
    }
}

/// The outermost case.
fn case(path: &Path) -> Option<String> {
    path.segments().find_map(|segment| match segment {
        Segment::Case(name) => Some(name.to_owned()),
        _ => None,
    })
}

/// A path without the places in lists.
fn place(path: &Path) -> String {
    let mut out = String::new();
    for segment in path.segments() {
        match segment {
            Segment::Case(_) => {}
            Segment::Index(_) => out.push_str("[]"),
            Segment::Field(name) => {
                if !out.is_empty() {
                    out.push('.');
                }
                out.push_str(name);
            }
        }
    }
    out
}

fn length(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_sizes_that_were_seen() {
        let sizes = Sizes::new(vec![5, 1, 9, 3]);
        assert_eq!([0.0, 0.25, 0.5, 0.95, 1.0].map(|part| sizes.quantile(part)), [1, 1, 3, 9, 9]);
        assert_eq!((sizes.count(), sizes.total()), (4, 18));
        assert_eq!(Sizes::new(Vec::new()).quantile(0.5), 0);
    }

    #[test]
    fn fields_of_a_message_are_all_of_it() {
        let bytes = hex::decode("0000000600107a06a770").unwrap();
        let encoding = crate::encodings::named("p2p_message").unwrap().encoding;
        let mut tally = Tally::default();
        tally.add(&Message { kind: None, encoding, bytes: bytes.clone() });
        tally.add(&Message { kind: None, encoding, bytes: bytes[1..].to_vec() });
        let kinds = tally.kinds();
        assert_eq!((kinds.len(), tally.refused, kinds[0].name.as_str()), (1, 1, "Get_current_branch"));
        let fields: Vec<_> = kinds[0].fields.iter().map(|field| (field.path.as_str(), field.sizes.total())).collect();
        assert_eq!(fields, [("", 6), ("get_current_branch", 4)]);
    }
}
