import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { programLineOf } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { blocksOf, textOf } from "../docs/markdown.ts";
import { base, type Place, placeAt, programIn, pulumi, run, stateOf, writesAt } from "../e2e/importing.ts";

/** An imported customer becomes a component, as docs/import.md says: each test continues where the one before ended. */
const [organization, connection] = ["org_0000000000000001", "con_0000000000000001"];
const component = "customers:index:Customer";
/** The program of the page, by a text in it. */
const blockOf = (page: string, text: string) => blocksOf(textOf(page)).find(({ code }) => code.includes(text))?.code;
const moved = blockOf("docs/import.md", "aliases:") ?? "";

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({
    seed: {
      organizations: [{ id: organization, name: "north", display_name: "North Railways" }],
      connections: [
        {
          ...{ id: connection, name: "north", strategy: "oidc" },
          options: { client_id: "orders", issuer: "https://login.north.example.com/" },
        },
      ],
      organizationConnections: [{ organization_id: organization, connection_id: connection }],
    },
  });
  place = await placeAt("by-hand", tenant);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

const write = (file: string, text: string) => writeFile(join(place.folder, "project", file), text);

/** The steps of a preview that are more than "same". */
async function changes(): Promise<readonly (readonly [op: string, type: string])[]> {
  const { code, stdout, stderr } = await pulumi(place, ["preview", "--json"]);
  expect(code, stdout + stderr).toBe(0);
  const { steps } = JSON.parse(stdout) as { steps: { op: string; urn: string }[] };
  return steps.flatMap(({ op, urn }) => (op === "same" ? [] : [[op, urn.split("::")[2] ?? ""] as const]));
}

async function up(): Promise<void> {
  const { code, stdout, stderr } = await pulumi(place, ["up", "--yes", "--skip-preview"]);
  expect(code, stdout + stderr).toBe(0);
  expect(writesAt(tenant)).toEqual([]);
}

type StateResource = { readonly type: string } & Parameters<typeof programLineOf>[0];

/** The lines of the program that declare the resources, by type. */
async function linesInState() {
  const { stdout } = await pulumi(place, ["stack", "export"]);
  const { deployment } = JSON.parse(stdout) as { deployment: { resources: StateResource[] } };
  const ours = deployment.resources.filter(({ type }) => type.includes("tenant:"));
  return Object.fromEntries(ours.map((one) => [one.type.split(":").at(-1), programLineOf(one)]));
}

/** The lines of the program with the calls of constructors. */
function linesIn(program: string) {
  const lines = program.split("\n").map((text, at) => [/new tenant\.(\w+)/.exec(text)?.[1], at + 1] as const);
  return Object.fromEntries(lines.flatMap(([type, line]) => (type ? [[type, { file: "index.ts", line }]] : [])));
}

test("the imported program is that of the README", async () => {
  const { code, stdout, stderr } = await run(place, ["--kinds", "Organization,Connection,OrganizationConnection"]);
  expect(code, stdout + stderr).toBe(0);
  const written = (await programIn(place))["index.ts"] ?? "";
  expect(written).toBe(blockOf("README.md", "northNorth"));
  await up();
  expect(await linesInState()).toEqual(linesIn(written));
});

test("with the documented aliases, a preview shows only the component, and the next run writes nothing", async () => {
  await write("index.ts", moved);
  expect(await changes()).toEqual([["create", component]]);
  await up();
  const ids = (await stateOf(place)).map(({ id }) => id).toSorted();
  expect(ids).toEqual([connection, organization, `${organization}::${connection}`]);
  expect(await changes()).toEqual([]);
  expect(await linesInState()).toEqual(linesIn(moved));
});

test("the aliases can be removed after the run", async () => {
  await write("index.ts", moved.replace(/, aliases: \[.*?\]/g, ""));
  expect(await changes()).toEqual([]);
});

test("the same program as CommonJS declares the same resources on the same lines", async () => {
  for (const [file, lines] of [
    ["package.json", /^.*"type": "module".*\n/m],
    ["tsconfig.json", /^.*"allowImportingTsExtensions".*\n/m],
  ] as const)
    await write(file, (await readFile(join(place.folder, "project", file), "utf8")).replace(lines, ""));
  const program = `// A first line.\n${moved}`;
  await write("index.ts", program);
  expect(await changes()).toEqual([]);
  await up();
  expect(await linesInState()).toEqual(linesIn(program));
});
