"""Real blocks, read in place."""

import os
import pathlib

import pytest

import tezos_codec as codec

ROOT = pathlib.Path(__file__).parents[3]
SHARED = pathlib.Path(os.environ.get("TEZOS_CODEC_SHARED", ROOT.parent / "shared"))


def operations(block):
    return [operation for passes in block["operations"] for operation in passes]


def test_lines_of_blocks():
    blocks = list(codec.iter_blocks(ROOT / "cli/tests/transcripts/blocks/blocks.jsonl"))
    assert blocks and all(block["protocol"][:3].isdigit() for block in blocks)
    assert any(operations(block) for block in blocks)


@pytest.mark.skipif(not (SHARED / "data").is_dir(), reason=f"there are no blocks at {SHARED}/data")
def test_real_blocks():
    blocks = list(codec.iter_blocks(SHARED / "data/blocks_mainnet/blocks.jsonl"))
    assert len(blocks) > 5 and sum(len(operations(block)) for block in blocks) > 800
    files = sorted((SHARED / "data/blocks_binary").glob("*.bin"))
    assert len(files) > 20
    for file in files:
        number, is_mainnet = int(file.name[:3]), file.read_bytes()[4:8].hex() == "7a06a770"
        (answer,) = codec.iter_blocks(file)
        found = int(answer["protocol"][:3])
        # The first block of a protocol is of the one before. Of other chains, the newest protocol that reads it is taken.
        assert found in (number, number - 1) if is_mainnet else found >= number, file
        assert all("contents" in operation or "protocol_data" in operation for operation in operations(answer["block"]))
