// Forges operations with Taquito, for `tezos-codec forge-check`. The package is that of the current folder.
//
//   npm install @taquito/local-forging
//   tezos-codec forge-check -- node forge_taquito.js
'use strict';
const { createRequire } = require('module');

const { LocalForger } = createRequire(`${process.cwd()}/`)('@taquito/local-forging');
const forger = new LocalForger();

const forge = (operation) => forger.forge(operation);

module.exports = { forge };
if (require.main === module) require('./lines')(forge);
