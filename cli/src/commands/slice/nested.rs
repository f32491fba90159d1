//! Opens bytes inside a value that are values of their own: expressions, data packed by a script, payloads to sign, messages to a rollup.

use tezos_encoding::schema::{Named, Slice, SliceKind, accepts, fit, slice};
use tezos_protocols::{Protocol, registry};

use super::ENOUGH;
use crate::protocols;

/// The encodings of protocols that bytes inside other values may have.
const INSIDE: [&str; 3] = ["script.expr", "signing_payload", "smart_rollup.inbox.message"];

/// The greatest tag with which a value of these begins. Most hashes are left out by it, before each protocol is tried.
const MAX_TAG: u8 = 0x14;

/// The maximum depth of values inside values, of which each is looked through again.
const MAX_DEPTH: usize = 16;

/// Replaces bytes that are values by the parts of these, to any depth up to a limit. The names of the parts begin with that of the bytes.
pub(super) fn opened(slices: Vec<Slice<'_>>) -> Vec<Slice<'_>> {
    let mut out = Vec::with_capacity(slices.len());
    slices.into_iter().for_each(|slice| open(slice, &mut out, 0));
    out
}

fn open<'m>(outer: Slice<'m>, out: &mut Vec<Slice<'m>>, depth: usize) {
    let inner = (outer.kind == SliceKind::Bytes && depth < MAX_DEPTH).then(|| encoding(outer.bytes)).flatten();
    let Some(named) = inner else { return out.push(outer) };
    for mut part in slice(named.encoding, outer.bytes).slices {
        part.name = format!("{}: {}", outer.name, part.name);
        part.offset = part.offset.saturating_add(outer.offset);
        open(part, out, depth.saturating_add(1));
    }
}

/// Returns the encoding of bytes inside a value for which there is the most evidence, if there is enough for one. Of the protocols it is the
/// newest.
fn encoding(bytes: &[u8]) -> Option<Named> {
    bytes.first().filter(|tag| **tag <= MAX_TAG)?;
    let possible = protocols::possible();
    let known = registry::of_protocols().filter(|encoding| INSIDE.contains(&encoding.name));
    let fits = known.filter_map(|encoding| {
        let has = |protocol: &Protocol| (encoding.since..=encoding.until).contains(protocol);
        let mut newest = possible.iter().copied().filter(has);
        newest.find(|protocol| accepts(encoding.encoding, bytes, protocol.revision())).map(|found| encoding.at(found))
    });
    let fits = fits.map(|named| (fit(named.encoding, bytes), named));
    let sure = fits.filter(|(fit, _)| fit.whole && fit.surprises == 0 && fit.evidence >= ENOUGH);
    sure.max_by_key(|(fit, _)| fit.evidence).map(|(_, named)| named)
}
