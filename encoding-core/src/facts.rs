//! Static properties of a type's encoding, known before any value is read or written.

use crate::prefix::Prefix;

/// Static properties of a type's encoding, which hold for every value.
///
/// Derived code computes them from the facts of the fields; [`NomReader`](crate::NomReader) and
/// [`BinWriter`](crate::BinWriter) each have a `FACTS`. The default, [`Facts::UNKNOWN`], is always correct: facts only
/// save checks and allocations.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::Facts;
/// #[derive(NomReader, BinWriter)]
/// struct Point { x: u16, y: u16, name: String }
///
/// let facts = <Point as NomReader>::FACTS;
/// assert_eq!((facts.fixed_size, facts.min_size), (None, 8));
/// assert_eq!(<(u16, u16) as NomReader>::FACTS.fixed_size, Some(4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Facts {
    /// The encoded size in bytes, if all values have the same size. The reader checks that this many bytes are
    /// available before it reads the first field (`binary_reader.ml`, `Objs` and `Tups` of kind `Fixed`).
    pub fixed_size: Option<usize>,
    /// The minimum encoded size in bytes. Bounds the capacity reserved before elements are read.
    pub min_size: usize,
    /// For a reader: true if every sequence of `fixed_size` bytes is a valid value. For a writer: true if every value can
    /// be written as `fixed_size` bytes. Lists of such values are copied without per-element checks. Always false if
    /// `fixed_size` is `None`.
    pub infallible: bool,
    /// Whether values may contain blocks, and how their size prefixes are written.
    pub blocks: Blocks,
    /// Whether every value extends to the end of its block, so that no bytes can be left over.
    pub to_end: bool,
    /// The size prefix, if every value is exactly one block with its size prefix. The elements of a list of such values
    /// are counted before they are read, so that one allocation of the right capacity is enough.
    pub prefix: Option<Prefix>,
    /// For a writer: whether [`to_bytes`](crate::Encode::to_bytes) checks and writes a value in one pass, because
    /// measuring it takes as long as writing it. True for recursive types.
    pub one_pass: bool,
    /// Whether the same bytes are different values in different revisions: a field has `since` or `until`, or two
    /// cases have the same tag. Methods that are given no revision do not compile for such a type. A case of some revisions
    /// with a tag of its own does not count: each revision that accepts the bytes reads the same value.
    pub by_revision: bool,
}

/// Whether values contain blocks, and how their size prefixes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blocks {
    /// Values contain no blocks.
    None,
    /// Values contain blocks; a sink that can seek back writes the block first and fills in its size prefix afterwards.
    Patched,
    /// Values contain blocks whose size prefix has no fixed width, so that their size must be known before they are
    /// written. They are nested only as deep as the type is written: those beyond the lengths that are remembered without
    /// heap are measured again, or, if they contain blocks and the sink can seek back, written first and moved.
    Remembered,
    /// As `Remembered`, at any depth: to measure each length again would take quadratic time, so all are remembered.
    Measured,
}

impl Blocks {
    /// Returns true if values may contain blocks.
    pub const fn any(self) -> bool {
        !matches!(self, Self::None)
    }

    /// Returns true for blocks at a limited depth, one of which has a size prefix without a fixed width.
    pub(crate) const fn remembered(self) -> bool {
        matches!(self, Self::Remembered)
    }

    /// Returns true for blocks at any depth.
    pub(crate) const fn recursive(self) -> bool {
        matches!(self, Self::Measured)
    }

    /// Returns the more demanding of the two.
    const fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Measured, _) | (_, Self::Measured) => Self::Measured,
            (Self::Remembered, _) | (_, Self::Remembered) => Self::Remembered,
            (Self::Patched, _) | (_, Self::Patched) => Self::Patched,
            (Self::None, Self::None) => Self::None,
        }
    }
}

impl Facts {
    /// No known properties: values may have any size and contain any blocks.
    pub const UNKNOWN: Self = Self {
        fixed_size: None,
        min_size: 0,
        infallible: false,
        blocks: Blocks::Measured,
        to_end: false,
        prefix: None,
        one_pass: false,
        by_revision: false,
    };

    /// Values of a recursive type.
    pub const RECURSIVE: Self = Self { one_pass: true, ..Self::UNKNOWN };

    /// Values of variable size without blocks.
    pub const FLAT: Self = Self { blocks: Blocks::None, ..Self::UNKNOWN };

    /// Values that extend to the end of their block and contain no blocks, such as byte strings.
    pub const REST: Self = Self { to_end: true, ..Self::FLAT };

    /// Values of `bytes` bytes each without blocks, some of which may be refused.
    pub const fn fixed(bytes: usize) -> Self {
        Self { fixed_size: Some(bytes), min_size: bytes, ..Self::FLAT }
    }

    /// Values of `bytes` bytes each without blocks, none of which is refused.
    pub const fn plain(bytes: usize) -> Self {
        Self { infallible: true, ..Self::fixed(bytes) }
    }

    /// Returns the facts of `fields` in sequence.
    pub const fn sequence(fields: &[Self]) -> Self {
        if let [field] = fields {
            return *field;
        }
        let mut all = Self::plain(0);
        let mut rest = fields;
        while let [field, others @ ..] = rest {
            let fixed_size = add(all.fixed_size, field.fixed_size);
            all = Self {
                fixed_size,
                min_size: all.min_size.saturating_add(field.min_size),
                infallible: all.infallible && field.infallible && fixed_size.is_some(),
                blocks: all.blocks.or(field.blocks),
                to_end: rest.len() == 1 && field.to_end,
                prefix: None,
                one_pass: false,
                by_revision: all.by_revision || field.by_revision,
            };
            rest = others;
        }
        all
    }

    /// Returns the facts of a union: a tag of `tag` bytes, then one of the cases.
    pub const fn union(tag: usize, cases: &[Self]) -> Self {
        let [first, others @ ..] = cases else { return Self::fixed(tag) };
        let mut all = *first;
        let mut rest = others;
        while let [case, others @ ..] = rest {
            all.fixed_size = match (all.fixed_size, case.fixed_size) {
                (Some(a), Some(b)) if a == b => Some(a),
                _ => None,
            };
            all.min_size = if case.min_size < all.min_size { case.min_size } else { all.min_size };
            all.blocks = all.blocks.or(case.blocks);
            all.to_end = all.to_end && case.to_end;
            all.by_revision = all.by_revision || case.by_revision;
            rest = others;
        }
        Self::sequence(&[Self::fixed(tag), all])
    }

    /// Returns the facts of exactly `count` values in sequence.
    pub const fn repeated(self, count: usize) -> Self {
        let fixed_size = match self.fixed_size {
            Some(bytes) => bytes.checked_mul(count),
            None => None,
        };
        Self {
            fixed_size,
            min_size: self.min_size.saturating_mul(count),
            infallible: self.infallible && fixed_size.is_some(),
            to_end: false,
            prefix: None,
            one_pass: false,
            ..self
        }
    }

    /// Returns the facts of a list of any number of values, to the end of the block.
    pub const fn list(self) -> Self {
        Self { blocks: self.blocks, by_revision: self.by_revision, ..Self::REST }
    }

    /// Returns the facts of one value in a block with a size prefix.
    pub const fn block(self, prefix: Prefix) -> Self {
        let width = prefix.is_fixed();
        Self {
            fixed_size: None,
            min_size: self.min_size.saturating_add(prefix.min_bytes()),
            infallible: false,
            to_end: false,
            blocks: match self.blocks {
                Blocks::None | Blocks::Patched if width => Blocks::Patched,
                Blocks::None | Blocks::Patched | Blocks::Remembered => Blocks::Remembered,
                Blocks::Measured => Blocks::Measured,
            },
            // Counting blocks whose size prefix has no fixed width takes as long as reading them.
            prefix: if width { Some(prefix) } else { None },
            one_pass: false,
            by_revision: self.by_revision,
        }
    }

    /// Returns the same facts, but for an encoding that may refuse bytes or values.
    pub const fn fallible(self) -> Self {
        Self { infallible: false, ..self }
    }

    /// Returns the facts of an encoding of variable size that contains the same blocks.
    pub const fn of_any_size(self) -> Self {
        Self { blocks: self.blocks, by_revision: self.by_revision, ..Self::FLAT }
    }

    /// Returns the same facts, but for values of at least `bytes` bytes.
    pub const fn of_at_least(self, bytes: usize) -> Self {
        Self { min_size: bytes, ..self }
    }

    /// Returns the same facts, but for an encoding that differs between revisions.
    pub const fn by_revision(self) -> Self {
        Self { by_revision: true, ..self }
    }

    /// Stops the compilation for a type whose encoding differs between revisions.
    #[track_caller]
    pub(crate) const fn of_all_revisions(self) {
        assert!(
            !self.by_revision,
            "the encoding of this type depends on the revision, so this method must be given one: use those of `Revision`, \
             such as `Revision(7).decode(bytes)` and `Revision(7).encode(&value)`; for types of Tezos those of `Protocol`, \
             such as `Protocol::Seoul.decode(bytes)`"
        );
    }
}

/// Fields whose length is checked together, before the first of them is read.
///
/// A value of fixed size is checked as a whole, as the reference does (`binary_reader.ml`, `Objs` and `Tups` of kind
/// `Fixed`). Otherwise, the check covers the leading fields that have a fixed size and accept all bytes: they can only
/// fail for lack of bytes, so that one comparison replaces the check of each.
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    /// The number of bytes that must be available.
    pub(crate) bytes: usize,
    /// The fields, to find the one that is cut short; empty for a value of fixed size.
    pub(crate) fields: &'static [Facts],
}

impl Ahead {
    /// Covers all fields of a value.
    pub const fn of(fields: &'static [Facts]) -> Self {
        match Facts::sequence(fields).fixed_size {
            Some(bytes) => Self { bytes, fields: &[] },
            None => Self::start(fields),
        }
    }

    /// Covers the fields of a value that follow a field of variable size.
    pub const fn start(fields: &'static [Facts]) -> Self {
        let (mut bytes, mut rest) = (0usize, fields);
        while let [Facts { infallible: true, min_size, .. }, others @ ..] = rest {
            bytes = bytes.saturating_add(*min_size);
            rest = others;
        }
        Self { bytes, fields: fields.split_at(fields.len().saturating_sub(rest.len())).0 }
    }
}

/// Returns the sum of two sizes, if both are known.
pub(crate) const fn add(a: Option<usize>, b: Option<usize>) -> Option<usize> {
    match (a, b) {
        (Some(a), Some(b)) => a.checked_add(b),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fault::FaultKind;
    use crate::reader::Reader;

    #[test]
    fn fields_add_up() {
        let facts = Facts::sequence(&[Facts::plain(2), Facts::fixed(4)]);
        assert_eq!((facts.fixed_size, facts.min_size, facts.infallible), (Some(6), 6, false));
        let facts = Facts::sequence(&[Facts::plain(2), Facts::FLAT.block(Prefix::U30), Facts::plain(1)]);
        assert_eq!((facts.fixed_size, facts.min_size, facts.blocks, facts.prefix), (None, 7, Blocks::Patched, None));
        assert_eq!(Facts::sequence(&[]), Facts::plain(0));
    }

    #[test]
    fn a_single_field_keeps_its_facts() {
        let block = Facts::plain(1).block(Prefix::U8);
        assert_eq!(Facts::sequence(&[block]), block);
        assert_eq!((block.min_size, block.prefix), (2, Some(Prefix::U8)));
    }

    #[test]
    fn unions_of_equally_sized_cases_are_fixed() {
        assert_eq!(Facts::union(1, &[Facts::plain(4), Facts::fixed(4)]).fixed_size, Some(5));
        let facts = Facts::union(2, &[Facts::plain(4), Facts::plain(1), Facts::UNKNOWN]);
        assert_eq!((facts.fixed_size, facts.min_size, facts.blocks), (None, 2, Blocks::Measured));
    }

    #[test]
    fn what_depends_on_each_case_or_field() {
        let (fixed, rest, block) = (Facts::plain(4), Facts::REST, Facts::FLAT.block(Prefix::U8));
        let union = |cases: &[Facts]| Facts::union(1, cases);
        assert_eq!((union(&[fixed, block]).min_size, union(&[block, fixed]).min_size), (2, 2));
        assert_eq!((union(&[rest, rest]).to_end, union(&[rest, fixed]).to_end), (true, false));
        assert_eq!([fixed, block].map(|case| union(&[case, Facts::plain(4)]).blocks), [Blocks::None, Blocks::Patched]);
        assert_eq!((union(&[fixed, fixed]).infallible, union(&[]).fixed_size), (false, Some(1)));
        assert_eq!(union(&[block, block]).prefix, None, "a tag precedes the block");

        let all = |fields: &[Facts]| Facts::sequence(fields);
        assert_eq!((all(&[fixed, rest]).to_end, all(&[rest, fixed]).to_end), (true, false));
        assert_eq!((all(&[fixed, fixed]).infallible, all(&[fixed, rest]).infallible), (true, false));
        assert_eq!((all(&[fixed, rest]).fixed_size, all(&[fixed, rest]).min_size), (None, 4));

        let twice = Facts { to_end: true, ..Facts::fixed(4) }.repeated(2);
        assert_eq!((twice.fixed_size, twice.min_size, twice.infallible, twice.to_end), (Some(8), 8, false, false));
        assert_eq!(
            (fixed.repeated(3).infallible, block.repeated(2).min_size, block.repeated(2).prefix),
            (true, 2, None)
        );
        assert_eq!(fixed.repeated(usize::MAX).fixed_size, None);
        let list = block.list();
        assert_eq!((list.min_size, list.to_end, list.blocks, list.prefix), (0, true, Blocks::Patched, None));
        assert_eq!((fixed.block(Prefix::U30).min_size, fixed.block(Prefix::N).min_size), (8, 5));
        assert_eq!((fixed.fallible().infallible, fixed.fallible().fixed_size), (false, Some(4)));
        let any = Facts::UNKNOWN.of_any_size();
        assert_eq!((any.blocks, fixed.of_any_size().min_size), (Blocks::Measured, 0));
    }

    #[test]
    fn fields_that_are_checked_together_end_before_one_that_may_be_refused() {
        const FIELDS: [Facts; 3] = [Facts::plain(2), Facts::fixed(4), Facts::FLAT];
        assert_eq!((Ahead::start(&FIELDS).bytes, Ahead::start(&FIELDS).fields.len()), (2, 1));
        assert_eq!((Ahead::of(&FIELDS).bytes, Ahead::start(&FIELDS[..2]).bytes), (2, 2));
        const REFUSED: [Facts; 1] = [Facts::FLAT];
        assert_eq!((Ahead::of(&REFUSED).bytes, Ahead::of(&REFUSED).fields.len()), (0, 0));
    }

    #[test]
    fn only_blocks_without_fixed_prefixes_are_measured_ahead() {
        let inner = Facts::FLAT.block(Prefix::N);
        assert_eq!((inner.blocks, inner.prefix), (Blocks::Remembered, None));
        assert_eq!(inner.block(Prefix::U30).blocks, Blocks::Remembered);
        assert_eq!(Facts::FLAT.block(Prefix::U8).block(Prefix::U30).blocks, Blocks::Patched);
        assert_eq!(Facts::FLAT.block(Prefix::U8).block(Prefix::N).blocks, Blocks::Remembered);
        assert_eq!(inner.block(Prefix::N).block(Prefix::U30).blocks, Blocks::Remembered);
        assert_eq!(Facts::RECURSIVE.block(Prefix::U30).blocks, Blocks::Measured);
    }

    #[test]
    fn a_value_of_fixed_size_is_checked_as_a_whole() {
        const FIELDS: [Facts; 2] = [Facts::plain(2), Facts::fixed(4)];
        let ahead = Ahead::of(&FIELDS);
        let fault = Reader::new(&[0; 5]).look_ahead(ahead).unwrap_err();
        assert_eq!((fault.kind(), fault.detail(), fault.offset_in(&[0; 5])), (FaultKind::NotEnoughData, 6, 0));
        assert!(Reader::new(&[0; 6]).look_ahead(ahead).is_ok());
    }

    #[test]
    fn the_field_that_is_cut_short_is_found() {
        let bytes = [0; 5];
        const FIELDS: [Facts; 4] = [Facts::plain(2), Facts::plain(4), Facts::fixed(1), Facts::FLAT];
        let ahead = Ahead::of(&FIELDS);
        assert_eq!(ahead.bytes, 6);
        let fault = Reader::new(&bytes).look_ahead(ahead).unwrap_err();
        assert_eq!((fault.kind(), fault.detail(), fault.offset_in(&bytes)), (FaultKind::NotEnoughData, 4, 2));
        let fault = Reader::new(&[0; 9]).bounded(5).look_ahead(ahead).unwrap_err();
        assert_eq!(fault.kind(), FaultKind::SizeLimitExceeded);
    }
}
