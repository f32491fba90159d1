//! The schema of one revision of a format.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tezos_encoding_core::__tools::check_at;
use tezos_encoding_core::schema::{Case, Check, Encoding, Field, LegacySchema, Mu, Select, Split};
use tezos_encoding_core::{Revision, Revisions};

use crate::made::{Body, keep, keep_all};

/// Returns the schema of one revision of a format, without the fields and cases that it does not have.
///
/// Every function that takes a schema (`decode`, `encode`, `to_json`, `from_json`, `slice`, `describe`, ..) uses the
/// newest revision of a schema that has several: pass the schema of the intended revision instead. The payloads of
/// compact encodings are not changed.
///
/// The schema is made once for each encoding and revision, and kept until the program ends.
///
/// ```
/// use tezos_encoding::schema::{at, decode, encode, from_json, to_json};
/// use tezos_encoding::{HasEncoding, Revision};
/// #[derive(HasEncoding)]
/// struct Vote {
///     level: u32,
///     #[encoding(since = 12)]
///     round: Option<u32>,
/// }
/// let (old, new) = (at(Vote::ENCODING, Revision(11)), at(Vote::ENCODING, Revision(12)));
/// assert_eq!((old.size().most, new.size().most), (Some(4), Some(8)));
///
/// // Bytes of the old revision are not valid in the newest one, which the schema of the type stands for.
/// let bytes = [0, 0, 0, 7];
/// assert_eq!(to_json(old, &bytes).unwrap(), r#"{"level":7}"#);
/// assert_eq!(from_json(old, r#"{"level":7}"#).unwrap(), bytes);
/// assert_eq!(encode(old, &decode(old, &bytes).unwrap()).unwrap(), bytes);
/// assert_eq!(to_json(Vote::ENCODING, &bytes).unwrap_err().kind().name(), "Not_enough_data");
/// ```
pub fn at(encoding: &'static Encoding, revision: Revision) -> &'static Encoding {
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let known = known.get_or_insert_default();
    Resolver { revision, known, assumed: Vec::new(), assumptions: 0 }.encoding(encoding).unwrap_or(encoding)
}

/// Returns true if `bytes` are exactly one value in one revision of a format. It does not create the schema of that
/// revision, so it is a cheap test of which revisions to pass to [`at`].
///
/// ```
/// use tezos_encoding::schema::accepts;
/// use tezos_encoding::{HasEncoding, Revision};
/// #[derive(HasEncoding)]
/// struct Vote {
///     level: u32,
///     #[encoding(since = 12)]
///     round: Option<u32>,
/// }
/// assert!(accepts(Vote::ENCODING, &[0, 0, 0, 7], Revision(11)));
/// assert!(!accepts(Vote::ENCODING, &[0, 0, 0, 7], Revision(12)));
/// ```
pub fn accepts(encoding: &'static Encoding, bytes: &[u8], revision: Revision) -> bool {
    check_at(encoding, bytes, revision).is_ok()
}

/// The encodings of one revision; `None` for those that are the same in all revisions.
type Known = HashMap<(Identity, Revision), Option<&'static Encoding>>;

/// What identifies an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Identity {
    /// The address where it is.
    At(usize),
    /// The address of the function that returns the body of a recursive encoding, and its name. The encoding itself may be at several
    /// addresses.
    Recursive(usize, &'static str),
}

struct Resolver<'r> {
    revision: Revision,
    known: &'r mut Known,
    /// The encodings that are known only if the recursive ones around them are the same in all revisions.
    assumed: Vec<Identity>,
    /// How many recursive encodings are assumed to be the same in all revisions.
    assumptions: usize,
}

impl Resolver<'_> {
    /// Returns the encoding in the revision; `None` if it is the same. Each is made once, however many others contain it.
    fn encoding(&mut self, encoding: &'static Encoding) -> Option<&'static Encoding> {
        if let Encoding::Mu(mu) = encoding {
            return self.recursive(mu);
        }
        let identity = Identity::At(core::ptr::from_ref(encoding).addr());
        if let Some(known) = self.known.get(&(identity, self.revision)) {
            return *known;
        }
        let made = self.make(encoding);
        self.learn(identity, made);
        made
    }

    fn learn(&mut self, identity: Identity, made: Option<&'static Encoding>) {
        self.known.insert((identity, self.revision), made);
        if self.assumptions > 0 {
            self.assumed.push(identity);
        }
    }

    fn make(&mut self, encoding: &'static Encoding) -> Option<&'static Encoding> {
        let made = match *encoding {
            Encoding::Object(fields) => Encoding::Object(self.fields(fields)?),
            Encoding::Select(select) => Encoding::Select(keep(Select { cases: self.fields(select.cases)?, ..*select })),
            Encoding::Union { tag, cases, ignore_unknown } => {
                Encoding::Union { tag, cases: self.cases(cases)?, ignore_unknown }
            }
            Encoding::Tuple(parts) => Encoding::Tuple(self.parts(parts)?),
            Encoding::Merge(parts) => Encoding::Merge(self.parts(parts)?),
            Encoding::List { item, count, array } => Encoding::List { item: self.encoding(item)?, count, array },
            Encoding::Opt(inner) => Encoding::Opt(self.encoding(inner)?),
            Encoding::Varopt(inner) => Encoding::Varopt(self.encoding(inner)?),
            Encoding::Lazy(inner) => Encoding::Lazy(self.encoding(inner)?),
            Encoding::Dft { inner, default } => Encoding::Dft { inner: self.encoding(inner)?, default },
            Encoding::Padded { bytes, inner } => Encoding::Padded { bytes, inner: self.encoding(inner)? },
            Encoding::Dynamic { prefix, inner } => Encoding::Dynamic { prefix, inner: self.encoding(inner)? },
            Encoding::Suffixed { size, inner } => Encoding::Suffixed { size, inner: self.encoding(inner)? },
            Encoding::Bounded { limit, inner } => Encoding::Bounded { limit, inner: self.encoding(inner)? },
            Encoding::Sized { bytes, inner } => Encoding::Sized { bytes, inner: self.encoding(inner)? },
            Encoding::Reserve { bytes, inner } => Encoding::Reserve { bytes, inner: self.encoding(inner)? },
            Encoding::Checked { inner, check } if !check.revisions.contain(self.revision) => {
                return Some(self.encoding(inner).unwrap_or(inner));
            }
            Encoding::Checked { inner, check } => {
                let made = self.encoding(inner);
                if made.is_none() && check.revisions.are_all() {
                    return None;
                }
                let check = Check { revision: Some(self.revision), ..check }.during(Revisions::ALL);
                Encoding::Checked { inner: made.unwrap_or(inner), check }
            }
            Encoding::Def { id, inner } => Encoding::Def { id, inner: self.encoding(inner)? },
            Encoding::Described { about, inner } => Encoding::Described { about, inner: self.encoding(inner)? },
            Encoding::Magic { bytes, inner } => Encoding::Magic { bytes, inner: self.encoding(inner)? },
            Encoding::Assoc { value, keys } => Encoding::Assoc { value: self.encoding(value)?, keys },
            Encoding::Split(split) => Encoding::Split(self.split(split)?),
            Encoding::Legacy(legacy) => {
                let [current, older] = self.pair(legacy.current, legacy.older)?;
                Encoding::Legacy(keep(LegacySchema { current, older, ..*legacy }))
            }
            Encoding::Empty
            | Encoding::Null
            | Encoding::Constant(_)
            | Encoding::Scalar(_)
            | Encoding::Bytes(_)
            | Encoding::Text { .. }
            | Encoding::Enum(_)
            | Encoding::Json
            | Encoding::Mu(_)
            | Encoding::Opaque(_)
            | Encoding::Compact(_) => return None,
        };
        Some(keep(made))
    }

    fn fields(&mut self, fields: &'static [Field]) -> Option<&'static [Field]> {
        let mut changed = false;
        let mut made = Vec::with_capacity(fields.len());
        for field in fields {
            let encoding = self.encoding(field.encoding);
            changed |= encoding.is_some() || !field.revisions.are_all();
            if field.revisions.contain(self.revision) {
                made.push(Field::req(field.name, encoding.unwrap_or(field.encoding)));
            }
        }
        changed.then(|| keep_all(made))
    }

    fn cases(&mut self, cases: &'static [Case]) -> Option<&'static [Case]> {
        let mut changed = false;
        let mut made = Vec::with_capacity(cases.len());
        for case in cases {
            let (payload, otherwise) =
                (self.encoding(case.payload), case.otherwise.map(|split| (self.split(split), split)));
            let all = case.revisions.are_all();
            changed |= payload.is_some() || !all || otherwise.is_some_and(|(made, _)| made.is_some());
            if case.revisions.contain(self.revision) {
                let payload = payload.unwrap_or(case.payload);
                let otherwise = otherwise.map(|(made, split)| made.unwrap_or(split));
                made.push(Case { payload, otherwise, ..*case }.during(Revisions::ALL));
            }
        }
        changed.then(|| keep_all(made))
    }

    fn parts(&mut self, parts: &'static [&'static Encoding]) -> Option<&'static [&'static Encoding]> {
        let made: Vec<_> = parts.iter().map(|part| self.encoding(part)).collect();
        made.iter().any(Option::is_some).then(|| {
            let each = made.into_iter().zip(parts).map(|(made, part)| made.unwrap_or(part));
            keep_all(each.collect())
        })
    }

    fn pair(&mut self, one: &'static Encoding, other: &'static Encoding) -> Option<[&'static Encoding; 2]> {
        match (self.encoding(one), self.encoding(other)) {
            (None, None) => None,
            (made, made_other) => Some([made.unwrap_or(one), made_other.unwrap_or(other)]),
        }
    }

    fn split(&mut self, split: &'static Split) -> Option<&'static Split> {
        let [inner, json] = self.pair(split.inner, split.json)?;
        Some(keep(Split { inner, json, revision: Some(self.revision), ..*split }))
    }

    /// If the program has no bodies left, the recursive encoding is not changed.
    fn recursive(&mut self, mu: &'static Mu) -> Option<&'static Encoding> {
        let identity = Identity::Recursive(mu.body as usize, mu.name);
        if let Some(known) = self.known.get(&(identity, self.revision)) {
            return *known;
        }
        // First assumes that the body is the same: only if it is not, a second recursive encoding is created.
        let before = self.assumed.len();
        self.assumptions = self.assumptions.saturating_add(1);
        self.learn(identity, None);
        let body = (mu.body)();
        let is_same = self.encoding(body).is_none();
        self.assumptions = self.assumptions.saturating_sub(1);
        if is_same {
            return None;
        }
        for wrong in self.assumed.drain(before..) {
            self.known.remove(&(wrong, self.revision));
        }
        let made = Body::take().map(|cell| (cell, keep(Encoding::Mu(keep(Mu { body: cell.function, ..*mu })))));
        self.learn(identity, made.map(|(_, made)| made));
        let (cell, made) = made?;
        cell.set(self.encoding(body).unwrap_or(body));
        Some(made)
    }
}
