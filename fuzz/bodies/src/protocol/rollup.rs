//! The inbox messages of a rollup's kernel.

use tezos_encoding::{Decode, HasEncoding, View};
use tezos_protocols::rollup::smart::{InboxMessage, InboxMessageView};

use super::registry::shared_examples;
use crate::heap::{Heap, peak};
use crate::typed::{Traits, check};
use crate::{Budget, Target};

/// The expression of a transfer, as for the target `micheline`; attested slots, which have a key and a number in at least 22 bytes each.
const HEAP: Heap = Heap::COPIED.elements(72, 22).levels(3 * (48 + 64), 2);

/// Views of messages below this size take no heap: their expressions have at most 48 levels of 5 bytes each.
const VIEW_BYTES: usize = 5 * 48;

/// Returns the budget of a message.
pub(crate) fn budgets() -> Vec<Budget> {
    vec![Budget { name: "Inbox message of rollups".to_owned(), size: InboxMessage::ENCODING.size(), heap: HEAP }]
}

/// Returns the target for inbox messages.
pub(crate) fn inbox() -> Target {
    Target::made("rollup_inbox", InboxMessage::ENCODING, || shared_examples().collect(), message)
}

fn message(bytes: &[u8]) {
    check::<InboxMessage>(bytes, Traits::new(HEAP).converting());
    let (view, peak) = peak(|| InboxMessageView::from_bytes(bytes));
    match (view, InboxMessage::from_bytes(bytes)) {
        (Ok(view), Ok(owned)) => {
            let allowed = match bytes.len() {
                long if long >= VIEW_BYTES => 20 * long,
                short if bytes.starts_with(&[0, 5]) => 2 * short,
                _ => 0,
            };
            assert!(peak <= allowed, "the view takes {peak} bytes of heap");
            assert_eq!(InboxMessage::from_view(&view), Ok(owned));
        }
        (Err(view), Err(owned)) => assert_eq!(view, owned),
        (view, owned) => panic!("the view: {view:?}, owned: {owned:?}"),
    }
}
