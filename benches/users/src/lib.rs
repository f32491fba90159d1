//! Messages of the peer protocol as a new user of the codec writes them, who has read the README and no more.
//!
//! The types have no `repr`, no `plain`, no bytemuck and no `#[inline]`; the crate is none of the codec's own. There are two styles of
//! hashes: [`arrays`] and [`newtypes`]. Beside each style stands the same work [by hand](arrays::by_hand), from and to the same values.

#![forbid(unsafe_code)]
#![allow(clippy::duplicate_mod, reason = "what is done by hand is the same text for both styles")]

pub mod arrays;
pub mod limits;
pub mod newtypes;

/// Bytes that are no message, or a value that has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;
