//! Writes `python/tezos_codec/_native/__init__.pyi`: `cargo run --features stubs --bin stubs`.
#![forbid(unsafe_code)]

fn main() -> pyo3_stub_gen::Result<()> {
    _native::stub_info()?.generate()
}
