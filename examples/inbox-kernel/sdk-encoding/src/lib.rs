//! What `tezos-smart-rollup-host` 0.2.2 imports from `tezos_data_encoding`. The kernel calls none of it.

#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod enc {
    //! The writer of paths.

    use alloc::vec::Vec;
    use core::convert::Infallible;

    /// The result of a writer, which does not fail here.
    pub type BinResult = Result<(), Infallible>;

    /// A type with a binary encoding.
    pub trait BinWriter {
        /// Appends the encoding to `output`.
        ///
        /// # Errors
        /// None.
        fn bin_write(&self, output: &mut Vec<u8>) -> BinResult;
    }

    /// Appends bytes to `output`.
    pub fn put_bytes(bytes: &[u8], output: &mut Vec<u8>) {
        output.extend_from_slice(bytes);
    }
}
