//! What a value must be to be written.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::schema::value::source::{Got, Parts};
use crate::schema::{Extent, Keys};
use crate::wire::prefix::Prefix;

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

/// The keys of pairs: text where it must be, each another where they must be.
pub(super) fn check_keys(mut pairs: Parts<'_>, keys: Keys) -> Got<()> {
    let mut found = Vec::new();
    while let Some((key, _, rest)) = pairs.next_pair() {
        found.push(key);
        pairs = rest;
    }
    let mut seen = BTreeSet::new();
    for key in &found {
        let key: &[u8] = key;
        if keys.utf8 && core::str::from_utf8(key).is_err() {
            return Err(ErrorKind::InvalidUtf8.into());
        }
        if keys.distinct && !seen.insert(key) {
            return Err(ErrorKind::DuplicateKey.into());
        }
    }
    Ok(())
}
