//! The requests of kernels for data, and the answers.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::{
    hash::blake2b_256,
    protocol::{SmartRollupAddress, SmartRollupRevealHash},
};

use super::DalPageId;
use crate::{chain::RawLevel, contract::ContractId};

/// A request of a kernel for data.
///
/// | tag | case                           | payload          |
/// |----:|--------------------------------|------------------|
/// | 0   | RevealRawData                  | [`PreimageHash`] |
/// | 1   | RevealMetadata                 | none             |
/// | 2   | RequestDalPage                 | [`DalPageId`]    |
/// | 3   | RevealDalParameters            | none             |
/// | 4   | RequestAdaptiveDalPage, 022 on | [`DalPageId`], 1, then tag 0, or tag 1 and at most 10 [`ContractId`]s with a 4-byte size prefix |
///
/// # Errors
/// `Unexpected_tag`; `List_too_long`.
///
/// Rule: [`sc_rollup_PVM_sig.ml`, `reveal_encoding`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_PVM_sig.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "reveal_kind"))]
#[non_exhaustive]
pub enum RevealRequest {
    /// The preimage of a hash.
    #[encoding(tag = 0)]
    RevealRawData {
        /// The hash.
        input_hash: PreimageHash,
    },
    /// A request for the [`SmartRollupMetadata`].
    #[encoding(tag = 1)]
    RevealMetadata,
    /// A page of the data availability layer.
    #[encoding(tag = 2)]
    RequestDalPage {
        /// The page.
        page_id: DalPageId,
    },
    /// A request for the [`DalParameters`].
    #[encoding(tag = 3)]
    RevealDalParameters,
    /// A page for which the kernel sets the required share of attestations.
    #[encoding(tag = 4, since = 22)]
    RequestAdaptiveDalPage {
        /// The page.
        page_id: DalPageId,
        /// The required percentage of attestations.
        attestation_threshold_percent: u8,
        /// The accounts from which a published page is accepted; `None` means anyone.
        #[encoding(option(tagged), dynamic, list = 10, dft = None)]
        restricted_commitments_publishers: Option<Vec<ContractId>>,
    },
}

/// The hash of revealed data, with the hash function as its tag.
///
/// | bytes | field | encoding                |
/// |------:|-------|-------------------------|
/// | 1     | tag   | 0: BLAKE2b-256          |
/// | 32    |       | the hash                |
///
/// Rule: [`sc_rollup_reveal_hash.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_reveal_hash.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub enum PreimageHash {
    /// BLAKE2b-256.
    #[encoding(tag = 0, title = "Reveal_data_hash_v0")]
    Blake2b(SmartRollupRevealHash),
}

impl PreimageHash {
    /// Returns the hash of a page or of any other preimage.
    #[must_use]
    pub fn of(preimage: &[u8]) -> Self {
        Self::Blake2b(SmartRollupRevealHash(blake2b_256(preimage)))
    }
}

/// A page of a tree of preimages, through which kernels receive data that does not fit in one page.
///
/// | tag | case     | payload                                       |
/// |----:|----------|-----------------------------------------------|
/// | 0   | Contents | bytes with a 4-byte size prefix               |
/// | 1   | Hashes   | [`PreimageHash`]es, with a 4-byte size prefix |
///
/// A kernel reads the view, which does not allocate:
///
/// ```
/// use tezos_encoding::{Encode, View};
/// use tezos_protocols::rollup::smart::{PreimageHash, PreimagePage, PreimagePageView};
///
/// let leaf = PreimagePage::Contents(b"kernel".to_vec()).to_bytes().unwrap();
/// let root = PreimagePage::Hashes(vec![PreimageHash::of(&leaf)]).to_bytes().unwrap();
/// let PreimagePageView::Hashes(hashes) = PreimagePageView::from_bytes(&root).unwrap() else { panic!() };
/// assert_eq!(hashes.iter().collect::<Vec<_>>(), [PreimageHash::of(&leaf)]);
/// assert_eq!(PreimagePageView::from_bytes(&leaf).unwrap(), PreimagePageView::Contents(b"kernel"));
/// # use tezos_encoding::Decode;
/// ```
///
/// # Errors
/// `Size_limit_exceeded` for more than 4,096 bytes; `Unexpected_tag`.
///
/// Rule: [`dac/pages.rs`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/dac/pages.rs).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(check_size = 4096)]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum PreimagePage {
    /// A leaf, which contains a piece of the data.
    #[encoding(tag = 0, dynamic, bytes)]
    Contents(Vec<u8>),
    /// An inner node, which contains the hashes of other pages.
    #[encoding(tag = 1, dynamic, list)]
    Hashes(Vec<PreimageHash>),
}

/// The metadata of a rollup, as its kernel receives it.
///
/// | bytes | field               | encoding     |
/// |------:|---------------------|--------------|
/// | 20    | `address`           |              |
/// | 4     | `origination_level` | [`RawLevel`] |
///
/// Rule: [`sc_rollup_metadata_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_metadata_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[allow(clippy::exhaustive_structs, reason = "given to each kernel as it is")]
pub struct SmartRollupMetadata {
    /// The address of the rollup.
    pub address: SmartRollupAddress,
    /// The level at which it was originated.
    pub origination_level: RawLevel,
}

/// The parameters of the data availability layer, as a kernel receives them.
///
/// | bytes | field             | encoding |
/// |------:|-------------------|----------|
/// | 8     | `number_of_slots` | `int64`  |
/// | 8     | `attestation_lag` | `int64`  |
/// | 8     | `slot_size`       | `int64`  |
/// | 8     | `page_size`       | `int64`  |
///
/// Rule: [`sc_rollup_dal_parameters_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_dal_parameters_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct DalParameters {
    /// The number of slots of a level.
    pub number_of_slots: i64,
    /// The number of levels after which slots are attested.
    pub attestation_lag: i64,
    /// The size of a slot in bytes.
    pub slot_size: i64,
    /// The size of a page in bytes.
    pub page_size: i64,
}
