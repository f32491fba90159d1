//! What a kernel reads from the inbox.

use tezos_encoding::HasEncoding;
use tezos_protocol::rollup::smart::InboxMessage;

use super::registry::shared_examples;
use crate::Target;
use crate::heap::Heap;
use crate::typed::{Traits, check_with_view};

/// The expression of a transfer, as that of the target `micheline`; the attested slots, a key and a number for each 22 bytes.
const HEAP: Heap = Heap::COPIED.elements(72, 22).levels(3 * (48 + 64), 2);

/// The target.
pub(crate) fn inbox() -> Target {
    let traits = Traits::new(HEAP).converting();
    Target::made(
        "rollup_inbox",
        InboxMessage::ENCODING,
        || shared_examples().collect(),
        move |bytes| {
            check_with_view::<InboxMessage>(bytes, traits);
        },
    )
}
