//! The messages that kernels read, and the inbox that contains them.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader, Revision, View, Z};
use tezos_hashes::{
    hash::BlockHash,
    keys::PublicKeyHash,
    protocol::{ContractHash, SmartRollupAddress, SmartRollupInboxHash, SmartRollupMerkelizedPayloadHashesHash},
    time::Timestamp,
};

use crate::{chain::RawLevel, micheline::Micheline};

/// Maximum number of bytes of a message (`sc_rollup_message_size_limit` of `constants_repr.ml`).
pub const MESSAGE_MAX_BYTES: usize = 4096;

/// A message of the inbox that all rollups share.
///
/// | tag | case     | payload             |
/// |----:|----------|---------------------|
/// | 0   | Internal | [`InternalMessage`] |
/// | 1   | External | the rest            |
///
/// A kernel reads the view, which borrows from its buffer and does not allocate:
///
/// ```
/// use tezos_encoding::View;
/// use tezos_protocols::rollup::smart::{ExternalFrame, InboxMessage, InboxMessageView, InternalMessageView};
///
/// let start_of_level = InboxMessageView::from_bytes(&[0, 1]).unwrap();
/// assert!(matches!(start_of_level, InboxMessageView::Internal(InternalMessageView::StartOfLevel)));
///
/// // An external message, in the frame that names its rollup.
/// let message = [&[1, 0][..], &[7; 20], b"transfer"].concat();
/// let InboxMessageView::External(bytes) = InboxMessageView::from_bytes(&message).unwrap() else { panic!() };
/// let ExternalFrame::Targeted { address, contents } = ExternalFrame::from_bytes(bytes).unwrap() else { panic!() };
/// assert_eq!((address.0, contents), ([7; 20], &b"transfer"[..]));
/// # use tezos_encoding::Decode;
/// ```
///
/// There are two exceptions: expressions with more than 48 levels allocate for the deeper levels (see
/// [`MichelineRef`](crate::micheline::MichelineRef)), and checking attested slots with numbers of more than 64 bits allocates temporarily.
///
/// # Errors
/// `Size_limit_exceeded` for more than [`MESSAGE_MAX_BYTES`] bytes; `Unexpected_tag`; those of an expression.
///
/// Rule: [`sc_rollup_inbox_message_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_inbox_message_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(check_size = MESSAGE_MAX_BYTES)]
#[allow(clippy::exhaustive_enums, reason = "there are no others")]
pub enum InboxMessage {
    /// A message from the protocol or from a contract.
    #[encoding(tag = 0)]
    Internal(InternalMessage),
    /// A message from an operation.
    #[encoding(tag = 1, bytes)]
    External(Vec<u8>),
}

/// A message from the protocol or from a contract.
///
/// | tag | case                     | payload                                 |
/// |----:|--------------------------|-----------------------------------------|
/// | 0   | Transfer                 | an expression, then 20, 21 and 20 bytes |
/// | 1   | StartOfLevel             | none                                    |
/// | 2   | EndOfLevel               | none                                    |
/// | 3   | InfoPerLevel             | 8 of time, 32 of hash                   |
/// | 4   | ProtocolMigration        | text with a 4-byte size prefix          |
/// | 5   | DalAttestedSlots, 025 on | 4, 2, 4 and 2 bytes, then [`PublisherSlots`]es, with a 4-byte size prefix |
///
/// Publishers are read in any order and as often as they occur. As in Octez, the last entry of each is kept, without the bits of slots that
/// do not exist, and they are written in order. A negative number of slots has all bits above its own; where these would exceed the limit of
/// a message, nothing is changed.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(json(tag = "internal_inbox_message_kind"), canonical = "InternalMessage::canonical")]
#[non_exhaustive]
pub enum InternalMessage {
    /// A call of a rollup by a contract.
    #[encoding(tag = 0)]
    Transfer {
        /// The argument.
        payload: Micheline,
        /// The contract.
        sender: ContractHash,
        /// The account whose operation led to the call.
        source: PublicKeyHash,
        /// The rollup.
        destination: SmartRollupAddress,
    },
    /// The first message of a level.
    #[encoding(tag = 1)]
    StartOfLevel,
    /// The last message of a level.
    #[encoding(tag = 2)]
    EndOfLevel,
    /// The second message of a level.
    #[encoding(tag = 3)]
    InfoPerLevel {
        /// The time of the predecessor.
        predecessor_timestamp: Timestamp,
        /// The predecessor.
        predecessor: BlockHash,
    },
    /// The third message of the first level of a protocol.
    #[encoding(tag = 4)]
    ProtocolMigration {
        /// The name of the protocol.
        #[encoding(dynamic, bytes)]
        protocol: Vec<u8>,
    },
    /// The slots of the data availability layer that are attested.
    #[encoding(tag = 5, since = 25)]
    DalAttestedSlots {
        /// The level at which they were published.
        published_level: RawLevel,
        /// The number of slots of a level.
        number_of_slots: u16,
        /// The size of a slot in bytes.
        #[encoding(builtin = "Int31")]
        slot_size: i32,
        /// The size of a page in bytes.
        page_size: u16,
        /// The attested slots of each publisher.
        #[encoding(dynamic, list)]
        slots_by_publisher: Vec<PublisherSlots>,
    },
}

impl InternalMessage {
    fn canonical(&self, _: Revision) -> Option<Self> {
        let Self::DalAttestedSlots { published_level, number_of_slots, slot_size, page_size, slots_by_publisher } =
            self
        else {
            return None;
        };
        // The number of slots alone must not take memory. Such a message is longer than Octez can write, and stays as it was read.
        let negative = slots_by_publisher.iter().filter(|slots| slots.1.is_negative()).count();
        if negative.saturating_mul(usize::from(*number_of_slots).div_ceil(7)) > MESSAGE_MAX_BYTES {
            return None;
        }
        let slots: BTreeMap<_, _> = slots_by_publisher.iter().map(|slots| (slots.0, slots)).collect();
        let kept: Vec<_> = slots
            .into_values()
            .map(|PublisherSlots(publisher, slots)| PublisherSlots(*publisher, lowest_bits(slots, *number_of_slots)))
            .collect();
        (kept != *slots_by_publisher).then_some(Self::DalAttestedSlots {
            published_level: *published_level,
            number_of_slots: *number_of_slots,
            slot_size: *slot_size,
            page_size: *page_size,
            slots_by_publisher: kept,
        })
    }
}

/// Returns the lowest bits of a number, of a negative one those of its two's complement.
fn lowest_bits(number: &Z, count: u16) -> Z {
    let of_group = |(index, byte): (usize, &u8)| {
        let (bits, byte) = (if index == 0 { 6 } else { 7 }, *byte);
        (0..bits).map(move |bit| byte >> bit & 1 == 1)
    };
    let mut bits: Vec<bool> = number.with_wire(|bytes| bytes.iter().enumerate().flat_map(of_group).collect());
    if number.is_negative() {
        // All bits above the lowest one are inverted, also those that are not written.
        let ones = bits.iter().position(|bit| *bit).map_or(bits.len(), |lowest| lowest.saturating_add(1));
        bits.resize(bits.len().max(count.into()), false);
        bits.iter_mut().skip(ones).for_each(|bit| *bit = !*bit);
    }
    bits.truncate(count.into());
    let group = |bits: &[bool]| bits.iter().rev().fold(0, |group, bit| group << 1 | u8::from(*bit));
    let (low, high) = bits.split_at_checked(6).unwrap_or((&bits, &[]));
    let mut wire: Vec<u8> = [group(low)].into_iter().chain(high.chunks(7).map(group)).collect();
    while wire.len() > 1 && wire.last() == Some(&0) {
        wire.pop();
    }
    let last = wire.len().saturating_sub(1);
    wire.iter_mut().take(last).for_each(|byte| *byte |= 0x80);
    Z::from_wire(&wire)
}

/// A publisher and its attested slots.
///
/// | bytes | field | encoding                                |
/// |------:|-------|-----------------------------------------|
/// | 21    | 0     | [`PublicKeyHash`]                       |
/// | n     | 1     | `z`: bit i is one if slot i is attested |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[allow(clippy::exhaustive_structs, reason = "a list")]
pub struct PublisherSlots(pub PublicKeyHash, pub Z);

/// The frame that Octez recommends for external messages, which all rollups receive.
///
/// | tag | case     | payload                 |
/// |----:|----------|-------------------------|
/// | 0   | Targeted | 20 of address, the rest |
///
/// Rule: [`inbox.rs`, `ExternalMessageFrame`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/inbox.rs).
#[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ExternalFrame<'a> {
    /// A message for one rollup.
    #[encoding(tag = 0)]
    Targeted {
        /// The rollup.
        address: SmartRollupAddress,
        /// The message.
        #[encoding(rest)]
        contents: &'a [u8],
    },
}

/// The inbox that all rollups share.
///
/// | bytes | field                 | encoding      |
/// |------:|-----------------------|---------------|
/// | 4     | `level`               | [`RawLevel`]  |
/// |       | `old_levels_messages` | [`InboxCell`] |
///
/// Rule: [`sc_rollup_inbox_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/sc_rollup_inbox_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Inbox {
    /// The level of the last messages.
    pub level: RawLevel,
    /// The levels of the inbox.
    pub old_levels_messages: InboxCell,
}

/// A level in the skip list of the inbox's levels, with pointers to previous levels.
///
/// | bytes      | field           | encoding                          |
/// |-----------:|-----------------|-----------------------------------|
/// | n          | `index`         | `n`                               |
/// | 36         | `content`       | [`InboxLevel`]                    |
/// | 4 + 32 · n | `back_pointers` | hashes, with a 4-byte size prefix |
///
/// Rule: [`skip_list_repr.ml`](https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_017_PtNairob/lib_protocol/skip_list_repr.ml).
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct InboxCell {
    /// The number of the level in the list.
    pub index: N,
    /// The messages.
    pub content: InboxLevel,
    /// Hashes of previous levels.
    #[encoding(dynamic, list)]
    pub back_pointers: Vec<SmartRollupInboxHash>,
}

/// The messages of a level.
///
/// | bytes | field   | encoding     |
/// |------:|---------|--------------|
/// | 32    | `hash`  |              |
/// | 4     | `level` | [`RawLevel`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
#[non_exhaustive]
pub struct InboxLevel {
    /// Hash of the messages.
    pub hash: SmartRollupMerkelizedPayloadHashesHash,
    /// The level.
    pub level: RawLevel,
}
