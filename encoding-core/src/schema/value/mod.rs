//! Any value of any encoding, from the schema alone.

mod build;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::Encoding;
use super::explain::walk;
use crate::error::DecodeError;
use crate::number::{N, Z};

/// Values nested deeper than this are refused: a value is dropped, compared and printed by recursion.
pub const MAX_NESTING: usize = 2_500;

/// A value, as the schema has it.
///
/// Names, sizes and tags are the schema's and are not repeated here.
///
/// | encoding | value |
/// |---|---|
/// | nothing on the wire (`Empty`, `Null`, `Constant`) | [`Value::Unit`] |
/// | integers of a fixed width, `uint_like_n`, `int_like_z` | [`Value::Int`] |
/// | `float`; `n`; `z`; `bool` | [`Value::Float`]; [`Value::Natural`]; [`Value::Whole`]; [`Value::Bool`] |
/// | bytes, a lazy value, a JSON document (its BSON) | [`Value::Bytes`] |
/// | text, which may hold any bytes | [`Value::Text`] |
/// | one of some names | [`Value::Name`], its index |
/// | lists and arrays | [`Value::List`] |
/// | objects, tuples, merged parts | [`Value::Fields`], one for each |
/// | association lists | [`Value::Assoc`] |
/// | unions, and so `option` and `result` | [`Value::Case`], the index of the case in the schema |
/// | `opt` and `varopt` fields | [`Value::Option`] |
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
#[derive(Clone, Debug, PartialEq)]
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
    /// A whole number of any size.
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
    /// Keys and values.
    Assoc(Vec<(Vec<u8>, Value)>),
    /// A case of a union.
    Case {
        /// Its place among the cases of the schema; not its tag.
        index: usize,
        /// What follows the tag.
        payload: Box<Value>,
    },
    /// A field that may be absent.
    Option(Option<Box<Value>>),
}

/// The value that `bytes` are, all of them.
///
/// # Errors
/// Whatever the encoding refuses; `Extra_bytes` where bytes are left; `Too_deep` where values are nested deeper than
/// [`MAX_NESTING`].
pub fn decode(encoding: &'static Encoding, bytes: &[u8]) -> Result<Value, DecodeError> {
    let mut builder = build::Builder::new();
    walk(encoding, bytes, Some(&mut builder))?;
    Ok(builder.finish())
}
