import { randomBytes } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { fromPointer, isObject, type JsonObject, unknownValue } from "../../provider/src/schema/json.ts";
import { Draft } from "../../provider/src/state/leaves.ts";
import { createOnlyOptions } from "../../provider/src/types/connection/definition-options.ts";
import { needsOther } from "../acceptance/sample.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import {
  connectionOptions,
  connectionProperties,
  foreignOptions,
  optionStrategies,
  refusableOptions,
} from "../model/connection-arbitraries.ts";
import { exceptions } from "./connection-exceptions.ts";
import { withNeeded } from "./needed-options.ts";
import { objectsOf, readById } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { type LawCases, mostly, type ScopeCase, type Subject } from "./subject.ts";
import type { Switch } from "./switches.ts";
import { withoutPrototypes } from "./without-prototypes.ts";

const theirs = {
  name: "foreign",
  strategy: "oidc",
  display_name: "Foreign",
  realms: ["foreign.example.com"],
  options: { client_id: "foreign", issuer: "https://foreign.example.com/" },
};
const objects = objectsOf("connection", {
  byHand: (name) => ({ name, strategy: "oidc", options: { client_id: "foreign-1" } }),
  theirs,
  change: ({ connections }, key, wire) => connections.edit(key, wire),
});

const keys = (slot: string) => [slot, `${slot}-2`];

/** The strategies of the fault run, with and without options that are secret, opaque or derived. */
const strategies = ["oidc", "samlp", "github", "auth0", "sms", "custom"];

const settled = Object.values(createOnlyOptions).flatMap((options) => Object.keys(options).map(fromPointer));
/** Options without those that a later version of a program may not change: a case is about faults, not about these. */
const possible = (options: JsonObject) => {
  const rest = new Draft(options);
  for (const path of settled) rest.remove(path);
  return rest.root;
};

/** The laws of one strategy; the strategies share the cases. */
function lawsOf(strategy: string): LawCases {
  const isNeeded = Object.keys(withNeeded(strategy)).length > 0;
  const orNone = (options: fc.Arbitrary<JsonObject>) => (isNeeded ? options : fc.option(options, { freq: 12 }));
  const of = (options: fc.Arbitrary<JsonObject>) =>
    fc.tuple(connectionProperties(strategy), orNone(options)).map(([rest, chosen]) => ({ ...rest, options: chosen }));
  const steps = sequencesOf({
    program: of(refusableOptions(strategy)),
    edit: of(foreignOptions(strategy)),
    unseen: fc.constant(false),
  });
  return { root: { strategy }, steps, share: 11 / 10 / optionStrategies.length };
}

const corp = { name: "corp", strategy: "oidc", displayName: "Corp", options: { client_id: "tenant" } };
const read = "read:connections";
const readOptions = "read:connections_options";
const scopes: readonly ScopeCase[] = [
  { operation: "create", scopes: ["create:connections"], run: corp },
  {
    operation: "create with `enabledClients`",
    scopes: ["create:connections", "update:connections"],
    run: { ...corp, enabledClients: ["client-1"] },
  },
  {
    operation: "refresh, drift",
    scopes: [read, readOptions],
    warned: [readOptions],
    before: { ...corp, enabledClients: ["client-1"] },
    run: "refresh",
  },
  {
    operation: "update without `options`",
    scopes: [read, "update:connections"],
    before: corp,
    run: { ...corp, displayName: "New" },
  },
  {
    operation: "update of `options`",
    scopes: [read, readOptions, "update:connections", "update:connections_options"],
    before: corp,
    run: { ...corp, options: { client_id: "new" } },
  },
  {
    operation: "update of `enabledClients`",
    scopes: ["update:connections"],
    before: { ...corp, enabledClients: ["client-1"] },
    run: { ...corp, enabledClients: ["client-2"] },
  },
  { operation: "delete", scopes: ["delete:connections"], before: corp, run: undefined },
  { operation: "create with `adopt`", scopes: ["create:connections", read], run: { ...corp, adopt: true } },
  {
    operation: "adopt",
    scopes: [read, readOptions, "update:connections", "update:connections_options"],
    before: corp,
    run: { ...corp, options: { client_id: "new" }, adopt: true },
    adopted: true,
  },
];

const clientSecret = randomBytes(18).toString("hex");

const scripts = (code: string) => ({ login: `function login(user, password, done) { ${code} }` });
const database = (option: string): Switch => ({
  at: ["options", option],
  on: true,
  off: { options: { [option]: false, disable_signup: true } },
  dropped: [
    [
      { options: { [option]: false, disable_signup: true, customScripts: scripts("ours()") } },
      "options",
      { customScripts: scripts("steal()") },
    ],
  ],
  unrelated: { displayName: "Another name" },
  foreign: [["options", { customScripts: scripts("steal()") }, "customScripts"]],
  declared: [],
});

export const connection: Subject<"connection"> = {
  ...objects,
  prepare({ connections }) {
    connections.create(theirs);
    connections.setClients(theirs.name, ["a", "b"]);
  },
  foreign: ({ connections }) => [connections.get(theirs.name), connections.clientsOf(theirs.name)],
  identity: (_, n) => ({ name: `corp-${n}` }),
  notable(tenant, live) {
    const asGoodAsAbsent: readonly [strategy: string, option: string, value: unknown][] = [
      // It holds the address of its own tenant, which no two of them share.
      ["waad", "app_domain", new URL(tenant.url).host],
      // An update must say that it is off, or the service switches it on.
      ["google-apps", "api_enable_users", false],
    ];
    const isNotable = ([option, value]: [string, unknown]) =>
      !asGoodAsAbsent.some((one) => isDeepStrictEqual(one, [live.strategy, option, value]));
    if (!isObject(live.options)) return live;
    return { ...live, options: Object.fromEntries(Object.entries(live.options).filter(isNotable)) };
  },
  held(tenant, key) {
    const held = objects.held(tenant, key);
    return held && { ...held, live: connection.notable?.(tenant, held.live) ?? held.live };
  },
  answered(tenant, key) {
    const answered = objects.answered(tenant, key);
    return answered && { ...answered, clients: tenant.connections.clientsOf(key) };
  },
  edit(tenant, key, name, value) {
    if (name === "options") tenant.connections.editOptions(key, value as JsonObject);
    else if (name === "enabledClients") tenant.connections.setClients(key, value as string[]);
    else objects.edit(tenant, key, name, value);
  },

  exceptions,
  laws: optionStrategies.map(lawsOf),
  // The connection, and its clients, of which one request takes fifty and these programs have a few more.
  writes: 3,

  slots: ["login-a", "login-b"],
  keys,
  programs: (slot) =>
    fc.constantFrom(...strategies).map((usual) =>
      mostly([usual, ...strategies])
        .chain((strategy) =>
          fc.tuple(
            mostly(keys(slot)),
            fc.constant(strategy),
            connectionProperties(strategy),
            connectionOptions(strategy),
          ),
        )
        .map(([name, strategy, properties, options]) =>
          withoutPrototypes({ ...properties, name, strategy, options: possible(options) }),
        ),
    ),
  edits: () => [
    {
      weight: 4,
      values: fc
        .tuple(
          // A front channel uses no client_secret, so an empty mask is none there.
          fc.constantFrom("theirs_a", "theirs_b", "their_secret", "scope", "issuer"),
          fc.constantFrom("foreign-1", "foreign-2"),
        )
        .map(([key, value]) => ({ options: { [key]: value } })),
    },
    {
      weight: 1,
      values: fc.record({ enabledClients: fc.tuple(fc.constantFrom("a", "b", "theirs"), fc.boolean()) }),
    },
  ],

  scopes,
  hostile: {
    targets: /^\/api\/v2\/connections(\/[^/?]+(\/clients)?)?(\?.*)?$/,
    versions(_, n) {
      const name = `corp-${n}`;
      const options = { type: "back_channel", issuer: "https://idp.example.com/", client_id: "a" };
      return [
        { name, strategy: "oidc", options: { ...options, client_secret: clientSecret }, enabledClients: ["c1"] },
        { name, strategy: "oidc", options: { ...options, scope: "openid" }, enabledClients: ["c2", "c3"] },
      ];
    },
    secrets: [clientSecret],
    misshapen: [
      { path: /clients/, body: '{"clients":[null]}' },
      { path: /clients/, body: `{"clients":[{"client_id":"${unknownValue}"}]}` },
      { path: /connections.[^/]+$/, body: '{"id":"another","name":"another","strategy":"oidc"}' },
    ],
    ...readById("connections"),
    programs: () =>
      fc
        .constantFrom("a/b", "../clients", "a\r\nb", "a b", "a?b", "ü", "\0")
        .map((name) => ({ args: { name, strategy: "custom" }, mayAsk: [] })),
  },
  bench: [
    { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "a" } },
    { name: "corp", strategy: "oidc", options: { issuer: "https://idp.example.com/", client_id: "b" } },
  ],
  harmless: {
    "names and descriptions": "displayName",
    "the looks of pages": "showAsButton", // Each connection checks the password itself.
    "names of a connection in requests": "realms",
  },
  answeredOnly: ["provisioning_ticket_url"],
  noReferences: { "/isDomainConnection": "a flag", "/connectedAccounts/allowMissingUserId": "a flag" },
  unlikeTable: [
    ["POST strategy: *", "New strategies come without notice: the definition only warns of an unknown one."],
    ["PATCH *: only the definition has it", "No update can change it."],
  ],
  besides: { strategy: "oidc", options: { client_id: "ours" } },
  inCases: (name, given) => ({ args: { name, strategy: Object.keys(given).length === 0 ? "auth0" : "oidc" } }),
  sample: {
    key: "name",
    identity: "name",
    program: ({ key }) => ({
      args: { name: key, strategy: "auth0" },
      values: {
        options: [{ disable_signup: true }, { disable_signup: false }],
        enabledClients: needsOther,
        isDomainConnection: "it would enable the connection for third-party applications",
        showAsButton: "only enterprise connections have it",
        crossAppAccessRequestingApp: "only some strategies have it",
      },
    }),
  },
  switches: [
    database("enabledDatabaseCustomization"),
    database("import_mode"),
    {
      at: ["connectedAccounts", "active"],
      on: true,
      off: { connectedAccounts: { active: false } },
      unrelated: { displayName: "Another name" },
      foreign: [["connectedAccounts", { active: false, crossAppAccess: true }, "connectedAccounts.crossAppAccess"]],
      declared: [],
    },
  ],
  elsewhere: [
    ["auth0_connection", "sso_of_north", { id: at.logins, name: "north-logins", strategy: "oidc" }],
    ["auth0_connection", "people", { id: at.users, name: "users", strategy: "auth0" }],
    ["auth0_connection", "staff", { id: at.staff, name: "staff", strategy: "google-apps" }],
  ],
  namesElsewhere: ["sso_of_north", "people", "staff"],
};
