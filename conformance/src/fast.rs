//! The engine that users have: Rust types, looked up by name.

use super::{derived, judge::Found, line::Target, messages, micheline};

/// Its name in tables.
pub(super) const NAME: &str = "fast";

/// The type for a description or for the name of a message.
pub(super) fn find(target: &Target) -> Found {
    let codec = match target {
        Target::Encoding(description) => derived::find(description).or_else(|| micheline::find(description)),
        Target::Message(name) => messages::find(name),
    };
    match codec {
        Some(codec) => Ok(Box::new(codec)),
        None => Err("it has no type for this".to_owned()),
    }
}
