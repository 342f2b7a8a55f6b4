import fc from "fast-check";
import { expect, test } from "vitest";
import { type Layout, type NamingContext, type Program, programOf } from "../../../provider/src/import/program.ts";
import type { ImportedResource, SecretValue } from "../../../provider/src/import/resource.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { classOf, typeToken } from "../../../provider/src/schema/provider-code.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";
import { cases, longest } from "../../harness/scale.ts";
import { awkwardName } from "../../model/arbitraries.ts";
import { byPrettier } from "./format.ts";
import { declaredIn } from "./run-program.ts";

const host = "dev.eu.example.com";
/** The files of a new project, and those of a program that joins another one. */
const layouts = [
  { main: "index", isEntry: true, ending: ".ts" },
  { main: "imported", isEntry: false, ending: ".ts" },
] as const;

function resource(type: TypeName, id: string, name: string, args: JsonObject, secrets: readonly SecretValue[] = []) {
  return {
    item: { type, id, properties: {}, label: `${definitions[type].schema.noun} "${id}"`, names: [name] },
    type: typeToken(classOf(type)),
    ...{ args, secrets, notes: [], inputs: {}, outputs: {}, isProtected: false },
  } satisfies ImportedResource;
}

const shop = "client0000000000000000000000shop";
const portal = "client00000000000000000000portal";
/** The id of an object that the import leaves out. */
const leftOut = "con_0000000000000999";
const pem = (text: string) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;

/** Texts that a careless generator would take for something else. */
const text = fc.oneof(
  awkwardName,
  fc.string({ unit: "grapheme", maxLength: 12 }),
  fc.constantFrom(
    "##NAME##",
    "@@NAME@@",
    "`$",
    `$${"{name}"}`,
    "name",
    "args.name",
    "north",
    "north-2",
    "",
    "\0",
    "\u202e",
  ),
  fc.constantFrom(
    shop,
    `https://${host}/a`,
    `${shop} ${shop}`,
    "org_0000000000000001",
    "line\nsee org_0000000000000001\n",
    pem("a"),
    pem("b"),
    "x".repeat(300),
  ),
  fc.constantFrom("line\nline\n", "line\n".repeat(12), "'\"`\\", "*/", "</script>", "undefined", "null", "1e3"),
);

/** One of the given values in most cases, and any text in the others: so that objects have something in common. */
const mostly = (value: string) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, { weight: 2, arbitrary: text });

const customer = fc.record({
  name: fc.constantFrom("north", "North!", "south", "Süd", "注文", "constructor", "class", "1st", "north 2", "a.test"),
  strategy: fc.constantFrom("samlp", "samlp", "samlp", "oidc"),
  display: mostly("A customer"),
  plan: fc.option(mostly("small"), { nil: undefined, freq: 5 }),
  owner: text,
  hasLink: fc.boolean(),
  certificate: fc.oneof(fc.constant(pem("a")), text),
  isSigned: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  aliases: fc.array(mostly("example.com"), { maxLength: 2 }),
  secret: fc.oneof(text, fc.constant("hidden")),
  client: fc.constantFrom(shop, shop, shop, portal, "own"),
  extra: fc.option(text, { nil: undefined, freq: 6 }),
  scopes: fc.array(fc.constantFrom("read", "write"), { maxLength: 2 }),
  isMember: fc.boolean(),
});
type Customer = typeof customer extends fc.Arbitrary<infer Value> ? Value : never;

/** The objects of a customer, under ids that no other customer has. */
function objectsOf(one: Customer, n: number): readonly ImportedResource[] {
  const number = String(n).padStart(16, "0");
  const [org, con, client] = [`org_${number}`, `con_${number}`, `client000000000000${number}`];
  const metadata = one.plan === undefined ? { owner: one.owner } : { plan: one.plan, owner: one.owner };
  const enabled = one.client === "own" ? client : one.client;
  const saml = {
    signInEndpoint: `https://${one.name}/in?from=${leftOut}`,
    signingCert: one.certificate,
    signSAMLRequest: one.isSigned,
  };
  const oidc = { client_id: one.owner, issuer: `https://${host}/${one.name}`, client_secret: one.secret };
  const options = { ...(one.strategy === "samlp" ? saml : oidc), domain_aliases: one.aliases };
  const secrets = one.strategy === "samlp" ? [] : [{ pointer: "/options/client_secret", value: one.secret }];
  const connection = { name: `${one.name}-${n}`, strategy: one.strategy, options, enabledClients: [enabled] };
  const extra = one.extra === undefined ? {} : { displayName: one.extra };
  const own = resource("client", client, one.name, { name: `${one.name} ${one.display}`, callbacks: one.aliases });
  const grant = { clientId: client, audience: "https://orders.example.com", scope: one.scopes };
  const permissions = { roleId: `rol_${number}`, resourceServerIdentifier: "https://orders.example.com" };
  return [
    resource("organization", org, one.name, { name: one.name, displayName: one.display, metadata }),
    resource("connection", con, `${one.name}-${n}`, { ...connection, ...extra }, secrets),
    ...(one.client === "own" ? [own, resource("clientGrant", `cgr_${number}`, one.name, grant)] : []),
    ...(one.hasLink
      ? [resource("organizationConnection", `${org}::${con}`, one.name, { organizationId: org, connectionId: con })]
      : []),
    resource("role", `rol_${number}`, one.display, { name: `${one.name} ${n}`, description: one.owner }),
    resource("rolePermissions", `rol_${number}::o`, one.name, { ...permissions, permissions: one.scopes }),
    ...(one.isMember
      ? [
          resource("organizationMembers", org, one.name, { organizationId: org, members: [`auth0|${n}`] }),
          resource("organizationMemberRoles", `${org}::u`, one.name, {
            ...{ organizationId: org, userId: `auth0|${n}`, roles: [`rol_${number}`] },
          }),
        ]
      : []),
  ];
}

/** What most customers of a tenant have in common. */
const usual = ["strategy", "hasLink", "client", "isMember", "plan", "extra", "isSigned"] as const;

const customers = fc
  .tuple(customer, fc.array(fc.tuple(customer, fc.nat(30)), { minLength: 4, maxLength: 20 }))
  .map(([first, all]) =>
    all.map(([one, differs]): Customer => {
      const common = usual.filter((_, at) => at !== differs).map((name) => [name, first[name]]);
      return { ...one, ...Object.fromEntries(common) };
    }),
  );

/** Many objects that have much in common, and objects to which all of them refer. */
const tenants = customers.chain((customers) => {
  const others = [
    resource("resourceServer", "api_000000000001", "Orders", { identifier: "https://orders.example.com" }),
    ...[shop, portal].map((id) => resource("client", id, id, { name: id })),
  ];
  const all = [...others, ...customers.flatMap(objectsOf)];
  return fc.constantFrom(
    all,
    all.filter(({ item }) => item.type !== "organization"),
  );
});

const contextOf = (isFlat: boolean): NamingContext => ({
  ...{ names: ["role north"], keys: ["north-client-secret"], chosen: new Map(), known: new Map(), host, isFlat },
  undeclared: new Map([[leftOut, "the import leaves it out"]]),
});

const sorted = (map: ReadonlyMap<string, unknown>) => [...map].toSorted(([a], [b]) => (a < b ? -1 : 1));

/** The declarations of a program as JSON, in which undefined values are missing as in the engine. */
async function declarationsOf(program: Program) {
  const { args, dependsOn, parents } = await declaredIn(program, host);
  return { args: JSON.parse(JSON.stringify(sorted(args))), dependsOn: sorted(dependsOn), parents };
}

const programs = (resources: readonly ImportedResource[], layout: Layout = layouts[0]) =>
  [false, true].map((isFlat) => programOf(resources, layout, contextOf(isFlat))) as [Program, Program];

test(
  "a program with tables and components declares the same resources as a flat program, property by property",
  async () => {
    let grouped = 0;
    await fc.assert(
      fc.asyncProperty(tenants, fc.constantFrom(...layouts), async (resources, layout) => {
        const [program, flat] = programs(resources, layout);
        const [here, there] = await Promise.all([program, flat].map(declarationsOf));
        expect(here?.args).toEqual(there?.args);
        expect(here?.dependsOn).toEqual(there?.dependsOn);
        // The import file has the components that the program declares.
        const parents = program.components.flatMap(({ type, name, resources: children }) =>
          children.map((child) => [`${definitions[child.item.type].type} ${child.name}`, `${type} ${name}`] as const),
        );
        expect(new Map(parents)).toEqual(here?.parents);
        expect(flat.components).toEqual([]);
        if (program.components.length > 0) grouped += 1;
        const values = (one: Program) => new Set(one.secrets.map(({ value }) => JSON.stringify(value)));
        expect(values(program)).toEqual(values(flat));
        const staying = ({ literals }: Program) => new Set(literals.map(({ value, why }) => `${value}: ${why}`));
        expect(staying(program)).toEqual(staying(flat));
        for (const { file, line, value } of program.literals) {
          const lines = program.files.find(({ path }) => path === file)?.text.split("\n") ?? [];
          expect(lines[line - 1]).toContain(value);
        }
      }),
      cases(0.3),
    );
    expect(grouped).toBeGreaterThan(5);
  },
  longest,
);

/** Customers of one kind, whose connections have names of their own. */
function plainCustomers(count: number): readonly ImportedResource[] {
  return Array.from({ length: count }, (_, n) => `customer-${String(n).padStart(3, "0")}`).flatMap((name, n) => {
    const [org, con] = [`org_${String(n).padStart(16, "0")}`, `con_${String(n).padStart(16, "0")}`];
    const options = { client_id: `orders-${n * 7}`, client_secret: `hidden-${n}`, issuer: `https://${n}.example.com/` };
    return [
      resource("organization", org, name, { name, displayName: `Customer ${n % 4}` }),
      resource("connection", con, name, { name, strategy: "oidc", options }, [
        { pointer: "/options/client_secret", value: options.client_secret },
      ]),
      resource("organizationConnection", `${org}::${con}`, name, { organizationId: org, connectionId: con }),
    ];
  });
}

test("one more customer at the tenant is one more row, and a second import writes the same files again", () => {
  const [before, again, after] = [12, 12, 13].map((count) => programs(plainCustomers(count))[0]);
  expect(before).toEqual(again);
  const codeOf = (program: Program | undefined) => program?.files.filter(({ path }) => path.endsWith(".ts"));
  expect(codeOf(after)).toEqual(codeOf(before));
  const rowsOf = (program: Program | undefined) =>
    JSON.parse(program?.files.find(({ path }) => path === "customers.json")?.text ?? "");
  const { "customer-012": added, ...others } = rowsOf(after).customers;
  expect(others).toEqual(rowsOf(before).customers);
  expect(added).toEqual({ displayName: "Customer 0", clientId: "orders-84", issuer: "https://12.example.com/" });
  expect(after?.secrets.at(-1)).toEqual({ key: "customer-012-client-secret", value: "hidden-12" });
});

test("ids within texts of rows in files stay, and are listed with the row's file and line", () => {
  const objects = plainCustomers(6).map((one) =>
    one.item.type === "organization" ? { ...one, args: { ...one.args, displayName: `Customer\n${one.item.id}` } } : one,
  );
  const [{ files, literals }] = programs(objects);
  const listed = objects.flatMap(({ item: { type, id, names } }) =>
    type === "organization" ? [[`files/organization-${names[0]}-display-name.txt`, 2, id]] : [],
  );
  expect(literals.map(({ file, line, value }) => [file, line, value])).toEqual(listed);
  for (const { file, line, value } of literals)
    expect(files.find(({ path }) => path === file)?.text.split("\n")[line - 1]).toBe(value);
});

test("a property of several rows is an optional argument; a row with a property of its own is a separate resource", async () => {
  const objects = plainCustomers(12).map((one, at) => {
    const more = at === 4 ? { isDomainConnection: true } : { ...([7, 10].includes(at) && { realms: ["north"] }) };
    return at % 3 === 1 ? { ...one, args: { ...one.args, ...more } } : one;
  });
  const [program] = programs(objects);
  const textOf = (path: string) => program.files.find((file) => file.path === path)?.text ?? "";
  expect(textOf("customers.ts")).toContain("  readonly realms?: string[];\n");
  expect(textOf("customers.ts")).not.toContain("isDomainConnection");
  expect(JSON.parse(textOf("customers.json")).customers).not.toHaveProperty("customer-001");
  expect(textOf("connections.ts").match(/new tenant\.Connection/g)).toHaveLength(1);
  expect(textOf("connections.ts")).toContain("isDomainConnection: true,");
  expect(textOf("organization-connections.ts")).toContain("connectionId: connections.connectionCustomer001.id,");
});

test("a customer with a second connection of one strategy is a row, and the second connection a separate resource", async () => {
  const [org, con] = [`org_${"3".padStart(16, "0")}`, "con_second"];
  const options = { client_id: "second", issuer: "https://second.example.com/" };
  const second = [
    resource("connection", con, "second", { name: "second", strategy: "oidc", options }),
    resource("organizationConnection", `${org}::${con}`, "second", { organizationId: org, connectionId: con }),
  ];
  const [program, flat] = programs([...plainCustomers(12), ...second]);
  const textOf = (path: string) => program.files.find((file) => file.path === path)?.text ?? "";
  expect(Object.keys(JSON.parse(textOf("customers.json")).customers)).toHaveLength(12);
  expect(textOf("connections.ts").match(/new tenant\.Connection/g)).toHaveLength(1);
  expect((await declarationsOf(program)).args).toEqual((await declarationsOf(flat)).args);
});

test("rows that differ only in their names are a table without columns", async () => {
  const roles = Array.from({ length: 12 }, (_, n) => resource("role", `rol_${n}`, `role-${n}`, { name: `role-${n}` }));
  const [program] = programs(roles);
  expect(program.files.find(({ path }) => path === "roles-data.ts")?.text).toContain('  "role-11": {},\n');
  expect((await declarationsOf(program)).args).toHaveLength(12);
});

test(
  "the files of programs with tables and components have the format of Prettier, the data included",
  async () => {
    for (const resources of fc.sample(tenants, cases(0.05))) {
      for (const { path, text: source } of programs(resources)[0].files) {
        if (path.endsWith(".ts")) expect(await byPrettier(source)).toBe(source);
        if (path.endsWith(".json")) expect(await byPrettier(source, "json")).toBe(source);
      }
    }
  },
  longest,
);
