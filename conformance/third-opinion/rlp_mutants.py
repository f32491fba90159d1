"""Mutants of RLP: bytes whose items are those of a valid value but one."""

from __future__ import annotations

import random
from typing import Any, Iterator

import model
import rlp
from model import VariableList
from rlp import LIST, STRING

# Items behind one another.
ITEMS = VariableList(rlp.any_item(300)[0])


def items_of(data: bytes) -> list | None:
    """The items of some bytes, one behind the other; `None` if these are not items."""
    try:
        return plain(model.decode(ITEMS, data))
    except model.ReadError:
        return None


def plain(tagged: Any) -> Any:
    """Strings as bytes, and lists as lists."""
    if isinstance(tagged, list):
        return [plain(one) for one in tagged]
    return plain(tagged.value) if tagged.case else tagged.value


def mutants(rng: random.Random, data: bytes, count: int) -> list[bytes]:
    """Bytes whose items are those of a valid value but one: lists around it still have the right size."""
    found = []
    for _ in range(count):
        items = items_of(data)
        if items:
            holder, at = rng.choice(list(places(items)))
            holder[at] = changed(rng, holder[at])
            found.append(b"".join(map(written, items)))
    return found


def places(items: list) -> Iterator[tuple[list, int]]:
    """The places of all items: the list that holds each, and its index there."""
    for at, item in enumerate(items):
        yield items, at
        if isinstance(item, list):
            yield from places(item)


def changed(rng: random.Random, item: Any) -> Any:
    """An item near another, or its bytes with another header, in a tuple: a longer one, one where there is none, of the other kind, or of
    another size."""
    is_list = isinstance(item, list)
    inside = b"".join(map(written, item)) if is_list else item
    base, size = LIST if is_list else STRING, len(inside)
    match rng.randrange(9):
        case 0:
            digits = size.to_bytes(rng.choice([2, 3, 8] if size > 255 else [1, 1, 2, 8]), "big")
            return (bytes([base + rlp.SHORT + len(digits)]) + digits + inside,)
        case 1:
            return (bytes([base + min(size, rlp.SHORT)]) + inside,)
        case 2:
            return (rlp.header(STRING if is_list else LIST, size) + inside,)
        case 3:
            return (rlp.header(base, size + rng.choice([1, -1, 2]) if size else 1) + inside,)
        case 4:
            return [*item, rng.choice([b"", b"\x01", []])] if is_list else b"\x00" + item
        case 5:
            return item[:-1]
        case 6 if is_list and item:
            one = rng.randrange(len(item))
            return [*item[:one], *item[one + 1 :]] if rng.random() < 0.5 else [*item[:one], item[one], *item[one:]]
        case 7:
            return [item] if rng.random() < 0.5 else written(item)
        case _:
            return rng.choice([b"", b"\x00", b"\x01", b"\x02", b"\x80", b"\x81", b"+7", b"\xff\xff", rng.randbytes(9), [], [b""], [[], b"\x01"]])


def written(item: Any) -> bytes:
    """The bytes of an item."""
    match item:
        case tuple():
            return item[0]
        case list():
            content = b"".join(map(written, item))
            return rlp.header(LIST, len(content)) + content
    return rlp.string(item)
