/** The arrows of the house: which folder of `provider/src` may import which. Anything not listed is forbidden. */
const src = "^provider/src";
const arrows = {
  cli: ["watch", "drift", "map", "review", "graph", "importer", "emulator", "lifecycle", "model", "tenant"],
  drift: ["lifecycle", "model", "tenant"],
  graph: ["model", "tenant"],
  map: ["graph", "model", "tenant"],
  review: ["graph", "drift", "model", "tenant"],
  watch: ["drift", "lifecycle", "model", "tenant"],
  importer: ["graph", "lifecycle", "model", "tenant"],
  objects: ["resources", "functions", "lifecycle", "model", "tenant"],
  lifecycle: ["model", "tenant"],
  functions: ["resources", "tenant", "model"],
  resources: ["tenant", "model"],
  emulator: [],
  // What is secret stands once: errors and logs hide the same as states and reports.
  tenant: ["model/secrecy"],
  model: [],
};

/** The same for the rooms of the emulator; what joins them stands above, and no room may import it. */
const emulatorArrows = {
  http: ["shared"],
  events: ["connections", "organizations", "roles", "shared"],
  connections: ["shared"],
  roles: ["shared"],
  organizations: ["connections", "roles", "shared"],
  clients: ["shared"],
  "client-grants": ["shared"],
  users: ["organizations", "roles", "shared"],
  "resource-servers": ["shared"],
  actions: ["shared"],
  "token-exchange-profiles": ["shared"],
  shared: [],
};

const heavy = "node_modules/(undici|zod)/";
/** The host's checks, which a program loads when Pulumi's testing mocks stand in for the engine. */
const underMocks = `${src}/objects/under-mocks.ts$`;
/** What general code knows of the kinds of objects: what a descriptor is, and all of them. No file of one kind is among it. */
const descriptor = `${src}/objects/(descriptor|import-rules).ts$`;
const registries = `${src}/objects/(descriptor|descriptors|import-rules|kinds|outside).ts$`;
/** The host's half of an object: calls, and what only they use. */
const hostHalf = `${src}/objects/([^/]+/calls[./]|(kinds|under-mocks).ts$)`;
/** The program's half of an object. */
const programHalf = `${src}/objects/[^/]+/(resource|lookups)[./]`;
/** Of the tenant's half, what a program may load when it starts. */
const light = `${src}/tenant/(configuration|settings|domain|private-key|legible|redact).ts$`;

/** Single files that a folder may import besides. */
const also = {
  resources: [underMocks, descriptor],
  functions: [descriptor, `${src}/objects/descriptors.ts$`],
  lifecycle: [descriptor, `${src}/objects/descriptors.ts$`],
  importer: [registries],
  drift: [registries],
  graph: [registries],
  map: [registries],
  review: [registries],
  watch: [registries],
  cli: [registries],
};

function layersOf(house, allowed, prefix = "") {
  return Object.entries(allowed).map(([from, to]) => ({
    name: `${prefix}${from.replace("/", "-")}-may-import-only-${to.join("-") || "itself"}`,
    severity: "error",
    from: { path: `${house}/${from}/` },
    to: { path: src, pathNot: [...[from, ...to].map((folder) => `${house}/${folder}/`), ...(also[from] ?? [])] },
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
      name: "commands-are-started-in-one-place",
      severity: "error",
      from: { path: `${src}/`, pathNot: `${src}/cli/start.ts$` },
      to: { path: "^(node:)?child_process$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "model-is-pure",
      severity: "error",
      from: { path: `${src}/model/` },
      to: { pathNot: [`${src}/model/`, "node_modules/fastest-levenshtein/"] },
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
        "what a program imports must reach neither the HTTP client nor the validators; this and the next two rules prove it " +
        "step by step, as reachability cannot tell an import that waits until it is needed",
      severity: "error",
      from: { path: [`${src}/(index.ts$|functions/|resources/)`, programHalf] },
      to: {
        path: [`${src}/(tenant|lifecycle)/`, hostHalf, heavy],
        pathNot: light,
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
      name: "both-halves-load-tables-and-descriptors",
      severity: "error",
      from: { path: `${src}/objects/`, pathNot: [hostHalf, programHalf] },
      to: {
        path: [`${src}/(tenant|lifecycle|resources|functions)/`, hostHalf, programHalf, heavy],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "host-needs-no-classes",
      severity: "error",
      from: { path: [hostHalf, `${src}/(host.ts$|lifecycle/)`] },
      to: { path: [`${src}/(resources|functions)/`, programHalf], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "program-knows-only-types-of-the-model",
      severity: "error",
      from: { path: [`${src}/(resources/|index.ts$)`, programHalf] },
      to: { path: `${src}/(lifecycle|host|emulator|cli)`, pathNot: underMocks },
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
