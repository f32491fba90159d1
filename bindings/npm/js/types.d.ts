/** An operation as nodes give and take it. */
export interface Operation {
  /** The hash of a recent block. */
  branch: string;
  contents: Contents[];
  /** Of a signed operation. */
  signature?: string;
}

/** What an operation does. The fields depend on the kind; numbers that may be large are texts of digits. */
export interface Contents {
  kind: string;
  // Any interface of an operation is one of these, those of Taquito among them.
  [field: string]: any;
}

/** An expression of Micheline. */
export type Micheline =
  | { int: string }
  | { string: string }
  | { bytes: string }
  | { prim: string; args?: Micheline[]; annots?: string[] }
  | Micheline[];

/** A part of bytes. */
export interface Part {
  offset: number;
  length: number;
  /** The path of the field, such as `contents[0].fee`. */
  path: string;
  name: string;
  hex: string;
  value: string;
}

/** What bytes are, part by part. */
export interface Explanation {
  id: string;
  /** The number of bytes. */
  bytes: number;
  valid: boolean;
  /** Why the encoding refuses the bytes. */
  error: { name: string; message: string; path: string; offset: number; expected: string; found: string } | null;
  /** The parts before the refused one. */
  parts: Part[];
}

/** An encoding. */
export interface Encoding {
  id: string;
  title: string;
}

/** An encoding that accepts bytes. */
export interface Guess extends Encoding {
  /** Whether values of it are whole messages, and not only parts of others. */
  whole: boolean;
  /** The number of unusual values in the bytes. */
  surprises: number;
  /** What speaks for the encoding, in bits. */
  evidence: number;
  /** The protocols whose encoding accepts the bytes. */
  protocols?: string[];
}

/** What bytes are. */
export interface Identified {
  /** Whether the bytes are a whole value, the start of one, or unknown. */
  verdict: "whole" | "start" | "unknown";
  /** The best first. */
  guesses: Guess[];
  /** The encoding of which the bytes may be the start. */
  start: Guess | null;
}

/** What a text is. */
export type IdentifiedText =
  | ({ form: "bytes"; hex: string } & Identified)
  | { form: "base58"; kind: string; hex: string; hash?: string; encodings: { id: string; hex: string }[] };

/** A protocol. */
export interface Protocol {
  name: string;
  id: string;
  hashes: string[];
}

/** A block. An answer of a node has `block`; a line has `header` and `operations`. */
export interface Block {
  /** The id of the protocol. */
  protocol: string;
  block?: any;
  header?: any;
  operations?: any[];
}
