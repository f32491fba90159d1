import * as glue from "./forge_bg.js";
import { loader } from "./load.js";

const { forge, parse } = glue;

export { CodecError } from "./error.js";
export { forge, parse };

export const init = loader(glue, "./forge_bg.js", new URL("./forge_bg.wasm", import.meta.url));

/** A forger for Taquito: `Tezos.setForgerProvider(new Forger())`. It calls `init` itself. */
export class Forger {
  #protocol;

  constructor(protocol) {
    this.#protocol = protocol;
  }

  async forge({ branch, contents }) {
    await init();
    return forge({ branch, contents }, this.#protocol);
  }

  async parse(hex) {
    await init();
    return parse(hex, this.#protocol);
  }
}
