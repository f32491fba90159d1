"""Forges generated operations of every protocol: ``python roundtrip.py [COUNT]`` (20,000 of each)."""

import sys
import time
from typing import Any

import tezos_codec as codec

#: The parameters that a writer leaves out.
DEFAULT = {"entrypoint": "default", "value": {"prim": "Unit"}}


def written(operation: dict[str, Any]) -> dict[str, Any]:
    """Return an operation as a writer writes it: a call of the default entrypoint with `Unit` is written without parameters."""
    def contents_of(item: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in item.items() if name != "parameters" or value != DEFAULT}

    return {**operation, "contents": [contents_of(item) for item in operation["contents"]]}


def main(count: int) -> None:
    started, total, refused, canonical = time.monotonic(), 0, 0, 0
    for protocol in (row["id"] for row in codec.protocols()):
        ids = {row["id"].partition(".")[2] for row in codec.encodings(protocol)}
        if "operation" not in ids:
            print(f"{protocol} has no operations")
            continue
        for seed in range(count):
            # Half of them are signed.
            name = "operation" if seed % 2 or "operation.unsigned" not in ids else "operation.unsigned"
            data = codec.generate(f"{protocol}.{name}", seed, 300)
            try:
                codec.decode_json(f"{protocol}.{name}", data)
            except codec.CodecError:
                # The generator does not know every rule: inlined endorsements of 001 to 011 may get a signature of another length.
                refused += 1
                continue
            operation = codec.unforge_operation(data, protocol)
            forged = codec.forge_operation(operation, protocol)
            # Bytes that no writer writes, such as an empty list of annotations, are read too.
            canonical += forged == data
            again = codec.unforge_operation(forged, protocol)
            if written(again) != written(operation) or codec.forge_operation(again, protocol) != forged:
                sys.exit(f"{protocol}, seed {seed}: {data.hex()} is forged as {forged.hex()}")
        total += count
    took = time.monotonic() - started
    print(f"{total - refused} operations forged and read again in {took:.0f} s, {canonical} to the same bytes; {refused} were not valid")
    if canonical < total * 0.7 or refused > total * 0.05:
        sys.exit("most operations are valid, and are forged to the same bytes")


main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)
