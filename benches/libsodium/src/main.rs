//! Seals and opens chunks of three sizes by a session, by RustCrypto and by libsodium, and prints the ratios to libsodium.
//!
//! `cargo run --release --manifest-path benches/libsodium/Cargo.toml`
//!
//! All three compute the same bytes, which is checked first. They are timed in turns, in one process, and the minimum time of each is used.
//! A session copies plaintext to its output and seals it there, and opens a chunk in the buffer to which received bytes are copied: its
//! times include both copies. RustCrypto works in place as well, after the same copies. libsodium reads from one buffer and writes to
//! another.

#![forbid(unsafe_code)]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use alkali::symmetric::cipher::xsalsa20poly1305 as sodium;
use crypto_box::{SalsaBox, aead::AeadInPlace as _};
use dryoc::classic::crypto_box::crypto_box_beforenm;
use tezos_messages::{
    identity::CryptoBoxSecretKey,
    session::{
        cipher::{ChannelKey, Opener, Sealer},
        nonce::Nonce,
    },
};

/// Bytes of plaintext: a small message, a block header with its operations, the largest chunk.
const SIZES: [usize; 3] = [100, 4_096, 65_517];
/// The number of times that each function is timed.
const TURNS: usize = 400;
/// Minimum time of a turn.
const TURN: Duration = Duration::from_micros(200);
/// The size of the length of a chunk, in bytes.
const LENGTH_BYTES: usize = 2;
/// The size of the part of a chunk before its ciphertext: the length and the MAC.
const HEAD_BYTES: usize = LENGTH_BYTES + 16;

/// Returns the minimum time of a call of each function, timed in turns.
fn shortest<const N: usize>(mut functions: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut shortest = [Duration::MAX; N];
    for _ in 0..TURNS {
        for (function, shortest) in functions.iter_mut().zip(&mut shortest) {
            function();
            let (start, mut calls) = (Instant::now(), 0);
            while start.elapsed() < TURN {
                (0..8).for_each(|_| function());
                calls += 8;
            }
            *shortest = (*shortest).min(start.elapsed() / calls);
        }
    }
    shortest
}

fn print(what: &str, size: usize, [ours, rust_crypto, libsodium]: [Duration; 3]) {
    let ratio = |time: Duration| time.as_secs_f64() / libsodium.as_secs_f64();
    println!(
        "{what:<5} {size:>6} {:>9} {:>9} {:>9}    {:>5.2} {:>5.2}",
        ours.as_nanos(),
        rust_crypto.as_nanos(),
        libsodium.as_nanos(),
        ratio(ours),
        ratio(rust_crypto),
    );
}

fn main() {
    let (secret, other, nonce) = (CryptoBoxSecretKey::new([7; 32]), SecretKey::new([8; 32]), [9; 24]);
    let key = ChannelKey::new(&secret, &other.public_key()).unwrap();
    let in_rust = SalsaBox::new(&other.public_key().0.into(), &crypto_box::CryptoBoxSecretKey::from([7; 32]));
    // The shared key, which a session does not expose; `crypto_secretbox` is `crypto_box` with that key.
    let mut in_c = sodium::Key::new_empty().unwrap();
    in_c.copy_from_slice(&crypto_box_beforenm(&other.public_key().0, &[7; 32]).unwrap());

    println!("nanoseconds, and ratios to libsodium");
    println!("      bytes   session RustCrypto libsodium  session RustCrypto");
    for size in SIZES {
        let text: Vec<u8> = (0..size).map(|at| (at * 31 % 251) as u8).collect();
        let mut chunk = Vec::new();
        Sealer::new(key.clone(), Nonce(nonce)).seal(&text, &mut chunk).unwrap();
        let (mac, cipher) = chunk[LENGTH_BYTES..].split_first_chunk::<16>().unwrap();
        let mut by_c = vec![0; size];
        let (_, _, mac_of_c) = sodium::encrypt_detached(&text, &in_c, Some(&nonce), &mut by_c).unwrap();
        assert!(by_c == cipher && mac_of_c == *mac, "libsodium computes other bytes");

        let (mut out, mut buffer) = (Vec::with_capacity(chunk.len()), Vec::with_capacity(chunk.len()));
        let sealed = shortest([
            &mut || {
                out.clear();
                Sealer::new(key.clone(), Nonce(nonce)).seal(black_box(&text), black_box(&mut out)).unwrap();
            },
            &mut || {
                buffer.clear();
                buffer.extend_from_slice(black_box(&text));
                black_box(in_rust.encrypt_in_place_detached(&nonce.into(), &[], &mut buffer).unwrap());
            },
            &mut || {
                black_box(sodium::encrypt_detached(black_box(&text), &in_c, Some(&nonce), black_box(&mut by_c)).unwrap());
            },
        ]);
        print("seal", size, sealed);

        let opened = shortest([
            &mut || {
                out.clear();
                out.extend_from_slice(black_box(&chunk[LENGTH_BYTES..]));
                black_box(Opener::new(key.clone(), Nonce(nonce)).open(&mut out).unwrap());
            },
            &mut || {
                buffer.clear();
                buffer.extend_from_slice(black_box(cipher));
                in_rust.decrypt_in_place_detached(&nonce.into(), &[], &mut buffer, mac.into()).unwrap();
            },
            &mut || {
                let cipher = black_box(&chunk[HEAD_BYTES..]);
                black_box(sodium::decrypt_detached(cipher, mac, &in_c, &nonce, black_box(&mut by_c)).unwrap());
            },
        ]);
        print("open", size, opened);
    }
}
