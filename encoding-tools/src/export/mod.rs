//! Exports encodings to other tools, as text in their languages.
//!
//! | function | result |
//! |---|---|
//! | [`lua()`] | a dissector of Wireshark |
//! | [`ksy()`] | a layout of Kaitai Struct |
//! | [`imhex()`] | a pattern of ImHex |
//!
//! Each type is exported once, however many fields have it, so that the text is about as long as the schema. Definitions, recursive types,
//! fields and cases give types their names; a name that is in use gets a number. Of an encoding with several revisions, the newest is
//! exported: see [`at`](crate::at). Functions of types are not exported.

mod imhex;
mod ksy;
mod lua;
mod names;
mod plan;

pub use imhex::{imhex, write_imhex};
#[cfg(feature = "ksy")]
pub(crate) use ksy::APPLICATION;
pub use ksy::{ksy, write_ksy};
pub use lua::{dissector_name, lua, write_lua};
