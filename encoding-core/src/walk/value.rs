//! Values of any encoding, decoded and encoded by the schema alone.

mod nested;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explain::walk;
use crate::error::{DecodeError, ErrorKind};
use crate::number::{N, Z, natural};
use crate::revision::Revision;
use crate::schema::scalar::in_range;
use crate::schema::{Encoding, Scalar};
use crate::walk::big_endian;

/// A value of an encoding. It does not contain names, sizes and tags, which are in the schema.
///
/// | encoding | value |
/// |---|---|
/// | nothing on the wire (`Empty`, `Null`, `Constant`) | [`Value::Unit`] |
/// | integers of a fixed width, `uint_like_n`, `int_like_z` | [`Value::Int`] |
/// | `float`; `n`; `z`; `bool` | [`Value::Float`]; [`Value::Natural`]; [`Value::Whole`]; [`Value::Bool`] |
/// | bytes, a lazy value, a JSON document (its BSON) | [`Value::Bytes`] |
/// | text, which may hold any bytes | [`Value::Text`] |
/// | the index of a name | [`Value::Name`] |
/// | lists and arrays | [`Value::List`] |
/// | objects, tuples, merged parts | [`Value::Fields`], one for each field |
/// | association lists | [`Value::Assoc`] |
/// | unions, and so `option` and `result` | [`Value::Case`], the index of the case in the schema |
/// | `opt` and `varopt` fields | [`Value::Option`] |
///
/// Values are dropped, cloned, compared and printed without recursion, so they may be nested to any depth. Because of
/// the [`Drop`] implementation, a pattern cannot move the content out of a value: match on a reference, or use
/// [`core::mem::take`].
///
/// ```
/// use tezos_encoding::schema::{self, Value};
/// use tezos_encoding::HasEncoding;
/// let encoding = <(u8, Option<bool>)>::ENCODING;
/// let value = schema::decode(encoding, &[7, 0xff, 0x00]).unwrap();
/// assert_eq!(
///     value,
///     Value::Fields(vec![Value::Int(7), Value::Option(Some(Box::new(Value::Bool(false))))])
/// );
/// assert_eq!(schema::encode(encoding, &value).unwrap(), [7, 0xff, 0x00]);
/// ```
#[non_exhaustive]
pub enum Value {
    /// Nothing on the wire.
    Unit,
    /// A boolean.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A natural number of any size.
    Natural(N),
    /// An integer of any size.
    Whole(Z),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Text; any bytes.
    Text(Vec<u8>),
    /// The index of a name.
    Name(usize),
    /// Elements.
    List(Vec<Value>),
    /// Fields of an object, elements of a tuple, parts of a merge, in the order of the schema.
    Fields(Vec<Value>),
    /// Keys and values; distinct keys in ascending order, whatever the order of the bytes.
    Assoc(Vec<(Vec<u8>, Value)>),
    /// A case of a union.
    Case {
        /// Its index among the cases of the schema, not its tag.
        index: usize,
        /// What follows the tag.
        payload: Box<Value>,
    },
    /// A field that may be absent.
    Option(Option<Box<Value>>),
}

/// Decodes the value from all of `bytes`.
///
/// For a schema with several revisions, the newest is used; `schema::at`, one of the tools, creates the schema of
/// another revision.
///
/// # Errors
/// The errors of the encoding; `Extra_bytes` if bytes are left over.
pub fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Result<Value, DecodeError> {
    let mut builder = Builder { open: Vec::new(), value: Value::Unit };
    walk(encoding, bytes, Revision::NEWEST, Some(&mut builder))?;
    Ok(builder.value)
}

/// An event of a walk. The bytes are part of the message and have been checked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event<'m> {
    /// A value without bytes: `Empty`, `Null` or `Constant`.
    Nothing,
    /// A scalar and its bytes.
    Scalar(&'static Scalar, &'m [u8]),
    Bytes(&'m [u8]),
    Text(&'m [u8]),
    /// The index of a name.
    Name(usize),
    /// An optional value that is absent.
    Absent,
    /// A container, whose values follow up to its [`Event::Close`].
    Open(Container),
    /// The next value has this key.
    Key(&'m [u8]),
    Close,
}

/// Values that contain others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    List,
    /// The fields of an object or a tuple, or the parts of a merge.
    Fields,
    /// An association list. The keys of a map are distinct and in ascending order, whatever the order of the bytes.
    Assoc {
        sorted: bool,
    },
    /// The case of a union at an index, which contains one value.
    Case(usize),
    /// An optional value that is present, which contains one value.
    Present,
}

/// Builds one value from the events of a walk.
pub(super) struct Builder {
    /// The open containers, with the keys and values found so far.
    open: Vec<(Container, Vec<Vec<u8>>, Vec<Value>)>,
    value: Value,
}

impl Builder {
    fn add(&mut self, value: Value) {
        match self.open.last_mut() {
            Some((_, _, parts)) => parts.push(value),
            None => self.value = value,
        }
    }

    fn close(&mut self) {
        let Some((container, keys, mut parts)) = self.open.pop() else { return };
        self.add(match container {
            Container::List => Value::List(parts),
            Container::Fields => Value::Fields(parts),
            Container::Assoc { sorted } => {
                let mut pairs: Vec<_> = keys.into_iter().zip(parts).collect();
                if sorted {
                    pairs.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
                }
                Value::Assoc(pairs)
            }
            Container::Case(index) => Value::Case { index, payload: Box::new(parts.pop().unwrap_or(Value::Unit)) },
            Container::Present => Value::Option(parts.pop().map(Box::new)),
        });
    }
}

impl Builder {
    /// Receives the next event.
    pub(super) fn receive(&mut self, event: Event<'_>) {
        match event {
            Event::Nothing => self.add(Value::Unit),
            Event::Scalar(scalar, bytes) => self.add(scalar.value(bytes)),
            Event::Bytes(bytes) => self.add(Value::Bytes(bytes.to_vec())),
            Event::Text(bytes) => self.add(Value::Text(bytes.to_vec())),
            Event::Name(index) => self.add(Value::Name(index)),
            Event::Absent => self.add(Value::Option(None)),
            Event::Open(container) => self.open.push((container, Vec::new(), Vec::new())),
            Event::Key(key) => {
                if let Some((_, keys, _)) = self.open.last_mut() {
                    keys.push(key.to_vec());
                }
            }
            Event::Close => self.close(),
        }
    }
}

impl Scalar {
    /// Returns the value of bytes that have been checked.
    fn value(&self, bytes: &[u8]) -> Value {
        match self {
            Self::Bool => Value::Bool(bytes != [0]),
            Self::Int(int) => Value::Int(int.value(big_endian(bytes))),
            Self::Float | Self::RangedFloat { .. } => Value::Float(f64::from_bits(big_endian(bytes))),
            Self::N => Value::Natural(N::from_wire(bytes)),
            Self::Z => Value::Whole(Z::from_wire(bytes)),
            Self::UintLikeN { .. } => Value::Int(u64::try_from(&N::from_wire(bytes)).unwrap_or_default().into()),
            Self::IntLikeZ { .. } => Value::Int(i128::try_from(&Z::from_wire(bytes)).unwrap_or_default()),
        }
    }

    /// Appends the bytes of a value.
    pub(super) fn write(&self, value: &Value, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
        match (self, value) {
            (Self::Bool, Value::Bool(value)) => out.push(if *value { 0xff } else { 0 }),
            (Self::Int(int), Value::Int(value)) => int.write(*value, out)?,
            // As the reference does, values outside the range are refused but NaN is not.
            (Self::RangedFloat { min, max }, Value::Float(value))
                if *value < f64::from_bits(*min) || *value > f64::from_bits(*max) =>
            {
                return Err(ErrorKind::InvalidFloat { min: *min, value: value.to_bits(), max: *max });
            }
            (Self::Float | Self::RangedFloat { .. }, Value::Float(value)) => out.extend(value.to_be_bytes()),
            (Self::N, Value::Natural(value)) => value.with_wire(|bytes| out.extend_from_slice(bytes)),
            (Self::N, Value::Whole(value)) => {
                natural(value).ok_or(ErrorKind::InvalidNatural)?.with_wire(|bytes| out.extend_from_slice(bytes));
            }
            (Self::Z, Value::Whole(value)) => value.with_wire(|bytes| out.extend_from_slice(bytes)),
            (Self::UintLikeN { max }, Value::Int(value)) => {
                let number = in_range(0, *value, (*max).into())?;
                N::new(number.unsigned_abs()).with_wire(|bytes| out.extend_from_slice(bytes));
            }
            (Self::IntLikeZ { min, max }, Value::Int(value)) => {
                let number = in_range((*min).into(), *value, (*max).into())?;
                Z::from(number).with_wire(|bytes| out.extend_from_slice(bytes));
            }
            _ => return Err(ErrorKind::WrongValue { expected: self.name() }),
        }
        Ok(())
    }
}
