//! What a value must be to be written.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::prefix::Prefix;
use crate::schema::source::{Node, Parts};
use crate::schema::trouble::Got;
use crate::schema::{Extent, Keys};

pub(super) fn fits(prefix: Prefix, found: usize) -> Result<(), ErrorKind> {
    let limit = prefix.max();
    if found <= limit { Ok(()) } else { Err(ErrorKind::SizeLimitExceeded { limit, found }) }
}

pub(super) fn length(expected: usize, found: usize, text: bool) -> Result<(), ErrorKind> {
    match (expected == found, text) {
        (true, _) => Ok(()),
        (false, true) => Err(ErrorKind::TextLength { expected, found }),
        (false, false) => Err(ErrorKind::BytesLength { expected, found }),
    }
}

pub(super) fn extend(out: &mut Vec<u8>, bytes: &[u8], extent: Extent, text: bool) -> Result<(), ErrorKind> {
    if let Extent::Fixed(expected) = extent {
        length(expected, bytes.len(), text)?;
    }
    out.extend_from_slice(bytes);
    Ok(())
}

/// Keys and values, and where the source has them.
pub(super) type Pairs<'s> = BTreeMap<Cow<'s, [u8]>, (usize, Node<'s>)>;

/// The keys of pairs: text where it must be. Where each must be another, the pairs in the order in which they are written.
pub(super) fn check_keys<'s>(mut pairs: Parts<'s>, keys: Keys) -> Got<Option<Pairs<'s>>> {
    let mut sorted = Pairs::new();
    let mut index = 0usize;
    while let Some((key, node, rest)) = pairs.next_pair() {
        if keys.utf8 && core::str::from_utf8(&key).is_err() {
            return Err(ErrorKind::InvalidUtf8.into());
        }
        if keys.distinct && sorted.insert(key, (index, node)).is_some() {
            return Err(ErrorKind::DuplicateKey.into());
        }
        index = index.saturating_add(1);
        pairs = rest;
    }
    Ok(keys.distinct.then_some(sorted))
}
