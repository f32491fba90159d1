//! One module for each codec with a format of its own: a value into a fresh vector, and back.

#![expect(clippy::missing_errors_doc, reason = "the errors are those of the codec")]

/// bincode 2. Integers of a fixed size and no limit are its fast path.
pub mod bincode {
    use ::bincode::{
        Decode, Encode,
        config::{Configuration, Fixint, LittleEndian, standard},
        decode_from_slice, encode_to_vec,
        error::{DecodeError, EncodeError},
    };

    const CONFIG: Configuration<LittleEndian, Fixint> = standard().with_fixed_int_encoding();

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: Encode>(value: &T) -> Result<Vec<u8>, EncodeError> {
        encode_to_vec(value, CONFIG)
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: Decode<()>>(bytes: &[u8]) -> Result<T, DecodeError> {
        decode_from_slice(bytes, CONFIG).map(|(value, _)| value)
    }
}

/// bitcode. Its columns are allocated once, by a buffer that the caller keeps.
pub mod bitcode {
    use core::convert::Infallible;

    use ::bitcode::{Buffer, DecodeOwned, Encode, Error};

    /// The bytes of `value`: copied, because the buffer keeps its own.
    #[inline]
    pub fn encode<T: Encode>(buffer: &mut Buffer, value: &T) -> Result<Vec<u8>, Infallible> {
        Ok(buffer.encode(value).to_vec())
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: DecodeOwned>(buffer: &mut Buffer, bytes: &[u8]) -> Result<T, Error> {
        buffer.decode(bytes)
    }
}

/// borsh.
pub mod borsh {
    use std::io::Error;

    use ::borsh::{BorshDeserialize, BorshSerialize, from_slice, to_vec};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: BorshSerialize>(value: &T) -> Result<Vec<u8>, Error> {
        to_vec(value)
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: BorshDeserialize>(bytes: &[u8]) -> Result<T, Error> {
        from_slice(bytes)
    }
}

/// deku.
pub mod deku {
    use ::deku::{DekuContainerRead, DekuContainerWrite, DekuError};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: DekuContainerWrite>(value: &T) -> Result<Vec<u8>, DekuError> {
        value.to_bytes()
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: for<'a> DekuContainerRead<'a>>(bytes: &[u8]) -> Result<T, DekuError> {
        T::from_bytes((bytes, 0)).map(|(_, value)| value)
    }
}

/// postcard.
pub mod postcard {
    use ::postcard::{Error, from_bytes, to_allocvec};
    use serde::{Serialize, de::DeserializeOwned};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: Serialize>(value: &T) -> Result<Vec<u8>, Error> {
        to_allocvec(value)
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Error> {
        from_bytes(bytes)
    }
}

/// SCALE, by parity-scale-codec.
pub mod scale {
    use core::convert::Infallible;

    use parity_scale_codec::{Decode, Encode, Error};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: Encode>(value: &T) -> Result<Vec<u8>, Infallible> {
        Ok(value.encode())
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: Decode>(mut bytes: &[u8]) -> Result<T, Error> {
        T::decode(&mut bytes)
    }
}

/// speedy, in an order of bytes that is known when it is compiled, and from a buffer that stays.
pub mod speedy {
    use ::speedy::{Error, LittleEndian, Readable, Writable};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: Writable<LittleEndian>>(value: &T) -> Result<Vec<u8>, Error> {
        value.write_to_vec_with_ctx(LittleEndian {})
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: for<'a> Readable<'a, LittleEndian>>(bytes: &[u8]) -> Result<T, Error> {
        T::read_from_buffer_with_ctx(LittleEndian {}, bytes)
    }
}

/// wincode, in its default configuration: little-endian integers of a fixed size, lengths of eight bytes.
pub mod wincode {
    use ::wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult, config::DefaultConfig, deserialize, serialize};

    /// The bytes of `value`.
    #[inline]
    pub fn encode<T: SchemaWrite<DefaultConfig, Src = T>>(value: &T) -> WriteResult<Vec<u8>> {
        serialize(value)
    }

    /// The value of `bytes`.
    #[inline]
    pub fn decode<T: for<'a> SchemaRead<'a, DefaultConfig, Dst = T>>(bytes: &[u8]) -> ReadResult<T> {
        deserialize(bytes)
    }
}
