/** The arrows of the house: which folder of `provider/src` may import which. Anything not listed is forbidden. */
const src = "^provider/src";
const arrows = {
  cli: ["watch", "drift", "importer", "emulator", "lifecycle", "model", "tenant"],
  drift: ["lifecycle", "model", "tenant"],
  watch: ["drift", "lifecycle", "model", "tenant"],
  importer: ["lifecycle", "model", "tenant"],
  lifecycle: ["model", "tenant"],
  functions: ["resources", "tenant", "model"],
  resources: ["tenant", "model"],
  emulator: [],
  tenant: [],
  model: [],
};

/** The same for the rooms of the emulator; what joins them stands above, and no room may import it. */
const emulatorArrows = {
  http: ["shared"],
  events: ["connections", "organizations", "shared"],
  connections: ["shared"],
  organizations: ["shared"],
  clients: ["shared"],
  users: ["organizations", "shared"],
  "resource-servers": ["shared"],
  "token-exchange-profiles": ["shared"],
  shared: [],
};

const heavy = "node_modules/(undici|zod)/";
/** Of the tenant's half, what a program may load when it starts. */
const light = `${src}/tenant/(configuration|settings|domain|private-key|legible|redact|typo).ts$`;

function layersOf(house, allowed, prefix = "") {
  return Object.entries(allowed).map(([from, to]) => ({
    name: `${prefix}${from}-may-import-only-${to.join("-") || "itself"}`,
    severity: "error",
    from: { path: `${house}/${from}/` },
    to: { path: src, pathNot: [from, ...to].map((folder) => `${house}/${folder}/`) },
  }));
}

module.exports = {
  forbidden: [
    ...layersOf(src, arrows),
    ...layersOf(`${src}/emulator`, emulatorArrows, "emulator-"),
    {
      name: "emulator-rooms-are-listed",
      severity: "error",
      from: {
        path: `${src}/emulator/[^/]+/`,
        pathNot: Object.keys(emulatorArrows).map((room) => `${src}/emulator/${room}/`),
      },
      to: {},
    },
    {
      name: "model-is-pure",
      severity: "error",
      from: { path: `${src}/model/` },
      to: { pathNot: `${src}/model/` },
    },
    {
      name: "no-pulumi-in-the-service",
      severity: "error",
      from: { path: `${src}/(tenant|emulator|model)/` },
      to: { path: "@pulumi/" },
    },
    {
      name: "program-starts-fast",
      comment:
        "what a program imports must reach neither the HTTP client nor the validators; this and the next rule prove it " +
        "step by step, as reachability cannot tell an import that waits until it is needed",
      severity: "error",
      from: { path: `${src}/(index.ts$|functions/|resources/)` },
      to: {
        path: [`${src}/tenant/`, heavy],
        pathNot: light,
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "program-starts-fast-below",
      severity: "error",
      from: { path: [light, `${src}/resources/`] },
      to: { path: heavy, reachable: true },
    },
    {
      name: "program-knows-only-types-of-the-model",
      severity: "error",
      from: { path: `${src}/(resources/|index.ts$)` },
      to: { path: `${src}/(lifecycle|host|emulator|cli)` },
    },
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "provider/tsconfig.json" },
    tsPreCompilationDeps: "specify",
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["require", "node", "default"] },
  },
};
