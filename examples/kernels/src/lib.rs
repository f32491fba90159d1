//! Code that the kernels share: they read a message from durable storage, and write the answer to the outbox.
//!
//! Each kernel in `src/bin` is a complete smart rollup kernel as [Octez describes them][kernels]: it exports `kernel_run`, imports only
//! functions of the host, and has no floating-point instructions unless its documentation states otherwise. `ci/kernels` builds and checks
//! them.
//!
//! [kernels]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/docs/shell/smart_rollup_node.rst#developing-wasm-kernels

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use tezos_smart_rollup_host::{path::RefPath, runtime::Runtime};

/// The maximum size of a message to a rollup, in bytes.
pub const MESSAGE_MAX_BYTES: usize = 4096;

/// The maximum number of bytes that the host returns at a time.
const READ_MAX_BYTES: usize = 2048;

/// The path of the message in durable storage.
const MESSAGE: RefPath<'_> = RefPath::assert_from(b"/message");

/// Reads the message in durable storage and passes it to `answer`, which writes the answer; a refused message gets no answer.
pub fn run<H: Runtime>(host: &mut H, answer: impl FnOnce(&mut H, &[u8])) {
    let mut buffer = [0; MESSAGE_MAX_BYTES];
    let mut length: usize = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        let len = rest.len().min(READ_MAX_BYTES);
        match host.store_read_slice(&MESSAGE, length, rest.split_at_mut(len).0) {
            Ok(0) | Err(_) => break,
            Ok(read) => length = length.saturating_add(read),
        }
    }
    answer(host, buffer.split_at(length.min(MESSAGE_MAX_BYTES)).0);
}

/// Traps, because a kernel cannot recover.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
