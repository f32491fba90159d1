// The lines of `tezos-codec forge-check`: an operation in JSON on each line of standard input, its bytes in hex on each line of standard output, or
// `!` and why it is refused. `forge` returns the bytes, or a promise of them.
'use strict';
const { createInterface } = require('readline');

module.exports = async function answerLines(forge) {
  for await (const line of createInterface({ input: process.stdin })) {
    let answer;
    try {
      answer = await forge(JSON.parse(line));
    } catch (error) {
      answer = `! ${error?.message ?? error}`.replaceAll('\n', ' ');
    }
    process.stdout.write(`${answer}\n`);
  }
};
