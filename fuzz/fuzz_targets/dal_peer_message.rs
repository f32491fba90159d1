//! The body `dal_peer_message`.
#![forbid(unsafe_code)]
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| tezos_codec_fuzz_bodies::run("dal_peer_message", input));
