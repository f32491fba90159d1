"""Runs a WASI program as Cargo's runner: run_wasi.py MODULE ARGUMENT ..

The current folder and /tmp are opened for it, and `TEZOS_CODEC_SHARED` where it is set.
"""
import os
import sys

from wasmtime import Engine, ExitTrap, Linker, Module, Store, WasiConfig


def main(module, *arguments):
    wasi = WasiConfig()
    wasi.argv = (module, *arguments)
    wasi.env = [(name, value) for name, value in os.environ.items() if name.startswith(("RUST_", "CARGO_", "TEZOS_"))]
    wasi.inherit_stdout()
    wasi.inherit_stderr()
    for folder in {os.getcwd(), "/tmp", os.environ.get("TEZOS_CODEC_SHARED")} - {None}:
        wasi.preopen_dir(folder, folder)
    engine = Engine()
    store = Store(engine)
    store.set_wasi(wasi)
    linker = Linker(engine)
    linker.define_wasi()
    instance = linker.instantiate(store, Module.from_file(engine, module))
    try:
        instance.exports(store)["_start"](store)
    except ExitTrap as exit:
        return exit.code
    return 0


sys.exit(main(*sys.argv[1:]))
