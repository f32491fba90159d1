import * as glue from "./codec_bg.js";
import { loader } from "./load.js";

export { CodecError } from "./error.js";
export {
  Values,
  decode,
  describe,
  encode,
  encodings,
  explain,
  forgeMicheline,
  forgeOperation,
  generate,
  hash,
  identify,
  identifyText,
  jsonSchema,
  pack,
  parseMichelson,
  printMichelson,
  protocols,
  readBlock,
  scriptExprHash,
  slice,
  unforgeMicheline,
  unforgeOperation,
  unpack,
} from "./codec_bg.js";

export const init = loader(glue, "./codec_bg.js", new URL("./codec_bg.wasm", import.meta.url));
