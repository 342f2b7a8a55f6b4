import { expect, test } from "vitest";
import { type Layout, programOf } from "../../../provider/src/import/program.ts";
import type { ImportedResource } from "../../../provider/src/import/resource.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { classOf, typeToken } from "../../../provider/src/schema/provider-code.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";
import { byPrettier } from "./format.ts";

function resource(type: TypeName, id: string, name: string, args: JsonObject): ImportedResource {
  return {
    item: { type, id, properties: {}, label: id, names: [name] },
    type: typeToken(classOf(type)),
    ...{ args, secrets: [], notes: [], inputs: {}, outputs: {}, isProtected: false },
  };
}

const connection = (args: JsonObject) => resource("connection", `con_${args.name}`, String(args.name), args);
const api = (id: string, args: JsonObject) => resource("resourceServer", id, String(args.identifier), args);

const layout = { main: "index", isEntry: true, ending: ".ts" } as const;

const filesOf = (
  resources: readonly ImportedResource[],
  main: Layout = layout,
  known = new Map<string, string>(),
  isFlat = false,
) => {
  const { files } = programOf(resources, main, { names: [], keys: [], chosen: new Map(), known, isFlat });
  return new Map(files.map(({ path, text }) => [path, text]));
};
const flatFilesOf = (resources: readonly ImportedResource[]) => filesOf(resources, layout, undefined, true);

const textOf = (...resources: readonly ImportedResource[]) => [...flatFilesOf(resources).values()].join("\n");

test("a resource is declared after the resources to which it refers", () => {
  const text = textOf(
    api("api_000000000001", { identifier: "using", name: "api_000000000002" }),
    api("api_000000000002", { identifier: "used" }),
  );
  expect(text.match(/const \w+|name: .*/g)).toEqual(["const used", "const using", "name: used.id,"]);
});

test("an e-mail with a sender depends on the e-mail provider, which a new tenant needs first, and one without does not", () => {
  const mail = (template: string, more: JsonObject) =>
    resource("emailTemplate", template, template, { template, body: "Hello", enabled: true, ...more });
  const text = textOf(
    mail("reset_email", {}),
    mail("welcome_email", { from: "{{ application.name }} <login@example.com>" }),
    resource("emailProvider", "email-provider", "", { name: "custom", enabled: true, credentials: {} }),
  );
  expect(text.match(/const \w+|dependsOn: .*/g)).toEqual([
    "const emailProvider",
    "const resetEmail",
    "const welcomeEmail",
    "dependsOn: [emailProvider] },",
  ]);
  expect(textOf(mail("welcome_email", { from: "login@example.com" }))).not.toContain("dependsOn");
});

test("an e-mail provider and phone messages depend on the actions that send them, which a new tenant needs first", () => {
  const action = (id: string, name: string, trigger: string) =>
    resource("action", id, name, { name, supportedTriggers: [{ id: trigger, version: "v1" }], code: "exports;" });
  const text = textOf(
    action("act_0000000001", "mails", "custom-email-provider"),
    action("act_0000000002", "codes", "send-phone-message"),
    action("act_0000000003", "other", "post-login"),
    resource("triggerActions", "send-phone-message", "phone", {
      ...{ triggerId: "send-phone-message", actions: [{ actionId: "act_0000000002", displayName: "codes" }] },
    }),
    resource("multiFactor", "multi-factor", "factors", { factors: { sms: true } }),
    resource("multiFactorPhone", "multi-factor-phone", "phones", {
      provider: "phone-message-hook",
      messageTypes: ["sms"],
    }),
    resource("emailProvider", "email-provider", "", { name: "custom", enabled: true }),
  );
  expect(text.match(/dependsOn: .*/g)).toEqual(["dependsOn: [factors, codes, phone] },", "dependsOn: [mails] },"]);
  const others = textOf(
    action("act_0000000001", "mails", "custom-email-provider"),
    resource("multiFactorPhone", "multi-factor-phone", "phones", { provider: "twilio" }),
    resource("emailProvider", "email-provider", "", { name: "smtp", enabled: true }),
  );
  expect(others).not.toContain("dependsOn");
});

test("login pages, partials and renderings depend on the custom domain, which a new tenant needs first", () => {
  const text = textOf(
    resource("loginPageTemplate", "login-page-template", "", { body: "<html></html>" }),
    resource("promptPartials", "login", "login", { prompt: "login", partials: {} }),
    resource("promptRendering", "login-id::login-id", "login-id login-id", { prompt: "login-id", screen: "login-id" }),
    resource("customDomain", "cd_0000000000000001", "login.example.com", { domain: "login.example.com" }),
  );
  expect(text.match(/dependsOn: .*/g)).toEqual(Array(3).fill("dependsOn: [loginExampleCom] },"));
});

test("of resources that refer to each other or to themselves, one keeps the id as a text", () => {
  const text = textOf(
    api("api_000000000001", { identifier: "first", name: "api_000000000002" }),
    api("api_000000000002", { identifier: "second", name: "api_000000000001" }),
    api("api_000000000003", { identifier: "third", name: "api_000000000003" }),
  );
  expect(text.match(/const \w+|name: .*/g)).toEqual([
    ...["const first", 'name: "api_000000000002",'],
    ...["const second", "name: first.id,"],
    ...["const third", 'name: "api_000000000003",'],
  ]);
});

const shared = "the_same_id_of_two";
const portal = resource("client", shared, "Portal", { name: "Portal" });
const editor = resource("role", shared, "Editor", { name: "Editor" });

test.each([
  ["the role first", [editor, portal]],
  ["the application first", [portal, editor]],
])("if two objects have the same id, the property determines the reference: %s", (_, both) => {
  const roles = { organizationId: "org_1", userId: shared, roles: [shared] };
  const text = textOf(
    ...both,
    resource("organizationMemberRoles", "org_1::it", "jane", roles),
    resource("connectionClients", "con_000000000001", "login", { connectionId: shared, clients: [shared] }),
    connection({ name: "corp", strategy: "oidc", displayName: shared }),
  );
  expect(text).toContain("roles: [editor.id]");
  expect(text).toContain("clients: [portal.id]");
  // It is the id of no user, of no connection, and of several objects where the property could mean any.
  for (const name of ["userId", "connectionId", "displayName"]) expect(text).toContain(`${name}: "${shared}"`);
});

const people = (id: string, members: readonly string[]) =>
  resource("organizationMembers", id, `${id} people`, { organizationId: id, members });
const rolesOf = (id: string, userId: string) =>
  resource("organizationMemberRoles", `${id}::${userId}`, `${id} ${userId}`, {
    ...{ organizationId: id, userId, roles: ["rol_000000000001"] },
  });

test("a grant depends on its API without dependsOn", () => {
  const identifier = "https://orders.example.com";
  const text = textOf(
    resource("resourceServer", "api_1", "orders", { identifier, scopes: { "read:orders": "Read" } }),
    resource("clientGrant", "cgr_1", "job", { clientId: "client_1", audience: identifier, scope: ["read:orders"] }),
  );
  expect(text).toContain("audience: orders.identifier");
  expect(text).not.toContain("dependsOn");
});

test("roles of members depend on the memberships that the same program declares, and on no others", async () => {
  const text = textOf(
    rolesOf("org_a", "auth0|jane"),
    rolesOf("org_a", "auth0|stranger"),
    people("org_a", ["auth0|jane"]),
    people("org_b", ["auth0|jane", "auth0|stranger"]),
  );
  expect(text).toContain(`  },\n  { dependsOn: [orgAPeople] },\n);`);
  expect(text.match(/dependsOn/g)).toHaveLength(1);
  const several = Array.from({ length: 6 }, (_, n) => people("org_a", [`auth0|${n}`, "auth0|jane"]));
  const long = textOf(...several, rolesOf("org_a", "auth0|jane"));
  expect(long).toContain("    dependsOn: [\n      orgAPeople,\n      orgAPeople2,\n");
  for (const written of [text, long]) expect(await byPrettier(written)).toBe(written);
});

test("roles of members depend on their memberships also in several files and in a loop", () => {
  const organizations = Array.from({ length: 12 }, (_, n) => `org_${n}`);
  const files = flatFilesOf(organizations.flatMap((id) => [people(id, ["auth0|jane"]), rolesOf(id, "auth0|jane")]));
  const text = files.get("member-roles.ts");
  expect(text).toContain('import * as memberships from "./members.ts";');
  expect(text).toContain('  { dependsOn: [memberships.all["org-7-people"]] },\n');
  expect(text?.match(/dependsOn/g)).toHaveLength(12);
});

test("of several files, one has the settings that every tenant has, and refers to the others", () => {
  const domain = { domain: "login.example.com" };
  const files = flatFilesOf([
    ...Array.from({ length: 11 }, (_, n) => api(`api_00000000000${n}`, { identifier: `api-${n}` })),
    resource("customDomain", "cd_0000000000000001", "login", { ...domain, type: "auth0_managed_certs" }),
    resource("branding", "branding", "", { logoUrl: "https://www.example.com/logo.svg" }),
    resource("promptSettings", "prompts", "", { identifierFirst: true }),
    resource("defaultCustomDomain", "default-custom-domain", "", domain),
  ]);
  expect([...files.keys()].toSorted()).toEqual(["custom-domains.ts", "index.ts", "resource-servers.ts", "settings.ts"]);
  expect(files.get("index.ts")?.match(/settings/g)).toHaveLength(1);
  const text = files.get("settings.ts") ?? "";
  expect(text.match(/new tenant\.\w+/g)).toHaveLength(3);
  expect(text).toContain('import * as customDomains from "./custom-domains.ts";');
  expect(text).toContain("domain: customDomains.login.domain,");
});

test("no variable has the name of a loop variable in its file, even if the file has two loops", () => {
  const many = (start: string, more: JsonObject) =>
    Array.from({ length: 10 }, (_, n) =>
      resource("role", `rol_${start}_${n}`, `${start} ${n}`, { name: `${start} ${n}`, ...more }),
    );
  const alone = ["All", "Data", "all2", "Data2"].map((name) => ({
    ...resource("role", `rol_${name}`, name, { name }),
    notes: [{ place: "description", why: "it stays out of the loops" }],
  }));
  const text = textOf(...many("Plain", {}), ...many("Described", { description: "x" }), ...alone);
  const declared = [...text.matchAll(/const (\w+)/g)].map(([, name]) => name);
  expect(declared).toEqual(["data", "all", "data2", "all2", "roleAll", "roleData", "roleAll2", "roleData2"]);
});

const [tick, place] = ["`", "${"];
const script = `function login(email, password, callback) {\n  callback(null, { id: ${tick}${place}email}${tick} });\n}\n`;
const database = (login: string, name = "customers") =>
  connection({ name, strategy: "auth0", options: { customScripts: { login } } });

test("a script of several lines is written unchanged to a file of its own", () => {
  const files = filesOf([database(script)]);
  expect([...files.keys()]).toEqual(["index.ts", "files/connection-customers-login.js"]);
  expect(files.get("files/connection-customers-login.js")).toBe(script);
  expect(files.get("index.ts")).toContain('import { readFileSync } from "node:fs";\n');
  expect(files.get("index.ts")).toContain(
    'customScripts: {\n      login: readFileSync("files/connection-customers-login.js", "utf8"),\n',
  );
});

test("a later import keeps its scripts in a folder of its own", () => {
  const files = filesOf([database(script)], { main: "imported", isEntry: false, ending: "" });
  expect([...files.keys()]).toEqual(["imported.ts", "imported/files/connection-customers-login.js"]);
});

test("a short text of several lines is a template literal, and a text that fits on one line is a string literal", () => {
  const template = `Your code is {{ code }}.\nIt is good for ${tick}five${tick} minutes.\nNever tell it to ${place}anybody}.`;
  const text = textOf(
    connection({ name: "long", strategy: "sms", options: { template } }),
    connection({ name: "short", strategy: "sms", options: { template: "Your code:\n{{ code }}" } }),
  );
  expect(text).toContain(
    `    template: ${tick}Your code is {{ code }}.\nIt is good for \\${tick}five\\${tick} minutes.\nNever tell it to \\${place}anybody}.${tick},\n`,
  );
  expect(text).toContain('template: "Your code:\\n{{ code }}",\n');
});

test("every long text is written to a file", () => {
  const template = "line\n".repeat(20);
  const files = filesOf([connection({ name: "sms", strategy: "sms", options: { template } })]);
  expect(files.get("files/connection-sms-template.txt")).toBe(template);
});

test.each([
  ["a text that is shown from right to left", "\u202e"],
  ["an invisible character", "\u200b"],
  ["an invisible letter", "\u3164"],
  ["a command to a terminal", "\u001b[2J"],
  ["an end of a line that only some editors show", "\u2028"],
])("a script with %s stays in the program, as an escape", (_, hidden) => {
  const files = filesOf([database(`${script}// ${hidden}\n`)]);
  expect([...files.keys()]).toEqual(["index.ts"]);
  expect(files.get("index.ts")).toContain("login: `function login(");
  expect(files.get("index.ts")).not.toContain(hidden);
});

test("no script file has a name that a test runner or an import would match, whatever names the tenant has", () => {
  const names = ["test", "index", "test-login", "my-test", "spec", "node_modules", "TEST", "a.test"];
  const files = flatFilesOf(names.map((name) => database(script, name)));
  const scripts = [...files.keys()].filter((path) => path.endsWith(".js"));
  expect(scripts).toHaveLength(names.length);
  for (const path of scripts) expect(path).toMatch(/^files\/connection-[a-z-]+(-\d)?-login\.js$/);
  const odd = connection({
    name: "odd",
    strategy: "auth0",
    options: { customScripts: { test: script, "../up": script } },
  });
  expect([...filesOf([odd]).keys()]).toEqual(["index.ts"]);
});

const member = resource("organizationMemberRoles", "org_1::auth0|1", "north Jane", {
  ...{ organizationId: "org_1", userId: "auth0|1", roles: ["rol_1", "rol_2"] },
});

test("ids of organizations, roles and applications have the objects' names in comments", () => {
  const known = new Map([
    ...[["organization org_1", "north"] as const, ["role rol_1", "Editor"] as const],
    ["client client-1", "Shop"] as const,
  ]);
  const corp = connection({
    ...{ name: "corp", strategy: "samlp", enabledClients: ["client-1", "client-2"] },
    options: { idpinitiated: { client_id: "client-1" }, client_id: "client-1" },
  });
  const text = filesOf([member, corp], layout, known).get("index.ts");
  expect(text?.match(/.* \/\/ .*/g)?.map((line) => line.trim())).toEqual([
    '"client-1", // "Shop"',
    'client_id: "client-1", // "Shop"',
    'organizationId: "org_1", // "north"',
    '"rol_1", // "Editor"',
  ]);
});

test.each([
  "\nprocess.exit();",
  "\u2028process.exit();",
  "\r*/ process.exit(); /*",
  "@ts-ignore",
  "eslint-disable-line",
  "\u202eteg",
])("a name in a comment can neither end the comment nor be an instruction: %j", (name) => {
  const text = filesOf([member], layout, new Map([["role rol_1", name]])).get("index.ts") ?? "";
  const line = text.split("\n").find((one) => one.includes("rol_1")) ?? "";
  expect(line).toMatch(/^ {4}"rol_1", \/\/ "[ -~]*"$/);
  expect(text.split("\n").filter((one) => one.includes("exit"))).toEqual(name.includes("exit") ? [line] : []);
});
