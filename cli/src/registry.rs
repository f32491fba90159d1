//! The Rust types of whole messages, behind one interface.

use std::hint::black_box;

use allocation_counter::AllocationInfo;
use tezos_encoding::{Decode, Encode, HasEncoding, Tagged as _, schema::Encoding};
use tezos_messages::{
    handshake::{Ack, ConnectionMessage, ConnectionMetadata},
    p2p::PeerMessage,
};

/// The codec of a type of whole messages, with the Rust type erased.
pub(crate) struct Codec {
    /// Its name in tables.
    pub(crate) name: &'static str,
    /// Its schema.
    pub(crate) schema: &'static Encoding,
    round_trip: fn(&[u8]) -> Result<(), String>,
    decode: fn(&[u8], u32),
    allocated: fn(&[u8]) -> AllocationInfo,
}

/// The connection message: the first message of each side.
pub(crate) static CONNECTION: Codec = Codec::of::<ConnectionMessage>("connection message");
/// The metadata: the second message of each side.
pub(crate) static METADATA: Codec = Codec::of::<ConnectionMetadata>("metadata");
/// The ack: the third message of each side.
pub(crate) static ACK: Codec = Codec::of::<Ack>("ack");
/// All other messages.
pub(crate) static MESSAGE: Codec = Codec::of::<PeerMessage>("message");

impl Codec {
    const fn of<T>(name: &'static str) -> Self
    where
        T: for<'a> Decode<'a> + Encode,
    {
        Self {
            name,
            schema: <T as HasEncoding>::ENCODING,
            round_trip: round_trip::<T>,
            decode: decode::<T>,
            allocated: allocated::<T>,
        }
    }

    /// Decodes `bytes`, encodes the value again and compares the bytes. The error is a sentence.
    pub(crate) fn round_trip(&self, bytes: &[u8]) -> Result<(), String> {
        (self.round_trip)(bytes)
    }

    /// Decodes `bytes` `times` times and drops each value.
    #[inline]
    pub(crate) fn decode(&self, bytes: &[u8], times: u32) {
        (self.decode)(bytes, times);
    }

    /// Returns the allocations of decoding `bytes` once. They are counted before the value is dropped.
    pub(crate) fn allocated(&self, bytes: &[u8]) -> AllocationInfo {
        (self.allocated)(bytes)
    }
}

/// Returns the reference's name of the messages with this tag, if the tag is known.
pub(crate) fn message_name(tag: u16) -> Option<&'static str> {
    PeerMessage::CASES.iter().find(|case| case.tag == u32::from(tag)).map(|case| case.title)
}

fn round_trip<T>(bytes: &[u8]) -> Result<(), String>
where
    T: for<'a> Decode<'a> + Encode,
{
    let value = T::from_bytes(bytes).map_err(|error| format!("cannot be decoded: {error}"))?;
    let again = value.to_bytes().map_err(|error| format!("was decoded, but cannot be encoded again: {error}"))?;
    if again == bytes {
        return Ok(());
    }
    let at = again.iter().zip(bytes).take_while(|(one, other)| one == other).count();
    let (read, written) = (bytes.len(), again.len());
    Err(format!("was encoded again with other bytes: {read} read, {written} written, equal up to byte {at}"))
}

fn decode<T>(bytes: &[u8], times: u32)
where
    T: for<'a> Decode<'a>,
{
    for _ in 0..times {
        drop(black_box(T::from_bytes(black_box(bytes))));
    }
}

fn allocated<T>(bytes: &[u8]) -> AllocationInfo
where
    T: for<'a> Decode<'a>,
{
    let mut value = None;
    allocation_counter::measure(|| value = T::from_bytes(bytes).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_the_names_of_the_reference() {
        assert_eq!(message_name(0x14), Some("Current_head"));
        assert_eq!(message_name(0x15), None);
        for case in PeerMessage::CASES {
            let tag = u16::try_from(case.tag).unwrap();
            if let Ok(message) = PeerMessage::from_bytes(&[&[0, 0, 0, 2], &tag.to_be_bytes()[..]].concat()) {
                assert_eq!(message_name(tag), Some(message.kind().1));
            }
        }
    }

    #[test]
    fn failed_round_trips_return_a_sentence() {
        assert_eq!(METADATA.round_trip(&[0, 0xff]), Ok(()));
        let error = METADATA.round_trip(&[0]).unwrap_err();
        assert!(error.starts_with("cannot be decoded: private_node: at byte 1, "), "{error}");
        let error = METADATA.round_trip(&[0, 1]).unwrap_err();
        assert_eq!(error, "was encoded again with other bytes: 2 read, 2 written, equal up to byte 1");
    }

    #[test]
    fn allocations_of_one_decode_are_counted() {
        let name = [&[0; 2 + 32 + 24 + 24][..], &[0, 0, 0, 3], b"abc", &[0; 4]].concat();
        let allocated = CONNECTION.allocated(&name);
        assert_eq!((allocated.count_total, allocated.bytes_total, allocated.bytes_current), (1, 3, 3));
        assert_eq!(METADATA.allocated(&[0, 0]).count_total, 0);
    }
}
