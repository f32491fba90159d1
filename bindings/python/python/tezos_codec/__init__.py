"""Encodings of Tezos: decode, encode, explain and identify bytes of every protocol, forge operations.

An id is one of :func:`encodings`, with or without a protocol (``seoul.operation``, ``023-PtSeouLo.operation``), or a description such as
``list(uint16)``. A protocol is given by name, number, id or hash. JSON is that of Octez, as values of Python: ``dict``, ``list``, ``str``, ``int``,
``float``, ``bool``, ``None``. Every error is a :class:`CodecError`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from itertools import chain
from os import PathLike
from typing import IO, TYPE_CHECKING, Any, TypedDict

from ._error import CodecError
from ._native import (
    Values,
    decode_json,
    describe,
    encode,
    encode_json,
    encodings_json,
    explain_json,
    forge_micheline,
    forge_operation,
    generate,
    hash,
    identify_bytes_json,
    identify_text_json,
    json_schema_json,
    mainnet_protocol,
    pack,
    parse_michelson_json,
    print_michelson,
    protocols_json,
    read_block_json,
    script_expr_hash,
    slice_json,
    unforge_micheline_json,
    unforge_operation_json,
    unpack_json,
)

if TYPE_CHECKING:
    from typing import NotRequired

__all__ = [
    "CodecError",
    "Encoding",
    "Explanation",
    "Guess",
    "Identity",
    "Part",
    "Protocol",
    "Refusal",
    "decode",
    "decode_json",
    "describe",
    "encode",
    "encode_json",
    "encodings",
    "explain",
    "forge_micheline",
    "forge_operation",
    "generate",
    "hash",
    "identify",
    "iter_blocks",
    "iter_lines",
    "iter_values",
    "json_schema",
    "mainnet_protocol",
    "pack",
    "parse_michelson",
    "print_michelson",
    "protocols",
    "read_block",
    "script_expr_hash",
    "slice",
    "unforge_micheline",
    "unforge_operation",
    "unpack",
]

#: The number of bytes that the iterators read at once.
_PIECE = 1 << 18


class Part(TypedDict):
    """A part of bytes."""

    offset: int
    length: int
    path: str
    name: str
    hex: str
    value: str | None


class Refusal(TypedDict):
    """Why bytes are refused."""

    name: str
    offset: int
    path: str
    expected: str
    found: str
    message: str


class Explanation(TypedDict):
    """The parts of bytes, and why they are refused."""

    id: str
    bytes: int
    valid: bool
    error: Refusal | None
    parts: list[Part]


class Guess(TypedDict):
    """An encoding that bytes fit, with the evidence in bits. ``protocols`` has those in which they do, the newest first."""

    id: str
    title: str
    whole: bool
    surprises: int
    evidence: int
    protocols: NotRequired[list[str]]


class Identity(TypedDict, total=False):
    """What bytes or a text are.

    ``form`` is ``bytes`` or ``base58`` for a text. Bytes have ``verdict`` (``whole``, ``start`` of a value, ``unknown``), ``guesses``, the best first,
    and ``start``. Base58check has ``kind``, ``hex``, ``hash`` of a key, and ``encodings``.
    """

    form: str
    hex: str | None
    verdict: str
    guesses: list[Guess]
    start: Guess | None
    kind: str
    hash: str | None
    encodings: list[dict[str, str]]


class Encoding(TypedDict):
    """An encoding that has an id."""

    id: str
    title: str


class Protocol(TypedDict):
    """An economic protocol."""

    name: str
    id: str
    hashes: list[str]


def decode(id: str, data: bytes) -> Any:
    """Decode bytes; :func:`decode_json` returns the JSON text."""
    return json.loads(decode_json(id, data))


def slice(id: str, data: bytes, nested: bool = False) -> list[Part]:
    """Split bytes into parts. With ``nested``, bytes that are values of their own are split too."""
    parts: list[Part] = json.loads(slice_json(id, data, nested))
    return parts


def explain(id: str, data: bytes, nested: bool = False) -> Explanation:
    """Explain bytes part by part, and why they are refused."""
    explanation: Explanation = json.loads(explain_json(id, data, nested))
    return explanation


def identify(data: bytes | str, protocol: str | None = None) -> Identity:
    """Identify bytes, or the bytes in a text: hex, a dump, digits with separators, base64, or base58check."""
    native = identify_text_json(data, protocol) if isinstance(data, str) else identify_bytes_json(data, protocol)
    identity: Identity = json.loads(native)
    return identity


def encodings(protocol: str | None = None) -> list[Encoding]:
    """List the encodings of no protocol, or those of one."""
    listed: list[Encoding] = json.loads(encodings_json(protocol))
    return listed


def protocols() -> list[Protocol]:
    """List the protocols, the oldest first."""
    listed: list[Protocol] = json.loads(protocols_json())
    return listed


def json_schema(id: str) -> Any:
    """Return the JSON Schema of the JSON of an encoding."""
    return json.loads(json_schema_json(id))


def unforge_operation(data: bytes, protocol: str | None = None) -> dict[str, Any]:
    """Decode an operation, with ``signature`` exactly if the bytes have one. Without a protocol, that of mainnet is taken."""
    operation: dict[str, Any] = json.loads(unforge_operation_json(data, protocol))
    return operation


def unforge_micheline(data: bytes) -> Any:
    """Decode an expression of Micheline."""
    return json.loads(unforge_micheline_json(data))


def parse_michelson(text: str) -> Any:
    """Parse the concrete syntax of Michelson."""
    return json.loads(parse_michelson_json(text))


def unpack(data: bytes) -> Any:
    """Decode packed bytes."""
    return json.loads(unpack_json(data))


def read_block(block: bytes, protocol: str | None = None) -> dict[str, Any]:
    """Decode a block with the protocol of its header.

    ``block`` is the answer of a node in binary, or a line of JSON with ``chain_id``, ``header`` and ``operations`` in hex. The result has
    ``protocol``, and ``block``, or ``header`` and ``operations``.
    """
    read: dict[str, Any] = json.loads(read_block_json(block, protocol))
    return read


def iter_values(id: str, source: str | PathLike[str] | IO[bytes]) -> Iterator[Any]:
    """Yield the values of a binary file, which follow one another and end by themselves. Memory holds one value."""
    values = Values(id)
    for piece in _pieces(source):
        values.feed(piece)
        while (text := values.next_json()) is not None:
            yield json.loads(text)


def iter_lines(id: str, source: str | PathLike[str] | IO[bytes]) -> Iterator[Any]:
    """Yield the value on each line of a file: in hex, or as a JSON object with ``hex``. Blank lines are left out."""
    for line in _lines(source):
        text = line.decode()
        if text.lstrip().startswith("{"):
            text = json.loads(text)["hex"]
        yield decode(id, bytes.fromhex(text))


def iter_blocks(source: str | PathLike[str] | IO[bytes], protocol: str | None = None) -> Iterator[dict[str, Any]]:
    """Yield the blocks of a file, as :func:`read_block` returns them: answers of a node one after the other, or a line of JSON for each."""
    with _opened(source) as file:
        first = file.read(1)
        # The size of an answer starts with a control character.
        if first == b"{" or first.isspace():
            for line in chain([first + file.readline()], file):
                if line.strip():
                    yield read_block(line, protocol)
            return
        while first:
            size = first + file.read(3)
            yield read_block(size + file.read(int.from_bytes(size, "big")), protocol)
            first = file.read(1)


def _pieces(source: str | PathLike[str] | IO[bytes]) -> Iterator[bytes]:
    """Yield the bytes of a file, and no bytes at its end."""
    with _opened(source) as file:
        while piece := file.read(_PIECE):
            yield piece
    yield b""


def _lines(source: str | PathLike[str] | IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file that are not blank."""
    with _opened(source) as file:
        for line in file:
            if line.strip():
                yield line


def _opened(source: str | PathLike[str] | IO[bytes]) -> AbstractContextManager[IO[bytes]]:
    """Open a path; a file is closed by its owner."""
    return open(source, "rb") if isinstance(source, (str, PathLike)) else nullcontext(source)
