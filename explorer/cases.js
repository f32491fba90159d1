// Asks the tool about bytes: what they are first, and which byte is refused when they are almost valid. Writes what check.js compares the page with.
//   node cases.js TOOL SHARED >CASES
"use strict";
const { spawnSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

const [tool, shared] = process.argv.slice(2);
const root = path.join(__dirname, "..");

/** The number of inputs, from each source, whose first answer is compared, and of those that are changed. */
const EACH = 12;

/** Returns what the tool answers in JSON. */
function ask(...given) {
  const { stdout, error } = spawnSync(tool, given, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (error) throw error;
  return JSON.parse(stdout);
}

/** Returns the lines of a file, as JSON; none if it is absent. */
function lines(file) {
  if (!fs.existsSync(file)) {
    console.error(`without ${file}, which is not here`);
    return [];
  }
  return fs.readFileSync(file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
}

/** Returns at most `count` elements, from all of the list. */
function some(list, count) {
  return list.filter((_, index) => Math.floor((index * count) / list.length) !== Math.floor(((index - 1) * count) / list.length));
}

const short = (hex) => hex && hex.length <= 20_000;
const blocks = lines(path.join(root, "cli/tests/transcripts/blocks/blocks.jsonl"));
const sources = [
  lines(path.join(root, "messages/testdata/vectors/p2p.jsonl")).map(({ hex }) => hex),
  blocks.flatMap(({ header, operations }) => [header, ...operations.flat()]),
  lines(path.join(shared, "data/reports/public_reports.jsonl")).map(({ hex }) => hex),
  lines(path.join(shared, "data/operations/pytezos.jsonl")).map(({ hex }) => hex),
  lines(path.join(shared, "data/micheline/packed_taquito_2.jsonl")).map(({ packed }) => packed),
];
for (const hex of sources.flatMap((source) => some(source.filter(short), EACH))) {
  const [first] = ask("slice", "--json", hex);
  console.log(JSON.stringify({ hex, id: first?.id ?? "" }));
  if (!first) continue;
  const bytes = Buffer.from(hex, "hex");
  const flipped = Buffer.from(bytes);
  flipped[Math.floor(bytes.length / 3)] ^= 0xff;
  for (const almost of [bytes.subarray(0, -1), Buffer.concat([bytes, Buffer.of(0)]), flipped]) {
    if (!almost.length) continue;
    const { valid, error } = ask("explain", first.id, "--as", "hex", almost.toString("hex"), "--json");
    if (!valid) console.log(JSON.stringify({ hex: almost.toString("hex"), with: first.id, refused: error.offset }));
  }
}
