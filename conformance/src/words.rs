//! Values described in words, such as `hash of 31 bytes`: the smallest value of an encoding, except for one field.
//!
//! | words | the field |
//! |---|---|
//! | `11 keys` | the list `keys`, or else the first list that this exceeds the limit of, has 11 elements |
//! | `chain of 5 bytes`, `data of 128*1024-31 bytes (one over)` | the field `chain`, or else the first field of bytes, has this length |
//! | `proto 256` | the integer `proto`, or else the first integer |
//! | `header over 8 MiB` | the first field of bytes without a fixed length has this length |
//! | `operation list over 1 MiB` | the first list has one element of 64 KiB more than fit into this size |
//!
//! The word may be the beginning of a field's name.

use tezos_encoding::schema::{Count, Encoding, Extent, Scalar, Value};

/// How deep recursive types are searched.
const MAX_LEVELS: usize = 3;

/// Size in bytes of an element of a large list.
const ELEMENT: usize = 64 << 10;

/// Returns the value of the encoding that the words describe. In a union with a case named `message`, it is that case.
pub(crate) fn value(encoding: &'static Encoding, message: &str, words: &str) -> Option<Value> {
    let (name, wish) = parse(words)?;
    // First by the name, then by the limit that is exceeded, then the first field of the kind.
    (0..3).find_map(|attempt| {
        let mut builder = Builder { message, name, wish, attempt, levels: 0, is_done: false };
        let value = builder.value("", encoding);
        builder.is_done.then_some(value)
    })
}

/// What the field is to contain.
#[derive(Clone, Copy)]
enum Wish {
    Elements(usize),
    Bytes(usize),
    Int(i128),
    /// Bytes without a fixed length.
    OpenBytes(usize),
}

/// Parses the words into the name of the field and its contents.
fn parse(words: &str) -> Option<(&str, Wish)> {
    let parts: Vec<&str> = words.split(' ').collect();
    match parts.as_slice() {
        [name, "of", bytes, "bytes", ..] => Some((name, Wish::Bytes(computed(bytes)?))),
        [.., "list", "over", size, unit] => {
            let bytes = size.parse::<usize>().ok()?.checked_mul(unit_bytes(unit)?)?;
            Some(("", Wish::Elements(bytes.div_ceil(ELEMENT).saturating_add(1))))
        }
        [.., "over", size, unit] => {
            Some(("", Wish::OpenBytes(size.parse::<usize>().ok()?.checked_mul(unit_bytes(unit)?)?)))
        }
        [first, second] => match (first.parse(), second.parse()) {
            (Ok(count), Err(_)) => Some((second, Wish::Elements(count))),
            (Err(_), Ok(number)) => Some((first, Wish::Int(number))),
            _ => None,
        },
        _ => None,
    }
}

fn unit_bytes(unit: &str) -> Option<usize> {
    match unit {
        "KiB" => Some(1 << 10),
        "MiB" => Some(1 << 20),
        _ => None,
    }
}

/// Computes a number such as `128*1024-31`.
fn computed(text: &str) -> Option<usize> {
    let (product, less) = text.split_once('-').unwrap_or((text, "0"));
    let factors = product.split('*').map(|factor| factor.parse::<usize>().ok());
    factors.reduce(|one, other| one?.checked_mul(other?))??.checked_sub(less.parse().ok()?)
}

struct Builder<'w> {
    message: &'w str,
    name: &'w str,
    wish: Wish,
    attempt: usize,
    levels: usize,
    is_done: bool,
}

impl Builder<'_> {
    /// Returns true if this is the field that the words mean, which is then found.
    fn takes(&mut self, field: &str, breaks_limit: bool) -> bool {
        let takes = !self.is_done
            && match self.attempt {
                0 => !self.name.is_empty() && field.starts_with(self.name),
                1 => breaks_limit,
                _ => true,
            };
        self.is_done |= takes;
        takes
    }

    /// Returns the value of a field.
    fn value(&mut self, field: &str, encoding: &'static Encoding) -> Value {
        match encoding {
            Encoding::Scalar(scalar) => self.scalar(field, scalar),
            Encoding::Bytes(extent) => Value::Bytes(self.bytes(field, *extent)),
            Encoding::Text { extent, .. } => Value::Text(self.bytes(field, *extent)),
            Encoding::List { item, count, .. } => self.list(field, item, *count),
            Encoding::Object(fields) => {
                Value::Fields(fields.iter().map(|field| self.value(field.name, field.encoding)).collect())
            }
            Encoding::Tuple(parts) | Encoding::Merge(parts) => {
                Value::Fields(parts.iter().map(|part| self.value(field, part)).collect())
            }
            Encoding::Union { cases, .. } => {
                let before = self.is_done;
                let named = cases.iter().position(|case| case.title == self.message);
                let mut smallest = None;
                for (index, case) in cases.iter().enumerate() {
                    if named.is_some_and(|named| named != index) {
                        continue;
                    }
                    let payload = self.value(field, case.payload);
                    let value = Value::Case { index, payload: payload.into() };
                    if self.is_done != before {
                        return value;
                    }
                    smallest.get_or_insert(value);
                }
                smallest.unwrap_or(Value::Unit)
            }
            Encoding::Opt(inner) | Encoding::Varopt(inner) => {
                let before = self.is_done;
                let value = self.value(field, inner);
                Value::Option((self.is_done != before).then(|| value.into()))
            }
            Encoding::Mu(mu) if self.levels < MAX_LEVELS => {
                self.levels = self.levels.saturating_add(1);
                let value = self.value(field, (mu.body)());
                self.levels = self.levels.saturating_sub(1);
                value
            }
            Encoding::Dft { inner, .. } => self.value(field, inner),
            Encoding::Split(split) => self.value(field, split.inner),
            Encoding::Enum(_) => Value::Name(0),
            Encoding::Assoc { .. } => Value::Assoc(Vec::new()),
            other => other.wrapped().map_or(Value::Unit, |inner| self.value(field, inner)),
        }
    }

    fn scalar(&mut self, field: &str, scalar: &Scalar) -> Value {
        let wish = self.wish;
        match scalar {
            Scalar::Bool => Value::Bool(false),
            Scalar::Float | Scalar::RangedFloat { .. } => Value::Float(0.0),
            Scalar::N => Value::Natural(0_u64.into()),
            Scalar::Z => Value::Whole(0_i64.into()),
            Scalar::Int(_) | Scalar::UintLikeN { .. } | Scalar::IntLikeZ { .. } => match wish {
                Wish::Int(number) if self.takes(field, false) => Value::Int(number),
                _ => Value::Int(0),
            },
        }
    }

    fn bytes(&mut self, field: &str, extent: Extent) -> Vec<u8> {
        let wish = self.wish;
        let bytes = match (wish, extent) {
            (Wish::Bytes(bytes), _) | (Wish::OpenBytes(bytes), Extent::Rest) if self.takes(field, false) => bytes,
            (_, Extent::Fixed(bytes)) => bytes,
            (_, Extent::Rest) => 0,
        };
        vec![0; bytes]
    }

    fn list(&mut self, field: &str, item: &'static Encoding, count: Count) -> Value {
        let (least, most) = match count {
            Count::ToEnd { min, max } => (min, max),
            Count::Exactly(count) => (count, Some(count)),
            Count::Prefixed { max, .. } => (0, max),
        };
        if let Wish::Elements(count) = self.wish
            && self.takes(field, most.is_some_and(|most| count > most))
        {
            // A list without a name is to exceed a size: its elements are made large.
            if self.name.is_empty() {
                (self.wish, self.is_done, self.attempt) = (Wish::OpenBytes(ELEMENT), false, 2);
            }
            return Value::List(vec![self.value(field, item); count]);
        }
        let before = self.is_done;
        let value = self.value(field, item);
        let count = if self.is_done == before { least } else { least.max(1) };
        Value::List(vec![value; count])
    }
}
