//! Encryption of chunks: NaCl `crypto_box` (X25519, XSalsa20, Poly1305) with the key computed once, MAC in front.
//!
//! Rule: [`p2p_socket.ml`, `Crypto.write_chunk` and `read_chunk`](https://gitlab.com/tezos/tezos/-/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml).

use alloc::vec::Vec;
use core::fmt;

use crate::{
    identity::{CryptoBoxPublicKey, CryptoBoxSecretKey},
    nacl::SharedKey,
    session::{
        ChunkError, SessionError,
        chunk::{LENGTH_BYTES, MAC_BYTES, PLAINTEXT_MAX_BYTES},
        nonce::{Counter, Nonce},
    },
};

/// The key that two peers share, in both directions. It is cleared when its last owner drops it.
#[derive(Clone)]
pub struct ChannelKey(SharedKey);

impl ChannelKey {
    /// Computes the key between the owner of `secret` and the owner of `public`.
    ///
    /// # Errors
    /// [`SessionError::LowOrderKey`], as libsodium's `crypto_box_beforenm` fails: the key would be public.
    pub fn new(secret: &CryptoBoxSecretKey, public: &CryptoBoxPublicKey) -> Result<Self, SessionError> {
        let key = SharedKey::new(secret.bytes(), &public.0);
        key.map(Self).ok_or_else(|| SessionError::LowOrderKey { peer: public.peer_id() })
    }
}

impl fmt::Debug for ChannelKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ChannelKey(..)")
    }
}

/// Encrypts the chunks of one direction.
#[derive(Debug)]
pub struct Sealer {
    key: ChannelKey,
    nonces: Counter,
}

impl Sealer {
    /// Returns a sealer that starts at the first nonce of its direction.
    #[must_use]
    pub fn new(key: ChannelKey, first: Nonce) -> Self {
        Self { key, nonces: Counter::new(first) }
    }

    /// Returns the number of chunks made so far.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.nonces.used()
    }

    /// Appends `plaintext` as one chunk: length, MAC, ciphertext.
    ///
    /// # Errors
    /// Above [`PLAINTEXT_MAX_BYTES`], or when the nonces are used up. Nothing is appended then.
    pub fn seal(&mut self, plaintext: &[u8], out: &mut Vec<u8>) -> Result<(), ChunkError> {
        let too_long = ChunkError::PlaintextTooLong { length: plaintext.len() };
        if plaintext.len() > PLAINTEXT_MAX_BYTES {
            return Err(too_long);
        }
        let length = plaintext.len().checked_add(MAC_BYTES).and_then(|length| u16::try_from(length).ok());
        let length = length.ok_or(too_long)?.to_be_bytes();
        let nonce = self.nonces.peek(0);
        self.nonces.advance(1)?;

        out.reserve(LENGTH_BYTES.saturating_add(MAC_BYTES).saturating_add(plaintext.len()));
        out.extend_from_slice(&length);
        let mac_at = out.len();
        out.extend_from_slice(&[0; MAC_BYTES]);
        out.extend_from_slice(plaintext);
        if let Some((to, text)) = out.get_mut(mac_at..).and_then(|chunk| chunk.split_first_chunk_mut::<MAC_BYTES>()) {
            *to = self.key.0.seal(&nonce.0, text).ok_or(too_long)?;
        }
        Ok(())
    }

    /// Appends `message` cut into chunks of at most `chunk_max` bytes of plaintext.
    ///
    /// # Errors
    /// The errors of [`Sealer::seal`].
    pub fn seal_all(&mut self, message: &[u8], chunk_max: usize, out: &mut Vec<u8>) -> Result<(), ChunkError> {
        message.chunks(chunk_max.clamp(1, PLAINTEXT_MAX_BYTES)).try_for_each(|part| self.seal(part, out))
    }
}

/// Decrypts the chunks of one direction.
#[derive(Debug)]
pub struct Opener {
    key: ChannelKey,
    nonces: Counter,
}

impl Opener {
    /// Returns an opener that starts at the first nonce of its direction.
    #[must_use]
    pub fn new(key: ChannelKey, first: Nonce) -> Self {
        Self { key, nonces: Counter::new(first) }
    }

    /// Returns the number of the next chunk, counted from 0: the chunks opened or skipped so far.
    #[must_use]
    pub fn chunks(&self) -> u64 {
        self.nonces.used()
    }

    /// Decrypts the next chunk in place and returns its plaintext. `content` is the chunk without its length.
    ///
    /// # Errors
    /// If the chunk is shorter than a MAC or its MAC is wrong: `content` is unchanged then, and the next call expects the same chunk. Also if the
    /// nonces are used up.
    pub fn open<'a>(&mut self, content: &'a mut [u8]) -> Result<&'a mut [u8], ChunkError> {
        self.try_ahead(content, 0).map(|(_, plaintext)| plaintext)
    }

    /// Decrypts a chunk in place if chunks before it may be missing: tries the next nonce, then at most `most` nonces after it. Returns the number of
    /// skipped chunks, and the plaintext.
    ///
    /// Only for recordings: a live session that skips chunks has been tampered with.
    ///
    /// # Errors
    /// The errors of [`Opener::open`].
    pub fn try_ahead<'a>(&mut self, content: &'a mut [u8], most: u64) -> Result<(u64, &'a mut [u8]), ChunkError> {
        let (chunk, length) = (self.nonces.used(), content.len());
        let (mac, text) = content.split_first_chunk_mut::<MAC_BYTES>().ok_or(ChunkError::Short { chunk, length })?;
        let mut nonce = self.nonces.peek(0);
        for skipped in 0..=most {
            if self.key.0.open(&nonce.0, mac, text) {
                self.nonces.advance(skipped.saturating_add(1))?;
                return Ok((skipped, text));
            }
            nonce = nonce.ahead(1);
        }
        Err(ChunkError::WrongMac { chunk, length, tried: most.saturating_add(1) })
    }
}
