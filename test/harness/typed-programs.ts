import type { Definition } from "../../provider/src/schema/definition.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { handlerOf } from "../../provider/src/schema/provider-code.ts";
import {
  type Field,
  type Fields,
  identityOf,
  type ListField,
  type SetField,
} from "../../provider/src/schema/schema.ts";
import { knownTriggers } from "../../provider/src/types/action/definition.ts";
import { knownStrategies } from "../../provider/src/types/connection/definition-options.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { kebab } from "./made-resources.ts";
import { type Entry, OptionTypes } from "./option-types.ts";

/** A statement of a program, in one line. */
interface Statement {
  readonly code: string;
  /** Why it must not compile. Absent: it must. */
  readonly wrong?: string;
}

/** Arguments of a class. */
interface Case {
  readonly args: JsonObject;
  readonly wrong?: string;
}

/** A text that no union has and that is no slip of a known text. */
const otherText = "no such text";

/** Puts a value at its place into the arguments of a class. */
type Place = (value: Json) => JsonObject;

/**
 * Programs for users' compilers, by their file names. All of them compile: each line that must be an error follows a comment with which the compiler
 * demands one. Other programs that must compile are in `examples/`.
 */
export function typedPrograms(root: string): ReadonlyMap<string, string> {
  const classes = typeNames.map((name): [string, readonly Statement[]] => {
    const definition = definitions[name];
    return [kebab(definition.type), [...classOf(definition), ...outputsOf(definition), ...lookUpsOf(definition)]];
  });
  const lookUps = Object.entries(lookUpsByHand).flatMap(([name, [args, property]]) =>
    lookUpStatements(name, args, property),
  );
  const programs = new Map([...classes, ["options", optionsOf(root)], ["slips", slips()], ["look-ups", lookUps]]);
  return new Map([
    ...[...programs].map(([name, all]) => [name, programOf(all)] as const),
    ["others", others],
    ["policy-pack", policyPack],
  ]);
}

/** How many lines of programs must be errors. */
export function errorsIn(programs: Iterable<string>): number {
  return [...programs].reduce((sum, text) => sum + text.split("// @ts-expect-error").length - 1, 0);
}

function programOf(statements: readonly Statement[]): string {
  const lines = statements.flatMap(({ code, wrong }) =>
    wrong === undefined ? [code] : [`// @ts-expect-error ${wrong}`, code],
  );
  return `import type * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

/** An output of a type that is not any. */
type Known<T> = 0 extends 1 & T ? never : T extends pulumi.OutputInstance<infer V> ? (0 extends 1 & V ? never : true) : never;

${lines.join("\n")}
export {};
`;
}

function classOf(definition: Definition): readonly Statement[] {
  const { type, schema } = definition;
  const fields: Fields = { ...schema.fields, ...schema.metaArguments, ...argumentsBeside(definition) };
  return casesOf(fields, (args) => args as JsonObject, type, oneOfThese[type]).map(({ args, wrong }) => ({
    code: `new tenant.${type}("x", ${JSON.stringify(args)});`,
    ...(wrong !== undefined && { wrong }),
  }));
}

/** Arguments that classes have without a field in the definition. Every trigger exists, so its bindings need no adoption. */
function argumentsBeside({ type, schema, members, elementsOf, listing }: Definition): Fields {
  if (schema.singleton !== undefined) return { resetOnDestroy: { kind: "boolean" } };
  return members || elementsOf || !listing || type === "TriggerActions" ? {} : { adopt: { kind: "boolean" } };
}

/** A property of which a class requires one, if it requires one of several. */
const oneOfThese: Readonly<Record<string, string>> = { Client: "name", ClientGrant: "clientId" };

/** The outputs of a class have types, and no others. */
function outputsOf({ type, schema }: Definition): readonly Statement[] {
  const names = ["id", "urn", ...Object.keys(schema.fields)];
  return [
    ...names.map((name) => ({ code: `((): Known<tenant.${type}["${name}"]> => true)();` })),
    { code: `((x: tenant.${type}) => x.noSuchOutput);`, wrong: `${type}: no such output` },
  ];
}

/** Arguments around an object with these fields: right ones for each property, and wrong ones that differ from right ones in one place. */
function casesOf(fields: Fields, place: Place, path: string, also?: string): readonly Case[] {
  const settable = Object.entries(fields).filter(([, field]) => !field.computed);
  const required = settable.filter(([name, field]) => field.required || name === also);
  const least = Object.fromEntries(required.map(([name, field]) => [name, rightValue(field)]));
  const names = Object.keys(fields);
  return [
    { args: place(least) },
    { args: place({ ...least, [`${names[0]}_`]: 1 }), wrong: `${path}: a property that does not exist` },
    ...names
      .filter((name) => fields[name]?.computed)
      .map((name) => ({ args: place({ ...least, [name]: "x" }), wrong: `${path}.${name}: only an output` })),
    ...required.map(([name]) => {
      const { [name]: _, ...others } = least;
      return { args: place(others), wrong: `${path}.${name}: is required` };
    }),
    ...settable.flatMap(([name, field]) =>
      valueCases(field, (value) => place({ ...least, [name]: value }), `${path}.${name}`),
    ),
  ];
}

function valueCases(field: Field, place: Place, path: string): readonly Case[] {
  const cases = [
    { args: place(rightValue(field)) },
    { args: place(wrongKind(field)), wrong: `${path}: a value of another kind` },
  ];
  switch (field.kind) {
    case "object":
      return [...cases, ...casesOf(field.fields, place, path)];
    case "list":
    case "set": {
      return [...cases, ...valueCases(field.item, (value) => place(withElement(field, value)), `${path}[]`)];
    }
    case "map":
      return [...cases, ...valueCases(field.value, (value) => place({ key: value }), `${path}.*`)];
    case "document":
      return field.values
        ? [...cases, ...valueCases(field.values, (value) => place({ key: value }), `${path}.*`)]
        : cases;
    case "string":
      if (!field.oneOf) return cases;
      return [
        ...cases,
        ...field.oneOf.map((text) => ({ args: place(text) })),
        ...(field.orUri ? [{ args: place("https://example.com/") }] : []),
        { args: place(otherText), wrong: `${path}: a text that is not documented` },
      ];
    default:
      return cases;
  }
}

/** A list or set with one element, in the form of programs. */
function withElement(field: ListField | SetField, value: Json): Json {
  if (field.kind === "list") return [value];
  if (field.groupedBy) return { key: [value] };
  return [field.asObjects && field.onWire ? { [field.onWire.key]: value } : value];
}

function rightValue(field: Field): Json {
  switch (field.kind) {
    case "string":
      return field.oneOf?.[0] ?? "text";
    case "integer":
      return field.min;
    case "boolean":
      return true;
    case "list":
      return [];
    case "set":
      return field.groupedBy ? {} : [];
    case "object":
      return Object.fromEntries(
        Object.entries(field.fields).flatMap(([name, one]) => (one.required ? [[name, rightValue(one)]] : [])),
      );
    default:
      return {};
  }
}

function wrongKind({ kind }: Field): Json {
  return kind === "integer" || kind === "boolean" ? "text" : true;
}

/** The options of each strategy that has types. */
function optionsOf(root: string): readonly Statement[] {
  const types = new OptionTypes(root);
  return [...types.byStrategy()].flatMap(([strategy, type]) => {
    const entries = types.entriesOf(type);
    const statement = (options: Json, wrong?: string): Statement => ({
      code: `new tenant.Connection("x", ${JSON.stringify({ name: "x", strategy, options })});`,
      ...(wrong !== undefined && { wrong: `${strategy}: ${wrong}` }),
    });
    return entries.flatMap((entry) => {
      const path = entry.path.join(".");
      const around = (value: Json) => placed(entry, value, entries);
      const isOpen = entries.some((other) => other.kind === "string" && other.path.join(".") === path);
      const texts = entry.texts.map((text) => statement(around(text)));
      const last = entry.path.at(-1) ?? "";
      return [
        ...(entry.kind === "oneOf" ? texts : [statement(around(sampleOf(entry)))]),
        ...(entry.kind === "oneOf" && !isOpen ? [statement(around(otherText), `${path}: a text of no union`)] : []),
        ...(entry.kind === "any"
          ? []
          : [statement(around(wrongFor(path, entries)), `${path}: a value of another kind`)]),
        ...(/^[[*]/.test(last)
          ? []
          : [
              statement(
                placed({ ...entry, path: [...entry.path.slice(0, -1), misspelt(last)] }, sampleOf(entry), entries),
                `${path}: misspelt`,
              ),
            ]),
      ];
    });
  });
}

/** Options with a value at its place, beside the others that the same object may require. */
function placed({ path }: Entry, value: Json, entries: readonly Entry[], at: readonly string[] = []): Json {
  const [head, ...rest] = path.slice(at.length);
  if (head === undefined) return value;
  const inner = placed({ kind: "any", path, texts: [] }, value, entries, [...at, head]);
  if (head === "[]") return [inner];
  const isBeside = (other: Entry) =>
    at.length > 0 &&
    rest.length === 0 &&
    other.path.length === path.length &&
    at.every((name, index) => other.path[index] === name);
  const beside = entries.filter(isBeside).map((other) => [other.path.at(-1) ?? "", sampleOf(other)]);
  return { ...Object.fromEntries(beside), [head === "*" ? "key" : head]: inner };
}

function sampleOf({ kind, texts }: Entry): Json {
  return { boolean: true, number: 1, oneOf: texts[0] ?? "" }[kind] ?? "text";
}

/** A value of none of the kinds that a place may have. */
function wrongFor(path: string, entries: readonly Entry[]): Json {
  return entries.some(({ kind, path: other }) => kind === "boolean" && other.join(".") === path) ? "text" : true;
}

/** A name with one letter in the other case, or a letter more. */
function misspelt(name: string): string {
  const swapped = name.replace(/[a-z](?=[a-z]*$)/, (letter) => letter.toUpperCase());
  return swapped === name ? `${name}_` : swapped;
}

/** Texts of the two open unions: a known text and any other are accepted, but no known text with a slip. */
function slips(): readonly Statement[] {
  const unions: readonly (readonly [readonly string[], (text: string) => string])[] = [
    [knownStrategies, (strategy) => `new tenant.Connection("x", ${JSON.stringify({ name: "x", strategy })});`],
    [
      knownTriggers,
      (id) =>
        `new tenant.Action("x", ${JSON.stringify({ name: "x", code: "", supportedTriggers: [{ id, version: "v3" }] })});`,
    ],
    [knownTriggers, (triggerId) => `new tenant.TriggerActions("x", ${JSON.stringify({ triggerId, actions: [] })});`],
  ];
  return unions.flatMap(([known, program]) => [
    ...[...known, "not-invented-yet"].map((text) => ({ code: program(text) })),
    ...known.flatMap((text) => {
      const missing = `${text.slice(0, 1)}${text.slice(2)}`;
      const more = `${text}_`;
      return [more, ...(known.includes(missing) || text.length < 4 ? [] : [missing])].map((slip) => ({
        code: program(slip),
        wrong: `${text}, misspelt`,
      }));
    }),
  ]);
}

/** Right arguments of the look-ups that are written by hand, and a property of the result. */
const lookUpsByHand: Readonly<Record<string, readonly [args: JsonObject, property: string]>> = {
  getAction: [{ name: "x" }, "code"],
  getActions: [{ name: "x" }, "actions[0]?.code"],
  getActionModule: [{ name: "x" }, "versionId"],
  getClient: [{ clientId: "x" }, "clientId"],
  getClients: [{ name: "x" }, "clients[0]?.clientId"],
  getConnection: [{ name: "x", options: ["issuer"] }, "strategy"],
  getConnections: [{ strategy: "oidc", options: ["issuer"] }, "connections[0]?.strategy"],
  getGroup: [{ name: "x" }, "externalId"],
  getGroups: [{ name: "x" }, "groups[0]?.name"],
  getOrganizationMemberRoles: [{ organizationId: "x", userId: "x" }, "roles"],
  getResourceServer: [{ identifier: "x" }, "identifier"],
  getResourceServers: [{ name: "x" }, "resourceServers[0]?.identifier"],
  getConnectionKeys: [{ connectionId: "x" }, "connectionKeys[0]?.cert"],
  getSigningKeys: [{}, "signingKeys[0]?.cert"],
  getUser: [{ userId: "x" }, "emailVerified"],
  getUserOrganizations: [{ userId: "x" }, "organizations[0]?.name"],
};

/** The look-ups that are made of a definition. */
function lookUpsOf({ type, lookUps, schema }: Definition): readonly Statement[] {
  if (schema.singleton !== undefined) {
    const identity = identityOf(schema).map((name) => [name, "x"] as const);
    return lookUpStatements(`get${type}`, Object.fromEntries(identity), "id");
  }
  if (!lookUps) return [];
  const { by, filters } = lookUps;
  const one: JsonObject = { [by ?? filters[0]]: "x" };
  const all = Object.fromEntries(filters.map((name) => [name, "x"]));
  return [
    ...lookUpStatements(`get${type}`, one, "id"),
    ...lookUpStatements(`get${type}s`, all, `${handlerOf(type)}s[0]?.id`),
    ...(by
      ? [{ code: `tenant.get${type}(${JSON.stringify({ ...one, id: "x" })});`, wrong: `get${type}: one of two` }]
      : []),
  ];
}

/** Both forms of a look-up, with right and wrong arguments and results. */
function lookUpStatements(name: string, args: JsonObject, property: string): readonly Statement[] {
  const [right, unknown, other] = [args, { ...args, noSuch: "x" }, { ...args, [Object.keys(args)[0] ?? ""]: true }].map(
    (one) => JSON.stringify(one),
  );
  const missing = property.replace(/\w+$/, "noSuch");
  return [[`tenant.${name}`, "then"] as const, [`tenant.${name}Output`, "apply"] as const].flatMap(([call, then]) => [
    { code: `${call}(${right}).${then}((found) => found.${property});` },
    {
      code: `${call}(${right}).${then}((found) => found.${missing});`,
      wrong: `${name}: no such property of the result`,
    },
    { code: `${call}(${unknown});`, wrong: `${name}: no such argument` },
    { code: `${call}(${other});`, wrong: `${name}: an argument of another kind` },
  ]);
}

/** The rest of what a program can import from the package. */
const others = `
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";
import { datedTenants, faultKinds, newTenant, oldTenant, plans, ServiceError, startEmulator } from "pulumi-tenant/emulator";
import { events, eventTypes, isEvent, isEventType, streamEvents } from "pulumi-tenant/events";
import * as host from "pulumi-tenant/host";
import { SettingsError, TenantError, watch } from "pulumi-tenant/watch";

const eu = new tenant.Provider("eu", { domain: "eu.example.com", token: pulumi.secret("x"), rateBudget: 0.5 });
new tenant.Role("x", { name: "x" }, { provider: eu });
const name: pulumi.Output<string> = tenant.domain({ provider: eu });
new tenant.Role("x", { name: "x", description: tenant.template("x", { A: name, B: [name], C: 1 }, { keep: ["D"] }) });
// @ts-expect-error template: the values are required
tenant.template("x");
// @ts-expect-error template: a value that may be missing
tenant.template("x", { A: undefined });
// @ts-expect-error template: misspelt
tenant.template("x", {}, { keeps: ["D"] });
// @ts-expect-error domain: misspelt
tenant.domain({ providr: eu });
// @ts-expect-error Provider: the domain is required
new tenant.Provider("eu", { token: "x" });
// @ts-expect-error Provider: misspelt
new tenant.Provider("eu", { domain: "eu.example.com", clientid: "x" });
new tenant.Client("x", { name: "x", appType: "new_type" as tenant.UndocumentedValue });
new tenant.Connection("x", { name: "x", strategy: "oidc", options: { ["new" as tenant.Undocumented]: { at: [1] } } });
// @ts-expect-error Connection: misspelt, beside an undocumented option
new tenant.Connection("x", { name: "x", strategy: "oidc", options: { ["new" as tenant.Undocumented]: 1, isuer: "x" } });
// @ts-expect-error Connection: a strategy with two letters swapped
new tenant.Connection("x", { name: "x", strategy: "odic" });
// @ts-expect-error Connection: an option with another letter case
new tenant.Connection("x", { name: "x", strategy: "samlp", options: { signInEndPoint: "https://idp.example.com/" } });
// @ts-expect-error Connection: no such policy
new tenant.Connection("x", { name: "x", strategy: "auth0", options: { passwordPolicy: "great" } });
// @ts-expect-error TriggerActions: a trigger with a letter missing
new tenant.TriggerActions("x", { triggerId: "post-logn", actions: [] });
// @ts-expect-error Connection: the strategy is required
new tenant.Connection("x", { name: "x", options: {} });
const oidc = new tenant.Connection("x", { name: "x", strategy: "oidc" });
oidc.options.apply((options) => options?.issuer?.length);
// @ts-expect-error Connection: the type of an option
oidc.options.apply((options) => options?.issuer?.noSuch);
for (const { prompt, language, texts } of tenant.readPromptTexts("texts")) new tenant.PromptTexts("x", { prompt, language, texts });
// @ts-expect-error readPromptTexts: a folder
tenant.readPromptTexts(1);
// @ts-expect-error the package: no such class
tenant.NoSuchClass;

startEmulator({ port: 4100, host: "localhost", plan: "free", seed: { roles: [{ name: "x" }] } }).then(({ url, roles }) => [url.length, roles.get("x")?.name]);
startEmulator({ plan: plans.free, traits: newTenant });
startEmulator({ traits: oldTenant });
startEmulator({ traits: datedTenants[2024] });
// @ts-expect-error datedTenants: no such year
startEmulator({ traits: datedTenants[1999] });
// @ts-expect-error startEmulator: no such plan
startEmulator({ plan: "no such text" });
// @ts-expect-error startEmulator: no such host
startEmulator({ host: "example.com" });
// @ts-expect-error startEmulator: no such collection
startEmulator({ seed: { rolls: [] } });
// @ts-expect-error Emulator: no such collection
startEmulator({}).then((emulator) => emulator.rolls);
// @ts-expect-error Emulator: no such fault
startEmulator({}).then((emulator) => emulator.inject({ kind: "no such text" }));
startEmulator({}).then((emulator) => faultKinds.forEach((kind) => emulator.inject({ kind })));
// @ts-expect-error faultKinds: no such kind
faultKinds.includes("no such text");
// @ts-expect-error ServiceError: no such property
(error: ServiceError) => error.noSuch;

const stream = events({ types: ["connection.updated"] });
(async () => { for await (const item of stream) if (item.type === "connection.updated") item.event.data.object.name; })();
// @ts-expect-error events: no such type
events({ types: ["connection.updatd"] });
// @ts-expect-error events: misspelt
events({ type: [] });
// @ts-expect-error eventTypes: texts
eventTypes[0].noSuch;
(text: string) => isEventType(text) && eventTypes.indexOf(text);
(async () => { for await (const item of stream) if (isEvent(item)) item.event.id.length; })();
// @ts-expect-error isEvent: an item of a stream
isEvent("connection.updated");
// @ts-expect-error isEventType: a text
isEventType(1);
// @ts-expect-error streamEvents: a client is required
streamEvents();

watch({ stacks: ["prod"] }).next().then(({ value }) => value?.changes[0]?.causedBy.length);
// @ts-expect-error watch: stacks are a list
watch({ stacks: "prod" });
// @ts-expect-error watch: no such property of a report
watch({}).next().then(({ value }) => value?.noSuch);
// @ts-expect-error WatchReport: no such text
watch({}).next().then(({ value }) => value?.kind === "no such text");
// @ts-expect-error TenantError: no such property
(error: TenantError | SettingsError) => error.noSuch;

export const handler: pulumi.dynamic.ResourceProvider = host.connection;
// @ts-expect-error the host: no such type
host.noSuchType;
`;

/** A policy pack. */
const policyPack = `
import { validateResourceOfType } from "@pulumi/policy";
import * as tenant from "pulumi-tenant";
import { TenantBaseline } from "pulumi-tenant/policy";

const own = validateResourceOfType(tenant.Client, (client, args, report) => {
  const grants: readonly string[] | undefined = client.grantTypes;
  if (grants?.includes("implicit")) report(args.name);
});
new TenantBaseline("baseline", {
  mandatory: "high",
  levels: { "client-callbacks-https": "mandatory" },
  profiles: ["strict", "hardened"],
  waivers: "../tenant-baseline.yaml",
  policies: [{ name: "own", description: "", validateResource: own }],
});
// @ts-expect-error TenantBaseline: no such level
new TenantBaseline("baseline", { levels: { "client-callbacks-https": "no such text" } });
// @ts-expect-error TenantBaseline: no such severity
new TenantBaseline("baseline", { mandatory: "no such text" });
// @ts-expect-error TenantBaseline: no such profile
new TenantBaseline("baseline", { profiles: ["no such text"] });
// @ts-expect-error TenantBaseline: misspelt
new TenantBaseline("baseline", { wavers: "x" });
// @ts-expect-error Client: no such property
validateResourceOfType(tenant.Client, (client) => client.grandTypes);
`;
