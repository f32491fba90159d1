"""Answers the questions of `openapi ask`: `python3 check.py FOLDER [SEED] < questions.jsonl > answers.jsonl`, with `*-openapi.json` in FOLDER.

For each encoding: what is wrong with each value by the schema of Octez, and JSON that is made from that schema.

| schema of Octez                          | here |
|------------------------------------------|------|
| objects                                  | have no other fields than those of the schema |
| `oneOf`                                  | any case: the schema of a number in decimal and that of a date are both that of a text |
| `nullable`, which is one of OpenAPI only | `null` as well |
| tuples, whose parts are cases without a title of the items of an array | have each part, in order |
| texts in base58check                     | have the prefix and the length of their kind, which are written here from the sources of Octez |
"""

import functools
import hashlib
import json
import random
import sys
from datetime import datetime, timedelta, timezone
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import jsonschema
from jsonschema.validators import extend

MADE = 150
ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

KEY_HASHES = [(bytes([6, 161, last]), 20) for last in (159, 161, 164, 166, 169)]
CONTRACT = [(b"\x02\x5a\x79", 20)]
SMART_ROLLUP = [(b"\x06\x7c\x75", 20)]
ZK_ROLLUP = [(b"\x01\x17\xe0\x7d", 20)]
ED25519, SECP256K1, P256, BLS = (b"\x0d\x0f\x25\xd9", 32), (b"\x03\xfe\xe2\x56", 33), (b"\x03\xb2\x8b\x7f", 33), (b"\x06\x95\x87\xcc", 48)
MLDSA44 = (b"\x0d\x07\xed\x43", 1312)
# A signature in JSON that was read from bytes does not name its algorithm, if it is of 64 bytes.
SIGNATURES = [(b"\x04\x82\x2b", 64), (b"\x28\xab\x40\xcf", 96), (b"\x01\x9c\x2d\xd2\x03", 2420)]

# The kinds of texts in base58check, by the name of the schema: `base58.ml`, and `contract_hash.ml` and others of the protocol.
BASE58 = {
    "block_hash": [(b"\x01\x34", 32)],
    "Operation_hash": [(b"\x05\x74", 32)],
    "Operation_list_list_hash": [(b"\x1d\x9f\x6d", 32)],
    "Operation_metadata_hash": [(b"\x05\xb7", 32)],
    "Protocol_hash": [(b"\x02\xaa", 32)],
    "Context_hash": [(b"\x4f\xc7", 32)],
    "Chain_id": [(b"\x57\x52\x00", 4)],
    "Crypto_box.Public_key_hash": [(b"\x99\x67", 16)],
    "Contract_hash": CONTRACT,
    "contract_id": KEY_HASHES + CONTRACT,
    "contract_id.implicit": KEY_HASHES,
    "contract_id.originated": CONTRACT,
    "transaction_destination": KEY_HASHES + CONTRACT + SMART_ROLLUP + ZK_ROLLUP,
    "Signature.Public_key_hash": KEY_HASHES,
    "Ed25519.Public_key_hash": KEY_HASHES[:1],
    "Bls12_381.Public_key_hash": KEY_HASHES[3:4],
    "Signature.Public_key": [ED25519, SECP256K1, P256, BLS, MLDSA44],
    "Bls12_381.Public_key": [BLS],
    "Signature.V0": SIGNATURES[:1],
    "Signature.V3": SIGNATURES,
    "Bls12_381_signature": SIGNATURES[1:2],
    "Blinded public key hash": [(b"\x01\x02\x31\xdf", 20)],
    "DAL_commitment": [(b"\x02\x74\xb4", 48)],
    "Zk_rollup_hash": ZK_ROLLUP,
    "cycle_nonce": [(b"\x45\xdc\xa9", 32)],
    "dal_skip_list_pointer": [(b"\x02\xe0\x48\x73\x23", 32)],
    "random": [(b"\x4c\x40\xcc", 32)],
    "script_expr": [(b"\x0d\x2c\x40\x1b", 32)],
    "smart_rollup_address": SMART_ROLLUP,
    "smart_rollup_commitment_hash": [(b"\x11\xa5\x86\x8a", 32)],
    "smart_rollup_inbox_hash": [(b"\x03\xff\x8a\x91\x6e", 32)],
    "smart_rollup_merkelized_payload_hashes_hash": [(b"\x03\xff\x8a\x91\x8c", 32)],
    "smart_rollup_state_hash": [(b"\x11\xa5\xeb\xf0", 32)],
    "value_hash": [(b"\x01\x6a\xf2", 32)],
}

# Bytes of a hexadecimal text, which the schema does not have, by the name of its field or of its schema.
HEX_BYTES = {
    "proof_of_work_nonce": 8,
    "nonce": 32,
    "sapling.DH.epk": 32,
    "sapling.transaction.commitment": 32,
    "sapling.transaction.commitment_hash": 32,
    "sapling.transaction.commitment_value": 32,
    "sapling.transaction.nullifier": 32,
    "secret": 20,
    "solution": 100,
    "shard": 32,
    "commitment_proof": 96,
    "init_state": 32,
    "new_state": 32,
    "payload": 32,
    "fee": 32,
    "skip_list": 57,
    "payload_out": 80,
    "nonce_enc": 24,
    "nonce_out": 24,
}

# Numbers of the field of BLS12-381 among them, which are less than its order: their last byte is at most 0x72.
SCALARS = {"init_state", "new_state", "payload", "fee", "shard"}

# Numbers that Octez takes, where the schema has more or is a text: the least and the most, by the name of the field.
NUMBERS = {
    "round": (0, 2**31 - 1),
    "payload_round": (0, 2**31 - 1),
    "numerator": (1, 2**15 - 1),
    "denominator": (2**15, 2**16 - 1),
    "gas_limit": (0, 2**50),
    "storage_limit": (0, 2**62),
    "counter": (0, 2**62),
    "max_slashing_per_block": (0, 10_000),
    "percentage_of_frozen_deposits_slashed_per_double_baking": (0, 10_000),
    "percentage_of_frozen_deposits_slashed_per_double_attestation": (0, 10_000),
}
# Fields of no information, of which the schema has nothing.
UNITS = {"public", "private", "fee", "none"}
# One in this many numbers is any that the schema has.
ANY_NUMBER = 20


def digest(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()[:4]


def encode(prefix, payload):
    data = prefix + payload
    number, text = int.from_bytes(data + digest(data), "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return text


def decode(text):
    """Returns the bytes of a text without its checksum; the prefixes that are used have no zero in front."""
    number = 0
    for character in text:
        number = number * 58 + ALPHABET.index(character)
    data = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return data[:-4] if digest(data[:-4]) == data[-4:] else b""


def of_kind(text, name):
    try:
        data = decode(text)
    except (TypeError, ValueError):
        return False
    return any(data.startswith(prefix) and len(data) == len(prefix) + size for prefix, size in BASE58[name])


class Schemas:
    """The schemas of one file."""

    def __init__(self, path):
        self.document = json.loads(path.read_text())
        self.close(self.document)
        self.named = self.document["components"]["schemas"]
        self.validator = extend(
            jsonschema.Draft202012Validator,
            {"$ref": self.validate_ref, "oneOf": self.validate_cases, "nullable": None},
        )

    def close(self, node):
        """Refuses other fields than those of an object, and other lengths than that of a tuple."""
        if isinstance(node, dict):
            if node.get("type") == "object" and "properties" in node:
                node.setdefault("additionalProperties", False)
            parts = node["items"].get("oneOf", []) if node.get("type") == "array" else []
            if len(parts) > 1 and not any("title" in part for part in parts):
                del node["items"]
                node |= {"prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
            node = list(node.values())
        if isinstance(node, list):
            for child in node:
                self.close(child)

    def at(self, pointer):
        node = self.document
        for part in pointer.split("/")[1:]:
            part = part.replace("~1", "/").replace("~0", "~")
            node = node[int(part)] if isinstance(node, list) else node[part]
        return node

    def problem(self, schema, value):
        error = next(self.validator(schema).iter_errors(value), None)
        return None if error is None else f"{error.json_path}: {error.message[:300]}"

    def validate_ref(self, validator, ref, instance, schema):
        name = kind_of(ref)
        if name in BASE58:
            if not of_kind(instance, name):
                yield jsonschema.ValidationError(f"not in base58check, or not a {name}: {instance!r}")
            return
        yield from validator.descend(instance, self.at(ref[1:]))

    def validate_cases(self, validator, cases, instance, schema):
        if instance is None and schema.get("nullable"):
            return
        found = []
        for case in cases:
            error = next(validator.descend(instance, case), None)
            if error is None:
                return
            found.append((likeness(case, instance), len(error.absolute_path), error))
        yield max(found, key=lambda one: one[:2])[2]


def likeness(case, instance):
    """How many of the fields with few values, such as `kind`, a value has as a case has them: the case that is meant has most."""
    if not isinstance(instance, dict):
        return 0
    fields = {name: field["enum"] for name, field in case.get("properties", {}).items() if "enum" in field}
    return sum(1 if instance.get(name) in values else -1 for name, values in fields.items())


def kind_of(ref):
    name = ref.rsplit("/", 1)[1]
    return name.removeprefix("025-PsUshuai.")


class Maker:
    """Makes JSON from the schemas of a file."""

    def __init__(self, schemas, seed):
        self.schemas, self.random, self.case = schemas, random.Random(seed), 0

    def digits(self, bits):
        return str(self.random.choice([0, 1, self.random.getrandbits(self.random.randint(1, bits))]))

    def bytes(self, size):
        return self.random.randbytes(size)

    def hex(self, name):
        size = HEX_BYTES.get(name)
        if name in SCALARS:
            return self.bytes(size - 1).hex() + f"{self.random.randint(0, 0x72):02x}"
        return self.bytes(self.random.randint(0, 20) if size is None else size).hex()

    def date(self):
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(seconds=self.random.randint(-(2**31), 2**33))

    def address(self):
        return self.random.choice([f"::ffff:{IPv4Address(self.bytes(4))}", str(IPv6Address(self.bytes(16)))])

    def point(self):
        host = self.random.choice([str(IPv4Address(self.bytes(4))), f"[{IPv6Address(self.bytes(16))}]"])
        return f"{host}:{self.random.randint(1, 65535)}"

    def number(self, name, low, high):
        if name in NUMBERS and self.random.randrange(ANY_NUMBER):
            least, most = NUMBERS[name]
            low, high = min(max(low, least), high), min(high, most)
        return self.random.choice([low, high, max(low, 0), self.random.randint(low, high)])

    def text(self, name):
        """Returns the JSON of schemas that are a text of which they have no more than a description, or nothing."""
        if name in BASE58:
            prefix, size = self.random.choice(BASE58[name])
            return encode(prefix, self.bytes(size))
        makers = {
            "bignum": lambda: self.random.choice(["", "-"]) + str(1 + self.random.getrandbits(self.random.randint(1, 80))),
            "positive_bignum": lambda: self.digits(80),
            "big_map_id": lambda: self.digits(60),
            "sapling_state_id": lambda: self.digits(60),
            "int64": lambda: self.digits(62),
            "mutez": lambda: self.digits(62),
            "unistring": lambda: "".join(self.random.choices("abcXYZ 019é", k=self.random.randint(0, 12))),
            "entrypoint": lambda: self.random.choice(["default", "root", "do", "stake", "transfer", "a" * 31]),
            "distributed_db_version.name": lambda: self.random.choice(["TEZOS_MAINNET", "SANDBOX", ""]),
            "annots": lambda: self.random.choice(["%", ":", "@"]) + self.random.choice(["", "a", "b_1"]),
            "p2p_address": self.address,
            "p2p_point.id": self.point,
            "timestamp.protocol": lambda: self.date().strftime("%Y-%m-%dT%H:%M:%SZ"),
            "timestamp.system": lambda: self.date().strftime("%Y-%m-%dT%H:%M:%S")
            + self.random.choice([".000-00:00"] * 9 + [".125-00:00"]),
            "error": lambda: {"kind": "temporary", "id": "proto.alpha.some_error"},
        }
        return makers[name]() if name in makers else None

    def make(self, schema, name="", depth=0):
        if "$ref" in schema:
            if name in NUMBERS:
                return str(self.number(name, 0, 2**62))
            name = name if name == "annots" else kind_of(schema["$ref"])
            made = self.text(name)
            return made if made is not None else self.make(self.schemas.at(schema["$ref"][1:]), name, depth + 1)
        if schema.get("nullable") and self.random.random() < 0.3:
            return None
        if "oneOf" in schema:
            return self.make(self.pick(schema["oneOf"], depth), name, depth + 1)
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        kind = schema.get("type")
        if kind == "object":
            return self.object(schema, depth)
        if "prefixItems" in schema:
            return [self.make(part, name, depth + 1) for part in schema["prefixItems"]]
        if kind == "array":
            # Operations of accounts alone may have several contents, and each has at least one.
            counts = [0, 2] + [1] * 30 if name == "contents" else [0, 1, 1, 2, 3]
            count = self.random.choice(counts) if depth < 12 else 0
            return [self.make(schema["items"], name, depth + 1) for _ in range(count)]
        if kind == "integer":
            low, high = schema.get("minimum", -(2**30)), schema.get("maximum", 2**30 - 1)
            return self.number(name, low, high)
        if kind == "number":
            return self.random.choice([0.0, 1.5, -3.25, 1e6])
        if kind == "boolean":
            return self.random.random() < 0.5
        if kind == "string":
            return self.hex(name) if "pattern" in schema else self.text("unistring")
        # A schema that takes anything.
        if name in UNITS:
            return {}
        return self.text("error") if name == "error" else {"int": self.digits(40)}

    def pick(self, cases, depth):
        """Takes each case of an encoding in turn; deep inside, the one with the shortest schema."""
        if depth > 10:
            return min(cases, key=lambda case: len(json.dumps(case)))
        if depth == 0:
            self.case += 1
            return cases[self.case % len(cases)]
        return self.random.choice(cases)

    def object(self, schema, depth):
        required = schema.get("required", [])
        made = {
            name: self.make(child, name, depth + 1)
            for name, child in schema["properties"].items()
            if name in required or self.random.random() < 0.6
        }
        others = schema.get("additionalProperties")
        if isinstance(others, dict):
            made |= {name: self.make(others, name, depth + 1) for name in self.random.sample(["a", "b"], self.random.randint(0, 2))}
        return made


@functools.cache
def schemas_of(path):
    return Schemas(path)


def main(folder, seed=0):
    for line in sys.stdin:
        question = json.loads(line)
        schemas = schemas_of(Path(folder) / f"{question['file']}-openapi.json")
        schema = schemas.at(question["pointer"])
        name = question["pointer"].removeprefix("/components/schemas/")
        # The schema by its name, where it has one, so that it is that of a text.
        schema = schema if "/" in name else {"$ref": f"#/components/schemas/{name}"}
        maker = Maker(schemas, f"{seed} {question['pointer']}")
        problems = [schemas.problem(schema, value) for value in question["values"]]
        made = [maker.make(schema) for _ in range(MADE)]
        wrong = [problem for problem in (schemas.problem(schema, value) for value in made) if problem]
        if wrong:
            sys.exit(f"{question['id']}: what is made from the schema is not valid by it: {wrong[0]}")
        print(json.dumps({"problems": problems, "made": made}))


main(*sys.argv[1:])
