// usage: node ci/github-environments.mjs [<from> <to>]
//
// Prints the outputs of a job of GitHub, as JSON: `stacks`, the environments of environments.yml, and `pairs`, those that ci/compare.sh compares: each
// with the next one, or the two named ones.
import { environments, pairs } from "./environments.mjs";

const [from, to] = process.argv.slice(2);
const names = environments();
console.log(`stacks=${JSON.stringify(names)}`);
console.log(`pairs=${JSON.stringify(pairs(names, from, to))}`);
