const { readdirSync } = require("node:fs");
const { join } = require("node:path");

/**
 * The floors of the house, from the ground up: a folder of `provider/src` may import what stands below it here, types included. What it
 * does not import is left out, so that a new arrow is a decision. `docs/architecture.md` has the same picture.
 */
const src = "^provider/src";
const floors = {
  schema: [],
  state: ["schema"],
  client: ["schema"],
  lifecycle: ["client", "state", "schema"],
  types: ["lifecycle", "client", "state", "schema"],
  sdk: ["types", "lifecycle", "client", "state", "schema"],
  "pulumi-cli": ["lifecycle", "types", "client", "state", "schema"],
  graph: ["types", "state", "schema"],
  report: ["pulumi-cli", "lifecycle", "types", "client", "schema"],
  import: ["graph", "pulumi-cli", "types", "lifecycle", "client", "state", "schema"],
  export: ["import", "pulumi-cli", "types", "client", "state", "schema"],
  watch: ["report", "pulumi-cli", "types", "lifecycle", "client", "schema"],
  review: ["baseline", "report", "graph", "pulumi-cli", "types", "client", "state", "schema"],
  map: ["graph", "types", "client", "schema"],
  compare: ["baseline", "report", "import", "types", "lifecycle", "client", "state", "schema"],
  baseline: ["report", "pulumi-cli", "types", "client", "state", "schema"],
  policy: ["baseline", "pulumi-cli", "types", "client", "state", "schema"],
  verify: ["import", "types", "lifecycle", "client", "schema"],
  commands: [
    ...[
      "map",
      "verify",
      "compare",
      "review",
      "baseline",
      "watch",
      "import",
      "export",
      "report",
      "graph",
      "pulumi-cli",
      "emulator",
    ],
    ...["lifecycle", "types", "client", "state", "schema"],
  ],
  emulator: [],
};

const modules = readdirSync(join(__dirname, "../provider/src/emulator"), { withFileTypes: true }).filter((entry) =>
  entry.isDirectory(),
);

/** The same for the modules of the emulator that need others; what joins them stands above, and no module may import it. */
const emulatorFloors = {
  ...Object.fromEntries(modules.map(({ name }) => [name, ["shared"]])),
  shared: [],
  organizations: ["connections", "roles", "shared"],
  groups: ["organizations", "roles", "shared"],
  users: ["organizations", "roles", "shared"],
  events: ["connections", "organizations", "roles", "shared"],
};

const heavy = "node_modules/(undici|zod)/";
/** The host's checks, which a program loads when Pulumi's testing mocks stand in for the engine. */
const underMocks = `${src}/sdk/under-mocks.ts$`;
/** The host's readers of settings, which the first look-up of settings loads. */
const settingReaders = `${src}/sdk/settings.ts$`;
/** The definitions of the types, and the registry of all of them. They follow from the schema alone. */
const definitions = `${src}/types/([^/]+/definition[^/]*|registry|outside)\\.ts$`;
/** What only the tools need to know of the types, and what collects it. */
const forTools = `${src}/types/([^/]+/(tools|terraform)|tools\\.made|tool-data|deploy-cli|terraform[^/]*)\\.ts$`;
/** Of the client, what a program may load when it starts. */
const light = `${src}/client/(configuration|settings|sanitize).ts$`;

function rulesOf(house, allowed, prefix = "") {
  return Object.entries(allowed).map(([from, to]) => ({
    name: `${prefix}${from}-stands-on-${to.join("-") || "nothing"}`,
    severity: "error",
    from: { path: `${house}/${from}/` },
    to: { path: src, pathNot: [from, ...to].map((folder) => `${house}/${folder}/`) },
  }));
}

module.exports = {
  forbidden: [
    ...rulesOf(src, floors),
    ...rulesOf(`${src}/emulator`, emulatorFloors, "emulator-"),
    {
      name: "folders-are-listed",
      severity: "error",
      from: { path: `${src}/[^/]+/`, pathNot: Object.keys(floors).map((folder) => `${src}/${folder}/`) },
      to: {},
    },
    {
      name: "no-circles-of-folders",
      comment: "folders of resource types included",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
    {
      name: "commands-are-started-in-one-place",
      severity: "error",
      from: { path: `${src}/`, pathNot: `${src}/pulumi-cli/start.ts$` },
      to: { path: "^(node:)?child_process$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "what-follows-from-a-schema-is-pure",
      severity: "error",
      from: { path: `${src}/(schema|state)/` },
      to: { pathNot: [`${src}/(schema|state)/`, "node_modules/fastest-levenshtein/"] },
    },
    {
      name: "no-pulumi-in-the-service",
      severity: "error",
      from: { path: `${src}/(client|emulator|schema|state)/` },
      to: { path: "@pulumi/" },
    },
    {
      name: "program-starts-fast",
      comment:
        "what a program imports must reach neither the HTTP client nor the validators; this and the next two rules prove it " +
        "step by step, as reachability cannot tell an import that waits until it is needed",
      severity: "error",
      from: { path: `${src}/(index.ts$|sdk/)`, pathNot: [underMocks, settingReaders] },
      to: {
        path: [`${src}/(client|lifecycle|types|host|emulator|commands)`, heavy],
        pathNot: [light, definitions],
        dynamic: false,
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "program-starts-fast-below",
      severity: "error",
      from: { path: light },
      to: { path: heavy, reachable: true },
    },
    {
      name: "definitions-load-in-both-processes",
      severity: "error",
      from: { path: [`${src}/(state|schema)/`, definitions] },
      to: { path: heavy },
    },
    {
      name: "definitions-stand-on-the-schema",
      severity: "error",
      from: { path: definitions },
      to: { path: src, pathNot: [`${src}/(state|schema)/`, definitions] },
    },
    {
      name: "tools-name-no-calls-of-a-type",
      comment: "what a tool needs of a type, it finds in the registry",
      severity: "error",
      from: { path: src, pathNot: `${src}/types/` },
      to: { path: `${src}/types/[^/]+/`, pathNot: definitions },
    },
    {
      name: "the-core-knows-no-tools",
      comment: "so `types/tools.made.ts` alone collects what the tools need to know of the types",
      severity: "error",
      from: {
        path: `${src}/((schema|state|client|lifecycle|sdk|types)/|[^/]+$)`,
        pathNot: forTools,
      },
      to: { path: forTools },
    },
    {
      name: "tools-load-no-calls",
      comment: "a review or a map loads what it needs to know of the types, and no lifecycle",
      severity: "error",
      from: { path: forTools },
      to: { path: `${src}/(client|lifecycle)/`, reachable: true },
    },
    {
      name: "host-needs-no-classes",
      severity: "error",
      from: { path: `${src}/host.ts$` },
      to: { path: `${src}/sdk/` },
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
