// The ten tasks with taquito. `run` compares what they print with `wallet` and `indexer`.

import { readFileSync } from "node:fs";
import { blake2b } from "@noble/hashes/blake2b";
import { localForger } from "@taquito/local-forging";
import { emitMicheline, Parser } from "@taquito/michel-codec";
import { Schema } from "@taquito/michelson-encoder";
import { InMemorySigner } from "@taquito/signer";
import { b58DecodeAndCheckPrefix, b58Encode, encodeOpHash, format, PrefixV2, verifySignature } from "@taquito/utils";

// task: shared
const WATERMARK = new Uint8Array([3]);

// Sets the least fee that a node takes: taquito estimates fees with a node only.
async function sign(signer, node, contents) {
  const gas = contents.reduce((sum, content) => sum + Number(content.gas_limit), 0);
  let bytes;
  let fee = 0;
  for (let needed = 0; ; fee = needed) {
    contents[0].fee = fee.toString();
    bytes = await localForger.forge({ branch: node.branch, contents });
    needed = 100 + Math.ceil(gas / 10 + bytes.length / 2 + 64);
    if (needed <= fee) break;
  }
  const { sbytes } = await signer.sign(bytes, WATERMARK);
  return { hash: encodeOpHash(sbytes), hex: sbytes };
}

function manager(kind, source, counter, gas, storage, fields) {
  const limits = { gas_limit: gas.toString(), storage_limit: storage.toString() };
  return { kind, source, fee: "0", counter: counter.toString(), ...limits, ...fields };
}
// end

// task: address
function secretKey(text, password) {
  return InMemorySigner.fromSecretKey(text, password);
}

async function address(text, password) {
  return (await secretKey(text, password)).publicKeyHash();
}
// end

// task: transfer
async function transfer(signer, node, to, tez) {
  const source = await signer.publicKeyHash();
  const amount = format("tz", "mutez", tez).toString();
  const fields = { amount, destination: to };
  return sign(signer, node, [manager("transaction", source, node.counter, 3040, 257, fields)]);
}
// end

// task: batch
async function batch(signer, node, to, tez, contract, entrypoint, argument) {
  const source = await signer.publicKeyHash();
  const reveal = { public_key: await signer.publicKey() };
  if (signer.canProvePossession) reveal.proof = (await signer.provePossession()).prefixSig;
  const amount = format("tz", "mutez", tez).toString();
  const value = new Parser().parseMichelineExpression(argument);
  const call = { amount: "0", destination: contract, parameters: { entrypoint, value } };
  return sign(signer, node, [
    manager("reveal", source, node.counter, 3000, 0, reveal),
    manager("transaction", source, node.counter + 1, 3040, 257, { amount, destination: to }),
    manager("transaction", source, node.counter + 2, node.gas, node.storage, call),
  ]);
}
// end

// task: originate
async function originate(signer, node, code, storage) {
  const parser = new Parser();
  const script = { code: parser.parseScript(code), storage: parser.parseMichelineExpression(storage) };
  const source = await signer.publicKeyHash();
  const fields = { balance: "0", script };
  const contents = [manager("origination", source, node.counter, node.gas, node.storage, fields)];
  const { hash, hex } = await sign(signer, node, contents);
  const nonce = new Uint8Array([...b58DecodeAndCheckPrefix(hash, [PrefixV2.OperationHash], true), 0, 0, 0, 0]);
  return { hash, hex, contract: b58Encode(blake2b(nonce, { dkLen: 20 }), PrefixV2.ContractHash) };
}
// end

// task: inspect
async function inspect(hex, publicKey) {
  const forged = hex.slice(0, -128);
  const signature = b58Encode(hex.slice(-128), PrefixV2.GenericSignature);
  if (!verifySignature(forged, publicKey, signature, WATERMARK)) throw new Error("invalid signature");
  const { contents } = await localForger.parse(forged);
  const sentences = contents.map((content) => {
    if (content.kind !== "transaction") return `${content.kind}, by ${content.source}`;
    const call = content.parameters ? `, calls \`${content.parameters.entrypoint}\`` : "";
    const amount = format("mutez", "tz", content.amount);
    return `transfer ${amount} ꜩ from ${content.source} to ${content.destination}${call}`;
  });
  return sentences.join("; ");
}
// end

// task: operations
function operations(block) {
  const rows = [];
  block.operations.forEach((pass, p) =>
    pass.forEach((operation, o) =>
      operation.contents.forEach((content, c) => {
        const status = content.metadata?.operation_result?.status ?? "-";
        rows.push(`operations[${p}][${o}].contents[${c}] ${operation.hash} ${content.kind} ${status}`);
      }),
    ),
  );
  return rows;
}
// end

// task: transfers
function* executed(block) {
  for (const operation of block.operations.flat()) {
    for (const content of operation.contents) {
      const { operation_result: result, internal_operation_results: internals } = content.metadata ?? {};
      for (const one of [{ ...content, result }, ...(internals ?? [])]) {
        if (one.kind === "transaction" && one.result?.status === "applied") yield { hash: operation.hash, ...one };
      }
    }
  }
}

function transfers(block) {
  return [...executed(block)].map(
    ({ hash, source, destination, amount }) => `${hash} ${source} ${destination} ${amount}`,
  );
}
// end

// task: balances
function balances(block) {
  const updates = [];
  const add = (result) => updates.push(...(result?.balance_updates ?? []));
  add(block.metadata);
  block.metadata.implicit_operations_results?.forEach(add);
  for (const { metadata } of block.operations.flat().flatMap((operation) => operation.contents)) {
    add(metadata);
    const internals = metadata?.internal_operation_results ?? [];
    const results = [metadata?.operation_result, ...internals.map((internal) => internal.result)];
    results.filter((result) => result?.status === "applied").forEach(add);
  }
  const changes = new Map();
  for (const { kind, contract, change } of updates) {
    if (kind === "contract") changes.set(contract, (changes.get(contract) ?? 0n) + BigInt(change));
  }
  return [...changes].map(([contract, change]) => `${contract} ${change}`);
}
// end

// task: changes
function* bigMapRows(result) {
  for (const { kind, id, diff } of result.lazy_storage_diff ?? []) {
    if (kind !== "big_map") continue;
    if (diff.action === "remove") yield `big_map ${id} remove`;
    if (diff.action === "copy") yield `big_map ${id} copy ${diff.source}`;
    if (diff.action === "alloc") {
      yield `big_map ${id} alloc ${emitMicheline(diff.key_type)} -> ${emitMicheline(diff.value_type)}`;
    }
    for (const { key, value } of diff.updates ?? []) {
      yield `big_map ${id} update ${emitMicheline(key)}${value ? ` = ${emitMicheline(value)}` : ""}`;
    }
  }
}

function changes(block) {
  const diffs = (block.metadata.implicit_operations_results ?? []).flatMap((result) => [...bigMapRows(result)]);
  const events = [];
  for (const { metadata } of block.operations.flat().flatMap((operation) => operation.contents)) {
    if (metadata?.operation_result?.status === "applied") diffs.push(...bigMapRows(metadata.operation_result));
    for (const { kind, source, tag, payload, result } of metadata?.internal_operation_results ?? []) {
      if (result.status !== "applied") continue;
      diffs.push(...bigMapRows(result));
      if (kind === "event") {
        events.push(`event ${source} ${tag ?? "default"} ${emitMicheline(payload ?? { prim: "Unit" })}`);
      }
    }
  }
  return [...diffs, ...events];
}
// end

// task: calls
const TRANSFERS = new Schema(
  new Parser().parseMichelineExpression(
    "(list (pair (address %from_) (list %txs (pair (address %to_) (pair (nat %token_id) (nat %amount))))))",
  ),
);

function calls(block, entrypoint) {
  const rows = [];
  for (const { source, destination, parameters } of executed(block)) {
    if (parameters?.entrypoint !== entrypoint) continue;
    rows.push(`${source} ${destination} ${emitMicheline(parameters.value)}`);
    try {
      for (const { from_, txs } of TRANSFERS.Execute(parameters.value)) {
        rows.push(...txs.map((tx) => `${destination} ${tx.token_id} ${from_} ${tx.to_} ${tx.amount}`));
      }
    } catch {
      // Not a call of FA2.
    }
  }
  return rows;
}
// end

const [task, ...args] = process.argv.slice(2);
const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const wallet = { transfer, batch, originate };
const indexer = { operations, transfers, balances, changes, calls };
if (task in indexer) {
  const file = args.pop();
  console.log(indexer[task](read(file), ...args).join("\n"));
} else if (task === "inspect") {
  console.log(await inspect(...args));
} else {
  const [text, password] = readFileSync(0, "utf8").split("\n");
  if (task === "address") {
    console.log(await address(text, password));
  } else {
    const [branch, counter, gas, storage, ...rest] = args;
    const node = { branch, counter: Number(counter), gas, storage };
    const made = await wallet[task](await secretKey(text, password), node, ...rest);
    console.log(Object.values(made).join("\n"));
  }
}
