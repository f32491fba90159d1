import { CodecError } from "./error.js";

/** Returns the answer to a request for an address; in node, the bytes of a file, which `fetch` does not read there. */
function read(url) {
  const fs = String(url).startsWith("file:") && globalThis.process?.getBuiltinModule?.("node:fs");
  return fs ? fs.promises.readFile(new URL(url)) : fetch(url);
}

/** Returns the instance of a module: its exports are the functions of the codec. */
async function instantiate(source, imports) {
  let from = await source;
  if (typeof from === "string" || from instanceof URL) from = await read(from);
  if (from instanceof Response) {
    if (!from.ok) throw new Error(`${from.url}: ${from.status} ${from.statusText}`);
    // A server that does not know the type of the file would make the streaming function fail.
    const isTyped = from.headers.get("Content-Type")?.startsWith("application/wasm");
    if (isTyped) return (await WebAssembly.instantiateStreaming(from, imports)).instance;
    from = await from.arrayBuffer();
  }
  const made = await WebAssembly.instantiate(from, imports);
  return made.instance ?? made;
}

/**
 * Returns the function `init` of a module. `glue` is what wasm-bindgen writes beside it, which the module imports as `name`; `url` is the address of
 * the module.
 */
export function loader(glue, name, url) {
  const notStarted = () => {
    throw new CodecError("Not_started", "the codec is not loaded: call `await init()` before other functions", "");
  };
  glue.__wbg_set_wasm(new Proxy({}, { get: notStarted }));
  let started;
  return function init(source = url) {
    started ??= instantiate(source, { [name]: glue }).then(
      (instance) => {
        glue.__wbg_set_wasm(instance.exports);
        instance.exports.__wbindgen_start?.();
      },
      (error) => {
        // The next call tries again.
        started = undefined;
        throw error;
      },
    );
    return started;
  };
}
