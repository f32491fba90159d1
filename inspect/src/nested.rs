//! Opens bytes inside a value that are values of their own: expressions, data packed by a script, payloads to sign, messages to a rollup.

use std::{borrow::Cow, fmt::Write as _};

use serde_json::{Value, json};
use tezos_encoding::schema::{
    Encoding, Named, Refusal, ShortPath, Slice, SliceKind, Slices, accepts, decode, fit, slices, to_json,
};
use tezos_protocols::{Protocol, registry};

use crate::tokens::tokens;

/// The minimum evidence, in bits, for which bytes are taken for a value, or for the start of one. A size prefix is worth at most 32 bits, a tag 16.
pub(crate) const ENOUGH: u32 = 24;

/// The encodings of protocols that bytes inside other values may have.
const INSIDE: [&str; 3] = ["script.expr", "signing_payload", "smart_rollup.inbox.message"];

/// The greatest tag with which a value of these begins. Most hashes are left out by it, before each protocol is tried.
const MAX_TAG: u8 = 0x14;

/// The encodings of no protocol that bytes inside other values may have.
const INSIDE_ANY: [&str; 5] = [
    "ethereum.transaction",
    "etherlink.blueprint",
    "etherlink.blueprint_chunk",
    "etherlink.dal_signals",
    "etherlink.external_message",
];

/// The least byte with which a list in RLP begins.
const LIST: u8 = 0xc0;

/// The maximum depth of values inside values, of which each is looked through again.
const MAX_DEPTH: usize = 16;

/// A part of bytes.
#[derive(Clone, Debug)]
pub struct Part<'m> {
    /// The part. Its name begins with that of the bytes around.
    pub slice: Slice<'m>,
    /// Its path in each value that holds it, outermost first.
    pub paths: Vec<ShortPath>,
}

impl Part<'_> {
    /// Returns the paths as text, with `>` where a value is inside another.
    pub fn path(&self) -> String {
        self.paths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" > ")
    }

    /// Returns it as JSON, with its position: `offset` and `length` in bytes, `path`, `name`, `hex` and the value as text, if it has one.
    pub fn json(&self) -> Value {
        let slice = &self.slice;
        json!({
            "offset": slice.offset,
            "length": slice.bytes.len(),
            "path": self.path(),
            "name": slice.name,
            "hex": hex::encode(slice.bytes),
            "value": (!slice.pretty.is_empty()).then_some(&slice.pretty),
        })
    }
}

/// Returns the bytes as they may be shown: zeros for secrets, and behind the last part of refused bytes, where one may start.
pub fn shown<'m>(encoding: &'static Encoding, bytes: &'m [u8]) -> Cow<'m, [u8]> {
    if !encoding.holds_secret() {
        return Cow::Borrowed(bytes);
    }
    let mut shown = vec![0; bytes.len()];
    for slice in slices(encoding, bytes).filter(|slice| !slice.secret) {
        let end = slice.offset.saturating_add(slice.bytes.len());
        if let Some(part) = shown.get_mut(slice.offset..end) {
            part.copy_from_slice(slice.bytes);
        }
    }
    Cow::Owned(shown)
}

/// Returns an iterator of the parts of bytes. If `nested` has the protocols to try for them, the newest first, bytes that are values are replaced by
/// the parts of these, to any depth up to a limit.
pub fn parts<'m>(encoding: &'static Encoding, bytes: &'m [u8], nested: Option<Vec<Protocol>>) -> Parts<'m> {
    Parts { open: vec![(slices(encoding, bytes), None)], nested, error: None }
}

/// An iterator of parts: the result of [`parts`]. A clone goes on from the same part.
#[derive(Clone)]
pub struct Parts<'m> {
    /// The values that are open, each with the part that holds its bytes, innermost last.
    open: Vec<(Slices<'m>, Option<Part<'m>>)>,
    nested: Option<Vec<Protocol>>,
    error: Option<Refusal>,
}

impl Parts<'_> {
    /// Returns the error at which the parts ended, if the bytes are refused.
    pub fn into_error(self) -> Option<Refusal> {
        self.error
    }
}

impl<'m> Iterator for Parts<'m> {
    type Item = Part<'m>;

    fn next(&mut self) -> Option<Part<'m>> {
        loop {
            let depth = self.open.len();
            let (slices, outer) = self.open.last_mut()?;
            let Some(slice) = slices.next() else {
                // Values inside others are valid.
                self.error = self.open.pop().and_then(|(slices, _)| slices.into_error());
                continue;
            };
            let part = inside(slice, outer.as_ref());
            let may_open = depth <= MAX_DEPTH && part.slice.kind == SliceKind::Bytes;
            let possible = self.nested.as_ref().filter(|_| may_open);
            match possible.and_then(|possible| inner(&part.slice, possible)) {
                Some(encoding) => self.open.push((self::slices(encoding, part.slice.bytes), Some(part))),
                None => return Some(part),
            }
        }
    }
}

/// Returns a slice of a value as a part of the bytes around.
fn inside<'m>(mut slice: Slice<'m>, outer: Option<&Part<'m>>) -> Part<'m> {
    let mut paths = Vec::new();
    let path = slice.short_path();
    if let Some(outer) = outer {
        slice.name = format!("{}: {}", outer.slice.name, slice.name);
        slice.offset = slice.offset.saturating_add(outer.slice.offset);
        paths.clone_from(&outer.paths);
    }
    paths.push(path);
    Part { slice, paths }
}

/// Returns the encoding of the value in bytes. That of lazy bytes is known.
fn inner(outer: &Slice<'_>, possible: &[Protocol]) -> Option<&'static Encoding> {
    let lazy = outer.lazy().filter(|lazy| decode(lazy, outer.bytes).is_ok());
    lazy.or_else(|| encoding(outer.bytes, possible).map(|named| named.encoding))
}

/// Returns the encoding of bytes inside a value for which there is the most evidence, if there is enough for one. Of the protocols it is the
/// first.
fn encoding(bytes: &[u8], possible: &[Protocol]) -> Option<Named> {
    bytes.first().filter(|tag| **tag <= MAX_TAG || **tag >= LIST)?;
    let known = registry::of_protocols().filter(|encoding| INSIDE.contains(&encoding.name));
    let fits = known.filter_map(|encoding| {
        let has = |protocol: &Protocol| (encoding.since..=encoding.until).contains(protocol);
        let mut newest = possible.iter().copied().filter(has);
        newest.find(|protocol| accepts(encoding.encoding, bytes, protocol.revision())).map(|found| encoding.at(found))
    });
    let of_none = tezos_rlp::encodings().iter().filter(|named| INSIDE_ANY.contains(&named.id.as_ref())).cloned();
    let fits = fits.chain(of_none).map(|named| (fit(named.encoding, bytes), named));
    let sure = fits.filter(|(fit, _)| fit.whole && fit.surprises == 0 && fit.evidence >= ENOUGH);
    sure.max_by_key(|(fit, _)| fit.evidence).map(|(_, named)| named)
}

/// Returns JSON in which each text of bytes that are a value is an object: `id` is the encoding, `hex` the text, `value` its JSON. `possible` are the
/// protocols to try, the newest first.
pub fn in_text(text: &str, possible: &[Protocol]) -> String {
    let mut out = String::with_capacity(text.len());
    in_json(text, possible, &mut out, 0);
    out
}

fn in_json(text: &str, possible: &[Protocol], out: &mut String, depth: usize) {
    for (token, is_key) in tokens(text) {
        let digits =
            token.strip_prefix('"').and_then(|text| text.strip_suffix('"')).filter(|_| !is_key && depth < MAX_DEPTH);
        let bytes = digits.and_then(|digits| hex::decode(digits).ok());
        let inner = bytes.and_then(|bytes| {
            let named = encoding(&bytes, possible)?;
            Some((to_json(named.encoding, &bytes).ok()?, named.id))
        });
        let Some((value, id)) = inner else {
            out.push_str(token);
            continue;
        };
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{{\"id\":\"{id}\",\"hex\":{token},\"value\":");
        in_json(&value, possible, out, depth.saturating_add(1));
        out.push('}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_in_json_are_opened_to_any_depth() {
        // A `PACK` of a `PACK` of the text "hello, nested".
        let pack = |inner: &[u8]| {
            let length = u32::try_from(inner.len()).unwrap().to_be_bytes();
            [&[5, 10][..], &length, inner].concat()
        };
        let text = [&[5, 1, 0, 0, 0, 13][..], b"hello, nested"].concat();
        let outer = hex::encode(pack(&pack(&text)));
        let possible = crate::protocols::possible(None);
        let opened = in_text(&format!("{{\"{outer}\": \"{outer}\", \"b\":[1,\"00\"]}}"), &possible);
        let value: Value = serde_json::from_str(&opened).unwrap();
        assert_eq!(value["b"], json!([1, "00"]));
        let opened = &value[outer.as_str()];
        assert_eq!(opened["hex"], outer.as_str());
        assert!(opened["id"].as_str().unwrap().ends_with(".signing_payload"));
        assert!(opened.to_string().contains("hello, nested"), "{opened}");
    }
}
