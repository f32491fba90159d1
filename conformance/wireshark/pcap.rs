//! Captures of messages that are not in packets, each for a dissector that is found by its name.

/// The link type of exported protocol data units (`LINKTYPE_WIRESHARK_UPPER_PDU`).
const UPPER_PDU: u32 = 252;
/// The tag of the name of a dissector, and the tag that ends the tags (`epan/exported_pdu.h`).
const DISSECTOR: u16 = 12;
const END: u16 = 0;

/// Returns a capture of messages, each with the name of its dissector.
pub(crate) fn of_dissectors<'m>(messages: impl Iterator<Item = (String, &'m [u8])>) -> Vec<u8> {
    let mut out = Vec::new();
    for word in [0xa1b2_c3d4_u32, 0x0002_0004, 0, 0, 0x0004_0000, UPPER_PDU] {
        out.extend(word.to_be_bytes());
    }
    for (name, bytes) in messages {
        let packet = [tag(DISSECTOR, name.as_bytes()), tag(END, &[]), bytes.to_vec()].concat();
        let len = u32::try_from(packet.len()).unwrap_or(u32::MAX);
        for word in [0, 0, len, len] {
            out.extend(word.to_be_bytes());
        }
        out.extend(packet);
    }
    out
}

/// Returns a tag with its value, padded to whole words.
fn tag(tag: u16, value: &[u8]) -> Vec<u8> {
    let len = value.len().next_multiple_of(4);
    let mut out = [tag.to_be_bytes(), u16::try_from(len).unwrap_or(u16::MAX).to_be_bytes()].concat();
    out.extend(value);
    out.resize(len.saturating_add(4), 0);
    out
}
