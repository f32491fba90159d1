// The package, in node: each function, errors, and all encodings.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import * as codec from "tezos-codec";

const { CodecError, init } = codec;
const bytes = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
/** Returns the `CodecError` that a function throws. */
function thrown(run) {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof CodecError && error instanceof Error, String(error));
    return error;
  }
  assert.fail("nothing is thrown");
}

test("functions before init throw an error that names it", async () => {
  assert.match(thrown(() => codec.protocols()).message, /await init\(\)/);
  await assert.rejects(init(new URL("file:///nowhere/codec.wasm")), /ENOENT/);
  assert.equal(thrown(() => codec.decode("uint8", bytes("01"))).name, "Not_started");
});

test("init loads once, also after a failure", async () => {
  const started = init();
  assert.equal(init(), started);
  await started;
  assert.equal(codec.decode("uint8", bytes("01")), 1);
});

test("the types declare what the module exports", () => {
  const folder = path.dirname(new URL(import.meta.resolve("tezos-codec")).pathname);
  const declared = fs.readFileSync(path.join(folder, "codec_bg.d.ts"), "utf8").matchAll(/^export (?:function|class) (\w+)/gm);
  const names = [...declared].map(([, name]) => name).concat("CodecError", "init");
  assert.deepEqual(Object.keys(codec).sort(), names.sort());
});

test("values", () => {
  const list = codec.encode("list(uint16)", [7, 8]);
  assert.equal(hex(list), "0000000400070008");
  assert.deepEqual(codec.decode("list(uint16)", list), [7, 8]);
  const parts = codec.slice("list(uint16)", list);
  assert.deepEqual(parts.map(({ path, hex }) => [path, hex]).slice(1), [["[0]", "0007"], ["[1]", "0008"]]);
  const explained = codec.explain("list(uint16)", list.subarray(0, 7));
  assert.deepEqual([explained.valid, explained.bytes, explained.error.name], [false, 7, "Not_enough_data"]);
  const identified = codec.identify(bytes("00000006" + "00107a06a770"));
  assert.deepEqual([identified.verdict, identified.guesses[0].id], ["whole", "p2p_message"]);
  const text = codec.identifyText("tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
  assert.deepEqual([text.form, text.kind], ["base58", "ed25519_public_key_hash"]);
  assert.ok(codec.encodings().some(({ id }) => id === "p2p_message"));
  assert.ok(codec.encodings("seoul").every(({ id }) => id.startsWith("023-PtSeouLo.")));
  assert.deepEqual(codec.protocols().at(-1), { name: "Alpha", id: "alpha", hashes: [] });
  assert.match(codec.describe("p2p_message"), /Current_head/);
  assert.equal(typeof codec.jsonSchema("p2p_message"), "object");
  const made = codec.generate("p2p_message", 7, 100);
  assert.deepEqual(codec.generate("p2p_message", 7, 100), made);
  assert.ok(made.length <= 100 && codec.explain("p2p_message", made).valid);
  assert.equal(codec.hash("blake2b", new Uint8Array()).slice(0, 8), "0e5751c0");
  assert.match(codec.hash("operation_hash", made), /^o[no]/);
});

test("Micheline", () => {
  const pair = codec.parseMichelson('Pair 1 "a"');
  assert.deepEqual(pair, { prim: "Pair", args: [{ int: "1" }, { string: "a" }] });
  assert.equal(codec.printMichelson(pair), 'Pair 1 "a"');
  assert.ok(codec.printMichelson([pair, pair, pair], 20).includes("\n"));
  assert.deepEqual(codec.unforgeMicheline(codec.forgeMicheline(pair)), pair);
  assert.equal(hex(codec.pack(pair)), "05" + hex(codec.forgeMicheline(pair)));
  assert.deepEqual(codec.unpack(codec.pack(pair)), pair);
  const account = { string: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx" };
  assert.equal(codec.pack(account, { prim: "address" }).length, 28);
  assert.match(codec.scriptExprHash(account, { prim: "address" }), /^expr/);
  assert.notEqual(codec.scriptExprHash(account), codec.scriptExprHash(account, { prim: "address" }));
});

test("streams arrive in pieces", () => {
  const stream = bytes("00000002000700000002000800000002");
  const values = new codec.Values("list(uint16)");
  const found = [];
  for (let at = 0; at < stream.length; at += 5) {
    values.feed(stream.subarray(at, at + 5));
    for (let value; (value = values.next()) !== undefined; ) found.push(value);
  }
  assert.deepEqual([found, values.offset], [[[7], [8]], 12]);
  values.feed(new Uint8Array());
  assert.equal(thrown(() => values.next()).name, "Not_enough_data");
});

test("blocks", () => {
  const lines = fs.readFileSync(path.join(process.env.REPOSITORY, "cli/tests/transcripts/blocks/blocks.jsonl"), "utf8").trim().split("\n");
  for (const line of lines) {
    const { protocol, header } = codec.readBlock(Buffer.from(line));
    assert.equal(hex(codec.encode(`${protocol}.block_header`, header)), JSON.parse(line).header);
  }
});

test("errors have a path, an offset, what was expected and what was found", () => {
  const account = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
  const error = thrown(() => codec.decode("obj{a: uint16; b: bool; c: string}", bytes("000107")));
  assert.deepEqual([error.name, error.path, error.offset], ["Not_enough_data", "c", 3]);
  assert.ok(error.expected && error.found && error.message && error.stack);
  const fee = thrown(() =>
    codec.forgeOperation({
      branch: "BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb",
      contents: [{ kind: "delegation", source: account, fee: "x", counter: "1", gas_limit: "1", storage_limit: "0" }],
    }),
  );
  assert.equal(fee.path, "contents[0].fee");
  assert.equal(thrown(() => codec.decode("p2p_mesage", bytes(""))).name, "Unknown_id");
  assert.match(thrown(() => codec.decode("p2p_mesage", bytes(""))).message, /p2p_message/);
  assert.equal(thrown(() => codec.unforgeOperation(bytes("00"), "nowhere")).name, "Unknown_protocol");
  assert.equal(thrown(() => codec.encode("uint8", undefined)).offset, 0);
  assert.throws(() => codec.encode("uint8", 1n), TypeError);
});

test("each encoding gives JSON that encodes to the same value", () => {
  const all = codec.encodings();
  for (const { id } of codec.protocols().slice(1)) all.push(...codec.encodings(id));
  let values = 0;
  const [unmade, ambiguous] = [[], []];
  for (const { id } of all) {
    for (let seed = 0; seed < 2; seed++) {
      let [made, value] = [];
      try {
        made = codec.generate(id, seed, 500);
        value = codec.decode(id, made);
      } catch (error) {
        // Examples of signatures are those of all protocols: in blocks of some, they are too long.
        assert.ok(["No_value", "Extra_bytes", "Exception_raised_in_user_function"].includes(error.name), `${id}: ${error}`);
        unmade.push(id);
        continue;
      }
      const again = codec.decode(id, codec.encode(id, value));
      if (JSON.stringify(again) === JSON.stringify(value)) values++;
      else ambiguous.push(id);
    }
  }
  assert.ok(all.length > 1200 && unmade.length < values / 20, `${all.length} encodings, ${values} values, ${unmade.length} unmade`);
  // In JSON, the cases of a receipt may have the same fields: the first one is taken, in Octez too.
  assert.deepEqual(ambiguous.filter((id) => !id.endsWith("metadata")), []);
});
