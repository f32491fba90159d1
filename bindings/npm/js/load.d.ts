/** Where the WebAssembly of an entry comes from: an address, an answer of `fetch`, bytes, or a compiled module. */
export type Source = string | URL | Response | BufferSource | WebAssembly.Module;

/**
 * Loads the codec; other functions throw a `CodecError` before. Further calls return the same promise, so several parts of a program may call it;
 * one after a failure tries again.
 *
 * @param source By default the file beside the script.
 */
export type Init = (source?: Source | Promise<Source>) => Promise<void>;
