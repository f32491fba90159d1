//! Reads what `tshark -T pdml` prints of packets.

/// What Wireshark finds in a packet.
#[derive(Default)]
pub(crate) struct Packet {
    /// The parts in the order of the bytes, without those that contain others and those without bytes.
    pub(crate) parts: Vec<Part>,
    /// Why the packet is malformed, if it is.
    pub(crate) malformed: Option<String>,
    /// Whether the dissector failed.
    pub(crate) is_broken: bool,
}

/// Some bytes of a packet with a meaning.
pub(crate) struct Part {
    /// The name in display filters.
    pub(crate) name: String,
    pub(crate) offset: usize,
    pub(crate) len: usize,
    shown: String,
}

impl Part {
    /// Returns the number that is shown, if it is one.
    pub(crate) fn number(&self) -> Option<i128> {
        match self.shown.strip_prefix("0x") {
            Some(digits) => i128::from_str_radix(digits, 16).ok(),
            None => self.shown.parse().ok(),
        }
    }
}

/// Returns the packets.
pub(crate) fn packets(text: &str) -> Vec<Packet> {
    text.split("<packet>").skip(1).map(packet).collect()
}

fn packet(text: &str) -> Packet {
    let mut packet = Packet { is_broken: text.contains("Lua Error"), ..Packet::default() };
    // The part of the packet that our protocol dissects, the number of open elements in it, and where it starts.
    let Some((_, ours)) = text.split_once("<proto name=\"tezos.") else { return packet };
    let (head, ours) = ours.split_once('>').unwrap_or_default();
    let start: usize = attribute(head, "pos").parse().unwrap_or_default();
    let ours = ours.split_once("</proto>").map_or(ours, |(ours, _)| ours);
    for element in ours.split("<field ").skip(1) {
        let element = element.split_once('>').map_or(element, |(element, _)| element);
        let name = attribute(element, "name");
        if name.ends_with(".malformed") {
            packet.malformed = Some(attribute(element, "showname"));
        }
        let len: usize = attribute(element, "size").parse().unwrap_or_default();
        let is_leaf = element.ends_with('/') && name.starts_with("tezos.") && !name.ends_with(".malformed");
        if is_leaf && len > 0 {
            let pos: usize = attribute(element, "pos").parse().unwrap_or_default();
            packet.parts.push(Part { name, offset: pos.saturating_sub(start), len, shown: attribute(element, "show") });
        }
    }
    packet
}

/// Returns the value of an attribute; empty if it has none.
fn attribute(element: &str, name: &str) -> String {
    let value = element.split_once(&format!("{name}=\"")).map(|(_, value)| value);
    value.and_then(|value| value.split_once('"')).map(|(value, _)| value.to_owned()).unwrap_or_default()
}
