//! One module for each codec with its own format: `encode` writes a value into a new vector, `decode` reads it back.

#![expect(clippy::missing_errors_doc, reason = "the errors are those of the codec")]

/// Defines a module with the functions `encode` and `decode` for each codec.
macro_rules! codecs {
    ($($(#[$doc:meta])* $name:ident { $($item:item)* }
       [$($write_bound:tt)*] |$value:ident| -> $written:ty { $encode:expr }
       [$($read_bound:tt)*] |$bytes:ident| -> $read:ty { $decode:expr })*) => {$(
        $(#[$doc])*
        pub mod $name {
            $($item)*

            /// Encodes a value.
            #[inline]
            pub fn encode<T: $($write_bound)*>($value: &T) -> $written {
                $encode
            }

            /// Decodes a value.
            #[inline]
            pub fn decode<T: $($read_bound)*>($bytes: &[u8]) -> $read {
                $decode
            }
        }
    )*};
}

codecs! {
    /// bincode 2, with integers of a fixed size and without a limit, which is its fast path.
    bincode {
        use ::bincode::{
            Decode, Encode,
            config::{Configuration, Fixint, LittleEndian, standard},
            decode_from_slice, encode_to_vec,
            error::{DecodeError, EncodeError},
        };
        const CONFIG: Configuration<LittleEndian, Fixint> = standard().with_fixed_int_encoding();
    }
    [Encode] |value| -> Result<Vec<u8>, EncodeError> { encode_to_vec(value, CONFIG) }
    [Decode<()>] |bytes| -> Result<T, DecodeError> { decode_from_slice(bytes, CONFIG).map(|(value, _)| value) }

    /// borsh.
    borsh {
        use ::borsh::{BorshDeserialize, BorshSerialize, from_slice, to_vec};
        use std::io::Error;
    }
    [BorshSerialize] |value| -> Result<Vec<u8>, Error> { to_vec(value) }
    [BorshDeserialize] |bytes| -> Result<T, Error> { from_slice(bytes) }

    /// deku.
    deku {
        use ::deku::{DekuContainerRead, DekuContainerWrite, DekuError};
    }
    [DekuContainerWrite] |value| -> Result<Vec<u8>, DekuError> { value.to_bytes() }
    [for<'a> DekuContainerRead<'a>] |bytes| -> Result<T, DekuError> {
        T::from_bytes((bytes, 0)).map(|(_, value)| value)
    }

    /// postcard.
    postcard {
        use ::postcard::{Error, from_bytes, to_allocvec};
        use serde::{Serialize, de::DeserializeOwned};
    }
    [Serialize] |value| -> Result<Vec<u8>, Error> { to_allocvec(value) }
    [DeserializeOwned] |bytes| -> Result<T, Error> { from_bytes(bytes) }

    /// SCALE, by parity-scale-codec.
    scale {
        use core::convert::Infallible;
        use parity_scale_codec::{Decode, Encode, Error};
    }
    [Encode] |value| -> Result<Vec<u8>, Infallible> { Ok(value.encode()) }
    [Decode] |bytes| -> Result<T, Error> { T::decode(&mut &*bytes) }

    /// speedy, with a byte order that is known at compile time, reading from a borrowed buffer.
    speedy {
        use ::speedy::{Error, LittleEndian, Readable, Writable};
    }
    [Writable<LittleEndian>] |value| -> Result<Vec<u8>, Error> { value.write_to_vec_with_ctx(LittleEndian {}) }
    [for<'a> Readable<'a, LittleEndian>] |bytes| -> Result<T, Error> {
        T::read_from_buffer_with_ctx(LittleEndian {}, bytes)
    }

    /// wincode, in its default configuration: little-endian integers of a fixed size, lengths of eight bytes.
    wincode {
        use ::wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult, config::DefaultConfig, deserialize, serialize};
    }
    [SchemaWrite<DefaultConfig, Src = T>] |value| -> WriteResult<Vec<u8>> { serialize(value) }
    [for<'a> SchemaRead<'a, DefaultConfig, Dst = T>] |bytes| -> ReadResult<T> { deserialize(bytes) }
}

/// bitcode, with a buffer that the caller keeps, so that its columns are allocated once.
pub mod bitcode {
    use core::convert::Infallible;

    use ::bitcode::{Buffer, DecodeOwned, Encode, Error};

    /// Encodes a value, and copies its bytes out of the buffer.
    #[inline]
    pub fn encode<T: Encode>(buffer: &mut Buffer, value: &T) -> Result<Vec<u8>, Infallible> {
        Ok(buffer.encode(value).to_vec())
    }

    /// Decodes a value.
    #[inline]
    pub fn decode<T: DecodeOwned>(buffer: &mut Buffer, bytes: &[u8]) -> Result<T, Error> {
        buffer.decode(bytes)
    }
}
