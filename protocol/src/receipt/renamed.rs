//! Operations of protocols 018 to 020 with the alternative JSON names: protocols 018 to 020 support both `attestation` and `endorsement`.

#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::schema::{Case, Count, Encoding, Field, Split, TagSize};
use tezos_encoding::{
    BinWriter, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Revisions, Sink, Tagged, View,
};
use tezos_hashes::hash::BlockHash;

use crate::keys::Signature;
use crate::operation::{
    AttestationWithDal, ConsensusContent, Contents, DoubleConsensusEvidence, DoubleEndorsementEvidence, Inlined,
    InlinedContents, InlinedPreattestation, OperationProtocolData, signed,
};

/// An [`Operation`](crate::operation::Operation) with alternative JSON names: attestations in protocol 018, endorsements in 019 and 020.
///
/// | bytes | field           | encoding        |
/// |------:|-----------------|-----------------|
/// | 32    | `branch`        | [`BlockHash`]   |
/// | n     | `protocol_data` | [`RenamedData`] |
///
/// Rule: [`operation_repr.ml`, `encoding_with_legacy_attestation_name`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_019_PtParisB/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct RenamedOperation {
    /// A recent block of the branch in which the operation may be included.
    pub branch: BlockHash,
    /// The contents and the signature.
    #[encoding(flatten)]
    pub protocol_data: RenamedData,
}

/// An [`Unsigned`](crate::operation::Unsigned) operation with alternative JSON names.
///
/// | bytes | field      | encoding                                 |
/// |------:|------------|------------------------------------------|
/// | 32    | `branch`   | [`BlockHash`]                            |
/// | n     | `contents` | [`RenamedContents`], one after the other |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "of protocols that have ended")]
pub struct RenamedUnsigned {
    /// A recent block of the branch in which the operation may be included.
    pub branch: BlockHash,
    /// The contents to be signed.
    pub contents: Vec<RenamedContents>,
}

/// [`Contents`] with alternative JSON names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct RenamedContents(pub Contents);

/// [`OperationProtocolData`] with alternative JSON names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a wrapper")]
pub struct RenamedData(pub OperationProtocolData);

/// The cases of [`Contents`] with alternative names.
#[derive(HasEncoding)]
#[expect(dead_code, reason = "only its schema is of use")]
enum Renamed {
    #[encoding(tag = 2, since = 18, until = 18, json(kind_first = "double_attestation_evidence"))]
    DoubleAttestationEvidence(DoubleConsensusEvidence<RenamedInlined>),
    #[encoding(tag = 2, since = 19, until = 20, json(kind_first = "double_endorsement_evidence"))]
    DoubleEndorsementEvidence(DoubleConsensusEvidence<RenamedInlined>),
    #[encoding(tag = 7, since = 18, until = 18, json(kind_first = "double_preattestation_evidence"))]
    DoublePreattestationEvidence(DoubleConsensusEvidence<RenamedInlinedPreattestation>),
    #[encoding(tag = 7, since = 19, until = 20, json(kind_first = "double_preendorsement_evidence"))]
    DoublePreendorsementEvidence(DoubleConsensusEvidence<RenamedInlinedPreattestation>),
    #[encoding(tag = 20, since = 18, until = 18, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent),
    #[encoding(tag = 20, since = 19, until = 20, json(kind_first = "preendorsement"))]
    Preendorsement(ConsensusContent),
    #[encoding(tag = 21, since = 18, until = 18, json(kind_first = "attestation"))]
    Attestation(ConsensusContent),
    #[encoding(tag = 21, since = 19, until = 20, json(kind_first = "endorsement"))]
    Endorsement(ConsensusContent),
    #[encoding(tag = 23, since = 19, until = 20, json(kind_first = "endorsement_with_dal"))]
    EndorsementWithDal(AttestationWithDal),
}

/// [`InlinedContents`](crate::operation::InlinedContents) with alternative JSON names.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "of protocols that have ended")]
pub enum RenamedInlined {
    /// An attestation, in protocol 018.
    #[encoding(tag = 21, since = 18, until = 18, json(kind_first = "attestation"))]
    Attestation(ConsensusContent),
    /// An attestation, in protocols 019 and 020.
    #[encoding(tag = 21, since = 19, until = 20, json(kind_first = "endorsement"))]
    Endorsement(ConsensusContent),
    /// An attestation with slots of the data availability layer, in protocols 019 and 020.
    #[encoding(tag = 23, since = 19, until = 20, json(kind_first = "endorsement_with_dal"))]
    EndorsementWithDal(AttestationWithDal),
}

/// [`InlinedPreattestation`](crate::operation::InlinedPreattestation) with alternative JSON names.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_enums, reason = "of protocols that have ended")]
pub enum RenamedInlinedPreattestation {
    /// A preattestation, in protocol 018.
    #[encoding(tag = 20, since = 18, until = 18, json(kind_first = "preattestation"))]
    Preattestation(ConsensusContent),
    /// A preattestation, in protocols 019 and 020.
    #[encoding(tag = 20, since = 19, until = 20, json(kind_first = "preendorsement"))]
    Preendorsement(ConsensusContent),
}

impl From<RenamedInlined> for InlinedContents {
    fn from(renamed: RenamedInlined) -> Self {
        match renamed {
            RenamedInlined::Attestation(contents) => Self::Endorsement(contents),
            RenamedInlined::Endorsement(contents) => Self::Attestation(contents),
            RenamedInlined::EndorsementWithDal(contents) => Self::AttestationWithDal(contents),
        }
    }
}

impl From<RenamedInlinedPreattestation> for InlinedPreattestation {
    fn from(renamed: RenamedInlinedPreattestation) -> Self {
        match renamed {
            RenamedInlinedPreattestation::Preattestation(contents) => Self::Preendorsement(contents),
            RenamedInlinedPreattestation::Preendorsement(contents) => Self::Preattestation(contents),
        }
    }
}

/// Returns an operation of an evidence with the other JSON names.
fn named<C: From<R>, R>(evidence: Inlined<R>) -> Box<Inlined<C>> {
    let Inlined { branch, operations, signature } = evidence;
    Box::new(Inlined { branch, operations: operations.into(), signature })
}

impl From<DoubleConsensusEvidence<RenamedInlined>> for DoubleEndorsementEvidence {
    fn from(DoubleConsensusEvidence { slot, op1, op2 }: DoubleConsensusEvidence<RenamedInlined>) -> Self {
        Self { op1: named(*op1), op2: named(*op2), slot }
    }
}

impl From<DoubleConsensusEvidence<RenamedInlinedPreattestation>> for DoubleConsensusEvidence<InlinedPreattestation> {
    fn from(renamed: DoubleConsensusEvidence<RenamedInlinedPreattestation>) -> Self {
        Self { slot: renamed.slot, op1: named(*renamed.op1), op2: named(*renamed.op2) }
    }
}

/// The first piece of a BLS signature, as an element of the list of contents.
#[derive(HasEncoding)]
struct SignaturePrefix {
    #[expect(dead_code, reason = "only its schema is of use")]
    signature_prefix: BlsPrefix,
}

#[derive(HasEncoding)]
#[expect(dead_code, reason = "only its schema is of use")]
enum BlsPrefix {
    #[encoding(tag = 3, title = "Bls_prefix")]
    Bls([u8; 32]),
}

/// Returns whether contents with this tag have alternative names.
const fn is_renamed(tag: u32) -> bool {
    matches!(tag, 2 | 7 | 20 | 21 | 23)
}

/// The cases of contents: the renamed ones, and all others.
const CONTENTS: [Case; count(false)] = cases(false);

/// The cases before a signature in the binary encoding, which the reference names after attestations in all protocols.
const BEFORE_SIGNATURE: [Case; count(true)] = cases(true);

const ATTESTATIONS: Revisions = Revisions::new(18, 18);
const PREFIX: Case = Case::new(0xff, "Signature_prefix", SignaturePrefix::ENCODING);

/// Returns whether a case of [`Renamed`] is among the cases.
const fn is_new(case: &Case, before_signature: bool) -> bool {
    !before_signature || case.revisions.overlap(ATTESTATIONS)
}

/// Returns whether a case of [`Contents`] is among the cases.
const fn is_kept(case: &Case, before_signature: bool) -> bool {
    !is_renamed(case.tag) || before_signature && case.revisions.since.0 > 18
}

const fn count(before_signature: bool) -> usize {
    let mut count = before_signature as usize;
    let mut rest = Renamed::CASES;
    while let [case, others @ ..] = rest {
        count += is_new(case, before_signature) as usize;
        rest = others;
    }
    let mut rest = Contents::CASES;
    while let [case, others @ ..] = rest {
        count += is_kept(case, before_signature) as usize;
        rest = others;
    }
    count
}

const fn cases<const COUNT: usize>(before_signature: bool) -> [Case; COUNT] {
    let (mut cases, mut at) = ([PREFIX; COUNT], before_signature as usize);
    let mut rest = Renamed::CASES;
    while let [case, others @ ..] = rest {
        if is_new(case, before_signature) {
            cases[at] = *case;
            at += 1;
        }
        rest = others;
    }
    let mut rest = Contents::CASES;
    while let [case, others @ ..] = rest {
        if is_kept(case, before_signature) {
            cases[at] = *case;
            at += 1;
        }
        rest = others;
    }
    cases
}

impl HasEncoding for RenamedContents {
    const ENCODING: &'static Encoding = &Encoding::Def {
        id: "operation_with_other_names.contents",
        inner: &Encoding::Union { tag: TagSize::U8, cases: &CONTENTS, ignore_unknown: false },
    };
}

/// Number of signature bytes that follow the contents.
const SUFFIX: usize = 64;
const ENTRY: &Encoding = &Encoding::Def {
    id: "operation_with_other_names.contents_or_signature_prefix",
    inner: &Encoding::Union { tag: TagSize::U8, cases: &BEFORE_SIGNATURE, ignore_unknown: false },
};
const ENTRIES: &Encoding = &Encoding::List { item: ENTRY, count: Count::ToEnd { min: 0, max: None }, array: false };

/// The binary encoding of [`RenamedData`], which differs from its JSON.
const CUT: &Encoding = &Encoding::Checked {
    inner: &Encoding::Object(&[
        Field::req("contents_and_signature_prefix", &Encoding::Reserve { bytes: SUFFIX, inner: ENTRIES }),
        Field::req("signature_suffix", <[u8; SUFFIX]>::ENCODING),
    ]),
    check: signed::GUARD,
};

/// What the JSON of a [`RenamedData`] shows.
#[derive(HasEncoding)]
#[allow(dead_code, reason = "it has the bytes of the one without other names")]
struct Json {
    #[encoding(dynamic, list)]
    contents: Vec<RenamedContents>,
    #[encoding(varopt)]
    signature: Option<Signature>,
}

impl HasEncoding for RenamedData {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: CUT,
        json: Json::ENCODING,
        to_json: signed::to_json,
        from_json: signed::from_json,
        is_checked: false,
        revision: None,
    });
}

/// Implements reading, viewing and writing for a newtype with the same bytes as the inner type.
macro_rules! same_bytes {
    ($($outer:ident($inner:ident)),+) => { $(
        impl<'a> NomReader<'a> for $outer {
            const FACTS: Facts = <$inner as NomReader<'a>>::FACTS;

            fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
                $inner::read(input).map(Self)
            }
        }

        impl BinWriter for $outer {
            const FACTS: Facts = <$inner as BinWriter>::FACTS;

            fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
                self.0.write(sink)
            }
        }

        impl View for $outer {
            type View<'a> = <$inner as View>::View<'a>;

            fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
                $inner::view(input)
            }

            fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
                $inner::from_view(view).map(Self)
            }
        }
    )+ };
}
same_bytes!(RenamedContents(Contents), RenamedData(OperationProtocolData));

impl Tagged for RenamedContents {
    const CASES: &'static [Case] = &CONTENTS;

    fn case(&self) -> &'static Case {
        self.0.case()
    }
}
