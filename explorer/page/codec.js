// The codec in a worker, as functions that return promises.
import { decompress } from "fzstd";

/** The bytes of a text in windows-1252, as build.js writes them: `=` is before a byte that a page cannot have, which is 64 greater. */
function bytesOf(text) {
  const every = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const codes = new Map([...new TextDecoder("windows-1252").decode(every)].map((character, byte) => [character, byte]));
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const isEscaped = text[index] === "=";
    if (isEscaped) index++;
    bytes[length++] = codes.get(text[index]) - (isEscaped ? 64 : 0);
  }
  return bytes.subarray(0, length);
}

/** Compiles the WebAssembly in the page once, for all workers. */
function compile() {
  const element = document.getElementById("wasm");
  const packed = bytesOf(element.textContent);
  element.remove();
  return WebAssembly.compile(decompress(packed));
}

const compiled = compile();
const source = URL.createObjectURL(new Blob([document.getElementById("worker").textContent], { type: "text/javascript" }));

/** One worker: the memory of a document is freed with it, and a long task ends with it. */
export class Codec {
  #worker = new Worker(source);
  #waiting = new Map();
  #next = 0;

  constructor() {
    this.#worker.onmessage = ({ data: { id, value, error } }) => {
      const { resolve, reject } = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) resolve(value);
      else reject(error);
    };
    this.ready = compiled.then((module) => this.#worker.postMessage({ module }));
  }

  /** Calls a function of the codec that returns JSON. */
  async ask(name, ...given) {
    return JSON.parse(await this.call(name, ...given));
  }

  /** Calls a function of the codec. */
  async call(name, ...given) {
    await this.ready;
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, name, given });
    });
  }

  end() {
    this.#worker.terminate();
  }
}
