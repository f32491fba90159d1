"""Runs the kernels of examples/kernels and examples/inbox-kernel under wasmtime, with the host functions that they import: the former on the
reference's vectors, the latter on the messages of a level.

Usage: run_kernels.py FOLDER_OF_MODULES FOLDER_OF_VECTORS
"""
import json
import sys
from pathlib import Path

from wasmtime import Engine, Func, FuncType, Instance, Module, Store, ValType

MESSAGE_MAX_BYTES = 4096  # `MESSAGE_MAX_BYTES` of examples/kernels/src/lib.rs
ROLLUP = b"\1" * 20
NOT_A_VALUE = -2  # `STORE_NOT_A_VALUE` of Octez's host functions
SIZE_AND_TAG = 6
# The transaction of EIP-155 with its signature, and one of type 2 with an access list.
LEGACY = "f86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a0" + "28" * 32 + "a0" + "67" * 32
TYPED = "02f86301028203e88207d082520894" + "35" * 20 + "8084deadbeef" + "f838f794" + "11" * 20 + "e1a0" + "22" * 32 + "010304"
# Of the kinds in the vectors those that stand outside of `PeerMessage`.
HANDSHAKE = ("Connection_message", "Metadata", "Ack", "Nack")
# Fields whose JSON is the same for people and in the vectors, which have hashes and times as bytes and numbers.
COMMON = ("level", "proto", "validation_pass", "fitness", "protocol_data")


class Kernel:
    """A kernel, and the durable storage and the outbox of its rollup."""

    def __init__(self, engine, path):
        self.engine, self.module = engine, Module.from_file(engine, str(path))
        self.storage, self.outbox = {}, []

    def run(self, inbox=()):
        """Calls `kernel_run` of a new instance, with the messages of a level."""
        store, inbox = Store(self.engine), list(inbox)
        memory = lambda: instance.exports(store)["memory"]
        read = lambda start, length: bytes(memory().read(store, start, start + length))

        def write(to, most, data):
            memory().write(store, data[:most], to)
            return len(data[:most])

        def read_input(info, to, most):
            if not inbox:
                return 0
            write(info, 8, bytes(8))
            return write(to, most, inbox.pop(0))

        def write_output(start, length):
            self.outbox.append(read(start, length))
            return 0

        def store_has(path, path_length):
            return int(read(path, path_length) in self.storage)

        def store_read(path, path_length, offset, to, most):
            value = self.storage.get(read(path, path_length))
            return NOT_A_VALUE if value is None else write(to, most, value[offset:])

        def store_write(path, path_length, offset, start, length):
            path = read(path, path_length)
            value = self.storage.get(path, b"")
            self.storage[path] = value[:offset] + read(start, length) + value[offset + length :]
            return 0

        def store_delete(path, path_length):
            del self.storage[read(path, path_length)]
            return 0

        def reveal_metadata(to, most):
            return write(to, most, ROLLUP + bytes(4))

        functions = (read_input, write_output, store_has, store_read, store_write, store_delete, reveal_metadata)
        host = {function.__name__: function for function in functions}
        imports = []
        for wanted in self.module.imports:
            function = host[wanted.name]
            parameters = [ValType.i32()] * function.__code__.co_argcount
            imports.append(Func(store, FuncType(parameters, [ValType.i32()]), function))
        instance = Instance(store, self.module, imports)
        instance.exports(store)["kernel_run"](store)

    def answer(self, message):
        """The answer to a message in durable storage, None without one."""
        self.storage, self.outbox = {b"/message": message}, []
        self.run()
        return self.outbox[0] if self.outbox else None


def inbox_kernel(kernel):
    """Runs a level on `inbox-kernel`: a deposit, the same for another rollup, requests to pay out, a message that is refused."""
    account, ticketer = b"\0" + b"\4" * 20, b"\3" * 20
    size = lambda data: len(data).to_bytes(4, "big") + data
    pair = b"\7\7"
    tickets = pair + b"\n" + size(account) + pair + b"\n" + size(b"\1" + ticketer + b"\0") + pair + b"\3\x0b" + b"\0\5"
    transfer = lambda payload, rollup: b"\0\0" + payload + ticketer + account + rollup
    request = b"\1\0" + ROLLUP + b"\0" + ticketer + account
    deposit = transfer(tickets, ROLLUP)
    kernel.run([b"\0\1", deposit, transfer(tickets, bytes(20)), request, request[:-1], request, deposit, b"\1", b"\0\2"])
    payment = b"\0" + size(tickets + b"\1" + ticketer + b"\0" + size(b"redeem"))
    balance = f"/balances/{ticketer.hex()}/{account.hex()}".encode()
    number = lambda value: value.to_bytes(8, "big")
    return kernel.outbox == [payment] and kernel.storage == {balance: number(5), b"/refused": number(1)}


def common(header):
    return {name: header[name] for name in COMMON}


def main(modules, vectors):
    engine = Engine()
    kernels = {name: Kernel(engine, Path(modules, f"{name}.wasm")) for name in ("empty", "decode", "all", "json", "view", "rlp")}
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
    for message in map(bytes.fromhex, (LEGACY, TYPED)):
        expect("rlp", message, message)
        expect("rlp", message[:-1], None)
    runs["inbox-kernel"] = 1
    if not inbox_kernel(Kernel(engine, Path(modules, "inbox-kernel.wasm"))):
        failed += 1
        print("inbox-kernel: the outbox or the durable storage is not as expected")
    for name, count in runs.items():
        failed += count == 0
        print(f"{name}: {count} runs")
    return 1 if failed else 0


sys.exit(main(*sys.argv[1:]))
