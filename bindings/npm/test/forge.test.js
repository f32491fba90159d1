// The forger, in node: beside the whole codec, beside Taquito's forger, and inside Taquito.
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { LocalForger } from "@taquito/local-forging";
import { InMemorySigner } from "@taquito/signer";
import { TezosToolkit } from "@taquito/taquito";
import BigNumber from "bignumber.js";
import * as codec from "tezos-codec";
import { CodecError, Forger, forge, init, parse } from "tezos-codec/forge";

/** The number of operations that are generated for each protocol. */
const OPERATIONS = Number(process.env.OPERATIONS ?? 200);
const MAX_BYTES = 2000;
/** The number of the oldest protocol of the forger. */
const FIRST = 23;

const hexOf = (bytes) => Buffer.from(bytes).toString("hex");
const bytesOf = (hex) => Uint8Array.from(Buffer.from(hex, "hex"));
const numberOf = (id) => (id === "alpha" ? Infinity : parseInt(id, 10));

/** Returns whether a value, or one inside it, passes a test. */
function any(json, accepts) {
  if (json === null || typeof json !== "object") return accepts(json);
  return accepts(json) || Object.values(json).some((value) => any(value, accepts));
}

/** Returns whether a number has the same bytes with a sign as without. */
const isSextet = (digits) => 0 <= Number(digits) && Number(digits) < 64;

/** What Taquito 25.0.0 forges wrongly, as conformance/opinions/differences.rs has it. */
const DIFFERENCES = {
  "numbers without sign": (json) =>
    (json?.kind === "increase_paid_storage" && !isSextet(json.amount)) || (json?.dal_attestation && !isSextet(json.dal_attestation)),
  "text that is not UTF-8": (json) => json?.invalid_utf8_string !== undefined,
  "accounts with keys of ML-DSA-44": (json) => typeof json === "string" && /^(tz5|mdpk)/.test(json),
  "unusual numbers of arguments": (json) =>
    json?.args?.length > 2 || ["LAMBDA", "LAMBDA_REC", "view"].includes(json?.prim),
};

/** Counts what Taquito makes of an operation of today. */
const beside = { equal: 0, refused: 0, known: {}, kinds: new Set() };
const theirs = new LocalForger();
async function compare(operation, hex) {
  let forged;
  try {
    forged = await theirs.forge(operation);
  } catch {
    beside.refused++;
    return;
  }
  if (forged === hex) {
    beside.equal++;
    for (const { kind } of operation.contents) beside.kinds.add(kind);
    return;
  }
  const [why] = Object.entries(DIFFERENCES).find(([, accepts]) => any(operation, accepts)) ?? [];
  assert.ok(why, `Taquito forges ${forged} of ${JSON.stringify(operation)}, we ${hex}`);
  beside.known[why] = (beside.known[why] ?? 0) + 1;
}

const compiled = () => WebAssembly.compile(fs.readFileSync(new URL(import.meta.resolve("tezos-codec/forge.wasm"))));
before(() => Promise.all([codec.init(), init(compiled())]));

test("operations of each protocol come back, and Taquito forges the same bytes of those that it knows", async () => {
  for (const { id } of codec.protocols().slice(1)) {
    const [encoding, isNew] = [`${id}.operation.unsigned`, numberOf(id) >= FIRST];
    let made = 0;
    for (let seed = 0; made < OPERATIONS && seed < 4 * OPERATIONS; seed++) {
      let bytes;
      try {
        bytes = codec.generate(encoding, seed, MAX_BYTES);
      } catch {
        continue;
      }
      made++;
      const operation = codec.unforgeOperation(bytes, id);
      const hex = hexOf(codec.forgeOperation(operation, id));
      assert.deepEqual(codec.unforgeOperation(bytesOf(hex), id), operation);
      if (!isNew) continue;
      assert.equal(forge(operation, id), hex);
      assert.deepEqual(parse(hex, id), operation);
      await compare(operation, hex);
    }
    assert.equal(made, OPERATIONS, id);
  }
  console.log(`beside Taquito: ${beside.equal} equal, ${beside.refused} refused, known: ${JSON.stringify(beside.known)}`);
  assert.ok(beside.equal >= OPERATIONS / 2 && beside.kinds.size >= 15, [...beside.kinds].join());
});

const shared = path.join(process.env.TEZOS_CODEC_SHARED ?? path.join(process.env.REPOSITORY, "../shared"), "data");
const isAbsent = fs.existsSync(shared) ? false : `there is no ${shared}`;
const lines = (name) =>
  fs.readFileSync(path.join(shared, name), "utf8").trim().split("\n").map((line) => JSON.parse(line));

test("operations of blocks and of nodes", { skip: isAbsent }, async () => {
  let [whole, today] = [0, 0];
  const read = async (hex, id) => {
    const operation = codec.unforgeOperation(bytesOf(hex), id);
    assert.equal(hexOf(codec.forgeOperation(operation, id)), hex);
    whole++;
    // As an operation of today, if it is one.
    const { branch, contents } = operation;
    let forged;
    try {
      forged = forge({ branch, contents });
    } catch (error) {
      assert.ok(error instanceof CodecError, String(error));
      return;
    }
    today++;
    assert.deepEqual(parse(forged).contents, contents);
    await compare({ branch, contents }, forged);
  };
  for (const { hex } of lines("operations/mainnet_block_jakarta.jsonl")) await read(hex, "jakarta");
  for (const { hex, layout } of lines("operations/pytezos.jsonl")) await read(hex, layout === "old" ? "athens" : "babylon");
  const ends = [[2244608, "hangzhou"], [2490368, "ithaca"], [2736128, "jakarta"], [Infinity, "kathmandu"]];
  for (const { level, operations } of lines("blocks_mainnet/blocks.jsonl")) {
    const [, id] = ends.find(([end]) => level <= end);
    for (const hex of operations.flat()) await read(hex, id);
  }
  console.log(`${whole} operations, ${today} of them as operations of today`);
  assert.ok(whole > 1000 && today > 100, `${whole}, ${today}`);
});

test("unsigned operations of Octez's samples", { skip: isAbsent }, async () => {
  let read = 0;
  for (const { encoding, protocols, hex } of lines("octez_encoding_samples/samples.jsonl")) {
    if (encoding !== "operation.unsigned") continue;
    for (const name of protocols) {
      const digits = /\d{3}/.exec(name)?.[0];
      if (!digits || Number(digits) < FIRST) continue;
      const operation = parse(hex, digits);
      assert.deepEqual(codec.unforgeOperation(bytesOf(hex), digits), operation);
      assert.equal(forge(operation, digits), hex);
      await compare(operation, hex);
      read++;
    }
  }
  assert.ok(read > 10, `${read} samples`);
});

test("errors of the forger", async () => {
  const refused = async (run, fields) => {
    try {
      await run();
    } catch (error) {
      assert.ok(error instanceof CodecError, String(error));
      for (const [name, value] of Object.entries(fields)) assert.equal(error[name], value, `${name}: ${error.message}`);
      return;
    }
    assert.fail("nothing is thrown");
  };
  const branch = "BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb";
  const ballot = {
    kind: "ballot",
    source: "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx",
    period: 1,
    proposal: "PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh",
    ballot: "yay",
  };
  const ours = new Forger();
  assert.equal((await ours.parse(await ours.forge({ branch, contents: [ballot] }))).contents[0].ballot, "yay");
  await refused(() => ours.forge({ branch, contents: [{ ...ballot, ballot: "maybe" }] }), { path: "contents[0].ballot" });
  // Of several contents, all belong to one account.
  await refused(() => ours.forge({ branch, contents: [ballot, ballot] }), { path: "contents" });
  await refused(() => ours.forge({ branch, contents: [] }), {});
  await refused(() => new Forger("delphi").forge({ branch, contents: [ballot] }), { name: "Unknown_protocol" });
  await refused(() => ours.parse("0x00"), { name: "Invalid_hex", offset: 1 });
  await refused(() => ours.parse("00"), { name: "Not_enough_data", path: "branch" });
});

test("Taquito sends the same bytes with our forger as with its own", async () => {
  const signer = await InMemorySigner.fromSecretKey("edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh");
  const account = await signer.publicKeyHash();
  /** Returns what a program injects, with a node that is as little as Taquito needs. */
  const injected = async (forger, send) => {
    const sent = [];
    const node = {
      getBlockHeader: () => ({ hash: "BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb" }),
      getChainId: () => "NetXdQprcVkpaWU",
      getConstants: () => ({
        cost_per_byte: BigNumber(250),
        hard_gas_limit_per_block: BigNumber(2_000_000),
        hard_gas_limit_per_operation: BigNumber(1_000_000),
        hard_storage_limit_per_operation: BigNumber(60_000),
        smart_rollup_origination_size: BigNumber(6_314),
      }),
      getContract: () => ({ counter: "41" }),
      getManagerKey: () => undefined,
      getProtocols: () => ({ next_protocol: "PtTALLiNtPec7mE7yY4m3k26J8Qukef3E3ehzhfXgFZKGtDdAXu" }),
      simulateOperation: ({ operation: { contents } }) => ({
        contents: contents.map((one) => ({
          ...one,
          metadata: { operation_result: { status: "applied", consumed_milligas: "169000" } },
        })),
      }),
      preapplyOperations: () => [{ contents: [] }],
      injectOperation: (bytes) => (sent.push(bytes), codec.hash("operation_hash", bytesOf(bytes))),
    };
    const rpc = new Proxy(node, {
      get: (known, name) => known[name] && (async (...given) => known[name](...given)),
    });
    const Tezos = new TezosToolkit(rpc);
    Tezos.setProvider({ signer });
    if (forger) Tezos.setForgerProvider(forger);
    await send(Tezos);
    return sent;
  };
  const limits = { fee: 1000, gasLimit: 2000, storageLimit: 300 };
  const operations = {
    transfer: (Tezos) => Tezos.contract.transfer({ to: account, amount: 1.5, ...limits }),
    call: (Tezos) =>
      Tezos.contract.transfer({
        to: "KT1VG2WtYdSWz5E7chTeAdDPZNy2MpP8pTfL",
        amount: 0,
        parameter: { entrypoint: "mint", value: { prim: "Pair", args: [{ int: "-7" }, { string: "a" }] } },
        ...limits,
      }),
    delegate: (Tezos) => Tezos.contract.setDelegate({ source: account, delegate: account, ...limits }),
    originate: (Tezos) =>
      Tezos.contract.originate({
        code: [
          { prim: "parameter", args: [{ prim: "unit" }] },
          { prim: "storage", args: [{ prim: "unit" }] },
          { prim: "code", args: [[{ prim: "CDR" }, { prim: "NIL", args: [{ prim: "operation" }] }, { prim: "PAIR" }]] },
        ],
        init: { prim: "Unit" },
        balance: "1",
        ...limits,
      }),
    batch: (Tezos) =>
      Tezos.contract
        .batch([1, 2, 3].map((amount) => ({ kind: "transaction", to: account, amount, ...limits })))
        .send(),
  };
  for (const [name, send] of Object.entries(operations)) {
    const [ours, own] = [await injected(new Forger(), send), await injected(undefined, send)];
    assert.equal(own.length, 1, name);
    assert.deepEqual(ours, own, name);
  }
});
