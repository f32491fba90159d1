//! Reads the memory where a secret was stored, for tests: that a type implements `Zeroize` does not prove that a key was cleared.

use alloc::{vec, vec::Vec};
use core::hint::black_box;
use std::fs::File;

/// The address of a secret and a copy of its bytes.
pub(crate) struct Watched {
    /// Opened in advance, because opening it later would overwrite a part of the stack.
    memory: File,
    address: usize,
    secret: Vec<u8>,
}

impl Watched {
    /// Remembers the address and the bytes of `secret`. Returns `None` if the system has no `/proc/self/mem`.
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

    /// Returns true if 8 consecutive bytes of the secret are still in its memory. Not all of it has to be left, because an allocator may
    /// write to freed memory.
    pub(crate) fn is_there(&self) -> bool {
        let found = read(&self.memory, self.address, self.secret.len());
        windows(&found).any(|left| windows(&self.secret).any(|secret| left == secret))
    }
}

/// Returns each 8 consecutive bytes with fewer than 4 zeros: any memory could have the others.
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
