#!/usr/bin/env node
// A file of its own, as npm links only what exists when it installs: in a clone `dist` comes later.
const problem = require("../dist/node-version.js").tooOld(process.versions.node);
if (problem === undefined) require("../dist/commands/main.js");
else {
  process.stderr.write(`error: ${problem}\n`);
  process.exitCode = 1;
}
