// Answers questions with Taquito: a line of JSON for each. The packages are those of the current folder, installed from package.json.
//
//   node ask_taquito.js < questions.jsonl > answers.jsonl
//
// A question has `hex` and `json`; it is an expression of Micheline if it has `hash`, else an unsigned operation. The answer has what each
// library makes of it: `forged`, the bytes of `json`; `parsed`, the JSON of `hex`; if the question has `text`, `printed`, the text of `json`,
// and `read`, the JSON of `text`. Each is `{ value }` or `{ error }`.
'use strict';
const fs = require('fs');
const { createRequire } = require('module');

const { forge } = require('../../cli/forgers/forge_taquito.js');
const packages = createRequire(`${process.cwd()}/`);
const { CODEC, LocalForger, getCodec } = packages('@taquito/local-forging');
const { Parser, emitMicheline, packDataBytes, unpackDataBytes } = packages('@taquito/michel-codec');

const forger = new LocalForger();
// An expression behind its length in four bytes.
const expression = getCodec(CODEC.VALUE);
const parser = new Parser();

async function attempt(answer) {
  try {
    return { value: await answer() };
  } catch (error) {
    return { error: `${error?.name}: ${error?.message}` };
  }
}

async function answerOperation({ hex, json }) {
  return {
    'local-forging': {
      forged: await attempt(() => forge(json)),
      parsed: await attempt(() => forger.parse(hex)),
    },
  };
}

// How many expressions are around the innermost ones.
function depth(json) {
  const inside = Array.isArray(json) ? json : json.args ?? [];
  return inside.reduce((deepest, expression) => Math.max(deepest, 1 + depth(expression)), 0);
}

async function answerExpression({ origin, hex, json, text }) {
  const length = (hex.length / 2).toString(16).padStart(8, '0');
  const codec = {};
  if (text) {
    codec.printed = await attempt(() => emitMicheline(json));
    // Applications of the outermost level are without parentheses.
    codec.read = await attempt(() => (/^[A-Za-z]/.test(text) ? parser.parseList(text) : parser.parseMichelineExpression(text)));
  }
  // Packed data is 05 and an expression, which has to be a value. At each level it is read twice.
  if (origin === 'value') codec.forged = await attempt(() => packDataBytes(json).bytes.slice(2));
  if (origin === 'value' && depth(json) <= 10) codec.parsed = await attempt(() => unpackDataBytes({ bytes: `05${hex}` }));
  return {
    'local-forging': {
      forged: await attempt(() => expression.encoder(json).slice(8)),
      parsed: await attempt(() => expression.decoder(length + hex)),
    },
    'michel-codec': codec,
  };
}

async function main() {
  for (const line of fs.readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const question = JSON.parse(line);
    const answer = await (question.hash === undefined ? answerOperation : answerExpression)(question);
    fs.writeSync(1, `${JSON.stringify(answer)}\n`);
  }
}

main();
