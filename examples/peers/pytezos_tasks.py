# The ten tasks with pytezos. `run` compares what they print with `wallet` and `indexer`.

import json
import sys
from collections import defaultdict
from decimal import Decimal
from math import ceil

from pytezos.context.abstract import get_originated_address
from pytezos.context.impl import ExecutionContext
from pytezos.crypto.key import Key
from pytezos.michelson.format import micheline_to_michelson
from pytezos.michelson.parse import michelson_to_micheline
from pytezos.michelson.types.base import MichelsonType
from pytezos.operation.group import OperationGroup


# task: shared
# pytezos fills an operation, and estimates its fee, with a node only.
def sign(group):
    gas = sum(int(content["gas_limit"]) for content in group.contents)
    fee, needed = 0, 1
    while needed > fee:
        fee = needed
        group.contents[0]["fee"] = str(fee)
        needed = ceil(100 + gas / 10 + len(group.forge()) // 2 + 64)
    signed = group.sign()
    return [signed.hash(), signed.binary_payload().hex()]


def new_group(key, node):
    return OperationGroup(context=ExecutionContext(key=key), branch=node["branch"])


# end


# task: address
def secret_key(text, password):
    return Key.from_encoded_key(text, passphrase=password)


def address(text, password):
    return secret_key(text, password).public_key_hash()


# end


# task: transfer
def transfer(key, node, to, tez):
    group = new_group(key, node).transaction(
        source=key.public_key_hash(),
        counter=node["counter"],
        gas_limit=3040,
        storage_limit=257,
        destination=to,
        amount=Decimal(tez),
    )
    return sign(group)


# end


# task: batch
def batch(key, node, to, tez, contract, entrypoint, argument):
    source, counter = key.public_key_hash(), node["counter"]
    parameters = {"entrypoint": entrypoint, "value": michelson_to_micheline(argument)}
    group = (
        new_group(key, node)
        .reveal(source=source, counter=counter, gas_limit=3000, public_key=key.public_key())
        .transaction(
            source=source,
            counter=counter + 1,
            gas_limit=3040,
            storage_limit=257,
            destination=to,
            amount=Decimal(tez),
        )
        .transaction(
            source=source,
            counter=counter + 2,
            gas_limit=node["gas"],
            storage_limit=node["storage"],
            destination=contract,
            parameters=parameters,
        )
    )
    return sign(group)


# end


# task: originate
def originate(key, node, code, storage):
    script = {"code": michelson_to_micheline(code), "storage": michelson_to_micheline(storage)}
    group = new_group(key, node).origination(
        script=script,
        source=key.public_key_hash(),
        counter=node["counter"],
        gas_limit=node["gas"],
        storage_limit=node["storage"],
    )
    hash, payload = sign(group)
    return [hash, payload, get_originated_address(0, hash.encode())]


# end


# task: operations
def operations(block):
    return [
        f"operations[{p}][{o}].contents[{c}] {operation['hash']} {content['kind']} {status(content)}"
        for p, group in enumerate(block["operations"])
        for o, operation in enumerate(group)
        for c, content in enumerate(operation["contents"])
    ]


def status(content):
    return content.get("metadata", {}).get("operation_result", {}).get("status", "-")


# end


# task: transfers
def executed(block):
    for operation in sum(block["operations"], []):
        for content in operation["contents"]:
            metadata = content.get("metadata", {})
            own = {**content, "result": metadata.get("operation_result")}
            for one in [own, *metadata.get("internal_operation_results", [])]:
                if one["kind"] == "transaction" and one["result"]["status"] == "applied":
                    yield operation["hash"], one


def transfers(block):
    return [f"{hash} {one['source']} {one['destination']} {one['amount']}" for hash, one in executed(block)]


# end


# task: balances
def balances(block):
    metadata = block["metadata"]
    updates = results_updates([metadata, *metadata.get("implicit_operations_results", [])])
    for operation in sum(block["operations"], []):
        for content in operation["contents"]:
            metadata = content.get("metadata", {})
            results = [internal["result"] for internal in metadata.get("internal_operation_results", [])]
            results.append(metadata.get("operation_result", {}))
            applied = [result for result in results if result.get("status") == "applied"]
            updates += results_updates([metadata, *applied])
    changes = defaultdict(int)
    for update in updates:
        if update["kind"] == "contract":
            changes[update["contract"]] += int(update["change"])
    return [f"{contract} {change}" for contract, change in changes.items()]


def results_updates(results):
    return sum((result.get("balance_updates", []) for result in results), [])


# end


# task: changes
def text(micheline):
    return micheline_to_michelson(micheline, inline=True)


def big_map_rows(result):
    for change in result.get("lazy_storage_diff", []):
        if change["kind"] != "big_map":
            continue
        row, diff = f"big_map {change['id']}", change["diff"]
        if diff["action"] == "remove":
            yield f"{row} remove"
        if diff["action"] == "copy":
            yield f"{row} copy {diff['source']}"
        if diff["action"] == "alloc":
            yield f"{row} alloc {text(diff['key_type'])} -> {text(diff['value_type'])}"
        for update in diff.get("updates", []):
            value = f" = {text(update['value'])}" if "value" in update else ""
            yield f"{row} update {text(update['key'])}{value}"


def changes(block):
    diffs, events = [], []
    for result in block["metadata"].get("implicit_operations_results", []):
        diffs += big_map_rows(result)
    for operation in sum(block["operations"], []):
        for content in operation["contents"]:
            metadata = content.get("metadata", {})
            own = metadata.get("operation_result", {})
            if own.get("status") == "applied":
                diffs += big_map_rows(own)
            for internal in metadata.get("internal_operation_results", []):
                if internal["result"]["status"] != "applied":
                    continue
                diffs += big_map_rows(internal["result"])
                if internal["kind"] == "event":
                    tag, payload = internal.get("tag", "default"), internal.get("payload", {"prim": "Unit"})
                    events.append(f"event {internal['source']} {tag} {text(payload)}")
    return diffs + events


# end


# task: calls
TRANSFERS = MichelsonType.match(
    michelson_to_micheline(
        "list (pair (address %from_) (list %txs (pair (address %to_) (pair (nat %token_id) (nat %amount)))))"
    )
)


def calls(block, entrypoint):
    rows = []
    for _, one in executed(block):
        parameters = one.get("parameters", {"entrypoint": "default"})
        if parameters["entrypoint"] != entrypoint:
            continue
        rows.append(f"{one['source']} {one['destination']} {text(parameters['value'])}")
        try:
            tokens = TRANSFERS.from_micheline_value(parameters["value"]).to_python_object()
        except Exception:  # not a call of FA2
            continue
        for transfer in tokens:
            for tx in transfer["txs"]:
                row = f"{one['destination']} {tx['token_id']} {transfer['from_']} {tx['to_']} {tx['amount']}"
                rows.append(row)
    return rows


# end

task, *args = sys.argv[1:]
if task in ("operations", "transfers", "balances", "changes", "calls"):
    with open(args.pop()) as file:
        print(*globals()[task](json.load(file), *args), sep="\n")
else:
    text, password, *_ = [*sys.stdin.read().split("\n"), ""]
    if task == "address":
        print(address(text, password))
    else:
        branch, counter, gas, storage, *rest = args
        node = {"branch": branch, "counter": int(counter), "gas": gas, "storage": storage}
        print(*globals()[task](secret_key(text, password), node, *rest), sep="\n")
