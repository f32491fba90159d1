"""Runs the kernels of examples/kernels under wasmtime on the reference's vectors, with the host functions that they import.

Usage: run_kernels.py FOLDER_OF_MODULES FOLDER_OF_VECTORS
"""
import json
import sys
from pathlib import Path

from wasmtime import Engine, Func, FuncType, Instance, Module, Store, ValType

MESSAGE_MAX_BYTES = 4096  # `MESSAGE_MAX_BYTES` of examples/kernels/src/lib.rs
NOT_A_VALUE = -2  # `STORE_NOT_A_VALUE` of Octez's host functions
SIZE_AND_TAG = 6
# Of the kinds in the vectors those that stand outside of `PeerMessage`.
HANDSHAKE = ("Connection_message", "Metadata", "Ack", "Nack")
# Fields whose JSON is the same for people and in the vectors, which have hashes and times as bytes and numbers.
COMMON = ("level", "proto", "validation_pass", "fitness", "protocol_data")


class Kernel:
    def __init__(self, engine, path):
        self.engine, self.module = engine, Module.from_file(engine, str(path))

    def answer(self, message):
        """The answer of `kernel_run` in a new instance, None without one."""
        store, outbox = Store(self.engine), []
        memory = lambda: instance.exports(store)["memory"]

        def store_read(path, path_length, offset, to, most):
            if memory().read(store, path, path + path_length) != b"/message":
                return NOT_A_VALUE
            part = message[offset : offset + most]
            memory().write(store, part, to)
            return len(part)

        def write_output(start, length):
            outbox.append(bytes(memory().read(store, start, start + length)))
            return 0

        host = {"store_read": (store_read, 5), "write_output": (write_output, 2)}
        imports = []
        for wanted in self.module.imports:
            function, count = host[wanted.name]
            imports.append(Func(store, FuncType([ValType.i32()] * count, [ValType.i32()]), function))
        instance = Instance(store, self.module, imports)
        instance.exports(store)["kernel_run"](store)
        return outbox[0] if outbox else None


def common(header):
    return {name: header[name] for name in COMMON}


def main(modules, vectors):
    engine = Engine()
    kernels = {name: Kernel(engine, Path(modules, f"{name}.wasm")) for name in ("empty", "decode", "all", "json", "view")}
    runs = dict.fromkeys(kernels, 0)
    failed = 0

    def expect(name, message, expected, read=lambda answer: answer):
        nonlocal failed
        answer = kernels[name].answer(message)
        runs[name] += 1
        if (read(answer) if answer is not None else None) != expected:
            failed += 1
            print(f"{name}: {message.hex()[:200]} gives {str(answer)[:200]}, not {str(expected)[:200]}")

    def lines(file):
        for line in Path(vectors, file).read_text().splitlines():
            line = json.loads(line)
            outside = line["message"].startswith("type:") or line["message"] in HANDSHAKE
            if not outside and len(line["hex"]) // 2 <= MESSAGE_MAX_BYTES:
                yield line, bytes.fromhex(line["hex"])

    for line, message in lines("p2p.jsonl"):
        expect("all", message, message)
        body = message[SIZE_AND_TAG:]
        if line["message"] == "Block_header":
            expect("empty", body, body)
            expect("decode", body, body[:4])
            expect("json", body, common(line["json"]["block_header"]), read=lambda answer: common(json.loads(answer)))
            expect("json", body[:9], True, read=lambda answer: answer.startswith(b"predecessor: at byte 5, "))
        if line["message"] == "Operations_for_blocks":
            expect("view", body, b"valid")
            expect("view", body[:-1], None)
    for _, message in lines("p2p_read_errors.jsonl"):
        expect("all", message, None)
    for name, count in runs.items():
        failed += count == 0
        print(f"{name}: {count} runs")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
