//! The workload of a value.

use tezos_encoding::{
    DecodeError, Encode, N, Z,
    cost::Workload,
    schema::{Encoding, Extent, Scalar, Value, decode},
};

/// The largest number that is stored without an allocation.
const SMALL_MAX: i64 = i64::MAX;

/// Returns the workload of an encoded value: its bytes, the elements of its lists, its blocks, its numbers and so on, which are counted
/// in the schema. Inside a recursive value, only the levels are counted.
///
/// # Errors
/// The reason why the bytes are not a value of the encoding.
///
/// ```
/// use tezos_codec_cost::workload;
/// use tezos_encoding::{HasEncoding, cost::Workload, prelude::*};
/// #[derive(HasEncoding)]
/// struct Names(#[encoding(dynamic, list)] Vec<String>);
/// let load = workload(Names::ENCODING, b"\0\0\0\x0d\0\0\0\x05Alice\0\0\0\0").unwrap();
/// // The list and the name of Alice are blocks; an empty name is none.
/// assert_eq!(load, Workload { elements: 2, blocks: 2, ..Workload::of_bytes(17) });
/// assert!(workload(Names::ENCODING, b"\0\0").is_err());
/// ```
pub fn workload(encoding: &'static Encoding, bytes: &[u8]) -> Result<Workload, DecodeError> {
    let value = decode(encoding, bytes)?;
    let mut load = Workload::of_bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
    count(encoding, &value, &mut load);
    Ok(load)
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
pub(crate) const fn wrapped(encoding: &Encoding) -> Option<&'static Encoding> {
    match encoding {
        Encoding::Dft { inner, .. } => Some(*inner),
        Encoding::Split(split) => Some(split.inner),
        _ => encoding.wrapped(),
    }
}
