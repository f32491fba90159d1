//! Any item.

use alloc::vec::Vec;

use crate::Rlp;

/// Any item: a string of bytes, or a list of items. JSON of a string is `0x` and its digits, of a list an array.
///
/// ```
/// use tezos_rlp::{FromRlp, Value};
/// let value = Value::from_rlp(&[0xc4, 7, 0x82, 1, 2]).unwrap();
/// assert_eq!(value, Value::List(vec![Value::Bytes(vec![7]), Value::Bytes(vec![1, 2])]));
/// ```
///
/// # Errors
/// `Too_deep` for more than 256 lists in each other.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Rlp)]
#[encoding(mu = "rlp")]
#[rlp(untagged)]
pub enum Value {
    /// A string.
    Bytes(Vec<u8>),
    /// A list.
    #[rlp(list)]
    List(Vec<Value>),
}
