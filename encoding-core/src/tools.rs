//! Internals that `tezos-encoding-tools` uses. Not public API.

pub use crate::number::decimal::{decimal_of_n, decimal_of_z};
pub use crate::number::{n_bytes, z_bytes};
pub use crate::schema::case::of_tag;
pub use crate::schema::children::number;
pub use crate::schema::compact::{BIG_LIST, Form, count, low, take};
pub use crate::schema::scalar::{INT31_MAX, INT31_MIN};
pub use crate::walk::cursor::{ItemCount, Limit, big_endian};
pub use crate::walk::explain::{check, check_at};
pub use crate::walk::json_text::{tape, text};
