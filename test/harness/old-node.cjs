// Preloaded, it makes this Node look like one that is too old: its version, and that what the package depends on does not load.
const modules = require("node:module");

Object.defineProperty(process.versions, "node", { value: "20.20.2" });
const { dependencies } = require("../../provider/package.json");
const load = modules._load;
modules._load = function (request, ...more) {
  if (Object.hasOwn(dependencies, request)) throw new TypeError(`${request} does not run on this Node`);
  return load.call(this, request, ...more);
};
