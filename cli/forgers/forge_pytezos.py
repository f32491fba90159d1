"""Forges operations with pytezos, for `tezos-codec forge-check`.

    pip install pytezos
    tezos-codec forge-check -- python3 forge_pytezos.py
"""

import json
import sys

from pytezos.operation.forge import forge_operation_group


def forge(operation):
    return forge_operation_group(operation).hex()


def main():
    for line in sys.stdin:
        try:
            answer = forge(json.loads(line))
        except Exception as error:  # Whatever the library raises is a refusal.
            answer = f"! {type(error).__name__}: {error}".replace("\n", " ")
        print(answer, flush=True)


if __name__ == "__main__":
    main()
