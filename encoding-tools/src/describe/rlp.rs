//! The names of RLP's headers and tags in JSON. The reference has no RLP.

use alloc::format;
use alloc::string::{String, ToString};

use tezos_encoding_core::schema::{RlpHeader, RlpTag};

pub(super) const fn header_name(header: RlpHeader) -> &'static str {
    match header {
        RlpHeader::Bytes => "RlpBytes",
        RlpHeader::Number => "RlpNumber",
        RlpHeader::List => "RlpList",
    }
}

/// Returns the header with this name.
pub(super) fn header(name: &str) -> Option<RlpHeader> {
    [RlpHeader::Bytes, RlpHeader::Number, RlpHeader::List].into_iter().find(|header| header_name(*header) == name)
}

pub(super) fn tag_name(tag: RlpTag) -> String {
    match tag {
        RlpTag::Item => "RlpItem".to_string(),
        RlpTag::Type => "RlpType".to_string(),
        RlpTag::Kind => "RlpKind".to_string(),
        RlpTag::Items => "RlpItems".to_string(),
        RlpTag::Least(items) => format!("RlpLeast{items}"),
        RlpTag::Absent(byte) => format!("RlpAbsent{byte}"),
    }
}

/// Returns the tag with this name.
pub(super) fn tag(name: &str) -> Option<RlpTag> {
    let least = || Some(RlpTag::Least(name.strip_prefix("RlpLeast")?.parse().ok()?));
    let absent = || Some(RlpTag::Absent(name.strip_prefix("RlpAbsent")?.parse().ok()?));
    let plain = [RlpTag::Item, RlpTag::Type, RlpTag::Kind, RlpTag::Items];
    plain.into_iter().find(|tag| tag_name(*tag) == name).or_else(least).or_else(absent)
}
