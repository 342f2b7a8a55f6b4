import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { at } from "../harness/whole-tenant-ids.ts";
import { kinds } from "./kinds.ts";
import { isSegment, scopesOfObjects } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

const { fields } = kinds.organizationConnection.schema;
const [north, other, foreign] = ["org_00000000000linka", "org_00000000000linkb", "org_foreignlinks0000"] as const;
const connections = ["con_database00000000", "con_corporate0000000", "con_partner000000000"] as const;
const [database, corporate, partner] = connections;

const slots = ["link-a", "link-b"];
const linksOf = (slot: string) => {
  const organization = `org_${slot.replace("-", "0")}`.padEnd(20, "0");
  return [corporate, partner].map((connection) => idOf(organization, connection));
};

function idOf(organization: string, connection: string): string {
  return `${organization}::${connection}`;
}

function endsOf(id: string): readonly [organization: string, connection: string] {
  const [organization = "", connection = ""] = id.split("::");
  return [organization, connection];
}

function argsOf(id: string): JsonObject {
  const [organizationId, connectionId] = endsOf(id);
  return { organizationId, connectionId };
}

function made({ organizations }: Emulator, id: string): void {
  if (!organizations.get(id)) organizations.create({ id, name: id.replace("org_", "o").toLowerCase() });
}

/** What a connection of an organization can have. */
export const linkProperties = fc
  .record(
    {
      assignMembershipOnLogin: fc.boolean(),
      showAsButton: fc.boolean(),
      organizationConnectionName: fc.constantFrom("Corporate", "x".repeat(50), "ü %2F"),
      organizationAccessLevel: fc.constantFrom("none", "readonly", "limited", "full"),
      isEnabled: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((all): JsonObject => all);
/** What the first family of routes knows is what most programs declare. A connection that is switched off is not there for them. */
const usual = linkProperties.map(
  ({ assignMembershipOnLogin, showAsButton }): JsonObject => ({
    ...(assignMembershipOnLogin !== undefined && { assignMembershipOnLogin }),
    ...(showAsButton !== undefined && { showAsButton }),
  }),
);

const plain = { organizationId: north, connectionId: corporate };
const changed = { ...plain, assignMembershipOnLogin: true };

export const organizationConnection: Subject<"organizationConnection"> = {
  name: "organizationConnection",
  resource: "OrganizationConnection",
  path: "/api/v2/organizations",
  keyOf: (args) => idOf(String(args.organizationId), String(args.connectionId)),

  prepare(tenant) {
    const loaded = tenant.connections as unknown as { load(wire: JsonObject): unknown };
    for (const id of connections) {
      loaded.load({
        id,
        name: id.replace("con_", ""),
        strategy: id === database ? "auth0" : "oidc",
        options: { client_id: "x" },
      });
    }
    for (const id of [north, other, foreign, ...slots.flatMap(linksOf).map((id) => endsOf(id)[0])]) made(tenant, id);
    for (const id of connections) tenant.organizationConnections.add(foreign, id);
    for (const slot of slots) tenant.organizationConnections.add(endsOf(linksOf(slot)[0] ?? "")[0], database);
  },
  foreign: ({ organizationConnections: all }) => all.list(foreign),
  identity(tenant, n) {
    const organizationId = `org_${String(n).padStart(16, "0")}`;
    made(tenant, organizationId);
    return { organizationId, connectionId: corporate };
  },
  held({ organizationConnections }, id) {
    const link = organizationConnections.get(...endsOf(id)) as JsonObject | undefined;
    return link && { id, live: { ...argsOf(id), ...fromWire(fields, link) } };
  },
  answered({ organizationConnections }, id) {
    const { organization_id, ...answer } = organizationConnections.get(...endsOf(id)) ?? {};
    return organization_id === undefined ? undefined : (answer as JsonObject);
  },
  edit: ({ organizationConnections }, id, name, value) =>
    void organizationConnections.update(...endsOf(id), toWire(fields, { [name]: value })),
  make: ({ organizationConnections }, id) =>
    void organizationConnections.add(...endsOf(id), { assign_membership_on_login: true }),
  remove: ({ organizationConnections }, id) => organizationConnections.remove(...endsOf(id)),

  exceptions: [],
  laws: [
    {
      root: {},
      steps: fc.oneof(
        sequencesOf({ program: usual, edit: usual, unseen: fc.constant(false) }),
        sequencesOf({
          program: linkProperties,
          edit: linkProperties.map(({ isEnabled: _, ...rest }) => rest),
          unseen: fc.constant(false),
        }),
      ),
      share: 1,
    },
  ],
  writes: 1,

  slots,
  keys: linksOf,
  programs: (slot) =>
    fc.constant(fc.tuple(mostly(linksOf(slot)), usual).map(([id, rest]) => ({ ...rest, ...argsOf(id) }))),
  edits: () => [
    { weight: 1, values: fc.record({ assignMembershipOnLogin: fc.boolean(), showAsButton: fc.boolean() }) },
  ],

  scopes: scopesOfObjects("organization_connections", plain, changed),
  hostile: {
    targets: /^\/api\/v2\/organizations\/[^/?]+\/(enabled_)?connections(\/[^/?]+)?(\?.*)?$/,
    versions(tenant, n) {
      const first = { ...organizationConnection.identity(tenant, n), assignMembershipOnLogin: false };
      return [first, { ...first, assignMembershipOnLogin: true }];
    },
    misshapen: ["[]", '{"connection_id":"con_another"}'].map((body) => ({ path: /connections.[^/]+$/, body })),
    ids: (text) => fc.tuple(text, text).map(([organization, connection]) => idOf(organization, connection)),
    asked(id) {
      const [organization = "", ...rest] = id.split("::");
      const connection = rest.join("::");
      const isAsked = isSegment(organization) && isSegment(connection);
      return isAsked ? ["organizations", organization, "enabled_connections", connection] : undefined;
    },
    programs: (text) =>
      fc.tuple(text, text).map(([organizationId, connectionId]) => {
        const paths = ["enabled_connections", "connections"].map((family) => ["organizations", organizationId, family]);
        const isAsked = [organizationId, connectionId].every(isSegment);
        return {
          args: { organizationId, connectionId },
          mayAsk: [...paths, ...(isAsked ? paths.map((path) => [...path, connectionId]) : [])],
        };
      }),
  },
  bench: [plain, changed],
  harmless: { "names and descriptions": "organizationConnectionName", "the looks of pages": "showAsButton" },
  answeredOnly: ["connection"],
  unlikeTable: [["*", "The definition's requests go to the other family of routes, except for a look-up."]],
  inCases: (name) => ({
    idsOf: { organizationId: `${name}-organization`, connectionId: `${name}-connection` },
  }),
  sample: {
    identity: "organizationId",
    owner: "organization",
    needs: {
      ...{ organization: { type: "organization" }, other: { type: "organization" } },
      connection: { type: "connection" },
    },
    program: ({ needed: { organization = "", other = "", connection = "" } }) => ({
      args: { organizationId: organization, connectionId: connection },
      values: {
        organizationId: [other],
        isSignupEnabled: "it needs assignMembershipOnLogin",
        organizationConnectionName: ["one", "two"],
      },
    }),
  },
  switches: [
    {
      at: ["isEnabled"],
      on: true,
      off: { isEnabled: false },
      unrelated: { showAsButton: false },
      foreign: [
        ["assignMembershipOnLogin", true, "assignMembershipOnLogin"],
        ["organizationAccessLevel", "full", "organizationAccessLevel"],
      ],
      declared: [],
    },
  ],
  elsewhere: [
    [
      "auth0_organization_connection",
      "sso_at_north",
      { id: `${at.north}::${at.logins}`, organization_id: at.north, connection_id: at.logins },
    ],
    [
      "auth0_organization_connections",
      "at_south",
      { id: at.south, organization_id: at.south, enabled_connections: [{ connection_id: at.users }] },
    ],
  ],
  namesElsewhere: ["sso_at_north", "at_south"],
};
