import type { Init } from "./load.js";

export { CodecError } from "./error.js";
export type * from "./types.js";
export * from "./codec_bg.js";

export declare const init: Init;
