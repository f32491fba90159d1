#!/usr/bin/env python3
"""Builds stores, snapshots and other files of blocks as a node of Tezos writes them, from real blocks.

It shares no code with the reader that it tests: encodings are written out by hand, after the sources of Octez. The real blocks do not follow
each other, so they get new levels and predecessors, and all hashes are computed again; operations and receipts stay as they were.

    make_store.py OUT --shared ../../../shared [--kind store] [--blocks N] ...

Beside the files, OUT.expected has a line for each block of the main chain: level, hash, protocol, digest of its parts.
"""
import argparse
import io
import json
import os
import struct
import sys
import tarfile
import zipfile
from hashlib import blake2b, sha256

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
PROTOCOLS = {
    "genesis": "Ps9mPmXaRzmzk35gbAYNCAw6UXdE2qoABTHbN2oEEc1qM7CwT9P",
    "006": "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb",
    "012": "Psithaca2MLRFYargivpo7YvUr7wUDqyxrdhC5CQq78mRvimz6A",
    "013": "PtJakart2xVj7pYXJBXrqHgd82rdkLey5ZeeGwDgPp9rhQUbSqY",
    "014": "PtKathmankSpLLDALzWw7CGD2j2MtyveTwboEYokqUCP4a1LxMg",
    "015": "PtLimaPtLMwfNinJi9rCfDPWea8dFgTZ1MeJ9f1m2SRic6ayiwW",
    "016": "PtMumbai2TmsJHNGRkD8v8YDbtao7BLUC3wjASn1inAKLFCjaH1",
    "017": "PtNairobiyssHuh87hEhfVBGCVrK3WnS8Z2FT4ymB5tAa4r1nQf",
    "018": "ProxfordYmVfjWnRcgjWH36fW6PArwqykTFzotUxRs6gmTcZDuH",
}


def hash256(data):
    return blake2b(data, digest_size=32).digest()


def b58decode(text):
    number = 0
    for character in text:
        number = number * 58 + ALPHABET.index(character)
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    assert sha256(sha256(data[:-4]).digest()).digest()[:4] == data[-4:], text
    return data[:-4]


def b58encode(prefix, payload):
    data = bytes(prefix) + payload
    data += sha256(sha256(data).digest()).digest()[:4]
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return text


def dyn(data):
    return struct.pack(">I", len(data)) + data


def nested(lists, item=lambda data: data):
    """list (list item), each with a size prefix."""
    return dyn(b"".join(dyn(b"".join(map(item, part))) for part in lists))


def merkle(elements):
    nodes = [hash256(element) for element in elements]
    if not nodes:
        return hash256(b"")
    while len(nodes) & (len(nodes) - 1):
        nodes.append(nodes[-1])
    while len(nodes) > 1:
        nodes = [hash256(nodes[i] + nodes[i + 1]) for i in range(0, len(nodes), 2)]
    return nodes[0]


def operations_hash(operations):
    return merkle([merkle([hash256(operation) for operation in part]) for part in operations])


# Operations with receipts are interleaved in the answers of a node: content, result, content, result. To split them, the contents are measured.

class Cannot(Exception):
    pass


def n_end(data, at):
    while data[at] & 0x80:
        at += 1
    return at + 1


def n_value(data, at):
    value, shift = 0, 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        if not data[at] & 0x80:
            return value
        at += 1


def dyn_end(data, at):
    return at + 4 + int.from_bytes(data[at:at + 4], "big")


def entrypoint_end(data, at):
    return at + 2 + data[at + 1] if data[at] == 255 else at + 1


def key_end(data, at):
    return at + 1 + {0: 32, 1: 33, 2: 33, 3: 48}[data[at]]


FIXED = {1: 36, 4: 40, 8: 200, 20: 42, 21: 42, 6: 58, 17: None, 2: None, 3: None, 7: None}


def content_end(data, at):
    """The end of the contents of an operation that begin with their tag."""
    tag, at = data[at], at + 1
    if FIXED.get(tag):
        return at + FIXED[tag]
    if tag == 5:
        return dyn_end(data, at + 25)
    if tag in (2, 7):
        return dyn_end(data, dyn_end(data, at))
    if tag == 3:
        return dyn_end(data, dyn_end(data, at))
    if tag < 100:
        raise Cannot(f"tag {tag}")
    at += 21
    for _ in range(4):
        at = n_end(data, at)
    if tag == 107:
        return key_end(data, at)
    if tag == 108:
        at = n_end(data, at) + 22
        if data[at] == 0:
            return at + 1
        return dyn_end(data, entrypoint_end(data, at + 1))
    if tag == 109:
        at = n_end(data, at)
        at += 22 if data[at] else 1
        return dyn_end(data, dyn_end(data, at))
    if tag == 110:
        return at + (22 if data[at] else 1)
    if tag == 111 or tag == 201:
        return dyn_end(data, at)
    if tag == 112:
        return n_end(data, at + 1) if data[at] else at + 1
    if tag == 114:
        return key_end(data, at)
    if tag == 158:
        at = dyn_end(data, dyn_end(data, at)) + 22
        return dyn_end(data, n_end(data, at) + 22)
    if tag == 202:
        return at + 52
    if tag == 203:
        return at + 20 + 76
    raise Cannot(f"tag {tag}")


def counter_of(data, at):
    """Source and counter of a manager operation at `at`."""
    return data[at + 1:at + 22], n_value(data, n_end(data, at + 22))


def split(items, protocol):
    """Splits contents with results into contents and results, each with its tag."""
    contents, results, at = [], [], 0
    while at < len(items):
        end = content_end(items, at)
        contents.append(items[at:end])
        following = len(items)
        if items[at] >= 100:
            source, counter = counter_of(items, at)
            search = end
            while True:
                found = items.find(source, search)
                if found < 0:
                    break
                try:
                    if items[found - 1] >= 100 and counter_of(items, found - 1) == (source, counter + 1):
                        content_end(items, found - 1)
                        following = found - 1
                        break
                except (Cannot, IndexError, KeyError):
                    pass
                search = found + 1
        results.append(items[at:at + 1] + items[end:following])
        at = following
    return contents, results


class Block:
    """A real block: what does not change when it moves to another level is encoded once."""

    def __init__(self, protocol, header, operations, metadata=None, receipts=None, answer=None):
        assert operations_hash(operations) == header[46:78]
        self.protocol, self.header, self.operations = protocol, header, operations
        self.metadata, self.receipts, self.answer = metadata, receipts, answer
        self.operations_bytes = nested(operations, dyn)
        self.receipts_hashes = self.receipts_bytes = None
        if receipts is not None:
            self.receipts_hashes = b"\xff" + nested([[hash256(r or b"lost") for r in part] for part in receipts])
            self.receipts_bytes = nested([[b"\x00" + dyn(r) if r is not None else b"\x01" for r in part] for part in receipts])
            if all(r is not None for part in receipts for r in part):
                self.legacy_receipts_bytes = nested([[dyn(r) for r in part] for part in receipts])
            else:
                self.legacy_receipts_bytes = None
        body = struct.pack(">I", len(operations))
        for part in operations:
            body += struct.pack(">I", len(part)) + b"".join(map(dyn, part))
        self.digest_operations = body
        if receipts is None:
            self.digest_receipts = b"\x00"
        else:
            body = b"\x01" + struct.pack(">I", len(receipts))
            for part in receipts:
                body += struct.pack(">I", len(part)) + b"".join(b"\x01" if r is None else b"\x00" + dyn(r) for r in part)
            self.digest_receipts = body


def of_answer(path):
    """A block with its receipts from the binary answer of a node."""
    data = open(path, "rb").read()
    protocol = os.path.basename(path)[:3]
    assert int.from_bytes(data[:4], "big") == len(data) - 4
    block_hash, at = data[8:40], 44
    end = dyn_end(data, 40)
    header, at = data[44:end], end
    assert hash256(header) == block_hash
    assert data[at] == 255
    end = dyn_end(data, at + 1)
    shell, at = data[at + 5:end], end
    assert shell[0] == 0, "no test chain"
    metadata = shell[dyn_end(shell, 1 + 12):]
    shell = shell[:len(shell) - len(metadata)]
    assert dyn_end(data, at) == len(data)
    at += 4
    operations, receipts, items = [], [], []
    while at < len(data):
        end = dyn_end(data, at)
        assert dyn_end(data, at + 4) == end
        at += 8
        part, part_receipts, part_items = [], [], []
        while at < end:
            operation_hash = data[at + 4:at + 36]
            branch, at = data[at + 40:at + 72], at + 72
            item_end = dyn_end(data, at)
            item, at = data[at + 4:item_end], item_end
            if item[0] == 2:
                if item[1] == 1:  # no metadata
                    raise Cannot("no metadata")
                items_end = dyn_end(item, 2)
                contents, results = split(item[6:items_end], protocol)
                signature = item[items_end:]
                if protocol < "016":
                    signature = signature[1:]
                receipt = b"\x00" + dyn(b"".join(results))
            else:
                raise Cannot(f"receipt {item[0]}")
            operation = branch + b"".join(contents) + signature
            if hash256(operation) != operation_hash:
                raise Cannot("hash of an operation")
            part.append(operation)
            part_receipts.append(receipt)
            part_items.append((operation_hash, branch, item))
        operations.append(part)
        receipts.append(part_receipts)
        items.append(part_items)
    return Block(protocol, header, operations, metadata, receipts, (shell, items))


def of_line(line, protocol):
    block = json.loads(line)
    operations = [[bytes.fromhex(operation) for operation in part] for part in block["operations"]]
    return Block(protocol, bytes.fromhex(block["header"]), operations)


def real_blocks(shared, small):
    blocks = []
    with open(f"{shared}/data/blocks_carthage/blocks.jsonl") as lines:
        blocks += [of_line(line, "006") for line, _ in zip(lines, range(24))]
    folder = f"{shared}/data/blocks_binary"
    skipped = []
    for name in sorted(os.listdir(folder)):
        # The first block of 012 has 2 MB; one of each size is enough.
        if not name.endswith(".bin") or os.path.getsize(f"{folder}/{name}") > (8_000 if small else 600_000):
            continue
        try:
            blocks.append(of_answer(f"{folder}/{name}"))
        except (Cannot, IndexError, KeyError) as why:
            skipped.append(f"{name}: {why}")
    if small:
        blocks = [block for block in blocks if block.metadata is not None]
    # A receipt that was too large to be kept, of which no block at hand has one.
    lossy = next((block for block in blocks if block.protocol == "013" and block.receipts and block.receipts[3]), None)
    if lossy:
        receipts = [list(part) for part in lossy.receipts]
        receipts[3][0] = None
        shell, items = lossy.answer
        operation_hash, branch, item = items[3][0]
        # The contents without receipts, and the signature without its flag.
        contents, _ = split(item[6:dyn_end(item, 2)], "013")
        items[3][0] = operation_hash, branch, b"\x00" + b"".join(contents) + lossy.operations[3][0][-64:]
        blocks[blocks.index(lossy)] = Block("013", lossy.header, lossy.operations, lossy.metadata, receipts, (shell, items))
    return blocks, skipped


class Made:
    """A block at its place in the new chain."""
    __slots__ = ("level", "proto", "hash", "header", "block", "contents", "metadata_of_block", "protocol")

    def __init__(self, level, proto, predecessor, block, salt=0):
        self.level, self.proto, self.block, self.protocol = level, proto, block, block.protocol
        old = block.header
        timestamp = struct.pack(">q", 1_600_000_000 + 30 * level + salt)
        self.header = struct.pack(">iB", level, proto) + predecessor + timestamp + old[45:]
        self.hash = hash256(self.header)
        if block.metadata is None:
            self.metadata_of_block, hashes = None, b"\x00\x00"
        else:
            # The level is behind the keys of proposer and baker, from protocol 012 on.
            old = block.metadata
            self.metadata_of_block = old[:42] + struct.pack(">i", level) + old[46:]
            hashes = b"\xff" + hash256(self.metadata_of_block) + block.receipts_hashes
        self.contents = self.hash + dyn(self.header) + block.operations_bytes + hashes

    def metadata(self, legacy=False):
        if self.metadata_of_block is None:
            return None
        receipts = (legacy and self.block.legacy_receipts_bytes) or self.block.receipts_bytes
        return b"\x00" + struct.pack(">Hi", 120, max(0, self.level - 1000)) + dyn(self.metadata_of_block) + receipts

    def stored(self, with_metadata, legacy=False):
        return dyn(self.contents + ((self.metadata(legacy) or b"") if with_metadata else b""))

    def answered(self, chain):
        """The answer of a node in binary."""
        shell, items = self.block.answer
        passes = [dyn(dyn(b"".join(chain + name + dyn(branch) + dyn(item) for name, branch, item in part))) for part in items]
        metadata = b"\xff" + dyn(shell + self.metadata_of_block)
        return dyn(chain + self.hash + dyn(self.header) + metadata + dyn(b"".join(passes)))

    def line(self, chain):
        """A line of JSON with the parts in hexadecimal digits."""
        operations = [[operation.hex() for operation in part] for part in self.block.operations]
        return json.dumps({"chain_id": chain.hex(), "level": self.level, "hash": self.hash.hex(), "header": self.header.hex(), "operations": operations})

    def digest(self, with_metadata):
        metadata, receipts = b"\x00", b"\x00"
        if with_metadata and self.metadata_of_block is not None:
            metadata, receipts = b"\x01" + dyn(self.metadata_of_block), self.block.digest_receipts
        return hash256(dyn(self.header) + self.block.digest_operations + metadata + receipts)


class Genesis(Made):
    __slots__ = ()

    def __init__(self, genesis_hash):
        empty = Block.__new__(Block)
        empty.protocol, empty.operations = "genesis", []
        empty.operations_bytes, empty.digest_operations, empty.digest_receipts = dyn(b""), struct.pack(">I", 0), b"\x00"
        self.level, self.proto, self.block, self.protocol = 0, 0, empty, "genesis"
        self.header = struct.pack(">iB", 0, 0) + genesis_hash + struct.pack(">qB", 1_530_000_000, 0) + hash256(b"") + dyn(b"") + bytes(32)
        self.hash, self.metadata_of_block = genesis_hash, None
        self.contents = genesis_hash + dyn(self.header) + dyn(b"") + b"\x00\x00"


def activation(protocol_hash):
    """The block at level 1, which activates the first protocol."""
    fitness = dyn(dyn(b"\x00") + dyn(bytes(8)))
    command = b"\x00" + protocol_hash + fitness + b"\x05\x00\x00\x00\x00"
    header = struct.pack(">iB", 1, 1) + bytes(32) + struct.pack(">qB", 0, 0) + hash256(b"") + fitness + bytes(32) + command + bytes(64)
    return Block("genesis", header, [])


class Chain:
    def __init__(self, blocks, count, branch):
        self.branch = branch
        self.genesis_hash = hash256(b"the genesis of a test")
        self.id = hash256(self.genesis_hash)[:4]
        self.count, self.blocks = count, blocks
        order = sorted({block.protocol for block in blocks})
        self.numbers = {protocol: index + 1 for index, protocol in enumerate(order)}
        self.levels = []

    def plan(self):
        """The real block of each level from 2 on: each protocol has an equal share, in which its blocks repeat."""
        groups = {}
        for block in self.blocks:
            groups.setdefault(block.protocol, []).append(block)
        total, done = self.count - 2, 0
        for index, group in enumerate(groups.values()):
            share = total * (index + 1) // len(groups) - done
            for position in range(share):
                yield group[position % len(group)]
            done += share

    def __iter__(self):
        genesis = Genesis(self.genesis_hash)
        yield genesis
        plan, predecessor, level = self.plan(), genesis.hash, 1
        first = self.blocks[0].protocol
        block = activation(b58decode(PROTOCOLS[first])[2:])
        for following in plan:
            proto = self.numbers[following.protocol]
            made = Made(level, proto, predecessor, block, salt=self.branch <= level)
            if block.protocol != following.protocol:
                self.levels.append((proto, following.protocol, made.hash, level))
            yield made
            predecessor, level, block = made.hash, level + 1, following
        yield Made(level, self.numbers[block.protocol], predecessor, block, salt=self.branch <= level)

    def protocol_levels(self, legacy=False):
        body = b""
        levels = [(0, "genesis", self.genesis_hash, 0)] + self.levels
        for proto, protocol, block, level in levels:
            name, activates = b58decode(PROTOCOLS[protocol])[2:], block + struct.pack(">i", level)
            body += bytes([proto]) + (activates + name + b"\x00" if legacy else name + activates + b"\x00")
        return dyn(body)


def cemented(path, blocks, width):
    """Writes a file of cemented blocks, all without metadata."""
    stored = [block.stored(False) for block in blocks]
    offset, table = len(stored) * width, []
    for data in stored:
        table.append(offset.to_bytes(width, "big"))
        offset += len(data)
    with open(path, "wb") as file:
        file.writelines(table)
        file.writelines(stored)


def metadata_zip(path, blocks, legacy):
    entries = [(str(block.level), block.metadata(legacy)) for block in blocks if block.metadata_of_block is not None]
    if entries:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            for name, data in entries:
                archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 1)


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def make_files(chain, options):
    """Writes the answers of a node, or lines of JSON."""
    is_binary = options.kind == "binary"
    with open(options.out, "wb") as file, open(options.out + ".expected", "w") as expected:
        for block in chain:
            # The genesis has no protocol, and those without receipts were never answers.
            if block.level == 0 or (is_binary and block.metadata_of_block is None):
                continue
            file.write(block.answered(chain.id) if is_binary else block.line(chain.id).encode() + b"\n")
            print(block.level, block.hash.hex(), block.protocol, block.digest(is_binary).hex(), file=expected)


def make(options):
    blocks, skipped = real_blocks(options.shared, options.small)
    for line in skipped:
        print(f"not used: {line}", file=sys.stderr)
    chain = Chain(blocks, options.blocks, options.branch)
    if options.kind in ("binary", "jsonl"):
        return make_files(chain, options)
    is_snapshot = options.kind.startswith("snapshot")
    root = options.out
    name = "chain_" + b58encode([87, 82, 0], chain.id)
    if options.kind == "store":
        directory = f"{root}/store/{name}"
    elif options.kind == "snapshot-tar":
        directory = root + ".parts"
    else:
        directory = root
    os.makedirs(f"{directory}/cemented", exist_ok=True)
    with_metadata = options.metadata != "none" and not is_snapshot
    if with_metadata:
        os.makedirs(f"{directory}/cemented/metadata", exist_ok=True)
    top = options.blocks - 1 - options.floating
    expected = open(root.rstrip("/") + ".expected", "w")
    batch, floating, last = [], [], None

    def flush():
        if batch:
            file = f"{batch[0].level}_{batch[-1].level}"
            cemented(f"{directory}/cemented/{file}", batch, options.width)
            if with_metadata:
                metadata_zip(f"{directory}/cemented/metadata/{file}.zip", batch, options.metadata == "legacy")
            batch.clear()

    for block in chain:
        has_metadata = with_metadata or (block.level == options.blocks - 2 and options.version >= 9 and is_snapshot)
        if options.listing:
            fields = block.level, block.hash.hex(), block.protocol, block.digest(has_metadata).hex()
            print(*fields, file=expected)
        last = block
        if block.level <= top:
            batch.append(block)
            # As on mainnet, the first file has the genesis and the block that activates the first protocol.
            if block.level == 1 or len(batch) == options.per_file or block.level == top:
                flush()
        else:
            floating.append(block)
    flush()
    expected.close()
    write(f"{directory}/protocol_levels", chain.protocol_levels(options.metadata == "legacy"))
    if not is_snapshot:
        write(f"{directory}/current_head", last.hash + struct.pack(">i", last.level))
        write(f"{directory}/genesis", Genesis(chain.genesis_hash).stored(False))
        write(f"{directory}/lock", b"")
        for index in ("level_index", "hash_index"):
            os.makedirs(f"{directory}/cemented/{index}", exist_ok=True)
        if with_metadata:
            write(f"{directory}/cemented/metadata/1_2.zip.part", b"PK")
        legacy = options.metadata == "legacy"
        forks = []
        if len(floating) > 4:
            # A fork of two blocks, and one of another block at the level of the head.
            at = len(floating) // 2
            first = Made(floating[at].level, floating[at].proto, floating[at - 1].hash, floating[at].block, salt=1)
            second = Made(first.level + 1, floating[at + 1].proto, first.hash, floating[at + 1].block, salt=1)
            forks = [first, second, Made(last.level, last.proto, floating[-2].hash, last.block, salt=2)]
        write(root.rstrip("/") + ".forks", "".join(f"{b.level} {b.hash.hex()}\n" for b in forks).encode())
        half = len(floating) // 3
        old, new = floating[:half], floating[half:]
        # Blocks arrive in no order of level: a fork first, then the main chain with neighbours exchanged.
        for index in range(0, len(new) - 1, 2):
            new[index], new[index + 1] = new[index + 1], new[index]
        for folder, content in (("ro_floating", old), ("rw_floating", forks[:2] + new + forks[2:])):
            os.makedirs(f"{directory}/{folder}", exist_ok=True)
            write(f"{directory}/{folder}/blocks", b"".join(b.stored(with_metadata, legacy) for b in content))
            write(f"{directory}/{folder}/index", b"")
        return
    parts = [("snapshot_version.json", json.dumps({"version": options.version}).encode())]
    parts += [(f"cemented/{file}", None) for file in sorted(os.listdir(f"{directory}/cemented"), key=lambda f: int(f.split("_")[0]))]
    body, target, before = b"", floating[-1], floating[-2]
    for block in floating[:-1]:
        body += block.stored(block is before and options.version >= 9)
    parts.append(("floating_blocks", body))
    parts.append(("protocol_levels", None))
    parts.append(("protocols/" + PROTOCOLS["018"], b"a protocol"))
    data = target.block.operations_bytes + dyn(target.header) + dyn(before.header) + struct.pack(">i", 120)
    data += b"\x00\x00" + bytes(32)
    parts.append(("block_data", data))
    parts.append(("context/store.pack", bytes(3000)))
    metadata = {"chain_name": "TEZOS_TEST", "mode": {"full": 0}, "block_hash": b58encode([1, 52], target.hash),
                "level": target.level, "timestamp": "2020-01-01T00:00:00Z"}
    parts.append(("metadata.json", json.dumps(metadata).encode()))
    for part, content in parts:
        if content is not None:
            os.makedirs(os.path.dirname(f"{directory}/{part}"), exist_ok=True)
            write(f"{directory}/{part}", content)
    if options.kind == "snapshot-tar":
        with tarfile.open(root, "w", format=tarfile.USTAR_FORMAT) as archive:
            for part, _ in parts:
                archive.add(f"{directory}/{part}", part)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out")
    parser.add_argument("--shared", default="../../../../shared")
    parser.add_argument("--kind", choices=["store", "snapshot-dir", "snapshot-tar", "binary", "jsonl"], default="store")
    parser.add_argument("--blocks", type=int, default=100, help="number of blocks of the main chain, with the genesis")
    parser.add_argument("--per-file", type=int, default=16, help="blocks of a cemented file")
    parser.add_argument("--floating", type=int, default=20, help="blocks that are not cemented")
    parser.add_argument("--width", type=int, choices=[4, 8], default=8, help="bytes of an offset")
    parser.add_argument("--metadata", choices=["all", "legacy", "none"], default="all")
    parser.add_argument("--version", type=int, default=9, help="version of a snapshot")
    parser.add_argument("--branch", type=int, default=1 << 31, help="level from which on the blocks are others than without it")
    parser.add_argument("--small", action="store_true", help="use blocks of less than 8 kB")
    parser.add_argument("--no-listing", dest="listing", action="store_false")
    make(parser.parse_args())


if __name__ == "__main__":
    main()
