//! Implements serde for types with an encoding. Human-readable formats get the JSON of a value, binary formats its bytes.
//!
//! The page of this module in `tezos-encoding` has examples, the limits, and what is not supported.

mod input;
mod output;

use alloc::format;
use alloc::string::{String, ToString};

use serde_core::de::Error as _;
use serde_core::ser::Error as _;
use serde_core::{Deserializer, Serialize, Serializer};

use crate::__private::DEFAULT_DEPTH;
use crate::json_entry::{FromJson, JsonText, ToJson};
use crate::revision::Revision;
use crate::traits::NomReader;
use crate::walk::{JsonError, JsonErrorKind};
use input::Input;

/// Maximum nesting of arrays and objects, which is the default depth of recursive types. serde recurses for each level, so deep input would
/// overflow the stack in formats without a limit. 256 levels take half a megabyte of stack in serde_json without optimisation.
pub const MAX_DEPTH: u32 = DEFAULT_DEPTH;

/// The error for more levels.
fn too_deep() -> String {
    format!("expected at most {MAX_DEPTH} nested arrays and objects, found more")
}

/// Serializes a value as the JSON of [`ToJson`] in human-readable formats, and as a byte string of its encoding in binary formats.
///
/// # Errors
/// If the value cannot be encoded, if its JSON has more than [`MAX_DEPTH`] levels, and all errors of the serializer.
pub fn serialize<T: ToJson + ?Sized, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    const { T::FACTS.of_all_revisions() };
    Revision::NEWEST.serialize(value, serializer)
}

/// Deserializes a value from the JSON of [`FromJson`] in human-readable formats, and from a byte string of its encoding in binary formats.
///
/// # Errors
/// If the input is not a valid value, with the field, what was expected and what was found; if it has more than [`MAX_DEPTH`] levels; and
/// all errors of the deserializer.
pub fn deserialize<'de, T: FromJson, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    const { <T as NomReader<'_>>::FACTS.of_all_revisions() };
    Revision::NEWEST.deserialize(deserializer)
}

impl Revision {
    /// Serializes a value in this revision. [`serialize`] uses the newest one.
    ///
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let vote = Vote { level: 7, round: Some(1) };
    /// let json = Revision(12).serialize(&vote, serde_json::value::Serializer).unwrap();
    /// assert_eq!(json, serde_json::json!({"level": 7, "round": 1}));
    /// ```
    ///
    /// # Errors
    /// The errors of [`serialize`].
    pub fn serialize<T: ToJson + ?Sized, S: Serializer>(self, value: &T, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let json = self.to_json(value).map_err(|error| S::Error::custom(text_of(&error)))?;
            output::serialize(&json, serializer)
        } else {
            serializer.serialize_bytes(&self.encode(value).map_err(S::Error::custom)?)
        }
    }

    /// Deserializes a value of this revision. [`deserialize`] expects the newest one.
    ///
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let json = serde_json::json!({"level": 7});
    /// assert_eq!(Revision(11).deserialize(&json).ok(), Some(Vote { level: 7, round: None }));
    /// let error = Revision(12).deserialize::<Vote, _>(&json).unwrap_err();
    /// assert!(error.to_string().contains("round"), "{error}");
    /// ```
    ///
    /// # Errors
    /// The errors of [`deserialize`].
    pub fn deserialize<'de, T: FromJson, D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        match input::read(deserializer)? {
            Input::Json(json) => self.from_json(&json).map_err(|error| D::Error::custom(text_of(&error))),
            Input::Bytes(bytes) => self.decode(&bytes).map_err(D::Error::custom),
        }
    }
}

/// Returns the message of an error, without its position: the JSON text is internal.
fn text_of(error: &JsonError) -> String {
    match error.kind() {
        JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => error.to_string(),
        JsonErrorKind::Bytes(error) => error.to_string(),
        _ => error.to_string(),
    }
}

impl Serialize for JsonText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => output::serialize(self.as_str(), serializer),
            false => serializer.serialize_str(self.as_str()),
        }
    }
}

/// Implements serde's `Serialize` and `Deserialize` for types with an encoding, by [`serialize`](crate::for_serde::serialize) and
/// [`deserialize`](crate::for_serde::deserialize): `serde_impls!(Peer, p2p::Message, Signed<T>, Tree<T: Recursive>);`.
///
/// The parameters of a type are either types or lifetimes. A type with lifetimes gets `Serialize` only: it borrows the bytes of its encoding,
/// which the input of a deserializer need not have.
#[macro_export]
macro_rules! serde_impls {
    ($($($name:ident)::+ $(<$($parameter:tt $(: $bound:path)?),+>)?),+ $(,)?) => {
        $($crate::__serde_impls!([$($name)::+], $($($parameter $(: $bound)?),+)?);)+
    };
}

/// Implements the traits for one type, given its path and its parameters.
#[doc(hidden)]
#[macro_export]
macro_rules! __serde_impls {
    ([$($type:tt)+], $($parameter:ident $(: $bound:path)?),*) => {
        $crate::__serde_impls!(@serialize [$($type)+], $($parameter $(: $bound)?),*);

        impl<'de, $($parameter $(: $bound)?),*> $crate::__private::Deserialize<'de> for $($type)+<$($parameter),*>
        where
            Self: $crate::FromJson,
        {
            fn deserialize<D: $crate::__private::Deserializer<'de>>(
                deserializer: D,
            ) -> $crate::__private::Result<Self, D::Error> {
                $crate::for_serde::deserialize(deserializer)
            }
        }
    };
    ([$($type:tt)+], $lifetime:lifetime $(, $parameter:tt $(: $bound:path)?)*) => {
        $crate::__serde_impls!(@serialize [$($type)+], $lifetime $(, $parameter $(: $bound)?)*);
    };
    (@serialize [$($type:tt)+], $($parameter:tt $(: $bound:path)?),*) => {
        impl<$($parameter $(: $bound)?),*> $crate::__private::Serialize for $($type)+<$($parameter),*>
        where
            Self: $crate::ToJson,
        {
            fn serialize<S: $crate::__private::Serializer>(
                &self,
                serializer: S,
            ) -> $crate::__private::Result<S::Ok, S::Error> {
                $crate::for_serde::serialize(self, serializer)
            }
        }
    };
}

serde_impls!(
    crate::Blob,
    crate::Json,
    crate::N,
    crate::Z,
    crate::Lazy<T>,
    crate::OrInt32<T>,
    crate::Received<'a, T>,
    crate::Arena<T: crate::arena::Recursive>,
);
