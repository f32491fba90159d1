//! The operations that bakers with BLS keys sign: attestations without the slot, so that several bakers sign identical bytes.

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::schema::{Case, Encoding, TagSize};
use tezos_encoding::{BinWriter, EncodeError, Fault, FaultKind, HasEncoding, NomReader, Reader, Sink, Tagged, View};
use tezos_hashes::hash::{BlockHash, ChainId};

use super::together::can_stand_together;
use super::whole::{ATTESTATION, PREATTESTATION, consensus_preimage};
use super::{AggregateContent, Contents};
use crate::Protocol;
use crate::keys::Watermark;

/// The unsigned operation that bakers with BLS keys sign, from protocol 023 on.
///
/// | bytes | field      | encoding                                 |
/// |------:|------------|------------------------------------------|
/// | 32    | `branch`   | [`BlockHash`]                            |
/// |       | `contents` | [`BlsModeContents`], one after the other |
///
/// Rule: [`operation_repr.ml`, `Bls_mode`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(id = "operation.bls_mode_unsigned_operation")]
#[allow(clippy::exhaustive_structs, reason = "no protocol changed it")]
pub struct BlsModeUnsigned {
    /// A recent block of the branch.
    pub branch: BlockHash,
    /// The contents to be signed: one item, or several manager operations of the same account.
    #[encoding(guard = "can_stand_together")]
    pub contents: Vec<BlsModeContents>,
}

impl BlsModeUnsigned {
    /// Returns the bytes that a BLS key signs for a chain: a watermark, which distinguishes attestations from all other operations, and the
    /// encoded operation.
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    ///
    /// Rule: [`operation_repr.ml`, `to_watermark`, `check_signature`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/operation_repr.ml
    pub fn preimage(&self, protocol: Protocol, chain: ChainId) -> Result<Vec<u8>, EncodeError> {
        let bytes = protocol.encode(self)?;
        Ok(match self.contents.first() {
            Some(BlsModeContents::Preattestation(_)) => consensus_preimage(PREATTESTATION, chain, &bytes),
            Some(BlsModeContents::Attestation(_)) => consensus_preimage(ATTESTATION, chain, &bytes),
            _ => Watermark::GenericOperation.preimage(&bytes),
        })
    }
}

/// The contents of a [`BlsModeUnsigned`].
///
/// | bytes | field | encoding                                        |
/// |------:|-------|-------------------------------------------------|
/// | 1     | tag   | 40 or 41; or a tag of [`Contents`] other than those of attestations and preattestations (20, 21, 23) |
/// |       |       | [`AggregateContent`], or the fields of the kind |
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BlsModeContents {
    /// A preattestation.
    Preattestation(AggregateContent),
    /// An attestation.
    Attestation(AggregateContent),
    /// Any other kind.
    Other(Box<Contents>),
}

impl From<&Contents> for BlsModeContents {
    fn from(contents: &Contents) -> Self {
        match contents {
            Contents::Preattestation(content) => Self::Preattestation(content.into()),
            Contents::PreattestationsAggregate(aggregate) => Self::Preattestation(aggregate.consensus_content),
            Contents::Attestation(content) => Self::Attestation(content.into()),
            Contents::AttestationWithDal(content) => Self::Attestation(content.into()),
            Contents::AttestationsAggregate(aggregate) => Self::Attestation(aggregate.consensus_content),
            other => Self::Other(Box::new(other.clone())),
        }
    }
}

/// The two kinds that are not cases of [`Contents`].
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
enum Slotless {
    #[encoding(tag = 40, json(kind_first = "bls_mode_preattestation"), title = "Bls_mode_preattestation")]
    Preattestation(AggregateContent),
    #[encoding(tag = 41, json(kind_first = "bls_mode_attestation"), title = "Bls_mode_attestation")]
    Attestation(AggregateContent),
}

/// Returns whether contents with this tag have a slot, which BLS keys do not sign.
const fn has_slot(tag: u32) -> bool {
    matches!(tag, 20 | 21 | 23)
}

#[allow(clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const COUNT: usize = {
    let (mut rest, mut count) = (Contents::CASES, Slotless::CASES.len());
    while let [case, others @ ..] = rest {
        count += !has_slot(case.tag) as usize;
        rest = others;
    }
    count
};

#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const CASES: [Case; COUNT] = {
    let mut cases = [Slotless::CASES[1]; COUNT];
    cases[1] = Slotless::CASES[0];
    let (mut rest, mut index) = (Contents::CASES, 2);
    while let [case, others @ ..] = rest {
        if !has_slot(case.tag) {
            cases[index] = *case;
            index += 1;
        }
        rest = others;
    }
    cases
};

impl Tagged for BlsModeContents {
    const CASES: &'static [Case] = &CASES;

    fn case(&self) -> &'static Case {
        let [attestation, preattestation, ..] = &CASES;
        match self {
            Self::Preattestation(_) => preattestation,
            Self::Attestation(_) => attestation,
            Self::Other(contents) => contents.case(),
        }
    }
}

impl HasEncoding for BlsModeContents {
    const ENCODING: &'static Encoding = &Encoding::Def {
        id: "operation.bls_mode_contents",
        inner: &Encoding::Union { tag: TagSize::U8, cases: &CASES, ignore_unknown: false },
    };
}

impl<'a> NomReader<'a> for BlsModeContents {
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        match start.first().copied().map(u32::from) {
            Some(40 | 41) => Ok(match Slotless::read(input)? {
                Slotless::Preattestation(content) => Self::Preattestation(content),
                Slotless::Attestation(content) => Self::Attestation(content),
            }),
            Some(tag) if has_slot(tag) => {
                let detail = usize::try_from(tag).unwrap_or_default();
                Err(Fault::with_detail(FaultKind::UnexpectedTag, start, detail))
            }
            _ => Contents::read(input).map(|contents| Self::Other(Box::new(contents))),
        }
    }
}

impl BinWriter for BlsModeContents {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        match self {
            Self::Preattestation(content) => Slotless::Preattestation(*content).write(sink),
            Self::Attestation(content) => Slotless::Attestation(*content).write(sink),
            Self::Other(contents) if has_slot(contents.tag()) => Err(super::no_case()),
            Self::Other(contents) => contents.write(sink),
        }
    }
}
