// What `tsc --strict` accepts, and what it does not.
import type { Forger as TaquitoForger } from "@taquito/local-forging";
import { TezosToolkit } from "@taquito/taquito";
import * as codec from "tezos-codec";
import { CodecError, Forger, forge, init, parse, type Operation } from "tezos-codec/forge";

const forger: TaquitoForger = new Forger("PtTALLiNtPec7mE7yY4m3k26J8Qukef3E3ehzhfXgFZKGtDdAXu");
new TezosToolkit("https://rpc.example.org").setForgerProvider(forger);

export async function use(bytes: Uint8Array): Promise<void> {
  await Promise.all([init(), codec.init(fetch("codec.wasm"))]);
  const operation: Operation = parse(forge({ branch: "", contents: [{ kind: "ballot" }] }));
  const unforged: codec.Operation = codec.unforgeOperation(codec.forgeOperation(operation, "seoul"));
  const part: codec.Part | undefined = codec.slice("operation", bytes, true)[0];
  const verdict: "whole" | "start" | "unknown" = codec.identify(bytes).verdict;
  const expression: codec.Micheline = codec.unpack(codec.pack({ int: "1" }, { prim: "int" }));
  const text = codec.identifyText("tz1");
  const kind: string = text.form === "base58" ? text.kind : text.guesses[0]?.id ?? verdict;
  const values = new codec.Values("list(uint16)");
  values.feed(bytes);
  const found: unknown = values.next();
  try {
    codec.encode("uint8", found);
  } catch (error) {
    if (error instanceof CodecError) console.log(error.name, error.path.length, error.offset?.toFixed(), part?.hex);
  }
  console.log(unforged.contents, expression, kind, values.offset.toFixed());
  // @ts-expect-error: bytes are no text
  codec.decode("uint8", "01");
  // @ts-expect-error: an operation has contents
  forge({ branch: "" });
  // @ts-expect-error: an expression has texts of digits
  codec.printMichelson({ int: 1 });
}
