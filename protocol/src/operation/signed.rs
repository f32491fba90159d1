//! The contents and the signature of an operation. From protocol 016 on, a signature longer than 64 bytes is encoded in two pieces.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::{Case, Check, Count, Encoding, Extent, Field, JsonPrinter, Split, TagSize};
use tezos_encoding::wire::{Auto, List, Reads, Schema, Writes};
use tezos_encoding::{
    BinWriter, EncodeError, Facts, Fault, FaultKind, HasEncoding, NomReader, Reader, Revision, Revisions, Sink, Tagged,
    View,
};

use tezos_encoding::view::Seq;

use super::Contents;
use super::together::{Tally, can_stand_together};
use crate::keys::{GenericSignature, Signature};

/// The contents of an operation and its signature.
///
/// | bytes | field       | encoding                                                       |
/// |------:|-------------|----------------------------------------------------------------|
/// |       | `contents`  | [`Contents`], one after the other                              |
/// | 34, 2358 |          | from protocol 016 on: `ff03` or `ff04` and all but the last 64 bytes of a signature of BLS or ML-DSA-44 |
/// | 64    |             | the last 64 bytes of the signature                             |
///
/// In JSON the signature is one string, which is omitted if all bytes are zero.
///
/// # Errors
/// The errors of the contents; `User_invariant_guard`, after all bytes are read, if the first piece of a signature is not directly before
/// the last 64 bytes.
///
/// Rule: [`operation_repr.ml`, `protocol_data_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct OperationProtocolData {
    /// The contents: one item, or several manager operations of the same account.
    pub contents: Vec<Contents>,
    /// The signature; all zeros if the operation is not signed.
    pub signature: Signature,
}

/// Number of signature bytes that follow the contents.
const SUFFIX: usize = 64;

/// Number of bytes of a BLS signature before these.
const BLS_PREFIX: usize = 32;

/// The first protocol that supports signatures longer than 64 bytes.
const FIRST_PREFIX: Revision = Revision(16);

/// The tag that precedes the first piece of a signature, instead of the tag of contents.
const PREFIX_TAG: u8 = 0xff;

/// The first piece of a signature longer than 64 bytes.
///
/// | bytes    | field | encoding |
/// |---------:|-------|----------|
/// | 1        | tag   | 3 or 4   |
/// | 32, 2356 |       | all but the last 64 bytes of a signature of BLS or ML-DSA-44 |
#[derive(HasEncoding, NomReader, View)]
#[allow(dead_code, reason = "it is only checked: the signature is made from its bytes")]
enum SignaturePrefix {
    #[encoding(tag = 3, title = "Bls_prefix")]
    Bls([u8; BLS_PREFIX]),
    #[encoding(tag = 4, since = 25, title = "Mldsa44_prefix")]
    Mldsa44(alloc::boxed::Box<[u8; 2356]>),
}

impl OperationProtocolData {
    /// Splits the signature into its first piece, with the tag of that piece, and the last 64 bytes.
    fn split(&self) -> (Option<(u8, &[u8])>, &[u8]) {
        let bytes = self.signature.as_bytes();
        match (bytes.split_at_checked(bytes.len().saturating_sub(SUFFIX)), &self.signature) {
            (Some((prefix, suffix)), Signature::Bls(_)) => (Some((3, prefix)), suffix),
            (Some((prefix, suffix)), Signature::Mldsa44(_)) => (Some((4, prefix)), suffix),
            _ => (None, bytes),
        }
    }
}

/// The binary encoding of [`OperationProtocolData`], which differs from its JSON.
struct Cut;

/// The cases of contents, and one for the first piece of a signature.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const CASES: [Case; Contents::CASES.len() + 1] = {
    let payload = &Encoding::Object(&[Field::req("signature_prefix", SignaturePrefix::ENCODING)]);
    let prefix = Case::new(PREFIX_TAG as u32, "Signature_prefix", payload)
        .during(Revisions { since: FIRST_PREFIX, until: Revision::NEWEST });
    let mut cases = [prefix; Contents::CASES.len() + 1];
    let (mut rest, mut index) = (Contents::CASES, 1);
    while let [case, others @ ..] = rest {
        cases[index] = *case;
        (rest, index) = (others, index + 1);
    }
    cases
};

const fn until(revision: Revision) -> Revisions {
    Revisions::new(0, revision.0.saturating_sub(1))
}

const fn since(revision: Revision) -> Revisions {
    Revisions { since: revision, until: Revision::NEWEST }
}

/// An element of the list that precedes the last 64 bytes, from protocol 016 on.
const ENTRY: &Encoding = &Encoding::Def {
    id: "operation.contents_or_signature_prefix",
    inner: &Encoding::Union { tag: TagSize::U8, cases: &CASES, ignore_unknown: false },
};
const ENTRIES: &Encoding = &Encoding::List { item: ENTRY, count: Count::ToEnd { min: 0, max: None }, array: false };
const BEFORE_SUFFIX: [&Encoding; 2] = [
    &Encoding::Reserve { bytes: SUFFIX, inner: <List<Auto> as Schema<Vec<Contents>>>::ENCODING },
    &Encoding::Reserve { bytes: SUFFIX, inner: ENTRIES },
];
const SUFFIX_BYTES: &Encoding = &Encoding::Bytes(Extent::Fixed(SUFFIX));
const FIELDS: [Field; 4] = [
    Field::req("contents", BEFORE_SUFFIX[0]).during(until(FIRST_PREFIX)),
    Field::req("signature", SUFFIX_BYTES).during(until(FIRST_PREFIX)),
    Field::req("contents_and_signature_prefix", BEFORE_SUFFIX[1]).during(since(FIRST_PREFIX)),
    Field::req("signature_suffix", SUFFIX_BYTES).during(since(FIRST_PREFIX)),
];

const NAME: &str = "of_contents_and_signature_prefix";
/// In the protocols up to 010 a conversion raises, from 011 on a guard refuses.
const CONVERSION: Check = Check::conversion(NAME, Some(check)).during(until(FIRST_GUARD));
pub(crate) const GUARD: Check = Check::guard(NAME, Some(check)).during(since(FIRST_GUARD));
const FIRST_GUARD: Revision = Revision(11);

const CUT: &Encoding = &Encoding::Checked {
    inner: &Encoding::Checked { inner: &Encoding::Object(&FIELDS), check: CONVERSION },
    check: GUARD,
};

/// Checks that the contents may be combined, and that the two pieces of a signature are adjacent.
fn check(bytes: &[u8], revision: Revision) -> Result<(), String> {
    let prefix = Reader::new(bytes).at(revision).reserving(SUFFIX).and_then(|block| entries(block, Contents::check));
    match prefix {
        Ok(Prefix::Refused(why)) => Err(why.to_string()),
        _ => Ok(()),
    }
}

/// The first piece of a signature, as found in a list of contents.
enum Prefix<'a> {
    Absent,
    Last(&'a [u8]),
    /// The list is invalid, for this reason.
    Refused(&'static str),
}

/// Reads contents with `each` to the end of the block, and the first piece of a signature. The rules for the list are checked after the
/// whole list is read.
fn entries<'a>(
    mut block: Reader<'a>,
    mut each: impl FnMut(&mut Reader<'a>) -> Result<(), Fault>,
) -> Result<Prefix<'a>, Fault> {
    let revision = block.revision();
    let is_prefix = |tag: u8| tag == PREFIX_TAG && revision >= FIRST_PREFIX;
    let mut tally = Tally::default();
    while let Some(tag) = block.remaining().first().filter(|tag| !is_prefix(**tag)) {
        tally.add((*tag).into(), revision);
        each(&mut block)?;
    }
    let mut prefix = Prefix::Absent;
    while let Some(tag) = block.remaining().first() {
        let is_first = matches!(prefix, Prefix::Absent);
        if is_prefix(*tag) {
            // The bytes after the two tags.
            let bytes = block.remaining().get(2..).unwrap_or_default();
            block.take(1)?;
            SignaturePrefix::check(&mut block)?;
            let len = bytes.len().saturating_sub(block.remaining().len());
            prefix = Prefix::Last(bytes.get(..len).unwrap_or_default());
        } else {
            each(&mut block)?;
        }
        if !is_first {
            prefix = Prefix::Refused("the first bytes of a signature are not last");
        }
    }
    Ok(match tally.check() {
        Err(why) => Prefix::Refused(why),
        Ok(()) => prefix,
    })
}

/// A signature in the two pieces in which an operation holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "what an operation holds")]
pub struct SignaturePieces<'a> {
    /// All but the last 64 bytes: none, 32 of a BLS signature, or 2356 of one of ML-DSA-44.
    pub prefix: &'a [u8],
    /// The last 64 bytes; all zeros if the operation is not signed.
    pub suffix: &'a [u8; SUFFIX],
}

impl<'a> SignaturePieces<'a> {
    /// Reads the last 64 bytes of a signature. `start` is the beginning of the contents.
    #[inline]
    fn read(input: &mut Reader<'a>, prefix: Prefix<'a>, start: &'a [u8]) -> Result<Self, Fault> {
        let is_guard = input.revision() >= FIRST_GUARD;
        let suffix = input.array()?;
        match prefix {
            Prefix::Absent => Ok(Self { prefix: &[], suffix }),
            Prefix::Last(prefix) => Ok(Self { prefix, suffix }),
            Prefix::Refused(_) => {
                Err(Fault::new(if is_guard { FaultKind::UserGuard } else { FaultKind::UserFunction }, start))
            }
        }
    }

    /// Returns the signature; [`Signature::Unknown`] if it has 64 bytes, because these do not name their algorithm.
    ///
    /// # Errors
    /// None for the pieces of an operation that was decoded.
    #[inline]
    pub fn to_signature(self) -> Result<Signature, Fault> {
        if self.prefix.is_empty() {
            return Ok(Signature::Unknown(GenericSignature(*self.suffix)));
        }
        let bytes = [self.prefix, self.suffix].concat();
        Signature::try_from(&bytes[..]).map_err(|_| Fault::new(FaultKind::UserGuard, self.suffix))
    }
}

impl<'a> Reads<'a, OperationProtocolData> for Cut {
    /// The list extends up to the last 64 bytes, which belong to the signature.
    const FACTS: Facts = <List<Auto> as Reads<'a, Vec<Contents>>>::FACTS;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn read(input: &mut Reader<'a>) -> Result<OperationProtocolData, Fault> {
        let mut contents = Vec::new();
        let start = input.remaining();
        let block = input.reserving(SUFFIX)?;
        let prefix = entries(block, |block| block.read_onto(&mut contents, 1, Contents::read))?;
        let pieces = SignaturePieces::read(input, prefix, start)?;
        Ok(OperationProtocolData { contents, signature: pieces.to_signature()? })
    }
}

impl Writes<OperationProtocolData> for Cut {
    const FACTS: Facts = <List<Auto> as Writes<Vec<Contents>>>::FACTS;

    fn write<S: Sink>(value: &OperationProtocolData, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|measure| {
            let (early, late) = (CONVERSION, GUARD);
            let check = if measure.to_check().is_some_and(|revision| revision < FIRST_GUARD) { early } else { late };
            can_stand_together(&value.contents).map_err(|why| EncodeError::new(check.refusal(why)))
        })?;
        <List<Auto> as Writes<Vec<Contents>>>::write(&value.contents, sink)?;
        let (prefix, suffix) = value.split();
        if let Some((tag, prefix)) = prefix {
            sink.check(|measure| measure.during(since(if tag == 3 { FIRST_PREFIX } else { Revision(25) })))?;
            sink.put(&[PREFIX_TAG, tag]);
            sink.put(prefix);
        }
        sink.put(suffix);
        Ok(())
    }
}

/// What the JSON of a [`OperationProtocolData`] shows.
#[derive(HasEncoding)]
#[allow(dead_code, reason = "its bytes are those of an operation in another order")]
struct Json {
    #[encoding(dynamic, list)]
    contents: Vec<Contents>,
    #[encoding(varopt)]
    signature: Option<Signature>,
}

/// A signature of zeros, which represents a missing signature.
pub(crate) const UNSIGNED: Signature = Signature::Unknown(GenericSignature([0; SUFFIX]));

/// Prints the JSON of an operation. The bytes of its contents and of its signature are those of [`Json`], so that no value is made of them.
pub(crate) fn to_json(input: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let OperationProtocolDataView { contents, signature } =
        OperationProtocolData::view(input).map_err(Fault::reason)?;
    let size = u32::try_from(contents.bytes().len()).map_err(|error| error.to_string())?.to_be_bytes();
    let SignaturePieces { prefix, suffix } = signature;
    let suffix = if prefix.is_empty() && *suffix == [0; SUFFIX] { &[][..] } else { suffix };
    out.value(&[&size, contents.bytes(), prefix, suffix].concat())
}

/// Converts the bytes of [`Json`] to those of an operation.
pub(crate) fn from_json(bytes: &[u8], revision: Revision) -> Result<Vec<u8>, String> {
    let (size, rest) = bytes.split_first_chunk().unwrap_or((&[0; 4], &[]));
    let size = usize::try_from(u32::from_be_bytes(*size)).unwrap_or(usize::MAX);
    let (contents, signature) = rest.split_at_checked(size).unwrap_or_default();
    let operation = match signature.split_last_chunk::<SUFFIX>() {
        None => [contents, &[0; SUFFIX]].concat(),
        Some((&[], suffix)) => [contents, suffix].concat(),
        Some((prefix, suffix)) => {
            let tag = if prefix.len() == BLS_PREFIX { 3 } else { 4 };
            [contents, &[PREFIX_TAG, tag], prefix, suffix].concat()
        }
    };
    check(&operation, revision)?;
    Ok(operation)
}

impl HasEncoding for OperationProtocolData {
    const ENCODING: &'static Encoding = &Encoding::Def {
        id: "operation.contents_and_signature",
        inner: &Encoding::Split(&Split {
            inner: CUT,
            json: Json::ENCODING,
            to_json,
            from_json,
            is_checked: false,
            revision: None,
        }),
    };
}

impl<'a> NomReader<'a> for OperationProtocolData {
    const FACTS: Facts = <Cut as Reads<'a, Self>>::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Cut::read(input)
    }
}

impl BinWriter for OperationProtocolData {
    const FACTS: Facts = <Cut as Writes<Self>>::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        Cut::write(self, sink)
    }
}

/// The view of a [`OperationProtocolData`]: its contents, decoded during iteration, and the signature.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct OperationProtocolDataView<'a> {
    /// The contents: one item, or several manager operations of the same account.
    pub contents: Seq<'a, Contents, Auto>,
    /// The signature.
    pub signature: SignaturePieces<'a>,
}

impl View for OperationProtocolData {
    type View<'a> = OperationProtocolDataView<'a>;

    fn view<'a>(input: &mut Reader<'a>) -> Result<OperationProtocolDataView<'a>, Fault> {
        let start = input.remaining();
        let block = input.reserving(SUFFIX)?;
        let (bytes, revision) = (block.remaining(), block.revision());
        let (mut end, mut len) = (0usize, 0usize);
        let prefix = entries(block, |block| {
            Contents::check(block)?;
            (end, len) = (bytes.len().saturating_sub(block.remaining().len()), len.saturating_add(1));
            Ok(())
        })?;
        let contents = Seq::read(bytes.get(..end).unwrap_or_default(), len, revision);
        Ok(OperationProtocolDataView { contents, signature: SignaturePieces::read(input, prefix, start)? })
    }

    fn from_view(view: &OperationProtocolDataView<'_>) -> Result<Self, Fault> {
        use tezos_encoding::view::Views;
        let contents = <List<Auto> as Views<'_, Vec<Contents>>>::own(&view.contents)?;
        Ok(Self { contents, signature: view.signature.to_signature()? })
    }
}
