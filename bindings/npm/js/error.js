/** Why a function has no answer. */
export class CodecError extends Error {
  constructor(name, message, path, offset, expected, found) {
    super(message);
    this.name = name;
    this.path = path;
    this.offset = offset;
    this.expected = expected;
    this.found = found;
  }
}
