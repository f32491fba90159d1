// Forges operations with ConseilJS, for `tezos-codec forge-check`. The package is that of the current folder.
//
//   npm install conseiljs
//   tezos-codec forge-check -- node forge_conseiljs.js
'use strict';
const { createRequire } = require('module');

const { TezosNodeWriter, registerLogger } = createRequire(`${process.cwd()}/`)('conseiljs');
// It logs every operation.
const ignore = () => {};
registerLogger({ debug: ignore, info: ignore, warn: ignore, error: ignore });

const forge = ({ branch, contents }) => TezosNodeWriter.forgeOperations(branch, contents);

require('./lines')(forge);
