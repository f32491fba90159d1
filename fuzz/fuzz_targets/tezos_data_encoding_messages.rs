//! The body `tezos_data_encoding_messages`.
#![forbid(unsafe_code)]
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| tezos_codec_fuzz_bodies::run("tezos_data_encoding_messages", input));
