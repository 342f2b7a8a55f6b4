import { type Service, TenantError } from "../../client/index.ts";
import { orAbsent, quoted } from "../../lifecycle/calls.ts";
import { reading, UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/members/membership.ts";
import { withOwnMembers } from "../../lifecycle/members/own-members.ts";
import { ownedPlaces, partPlaces } from "../../lifecycle/requests/place.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { Found, Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { isEmptyObject, isObject, type JsonObject, own } from "../../schema/json.ts";
import { same } from "../../state/canonical.ts";
import { ShapeError } from "../../state/wire.ts";
import { connectionDirectory, connectionScim, connectionScimToken, directoryGroups } from "./definition.ts";

function idIn(args: JsonObject): string {
  return String(own(args, "connectionId"));
}

const { type: scimType } = restOf(connectionScim, {
  label: (args) => `the SCIM configuration of connection${quoted(args, "connectionId")}`,
  places: partPlaces(connectionScim),
  sentAlways: ["user_id_attribute", "mapping"],
  explain: (error) => explained(error, "a connection of the strategy samlp, oidc, okta or waad"),
});

/** The service does not return the URL of the SCIM server. Its host is the tenant's own domain, also if the provider uses a custom domain. */
function withEndpoint({ host, ownDomain = host }: Service, id: string, live: JsonObject): JsonObject {
  return { ...live, endpoint: `https://${ownDomain}/scim/v2/connections/${id}` };
}

async function readScim(service: Service, id: string, args: JsonObject): Promise<JsonObject | undefined> {
  const live = await scimType.read(service, id, args);
  return live && withEndpoint(service, id, live);
}

/** The SCIM configurations of connections: `/connections/{id}/scim-configuration`. */
export const connectionScimType: ResourceType = {
  ...scimType,
  provisionalId: idIn,
  isTaken: ({ status, summary }) => status === 400 && /already exists/i.test(summary),
  read: readScim,
  find: foundBy(readScim),
  async create(service, args) {
    const { id, live } = await scimType.create(service, args);
    return { id, live: withEndpoint(service, id, live) };
  },
  async update(service, change) {
    const { live } = await scimType.update(service, change);
    return { live: withEndpoint(service, change.id, live) };
  },
};

/** The maximum number of SCIM tokens of a connection. */
const maxTokens = 2;

const tokenPlaces = ownedPlaces(connectionScimToken, "a SCIM token");

const { type: tokenType, foundIn: tokenIn } = restOf(connectionScimToken, {
  label: (args) => `a SCIM token of connection${quoted(args, "connectionId")}`,
  places: tokenPlaces,
  explain: explainedToken,
});

/** The tokens of a connection; none if it has no SCIM configuration. */
async function tokensOf(service: Service, args: JsonObject): Promise<readonly Found[]> {
  const path = tokenPlaces.collection(args);
  const subject = `the SCIM tokens of connection${quoted(args, "connectionId")}`;
  const answer = await orAbsent(service.request({ method: "GET", path, query: {}, subject, action: "list" }));
  const rows = answer ? answer.body : [];
  if (Array.isArray(rows) && rows.every(isObject)) return rows.map((row) => tokenIn(row, args));
  throw new ShapeError(`the tenant's response for ${subject} is not a list of objects`);
}

/**
 * A created token. A response with other values, or without the token itself, counts as lost.
 *
 * @throws ShapeError if the response is not that to the creation
 */
function checkedToken(found: Found, args: JsonObject): Found {
  const isSent = same(connectionScimToken.schema.fields.scopes, own(found.live, "scopes"), own(args, "scopes"));
  if (isSent && typeof own(found.live, "token") === "string") return found;
  throw new ShapeError(`the tenant's response for ${tokenType.label(args)} does not have the token that was created`);
}

/** The SCIM tokens of connections: `/connections/{id}/scim-configuration/tokens`. The API returns tokens only as a list. */
export const connectionScimTokenType: ResourceType = {
  ...tokenType,
  sharesReads: true,
  create: async (service, args) => checkedToken(await tokenType.create(service, args), args),
  // Only the state has the value of a token, so no existing token is found by its connection.
  find: async () => undefined,
  async read(service, id) {
    const all = await tokensOf(service, tokenPlaces.inPath(id, {}));
    return all.find((one) => one.id === id)?.live;
  },
  namesakes: tokensOf,
  async isFull(service, outputs, inputs) {
    // On another connection, the deletion of this token would make no room.
    if (idIn(outputs) !== idIn(inputs)) return false;
    try {
      return (await reading(() => tokensOf(service, outputs))).length >= maxTokens;
    } catch (error) {
      // A token of the API without the scope can still create one: the service then refuses the third.
      if (error instanceof TenantError && error.outcome === "refused") return false;
      throw error;
    }
  },
};

function explainedToken(error: TenantError): Error {
  if (error.status === 409) {
    return new UserError(
      `${error.summary} A connection has at most ${maxTokens} tokens. Delete one that the identity provider does not use; a resource of this program first ` +
        "leaves it in a run of its own.",
      { cause: error },
    );
  }
  if (!error.isAbsence) return error;
  return new UserError(
    `${error.summary} The connection needs a SCIM configuration first: pass the \`connectionId\` of its ConnectionScim resource, so that Pulumi ` +
      "creates that first.",
    { cause: error },
  );
}

function problemsOfDirectory({ mapping }: JsonObject): readonly Problem[] {
  return isEmptyObject(mapping ?? null) ? [{ path: ["mapping"], says: "must have at least 1 entry" }] : [];
}

const { type: directoryType } = restOf(connectionDirectory, {
  label: (args) => `the directory configuration of connection${quoted(args, "connectionId")}`,
  places: partPlaces(connectionDirectory),
  explain: (error) => explained(error, "a connection of the strategy google-apps"),
});

const { connectionId } = connectionDirectory.schema.fields;

/** The groups of a directory that are synchronized: `/connections/{id}/directory-provisioning/synchronized-groups`. */
const directoryGroupsType = membershipType(
  {
    ...connectionDirectory,
    schema: { ...connectionDirectory.schema, fields: { connectionId, groups: directoryGroups } },
    route: `${connectionDirectory.route}/synchronized-groups`,
    members: { key: "id", collection: "groups", paging: "checkpoint", atOnce: 100 },
  },
  { label: (args) => `the synchronized groups of connection${quoted(args, "connectionId")}`, idIs: "a connection" },
);

/** The directory configurations of connections: `/connections/{id}/directory-provisioning`. */
export const connectionDirectoryType: ResourceType = withOwnMembers(
  { ...directoryType, provisionalId: idIn, rules: problemsOfDirectory, find: foundBy(directoryType.read) },
  directoryGroupsType,
  "groups",
);

/** The search for the object of a connection, which is a read: its id is that of the connection. */
function foundBy(read: typeof readScim): (service: Service, args: JsonObject) => Promise<Found | undefined> {
  return async (service, args) => {
    const live = await read(service, idIn(args), args);
    return live && { id: idIn(args), live };
  };
}

function explained(error: TenantError, needed: string): Error {
  if (!error.isAbsence) return error;
  return new UserError(
    `${error.summary} Only ${needed} can have one, and the connection must exist first: getConnection finds it by name.`,
    { cause: error },
  );
}
