//! What the kernels have in common: a message comes from durable storage, the answer goes to the outbox.
//!
//! Each kernel in `src/bin` is a whole smart rollup kernel as [Octez describes them][kernels]: it exports `kernel_run`, imports host
//! functions alone, and has no floating-point instruction unless its first lines say otherwise. `ci/kernels` builds and judges them.
//!
//! [kernels]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/docs/shell/smart_rollup_node.rst#developing-wasm-kernels

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

use tezos_encoding::{Fault, NomReader, Reader};
use tezos_smart_rollup_host::{path::RefPath, runtime::Runtime};

/// Bytes of the longest message that a rollup takes.
pub const MESSAGE_MAX_BYTES: usize = 4096;

/// Bytes that the host hands out at once.
const READ_MAX_BYTES: usize = 2048;

/// Where the message is.
const MESSAGE: RefPath<'_> = RefPath::assert_from(b"/message");

/// Answers the message in durable storage with what `answer` writes; a refused message has no answer.
pub fn run<H: Runtime>(host: &mut H, answer: impl FnOnce(&mut H, &[u8])) {
    let mut buffer = [0; MESSAGE_MAX_BYTES];
    let mut length: usize = 0;
    while let Some(rest) = buffer.get_mut(length..).filter(|rest| !rest.is_empty()) {
        let most = rest.len().min(READ_MAX_BYTES);
        match host.store_read_slice(&MESSAGE, length, rest.split_at_mut(most).0) {
            Ok(0) | Err(_) => break,
            Ok(read) => length = length.saturating_add(read),
        }
    }
    answer(host, buffer.split_at(length.min(MESSAGE_MAX_BYTES)).0);
}

/// Reads a whole message. A refusal is a [`Fault`], which needs no schema: the error of [`Decode`](tezos_encoding::Decode) names the field
/// and explains the bytes, by walking the schema, and links what that needs.
///
/// # Errors
/// Whatever the encoding refuses; `Extra_bytes` where bytes are left.
pub fn read<'a, T: NomReader<'a>>(bytes: &'a [u8]) -> Result<T, Fault> {
    let mut reader = Reader::new(bytes);
    let value = T::read(&mut reader)?;
    reader.finish().map(|()| value)
}

/// A kernel cannot recover.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
