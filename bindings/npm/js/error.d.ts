/** Why a function has no answer. */
export class CodecError extends Error {
  /** The name of the error in Octez, such as `Not_enough_data`, or ours if it has none. */
  readonly name: string;
  /** The path of the refused field, such as `contents[0].fee`; empty for the value itself. */
  readonly path: string;
  /** The offset of the refused byte, or of the refused value in the JSON text. */
  readonly offset: number | undefined;
  /** What was expected. */
  readonly expected: string | undefined;
  /** What was found. */
  readonly found: string | undefined;
}
