"""Each function on values of which the answer is known."""

import io
import json
import pickle

import pytest

import tezos_codec as codec

MESSAGE = bytes.fromhex("0000000600107a06a770")
TRANSFER = {
    "branch": "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2",
    "contents": [
        {
            "kind": "transaction",
            "source": "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb",
            "fee": "400",
            "counter": "8",
            "gas_limit": "1500",
            "storage_limit": "0",
            "amount": "1500000",
            "destination": "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx",
        }
    ],
}


def test_values_are_decoded_and_encoded():
    fitness = codec.encode("fitness", ["02", "0001"])
    assert fitness == bytes.fromhex("0000000b00000001020000000200 01".replace(" ", ""))
    assert codec.decode("fitness", fitness) == ["02", "0001"]
    assert codec.decode_json("fitness", fitness) == '["02","0001"]'
    assert codec.encode_json("fitness", '["02", "0001"]') == fitness
    assert codec.decode("list(uint16)", bytes([0, 0, 0, 2, 0, 7])) == [7]


def test_errors_have_their_attributes():
    with pytest.raises(codec.CodecError) as caught:
        codec.decode("p2p_message", MESSAGE[:9])
    error = caught.value
    assert isinstance(error, ValueError) and error.message == str(error)
    assert (error.name, error.offset, error.path) == ("Not_enough_data", 4, "")
    assert error.expected and error.found
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error) and str(again) == str(error)
    wrong = json.loads(json.dumps(TRANSFER))
    wrong["contents"][0]["fee"] = 400
    with pytest.raises(codec.CodecError) as caught:
        codec.forge_operation(wrong)
    error = caught.value
    assert (error.path, error.expected, error.found) == ("contents[0].fee", "digits in quotation marks", "the number 400")
    with pytest.raises(codec.CodecError, match="`023-PtSeouLo.operation`") as caught:
        codec.decode("seoul.operatoin", b"")
    assert (caught.value.name, caught.value.offset) == ("Unknown_id", None)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        False,
        0,
        -7,
        10**40,
        -(10**40),
        1.5,
        -0.0,
        12345.678,
        "",
        'quotes " and \\ and \n\t\x00\x1f\x7f and é ꜩ 😀',
        [],
        {},
        [[], [1, [2, {"a": []}]], {"b": {"c": (3, "4")}, "é\n": None}],
    ],
)
def test_any_json_crosses(value):
    # An encoding of any JSON.
    text = json.dumps(value, ensure_ascii=False)
    assert outcome(codec.encode, "json", value) == outcome(codec.encode_json, "json", text)
    # The offset of what is refused in a text depends on the spaces.
    wrong = {"fitness": value}
    text = json.dumps(wrong, ensure_ascii=False, separators=(",", ":"))
    assert outcome(codec.encode, "fitness", wrong) == outcome(codec.encode_json, "fitness", text)


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except codec.CodecError as error:
        return vars(error)


def test_values_that_are_no_json_are_refused():
    for value in [b"ab", {1: 2}, {"a": {3}}, float("nan"), float("inf"), object()]:
        with pytest.raises(TypeError):
            codec.encode("fitness", value)
    endless = []
    endless.append(endless)
    with pytest.raises(ValueError, match="too deep"):
        codec.encode("fitness", endless)
    with pytest.raises(UnicodeEncodeError):
        codec.encode("fitness", ["\ud800"])


def test_parts_and_explanations():
    parts = codec.slice("p2p_message", MESSAGE)
    assert parts[-1]["hex"] == "7a06a770" and parts[-1]["offset"] == 6
    explained = codec.explain("p2p_message", MESSAGE)
    assert explained["valid"] and explained["parts"] == parts and explained["error"] is None
    refused = codec.explain("p2p_message", MESSAGE[:9])
    assert not refused["valid"] and refused["error"]["name"] == "Not_enough_data"


def test_bytes_and_texts_are_identified():
    assert codec.identify(MESSAGE)["guesses"][0]["id"] == "p2p_message"
    text = codec.identify("00000000: 0000 0006 0010 7a06 a770\n")
    assert (text["form"], text["verdict"], text["hex"]) == ("bytes", "whole", MESSAGE.hex())
    chain = codec.identify("NetXdQprcVkpaWU")
    assert (chain["form"], chain["kind"], chain["hex"]) == ("base58", "chain_id", "7a06a770")


def test_the_catalogue():
    assert any(row["id"] == "p2p_message" for row in codec.encodings())
    assert all(row["id"].startswith("023-PtSeouLo.") for row in codec.encodings("seoul"))
    assert codec.mainnet_protocol() in [row["id"] for row in codec.protocols()]
    assert "fitness" in codec.describe("fitness")
    assert codec.json_schema("fitness")["$schema"]
    assert codec.generate("fitness", 7) == codec.generate("fitness", seed=7)


def test_operations():
    data = codec.forge_operation(TRANSFER)
    assert codec.unforge_operation(data) == TRANSFER
    signed = data + bytes([7] * 64)
    assert codec.unforge_operation(signed)["signature"].startswith("sig")
    assert codec.forge_operation(codec.unforge_operation(signed)) == signed
    assert codec.hash("operation_hash", signed).startswith("o")


def test_micheline():
    expression = codec.parse_michelson('Pair 1 "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"')
    assert codec.unforge_micheline(codec.forge_micheline(expression)) == expression
    assert codec.print_michelson(expression) == 'Pair 1 "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"'
    packed = codec.pack(expression, codec.parse_michelson("pair int address"))
    assert codec.unpack(packed)["args"][1] == {"bytes": "00006b82198cb179e8306c1bedd08f12dc863f328886"}
    assert codec.script_expr_hash({"int": "0"}) == "exprtZBwZUeYYYfUs9B9Rg2ywHezVHnCCnmF9WsDQVrs582dSK63dC"


def test_files_are_read_value_by_value(tmp_path):
    values = [codec.encode("list(uint16)", [number, 7]) for number in range(1000)]
    file = tmp_path / "values.bin"
    file.write_bytes(b"".join(values))
    assert list(codec.iter_values("list(uint16)", file)) == [[number, 7] for number in range(1000)]
    with pytest.raises(codec.CodecError) as caught:
        list(codec.iter_values("list(uint16)", io.BytesIO(b"".join(values)[:-1])))
    assert caught.value.name == "Not_enough_data"
    lines = tmp_path / "values.txt"
    lines.write_text("".join(value.hex() + "\n\n" for value in values[:3]) + json.dumps({"hex": values[3].hex()}))
    assert list(codec.iter_lines("list(uint16)", str(lines))) == [[number, 7] for number in range(4)]
