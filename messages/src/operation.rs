//! Operations, as the shell sees them. In messages they have at most
//! [`OPERATION_MAX_BYTES`](crate::limits::OPERATION_MAX_BYTES).

pub use tezos_hashes::operation::{RawOperation, RawOperationView};
