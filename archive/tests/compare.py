#!/usr/bin/env python3
"""Compares every row of exported tables with the JSON of the same blocks. Shares no code with the export.

    compare.py TABLES --codec target/debug/tezos-codec --binary FOLDER   answers of a node, PROTOCOL_LEVEL.bin
    compare.py TABLES --codec target/debug/tezos-codec --json FILE       lines with `header` and `operations` in hex

The tables must be exported with `--micheline both`. The JSON is what `tezos-codec decode` prints. A field of the JSON must be the value of a
column with its name (or with a prefix or a suffix where names collide), and a value without a field of the JSON must be a default.
"""

import argparse
import datetime
import decimal
import hashlib
import json
import pathlib
import subprocess
import sys

import pyarrow.parquet as parquet

# Names of the JSON and of the columns, read from `archive/tables/src/names.rs` by a person.
RENAMED = {"endorsement": "attestation", "endorsement_power": "consensus_power", "preendorsement_power": "consensus_power"}
TABLES = {
    "activate_account": "activations", "endorsement": "attestations", "endorsement_with_slot": "attestations", "attestation": "attestations",
    "attestation_with_dal": "attestations", "preendorsement": "preattestations", "dal_slot_availability": "dal_attestations",
    "dal_publish_slot_header": "dal_publish_commitments", "double_endorsement_evidence": "double_attestation_evidences",
    "double_preendorsement_evidence": "double_preattestation_evidences", "proposals": "proposals",
}
SUFFIXES = ["", "_object", "_text", "_number", "_list", "_micheline", "_hash", "_bytes", "_json", "_flag"]
SIDE = {"balance_updates": "balance_updates", "big_map_diff": "early_big_map_diffs", "lazy_storage_diff": "big_map_diffs"}
KEYS = {"level", "timestamp", "protocol", "pass", "operation", "operation_hash", "contents", "internal", "part", "status", "index"}
UNIT = bytes([3, 11])


class Failed(Exception):
    pass


def table_of(kind):
    if kind in TABLES:
        return TABLES[kind]
    kind = kind.replace("sc_rollup", "smart_rollup") if kind.startswith("sc_rollup") else kind
    if kind.endswith("_originate"):
        return kind[: -len("e")] + "ions"
    if kind.endswith(("_messages",)):
        return kind
    if kind.endswith(("publish", "batch")):
        return kind + "es"
    return kind if kind.endswith("tickets") else kind + "s"


def base58(text):
    number = 0
    for letter in text:
        number = number * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(letter)
    raw = number.to_bytes((number.bit_length() + 7) // 8, "big")
    raw, check = raw[:-4], raw[-4:]
    if hashlib.sha256(hashlib.sha256(raw).digest()).digest()[:4] != check:
        raise Failed(f"{text} is not base58check")
    return raw


class Micheline:
    """Reads the bytes of Micheline. The codes of primitives are learned: each has one name in a protocol."""

    def __init__(self):
        self.names = {}

    def same(self, data, value, protocol):
        rest = self.node(data, value, protocol)
        if rest:
            raise Failed(f"{len(rest)} bytes are left of Micheline")

    def sized(self, data):
        size = int.from_bytes(data[:4], "big")
        return data[4 : 4 + size], data[4 + size :]

    def node(self, data, value, protocol):
        tag, data = data[0], data[1:]
        if tag == 0:
            number, shift, index = data[0] & 0x3F, 6, 0
            while data[index] & 0x80:
                index += 1
                number |= (data[index] & 0x7F) << shift
                shift += 7
            self.equal(value, {"int": str(-number if data[0] & 0x40 else number)})
            return data[index + 1 :]
        if tag in (1, 10):
            inside, data = self.sized(data)
            self.equal(value, {"string": inside.decode()} if tag == 1 else {"bytes": inside.hex()})
            return data
        if tag == 2:
            inside, data = self.sized(data)
            self.all(inside, value, protocol)
            return data
        code, data = data[0], data[1:]
        known = self.names.setdefault((protocol, code), value["prim"])
        self.equal(value["prim"], known)
        arguments = value.get("args", [])
        if tag == 9:
            inside, data = self.sized(data)
            self.all(inside, arguments, protocol)
        else:
            self.equal(len(arguments), (tag - 3) // 2)
            for argument in arguments:
                data = self.node(data, argument, protocol)
        annotations = []
        if tag == 9 or tag % 2 == 0:
            inside, data = self.sized(data)
            annotations = inside.decode().split(" ") if inside else []
        self.equal(value.get("annots", []), annotations)
        return data

    def all(self, data, values, protocol):
        for value in values:
            data = self.node(data, value, protocol)
        self.equal(data, b"")

    def equal(self, one, other):
        if one != other:
            raise Failed(f"Micheline has {other!r} and JSON {one!r}")


class Tables:
    def __init__(self, folder, codec):
        self.rows, self.columns, self.codec = {}, {}, codec
        self.micheline = Micheline()
        self.compared = 0
        self.values = 0
        for path in sorted(pathlib.Path(folder).iterdir()):
            if not path.is_dir() or path.name in ("ranges", "unfinished"):
                continue
            for file in sorted(path.glob("*.parquet")):
                table = parquet.read_table(file)
                self.columns[path.name] = table.schema.names
                rows = self.rows.setdefault(path.name, {})
                for row in table.to_pylist():
                    key = self.key(path.name, row)
                    if key in rows:
                        raise Failed(f"{path.name}: two rows {key}")
                    rows[key] = row

    def key(self, table, row):
        if table == "blocks":
            return row["level"]
        if table == "refusals":
            return tuple(row.values())
        return tuple(row.get(key) for key in ("level", "pass", "operation", "contents", "internal", "part", "index"))

    def take(self, table, keys, fields, protocol):
        """Compares the row with keys with fields of JSON, and removes it."""
        key = keys if table == "blocks" else tuple(keys.get(name) for name in ("level", "pass", "operation", "contents", "internal", "part", "index"))
        row = self.rows.get(table, {}).pop(key, None)
        if row is None:
            raise Failed(f"{table}: there is no row {key}")
        if table != "blocks":
            for name in KEYS & row.keys() & keys.keys():
                self.same(row[name], keys[name], protocol, f"{table}.{name}")
        left = {name: value for name, value in row.items() if name not in KEYS or table == "blocks"}
        if "status" in fields:
            left["status"] = row.get("status")
        for name, value in fields.items():
            name = RENAMED.get(name, name)
            found = self.column(left, name, value, protocol, f"{table} {key} {name}")
            for column in found:
                left.pop(column, None)
        for name, value in left.items():
            if not self.is_default(name, value):
                raise Failed(f"{table} {key}: JSON has no field for the column {name}: {value!r}")
        self.compared += 1

    def column(self, row, name, value, protocol, where):
        reasons = []
        for prefix in ("", "contents_", "receipt_"):
            for suffix in SUFFIXES:
                column = prefix + name + suffix
                if column not in row or row[column] is None and not (suffix == "" and f"{column}_json" in row):
                    continue
                try:
                    if self.is_micheline(row, column):
                        self.same_micheline(row[column], row[f"{column}_json"], value, protocol)
                        return [column, f"{column}_json"]
                    self.same(row[column], value, protocol, column)
                    return [column]
                except Failed as failed:
                    reasons.append(str(failed))
        if value in (None, {}, []) or value == "" and not reasons:
            return []
        raise Failed(f"{where}: no column has {value!r}: {reasons}")

    def is_micheline(self, row, column):
        return isinstance(row[column], bytes) and f"{column}_json" in row

    def same_micheline(self, data, text, value, protocol):
        if json.loads(text) != value:
            raise Failed(f"found {text}, expected {value!r}")
        self.micheline.same(data, value, protocol)
        self.values += 1

    def same(self, found, value, protocol, where):
        self.values += 1
        if isinstance(found, dict):
            names = list(found)
            if isinstance(value, list) and names[0] == "0":
                value = dict(zip(names, value))
            if set(names) == {"item", "item_json"}:
                return self.same_micheline(found["item"], found["item_json"], value, protocol)
            if not isinstance(value, dict):
                raise Failed(f"{where}: found {found!r}, expected {value!r}")
            left = dict(found)
            for name, inner in value.items():
                for column in self.column(left, RENAMED.get(name, name), inner, protocol, f"{where}.{name}"):
                    left.pop(column, None)
            for name, inner in left.items():
                if not self.is_default(name, inner):
                    raise Failed(f"{where}.{name}: JSON has no field for {inner!r}")
            return
        if isinstance(found, list):
            if not isinstance(value, list) or len(found) != len(value):
                raise Failed(f"{where}: found {found!r}, expected {value!r}")
            for index, (one, other) in enumerate(zip(found, value)):
                self.same(one, other, protocol, f"{where}[{index}]")
            return
        if not self.plain(found, value):
            raise Failed(f"{where}: found {found!r}, expected {value!r}")

    def plain(self, found, value):
        if isinstance(found, bool) or found is None:
            return found is value
        if isinstance(found, (int, decimal.Decimal)):
            return not isinstance(value, (bool, dict, list, type(None))) and str(value).lstrip("-").isdigit() and int(found) == int(value)
        if isinstance(found, datetime.datetime):
            return isinstance(value, str) and found == datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        if isinstance(found, bytes):
            return isinstance(value, str) and (found.hex() == value)
        if isinstance(value, str):
            return found == value or found == json.dumps(value)
        try:
            return json.loads(found) == value
        except ValueError:
            return False

    def is_default(self, name, value):
        if isinstance(value, dict) and value.get("entrypoint") == "default":
            return value.get("value") == UNIT
        if isinstance(value, dict):
            return all(self.is_default(name, inner) for name, inner in value.items())
        return value in (None, 0, False, []) or (name, value) == ("entrypoint", "default") or name == "signature_prefix"


class Comparison:
    def __init__(self, tables, protocol, level):
        self.tables, self.protocol = tables, protocol
        self.keys = {"level": level, "protocol": protocol}

    def block(self, header, metadata, chain_id, hash_, count):
        metadata = dict(metadata or {})
        for name in ("protocol", "next_protocol", "test_chain_status", "max_operations_ttl", "max_operation_data_length",
                     "max_block_header_length", "max_operation_list_length"):
            metadata.pop(name, None)
        for index, result in enumerate(metadata.pop("implicit_operations_results", [])):
            keys = {**self.keys, "internal": index, "part": "block"}
            self.row("implicit_operations", keys, result, result.get("status"), internal=True)
        self.lists({**self.keys, "part": "block"}, metadata, None)
        fields = {**header, **{name: value for name, value in metadata.items() if name not in header}}
        fields.update({"chain_id": chain_id, "hash": hash_, "protocol": self.protocol, "operations": count})
        # On the wire the votes are a number, and from protocol 018 on two bits each of one byte.
        row = self.tables.rows["blocks"].get(header["level"], {})
        vote = fields.get("liquidity_baking_toggle_vote")
        if row.get("per_block_votes") is not None:
            [byte] = row["per_block_votes"]
            for shift, name in ((0, "liquidity_baking_toggle_vote"), (2, "adaptive_issuance_vote")):
                expected = fields.pop(name, None)
                if expected and ["on", "off", "pass"][byte >> shift & 3] != expected:
                    raise Failed(f"blocks {header['level']}: the votes are {byte}, expected {expected}")
            row["per_block_votes"] = None
        elif vote is not None:
            fields["liquidity_baking_toggle_vote"] = ["on", "off", "pass"].index(vote)
        if "level" in metadata:
            fields["receipt_level"] = metadata["level"]
        self.tables.take("blocks", header["level"], fields, self.protocol)

    def operation(self, place, hash_, contents, signature, timestamp):
        keys = {**self.keys, "pass": place[0], "operation": place[1], "operation_hash": hash_, "timestamp": timestamp}
        row = self.tables.rows.get("operations", {}).get(self.tables.key("operations", keys))
        found = (row or {}).get("signature_prefix") or b""
        found += (row or {}).get("signature") or b""
        if signature and not base58(signature).endswith(found):
            raise Failed(f"operations {place}: the signature is {found.hex()}, expected {signature}")
        if row is None or len(found) < 64:
            raise Failed(f"operations {place}: there is no signature")
        row["signature"] = row["signature_prefix"] = None
        self.tables.take("operations", keys, {}, self.protocol)
        for index, item in enumerate(contents):
            self.contents({**keys, "contents": index}, item)

    def contents(self, keys, item):
        item = dict(item)
        if self.protocol == "018-Proxford":
            # Octez names endorsements in the operations of this protocol, and attestations in their JSON with receipts.
            item["kind"] = item["kind"].replace("attestation", "endorsement")
        metadata = dict(item.pop("metadata", {}))
        for index, result in enumerate(metadata.pop("internal_operation_results", [])):
            result = dict(result)
            inside = result.pop("result")
            table = "events" if result["kind"] == "event" else "internal_operations"
            self.row(table, {**keys, "internal": index}, {**result, **inside}, inside.get("status"), internal=True)
        result = metadata.pop("operation_result", {})
        if "message" in item and isinstance(item["message"], list):
            for index, message in enumerate(item.pop("message")):
                self.tables.take("rollup_messages", {**keys, "part": "metadata", "index": index}, {"message": message}, self.protocol)
        if "output_proof" in item and self.protocol >= "017":
            proof = f"{self.protocol}.smart_rollup.wasm_2_0_0.output.proof"
            [proof] = decode(self.tables.codec, proof, [item["output_proof"]])
            self.tables.take("outbox_messages", {**keys, "part": "metadata", "index": 0}, proof["output_proof_output"], self.protocol)
        self.lists({**keys, "part": "metadata"}, metadata, None)
        for name, value in metadata.items():
            item[name if name not in item else f"receipt_{name}"] = value
        self.row(table_of(item["kind"]), keys, {**item, **result}, result.get("status"), internal=False)

    def row(self, table, keys, fields, status, internal):
        fields = dict(fields)
        if table == "implicit_operations":
            self.lists({**keys}, fields, status)
        else:
            self.lists({**keys, "part": "result"}, fields, status)
        self.tables.take(table, {name: value for name, value in keys.items() if name not in ("part",)}, fields, self.protocol)

    def lists(self, keys, fields, status):
        for name, table in SIDE.items():
            for index, item in enumerate(fields.pop(name, None) or []):
                item = dict(item)
                diff = item.pop("diff", None)
                if isinstance(diff, dict):
                    item.update(diff)
                self.tables.take(table, {**keys, "index": index, "status": status}, item, self.protocol)
        if "storage" in fields:
            self.tables.take("storage", {**keys, "index": 0, "status": status}, {"storage": fields.pop("storage")}, self.protocol)


def decode(codec, name, data):
    """Returns the JSON of lines of hex."""
    command = [codec, "decode", name, "from", "-", "--lines"]
    text = subprocess.run(command, input="\n".join(data), capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in text.splitlines()]


def binary(tables, codec, folder):
    for file in sorted(pathlib.Path(folder).glob("*.bin")):
        # Of a test network the header does not tell the protocol: the export takes the newest that reads the block.
        row = tables.rows["blocks"].get(int(file.stem.split("_")[-1]))
        protocol = row["protocol"] if row else "-".join(file.name.split("_")[:2])
        command = [codec, "decode", f"{protocol}.block_info.response", "from", str(file), "--as", "binary"]
        block = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
        header = block["header"]
        comparison = Comparison(tables, protocol, header["level"])
        timestamp = header["timestamp"]
        comparison.keys["timestamp"] = timestamp
        count = sum(len(operations) for operations in block["operations"])
        comparison.block(header, block.get("metadata"), block["chain_id"], block["hash"], count)
        for place, operation in places(block["operations"]):
            comparison.operation(place, operation["hash"], operation["contents"], operation.get("signature"), timestamp)


def lines(tables, codec, file):
    for line in pathlib.Path(file).read_text().splitlines():
        block = json.loads(line)
        row = tables.rows["blocks"].get(block["level"])
        if row is None:
            raise Failed(f"blocks: there is no row {block['level']}")
        protocol = row["protocol"]
        [header] = decode(codec, f"{protocol}.block_header", [block["header"]])
        comparison = Comparison(tables, protocol, header["level"])
        comparison.keys["timestamp"] = header["timestamp"]
        operations = list(places(block["operations"]))
        # The hashes of chains and blocks are compared as bytes.
        if base58(row["hash"])[-32:].hex() != block["hash"] or base58(row["chain_id"])[-4:].hex() != block["chain_id"]:
            raise Failed(f"level {block['level']}: another hash of the block or of the chain")
        comparison.block(header, None, row["chain_id"], row["hash"], len(operations))
        values = decode(codec, f"{protocol}.operation", [data for _, data in operations]) if operations else []
        for (place, data), value in zip(operations, values):
            key = (block["level"], *place, None, None, None, None)
            hash_ = tables.rows["operations"][key]["operation_hash"]
            if base58(hash_)[-32:] != hashlib.blake2b(bytes.fromhex(data), digest_size=32).digest():
                raise Failed(f"level {block['level']}, operation {place}: another hash")
            comparison.operation(place, hash_, value["contents"], value.get("signature"), header["timestamp"])


def places(passes):
    for number, operations in enumerate(passes):
        for index, operation in enumerate(operations):
            yield (number, index), operation


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables")
    parser.add_argument("--codec", required=True)
    parser.add_argument("--binary")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    try:
        tables = Tables(arguments.tables, arguments.codec)
        count = sum(len(rows) for rows in tables.rows.values())
        if arguments.binary:
            binary(tables, arguments.codec, arguments.binary)
        if arguments.json:
            lines(tables, arguments.codec, arguments.json)
        left = {name: len(rows) for name, rows in tables.rows.items() if rows}
        if left or not count:
            raise Failed(f"rows that are not in the JSON: {left}, of {count}")
    except Failed as failed:
        sys.exit(f"compare.py: {failed}")
    print(f"{tables.compared} rows, {tables.values} values are those of the JSON")


main()
