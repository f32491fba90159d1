//! The workload of a value, and the largest workload that a length allows.

use tezos_encoding::{
    Encode, N, Z,
    cost::Workload,
    schema::{Encoding, Extent, Scalar, Value, decode},
};

/// The largest number that is stored without an allocation.
const SMALL_MAX: i64 = i64::MAX;

/// Returns the workload of a message: its bytes, the elements of its lists, its blocks, its numbers and so on.
///
/// # Panics
/// If the bytes are not a value of the encoding.
#[allow(clippy::expect_used, reason = "inputs are made from the schema")]
pub(crate) fn workload(encoding: &'static Encoding, bytes: &[u8]) -> Workload {
    let value = decode(encoding, bytes).expect("a value of the encoding");
    let mut load = Workload::of_bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    count(encoding, &value, &mut load);
    load
}

/// Adds a block of this many bytes.
fn block(bytes: usize, load: &mut Workload) {
    let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
    load.blocks = load.blocks.saturating_add(u64::from(bytes > 0));
    load.large_blocks = load.large_blocks.saturating_add(u64::from(bytes >= Workload::LARGE_BYTES));
}

/// Adds a number, which takes an allocation if it is wide.
fn number(number: &impl Encode, is_wide: bool, load: &mut Workload) {
    block(usize::from(is_wide), load);
    let bytes = u64::try_from(number.encoded_len().unwrap_or_default()).unwrap_or(u64::MAX);
    let digits = if is_wide { &mut load.wide_digits } else { &mut load.digits };
    *digits = digits.saturating_add(bytes);
}

fn count(encoding: &'static Encoding, value: &Value, load: &mut Workload) {
    match (encoding, value) {
        (Encoding::Bytes(Extent::Rest) | Encoding::Lazy(_), Value::Bytes(bytes))
        | (Encoding::Text { extent: Extent::Rest, .. }, Value::Text(bytes)) => block(bytes.len(), load),
        (Encoding::Scalar(Scalar::N), Value::Natural(value)) => {
            number(value, *value > N::from(SMALL_MAX.unsigned_abs()), load);
        }
        (Encoding::Scalar(Scalar::Z), Value::Whole(value)) => {
            number(value, *value > Z::from(SMALL_MAX) || *value < Z::from(-SMALL_MAX), load);
        }
        (Encoding::List { item, .. }, Value::List(items)) => {
            block(items.len().saturating_mul(item.size().least.max(1)), load);
            let elements = if item.fixed_size().is_none() { &mut load.elements } else { &mut load.fixed_elements };
            *elements = elements.saturating_add(u64::try_from(items.len()).unwrap_or(u64::MAX));
            items.iter().for_each(|value| count(item, value, load));
        }
        (Encoding::Assoc { value: item, .. }, Value::Assoc(pairs)) => {
            load.elements = load.elements.saturating_add(u64::try_from(pairs.len()).unwrap_or(u64::MAX));
            pairs.iter().for_each(|(_, value)| count(item, value, load));
        }
        (Encoding::Object(fields), Value::Fields(values)) => {
            fields.iter().zip(values).for_each(|(field, value)| count(field.encoding, value, load));
        }
        (Encoding::Tuple(parts) | Encoding::Merge(parts), Value::Fields(values)) => {
            parts.iter().zip(values).for_each(|(part, value)| count(part, value, load));
        }
        (Encoding::Union { cases, .. }, Value::Case { index, payload }) => {
            if let Some(case) = cases.get(*index) {
                count(case.payload, payload, load);
            }
        }
        (Encoding::Opt(inner) | Encoding::Varopt(inner), Value::Option(Some(value))) => {
            load.options = load.options.saturating_add(1);
            count(inner, value, load);
        }
        // Of the contents of a recursive type, only the levels are counted.
        (Encoding::Mu(mu), value) => {
            let mut inner = Workload::default();
            count((mu.body)(), value, &mut inner);
            load.depth = load.depth.saturating_add(1).saturating_add(inner.depth);
        }
        _ => {
            if let Some(inner) = wrapped(encoding) {
                count(inner, value, load);
            }
        }
    }
}

/// Returns the inner encoding of an encoding that has the same values.
const fn wrapped(encoding: &Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Dynamic { inner, .. }
        | Encoding::Suffixed { inner, .. }
        | Encoding::Dft { inner, .. }
        | Encoding::Padded { inner, .. }
        | Encoding::Bounded { inner, .. }
        | Encoding::Sized { inner, .. }
        | Encoding::Reserve { inner, .. }
        | Encoding::Checked { inner, .. }
        | Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. }
        | Encoding::Magic { inner, .. } => Some(*inner),
        Encoding::Split(split) => Some(split.inner),
        Encoding::Legacy(legacy) => Some(legacy.current),
        _ => None,
    }
}

/// The maximum number of some items in a value of a given length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bound {
    /// The number outside of lists.
    pub(crate) outside: u64,
    /// The minimum number of bytes for each item inside lists; `None` if lists contain none.
    pub(crate) each: Option<u64>,
}

/// Bounds on the parts of a workload other than its bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Bound on [`Workload::elements`].
    pub(crate) elements: Bound,
    /// Bound on [`Workload::fixed_elements`].
    pub(crate) fixed_elements: Bound,
    /// Bound on [`Workload::options`].
    pub(crate) options: Bound,
    /// Bound on [`Workload::blocks`].
    pub(crate) blocks: Bound,
    /// Bound on [`Workload::digits`] and on [`Workload::wide_digits`].
    pub(crate) digits: Bound,
}

impl Shape {
    /// Returns the bounds for an encoding. The contents of recursive types are not counted: in messages they are paths of hashes.
    pub(crate) fn of(encoding: &Encoding) -> Self {
        let block = Self { blocks: Bound { outside: 1, each: None }, ..Self::default() };
        match encoding {
            Encoding::Bytes(Extent::Rest) | Encoding::Text { extent: Extent::Rest, .. } | Encoding::Lazy(_) => block,
            // All bytes may be those of one number.
            Encoding::Scalar(Scalar::N | Scalar::Z) => Self { digits: Bound { outside: 0, each: Some(1) }, ..block },
            Encoding::List { item, .. } | Encoding::Assoc { value: item, .. } => {
                let one = Bound { outside: 1, each: None };
                let element = match item.fixed_size() {
                    Some(_) => Self { fixed_elements: one, ..Self::default() },
                    None => Self { elements: one, ..Self::default() },
                };
                block.and(Self::of(item).and(element).repeated(item.size().least))
            }
            Encoding::Object(fields) => {
                fields.iter().map(|field| Self::of(field.encoding)).fold(Self::default(), Self::and)
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => {
                parts.iter().map(|part| Self::of(part)).fold(Self::default(), Self::and)
            }
            Encoding::Union { cases, .. } => {
                cases.iter().map(|case| Self::of(case.payload)).fold(Self::default(), Self::or)
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                Self { options: Bound { outside: 1, each: None }, ..Self::default() }.and(Self::of(inner))
            }
            _ => wrapped(encoding).map_or_else(Self::default, Self::of),
        }
    }

    /// Returns the bounds for values that contain a value of each shape.
    pub(crate) fn and(self, other: Self) -> Self {
        self.with(other, Bound::and)
    }

    /// Returns the bounds for a list of elements of at least this many bytes.
    pub(crate) fn repeated(self, element_bytes: usize) -> Self {
        let bytes = u64::try_from(element_bytes).unwrap_or(u64::MAX);
        self.with(Self::default(), |bound, _| bound.repeated(bytes))
    }

    fn or(self, other: Self) -> Self {
        self.with(other, Bound::or)
    }

    fn with(self, other: Self, combine: impl Fn(Bound, Bound) -> Bound) -> Self {
        Self {
            elements: combine(self.elements, other.elements),
            fixed_elements: combine(self.fixed_elements, other.fixed_elements),
            options: combine(self.options, other.options),
            blocks: combine(self.blocks, other.blocks),
            digits: combine(self.digits, other.digits),
        }
    }
}

impl Bound {
    fn and(self, other: Self) -> Self {
        let each = [self.each, other.each].into_iter().flatten().min();
        Self { outside: self.outside.saturating_add(other.outside), each }
    }

    fn or(self, other: Self) -> Self {
        Self { outside: self.outside.max(other.outside), ..self.and(other) }
    }

    fn repeated(self, bytes: u64) -> Self {
        let own = bytes.checked_div(self.outside).map(|each| each.max(1));
        Self { outside: 0, each: [own, self.each].into_iter().flatten().min() }
    }

    /// Returns the maximum number in a value of `bytes` bytes.
    #[cfg(test)]
    pub(crate) fn max_in(self, bytes: u64) -> u64 {
        self.each.and_then(|each| bytes.checked_div(each)).unwrap_or_default().saturating_add(self.outside)
    }
}

#[cfg(test)]
mod tests {
    use tezos_encoding::{HasEncoding, schema::at};
    use tezos_messages::{
        block_header::{Fitness, FitnessElement},
        encodings, generate,
        p2p::OperationsForBlocks,
        samples::header,
    };

    use super::*;

    #[test]
    fn a_header_is_counted() {
        let bytes = header().to_bytes().unwrap();
        // The list of the fitness, its two elements, the protocol's data.
        let expected = Workload { elements: 2, blocks: 4, ..Workload::of_bytes(202) };
        assert_eq!(workload(tezos_messages::block_header::BlockHeader::ENCODING, &bytes), expected);
        let empty = Fitness(vec![FitnessElement(Vec::new()); 3]).to_bytes().unwrap();
        let expected = Workload { elements: 3, blocks: 1, ..Workload::of_bytes(16) };
        assert_eq!(workload(Fitness::ENCODING, &empty), expected);
    }

    #[test]
    fn an_operation_is_counted() {
        let operation = tezos_codec_benches::operations::transaction();
        let protocol = tezos_codec_benches::operations::PROTOCOL;
        let bytes = protocol.encode(&operation).unwrap();
        let load = workload(at(tezos_protocols::operation::Operation::ENCODING, protocol.revision()), &bytes);
        // The list of contents, its element, the entrypoint and the parameters.
        assert_eq!((load.elements, load.blocks), (1, 3), "{load:?}");
        // Fee 2, counter 4, gas 2, storage 1, amount 1.
        assert_eq!(load.digits, 10);
    }

    /// Numbers at the limit of those without an allocation, blocks at the limit of large ones, options, maps and recursive types.
    #[test]
    fn every_part_of_a_workload_is_counted() {
        use tezos_encoding::schema::grammar::parse;
        let load = |description: &str, bytes: &[u8]| workload(parse(description).unwrap(), bytes);
        let natural = |value: u64| N::from(value).to_bytes().unwrap();
        let whole = |value: i128| Z::from(value).to_bytes().unwrap();
        let small = |digits| Workload { digits, ..Workload::of_bytes(digits) };
        let wide = |digits| Workload { wide_digits: digits, blocks: 1, ..Workload::of_bytes(digits) };
        assert_eq!(load("n", &natural(SMALL_MAX.unsigned_abs())), small(9));
        assert_eq!(load("n", &natural(SMALL_MAX.unsigned_abs() + 1)), wide(10));
        for (value, expected) in [
            (i128::from(SMALL_MAX), small(10)),
            (i128::from(SMALL_MAX) + 1, wide(10)),
            (-i128::from(SMALL_MAX), small(10)),
            (-i128::from(SMALL_MAX) - 1, wide(10)),
        ] {
            assert_eq!(load("z", &whole(value)), expected, "{value}");
        }
        let large = Workload::LARGE_BYTES;
        for (length, large_blocks) in [(large - 1, 0), (large, 1)] {
            let expected = Workload { blocks: 1, large_blocks, ..Workload::of_bytes(length) };
            let bytes = vec![7; usize::try_from(length).unwrap()];
            assert_eq!(load("variable_bytes", &bytes), expected);
            assert_eq!(load("variable_list(uint8)", &bytes), Workload { fixed_elements: length, ..expected });
        }
        assert_eq!(load("variable_bytes", &[]), Workload::of_bytes(0));
        let options = Workload { options: 1, ..Workload::of_bytes(3) };
        assert_eq!(load("obj{a?: uint8; b?: uint8}", &[0xff, 1, 0]), options);
        assert_eq!(load("obj{a: uint8; b??: uint16}", &[1, 0, 2]), options);
        let pairs = Workload { elements: 1, blocks: 1, ..Workload::of_bytes(14) };
        assert_eq!(load("assoc(bytes)", &[0, 0, 0, 10, 0, 0, 0, 1, b'k', 0, 0, 0, 1, 7]), pairs);
        let levels = Workload { depth: 3, ..Workload::of_bytes(5) };
        assert_eq!(load("mu(list){0 Nil | 1 Cons: uint8*list}", &[1, 7, 1, 7, 0]), levels);
    }

    #[test]
    fn bounds_are_combined() {
        let bound = |outside, each| Bound { outside, each };
        let (one, two) = (bound(3, Some(5)), bound(4, Some(2)));
        assert_eq!((one.and(two), one.or(two), two.or(one)), (bound(7, Some(2)), bound(4, Some(2)), bound(4, Some(2))));
        assert_eq!((one.and(Bound::default()), one.or(Bound::default())), (one, one));
        // Two items in elements of nine bytes are one for four bytes; more items than bytes are one for each byte.
        assert_eq!((bound(2, None).repeated(9), bound(9, None).repeated(2)), (bound(0, Some(4)), bound(0, Some(1))));
        assert_eq!((bound(1, Some(3)).repeated(9), bound(0, None).repeated(9)), (bound(0, Some(3)), bound(0, None)));
        assert_eq!([9, 10, 0].map(|bytes| one.max_in(bytes)), [4, 5, 3]);
        assert_eq!(bound(2, None).max_in(1000), 2);
    }

    #[test]
    fn bounds_are_those_of_the_schema() {
        let fitness = Shape::of(Fitness::ENCODING);
        assert_eq!(fitness.elements, Bound { outside: 0, each: Some(4) });
        assert_eq!(fitness.blocks, Bound { outside: 1, each: Some(4) });
        // An operation takes 4 bytes of size and 32 of branch.
        assert_eq!(Shape::of(OperationsForBlocks::ENCODING).elements.each, Some(36));
    }

    #[test]
    fn no_message_is_above_its_bounds() {
        for named in encodings() {
            let shape = Shape::of(named.encoding);
            for bytes in generate(named.encoding).max_bytes(2000).values(3).take(20) {
                let load = workload(named.encoding, &bytes.unwrap());
                let bounds = (shape.elements.max_in(load.bytes), shape.blocks.max_in(load.bytes));
                assert!(load.elements <= bounds.0 && load.blocks <= bounds.1, "{}: {load:?} {bounds:?}", named.id);
            }
        }
    }
}
