//! The entry point of the kernel.

#![cfg_attr(target_family = "wasm", no_std, no_main)]
#![forbid(unsafe_code)]

tezos_smart_rollup_entrypoint::kernel_entry!(inbox_kernel::run);

/// Traps, because a kernel cannot recover.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

#[cfg(not(target_family = "wasm"))]
fn main() {}
