//! Other codecs, each used as its documentation recommends for speed, with owned values.
//!
//! | codec                 | format   | types     | how it is used                                                                  |
//! |-----------------------|----------|-----------|---------------------------------------------------------------------------------|
//! | `tezos_data_encoding` | the same | [`tezos`] | derived `NomReader` and `BinWriter`                                             |
//! | bincode 2             | its own  | [`own`]   | derived `Encode` and `Decode`, not serde; fixed integers, no limit               |
//! | borsh                 | its own  | [`own`]   | derived                                                                         |
//! | SCALE                 | its own  | [`own`]   | derived; newtypes are `repr(transparent)`, so that they are decoded in place    |
//! | postcard              | its own  | [`own`]   | serde, with `serde_bytes` for byte strings and arrays                           |
//! | wincode               | its own  | [`own`]   | derived; hashes and keys have a layout that it copies as memory                 |
//! | speedy                | its own  | [`own`]   | derived; hashes and keys have a layout that it copies as memory                 |
//! | deku                  | its own  | ours      | derived; [trees](crate::tree) only                                              |
//! | bitcode               | its own  | [`own`]   | derived, not serde; one `Buffer` for all calls, so that its columns are reused  |

use crate::by_hand::Refused;

pub mod codecs;
pub mod own;
mod structs;
pub mod tezos;
