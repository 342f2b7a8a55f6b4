#!/usr/bin/env node
// A file of its own, as npm links only what exists when it installs: in a clone `dist` comes later.
require("../dist/cli/main.js");
