"""The speed of forging beside pytezos, as a table in Markdown: ``python speed.py``."""

import json
import timeit

from pytezos.michelson.forge import forge_micheline, unforge_micheline
from pytezos.operation.forge import forge_operation_group

import tezos_codec as codec
from test_pytezos import BRANCH, CALL, TRANSFER


def microseconds(call) -> float:
    timer = timeit.Timer(call)
    number, _ = timer.autorange()
    return min(timer.repeat(5, max(1, number // 4))) / max(1, number // 4) * 1e6


def row(what: str, theirs, ours, text) -> None:
    times = [microseconds(call) for call in (theirs, ours, text)]
    first, *others = times
    cells = [f"{first:,.1f} µs"] + [f"{time:,.1f} µs ({first / time:.1f} times as fast)" for time in others]
    print(f"| {what} | {' | '.join(cells)} |")


def main() -> None:
    print("| | pytezos | from `dict` | from JSON text |\n|---|---:|---:|---:|")
    encoding = f"{codec.mainnet_protocol()}.operation.unsigned"
    for what, contents in [("a transaction", [TRANSFER]), ("a call", [CALL]), ("a batch of 100 transactions", [TRANSFER] * 100)]:
        group = {"branch": BRANCH, "contents": contents}
        text = json.dumps(group)
        assert codec.forge_operation(group) == forge_operation_group(group) == codec.encode_json(encoding, text)
        row(f"forge {what}", lambda: forge_operation_group(group), lambda: codec.forge_operation(group), lambda: codec.encode_json(encoding, text))
    expression = [CALL["parameters"]["value"]] * 100
    data, text = codec.forge_micheline(expression), json.dumps(expression)
    row("forge an expression of 300 nodes", lambda: forge_micheline(expression), lambda: codec.forge_micheline(expression), lambda: codec.encode_json("alpha.script.expr", text))
    row("read it", lambda: unforge_micheline(data), lambda: codec.unforge_micheline(data), lambda: codec.decode_json("alpha.script.expr", data))


if __name__ == "__main__":
    main()
