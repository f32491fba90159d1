//! The encodings and engines of the names in the vectors.

use tezos_encoding::schema::{Encoding, grammar};
use tezos_messages::encodings;

use crate::{
    engine::{Engine, Lacks},
    line::is_message,
    types::{self, messages},
};

/// Returns the encoding of an id or a description.
pub(crate) fn of_text(text: &str) -> Result<&'static Encoding, String> {
    match encodings().iter().find(|named| named.id == text) {
        Some(named) => Ok(named.encoding),
        None => grammar::parse(text).map_err(|mistake| mistake.to_string()),
    }
}

/// Returns the engines of a description or a message, the type first. An error is the reason why there is none.
pub(crate) fn engines(name: &str) -> [Result<Engine, String>; 2] {
    let no_type = || "it has no type for this".to_owned();
    let (fast, walker) = if is_message(name) {
        let fast = messages::find(name);
        // The reference converts the texts of points and the lists of a mempool.
        let walker = fast.as_ref().map(|fast| Engine::walker(fast.encoding, Lacks::Conversions));
        (fast, walker.ok_or_else(|| "it has no schema for this".to_owned()))
    } else {
        let lacks = if name.starts_with("micheline(") { Lacks::ConversionsAndGuards } else { Lacks::Nothing };
        let parsed = of_text(name);
        (types::find(name), parsed.map(|encoding| Engine::walker(encoding, lacks)))
    };
    [fast.ok_or_else(no_type), walker]
}
