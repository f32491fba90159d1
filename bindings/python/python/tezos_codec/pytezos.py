"""The forging functions of pytezos, with its names and arguments, by this package.

:func:`install` makes the modules of pytezos call them instead of its own::

    import tezos_codec.pytezos
    tezos_codec.pytezos.install()

They forge every kind of operation, refuse what a node would refuse with a :class:`~tezos_codec.CodecError`, and read operations too.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

from . import _native, decode, encode, mainnet_protocol, pack, protocols, unforge_micheline, unforge_operation

__all__ = [
    "forge_address",
    "forge_contract",
    "forge_int",
    "forge_micheline",
    "forge_nat",
    "forge_operation",
    "forge_operation_group",
    "forge_public_key",
    "forge_script",
    "forge_script_expr",
    "install",
    "unforge_address",
    "unforge_contract",
    "unforge_micheline",
    "unforge_operation_group",
    "unforge_public_key",
    "uninstall",
]

forge_micheline = _native.forge_micheline

#: The fields that are texts of digits in the JSON of a node, and that pytezos takes as numbers too.
_AMOUNTS = frozenset(["fee", "counter", "gas_limit", "storage_limit", "amount", "balance", "ticket_amount", "limit"])
#: The fields that a node adds to contents.
_ADDED = frozenset(["metadata"])
#: All that protocols are called by.
_PROTOCOLS = frozenset(name for row in protocols() for name in (row["id"], row["name"], row["name"].lower(), *row["hashes"]))
#: The protocol of mainnet.
_MAINNET = mainnet_protocol()
#: The bytes before a value of the type `address`, `key_hash` or `key` that is packed: 05, the tag of bytes, their size.
_PACKED = 6


def forge_operation_group(operation_group: dict[str, Any], protocol: str | None = None) -> bytes:
    """Forge an operation without its signature. The protocol is that of the group, if it names a known one."""
    contents = [_contents(contents) for contents in operation_group["contents"]]
    group = {"branch": operation_group["branch"], "contents": contents}
    return _native.forge_operation(group, _protocol(protocol or operation_group.get("protocol")))


def unforge_operation_group(data: bytes, protocol: str | None = None) -> dict[str, Any]:
    """Read an operation, with ``signature`` exactly if the bytes have one."""
    return unforge_operation(data, protocol)


def forge_operation(content: dict[str, Any], protocol: str | None = None) -> bytes:
    """Forge one item of an operation."""
    return encode(f"{_protocol(protocol) or _MAINNET}.operation.contents", _contents(content))


def forge_script(script: dict[str, Any]) -> bytes:
    """Forge the script of an origination: ``code`` and ``storage``."""
    return encode(f"{_MAINNET}.script", {"code": script["code"], "storage": script["storage"]})


def forge_script_expr(packed_key: bytes) -> str:
    """Return the hash by which a big map finds a packed key."""
    return _native.hash("script_expr_hash", packed_key)


def forge_address(value: str, tz_only: bool = False) -> bytes:
    """Forge an address, or with ``tz_only`` the hash of a key."""
    return _optimised(value, "key_hash" if tz_only else "address")


def unforge_address(data: bytes) -> str:
    """Read an address of 22 bytes, or the hash of a key of 21."""
    if data[:1] == b"\x03" and len(data) == 22:
        address: str = decode("alpha.smart_rollup.address", data[1:21])
    else:
        address = decode("public_key_hash" if len(data) == 21 else "alpha.contract", data)
    return address


def forge_contract(value: str) -> bytes:
    """Forge an address with an entrypoint, such as ``KT1..%mint``."""
    return _optimised(value, "address")


def unforge_contract(data: bytes) -> str:
    """Read an address with an entrypoint, if it has one."""
    address, entrypoint = unforge_address(data[:22]), data[22:].decode()
    return f"{address}%{entrypoint}" if entrypoint else address


def forge_public_key(value: str) -> bytes:
    """Forge a public key."""
    return encode("public_key", value)


def unforge_public_key(data: bytes) -> str:
    """Read a public key."""
    key: str = decode("public_key", data)
    return key


def forge_int(value: int) -> bytes:
    """Forge a number of any size with a sign."""
    return encode("ground.Z", str(value))


def forge_nat(value: int) -> bytes:
    """Forge a number of any size without a sign."""
    return encode("ground.N", str(value))


def _contents(contents: dict[str, Any]) -> dict[str, Any]:
    """Return contents as a node takes them."""
    known = {
        name: str(value) if name in _AMOUNTS and isinstance(value, int) else value
        for name, value in contents.items()
        if name not in _ADDED
    }
    if known["kind"] == "failing_noop":
        # A text for pytezos, bytes in hex for a node.
        known["arbitrary"] = known["arbitrary"].encode().hex()
    return known


def _optimised(value: str, ty: str) -> bytes:
    return pack({"string": value}, {"prim": ty})[_PACKED:]


def _protocol(name: str | None) -> str | None:
    """Return a protocol if it is known: a group may be of one that is not, in a sandbox."""
    return name if name in _PROTOCOLS else None


#: What `install` has replaced: the module, the name, the function of pytezos.
_replaced: list[tuple[Any, str, Any]] = []


def install() -> None:
    """Replace the forging functions in all modules of pytezos."""
    ours = {name: globals()[name] for name in __all__ if name.startswith(("forge_", "unforge_"))}
    theirs: dict[int, str] = {}
    for module in ("pytezos.michelson.forge", "pytezos.operation.forge"):
        functions = vars(importlib.import_module(module))
        theirs.update({id(functions[name]): name for name in ours if name in functions})
    for module in list(_modules()):
        for name, value in list(vars(module).items()):
            ours_name = theirs.get(id(value))
            if ours_name is not None:
                _replaced.append((module, name, value))
                setattr(module, name, ours[ours_name])


def uninstall() -> None:
    """Put the functions of pytezos back."""
    while _replaced:
        module, name, value = _replaced.pop()
        setattr(module, name, value)


def _modules() -> list[Any]:
    """Return the modules of pytezos that are imported, after its main package."""
    importlib.import_module("pytezos")
    return [module for name, module in sorted(sys.modules.items()) if name.split(".")[0] == "pytezos"]
