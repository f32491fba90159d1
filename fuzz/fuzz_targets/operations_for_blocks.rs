//! The body `operations_for_blocks`.
#![forbid(unsafe_code)]
#![no_main]
libfuzzer_sys::fuzz_target!(|input: &[u8]| tezos_codec_fuzz_bodies::run("operations_for_blocks", input));
