import type { Init } from "./load.js";
import type { Operation } from "./types.js";

export { CodecError } from "./error.js";
export type { Contents, Operation } from "./types.js";
export * from "./forge_bg.js";

export declare const init: Init;

/** A forger for Taquito: `Tezos.setForgerProvider(new Forger())`. It calls `init` itself. */
export declare class Forger {
  /** @param protocol A name, number, id or hash; without it, the newest protocol that mainnet has had is taken. */
  constructor(protocol?: string);
  /** Encodes an unsigned operation to hex. */
  forge(operation: Operation): Promise<string>;
  /** Decodes an unsigned operation in hex. */
  parse(hex: string): Promise<Operation>;
}
