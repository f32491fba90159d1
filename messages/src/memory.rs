//! Looks at the memory where a secret was, for tests: implementing a trait does not prove that a key was cleared.

use alloc::{vec, vec::Vec};
use core::hint::black_box;
use std::fs::File;

/// The memory of a secret, and what it held.
pub(crate) struct Watched {
    /// Open from the start: opening it would write over a part of the stack.
    memory: File,
    address: usize,
    secret: Vec<u8>,
}

impl Watched {
    /// Remembers where `secret` is and what it holds; `None` where the system does not show a process its memory.
    pub(crate) fn of<T: ?Sized>(secret: &T) -> Option<Self> {
        if !cfg!(target_os = "linux") || cfg!(miri) {
            std::eprintln!("skipped: only Linux has /proc/self/mem");
            return None;
        }
        let address = core::ptr::from_ref(secret).addr();
        let memory = File::open("/proc/self/mem").unwrap();
        let secret = read(&memory, address, size_of_val(black_box(secret)));
        assert!(windows(&secret).next().is_some(), "there is nothing to look for: {secret:02x?}");
        Some(Self { memory, address, secret })
    }

    /// Whether 8 bytes of the secret in a row are still in its memory. An allocator may write to memory that was freed.
    pub(crate) fn is_there(&self) -> bool {
        let found = read(&self.memory, self.address, self.secret.len());
        windows(&found).any(|left| windows(&self.secret).any(|secret| left == secret))
    }
}

/// Returns 8 bytes at a time but those that could be of anything.
fn windows(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.windows(8).filter(|part| part.iter().filter(|byte| **byte != 0).count() > 4)
}

#[cfg(unix)]
fn read(memory: &File, address: usize, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    std::os::unix::fs::FileExt::read_exact_at(memory, &mut bytes, address as u64).unwrap();
    bytes
}

#[cfg(not(unix))]
fn read(_: &File, _: usize, length: usize) -> Vec<u8> {
    vec![0; length]
}
