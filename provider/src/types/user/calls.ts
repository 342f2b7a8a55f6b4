import { listed, type Service, type TenantError } from "../../client/index.ts";
import { nameIn, quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { membershipType } from "../../lifecycle/members/membership.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { partsOfElement } from "../../schema/program-forms.ts";
import { wireName } from "../../schema/schema.ts";
import { unconfirmedId } from "../../state/references.ts";
import { ShapeError } from "../../state/wire.ts";
import { scopeNeeds } from "../resource-server-scopes/need.ts";
import { logins, maxRoles, user, userPermissions, userRoles } from "./definition.ts";

const domainConflict = "custom_domain_conflict";

const { type: rest } = restOf(user, {
  normalize: inLowerCase,
  label: (args) => {
    const name = user.uniqueBy.find((property) => property !== user.uniqueWithin && quoted(args, property) !== "");
    return name === undefined ? "user" : `user${quoted(args, name)}`;
  },
  fromBody,
  toBody: (body, args) =>
    own(body, "email") === undefined ? body : { ...body, verify_email: own(args, "verifyEmail") === true },
  adjust: withVerifications,
  inParts,
  headers: (args) => {
    const domain = own(args, "customDomain");
    return typeof domain === "string" ? { "auth0-custom-domain": domain } : {};
  },
  explain: (error, args) => (error.errorCode === domainConflict ? withoutDomain(error, args) : error),
});

/**
 * Users: `GET|POST /users`, `GET|PATCH|DELETE /users/{id}`, `GET /users-by-email`. The listing shows changes late, so each user is read by a request of its
 * own.
 */
export const userType: ResourceType = {
  ...rest,
  // An import takes the ids of the listing.
  listable: { ...rest.listable, entryFor: () => undefined },
  provisionalId: (args) => unconfirmedId(JSON.stringify(user.uniqueBy.map((name) => own(args, name) ?? null))),

  /** The user of the connection with the declared id, e-mail address, phone number or user name: the service accepts no second one with any of these. */
  async find(service, args) {
    for await (const { id, name } of usersLike(service, args)) {
      const live = await rest.read(service, id, {});
      // A search shows changes late, and takes `*` as any text: only the user tells whether the value is still the user's own.
      const isIt = live && ["connection", name].every((one) => own(live, one) === own(args, one));
      if (isIt) return { id, live };
    }
    return undefined;
  },
};

/** A user who may have the declared value of a property. */
interface Candidate {
  readonly id: string;
  readonly name: string;
}

/** The users who may have one of the declared values that no two users of a connection share. */
async function* usersLike(service: Service, args: JsonObject): AsyncGenerator<Candidate> {
  const subject = rest.label(args);
  const candidate = (name: string) => (one: Json) => ({ id: nameIn(one, user.idName, subject), name });
  const [id, email] = [own(args, "userId"), own(args, "email")];
  if (typeof id === "string") yield { id: `auth0|${id}`, name: "userId" };
  if (typeof email === "string") {
    const call = { method: "GET", path: ["users-by-email"], query: { email }, subject, action: "read" } as const;
    const { body } = await service.request<Json>(call);
    if (!Array.isArray(body)) throw new ShapeError(`the tenant's response for ${subject} is not a list`);
    yield* body.map(candidate("email"));
  }
  for (const name of ["phoneNumber", "username"] as const) {
    const value = own(args, name);
    // The syntax of searches has no safe way to write other texts.
    if (typeof value !== "string" || /["\\]/.test(value)) continue;
    const query = { q: `${wireName(name, user.schema.fields[name])}:"${value}"`, search_engine: "v3" };
    const asked = { path: ["users"], query, collection: "users", subject, isPassing: true as const };
    for await (const one of listed<JsonObject>(service, "offset", asked)) yield candidate(name)(one);
  }
}

/** The service stores addresses and user names in lower case. */
function inLowerCase(args: JsonObject): JsonObject {
  const lowered = ["email", "username"].flatMap((name) => {
    const value = own(args, name);
    return typeof value === "string" && value !== unknownValue ? [[name, value.toLowerCase()] as const] : [];
  });
  return { ...args, ...Object.fromEntries(lowered) };
}

/** In a response, the connection is that of the primary account, and the id contains the part that a creation can choose. */
function fromBody({ identities, user_id, ...body }: JsonObject): JsonObject {
  const accounts: readonly Json[] = Array.isArray(identities) ? identities : [];
  const first = accounts.find((one) => `${own(one, "provider")}|${own(one, "user_id")}` === user_id);
  const connection = own(first ?? null, "connection");
  return {
    ...body,
    ...(connection !== undefined && { connection }),
    ...(typeof user_id === "string" && { user_id: user_id.slice(user_id.indexOf("|") + 1) }),
    // Some identity providers give a text.
    ...(own(body, "email_verified") !== undefined && { email_verified: body.email_verified === true }),
  };
}

/** The changes, with the declared verification of a changed address or number: the service resets it, or keeps that of the earlier one. */
function withVerifications(changes: JsonObject, inputs: JsonObject): JsonObject {
  const pairs = [
    ["email", "emailVerified"],
    ["phoneNumber", "phoneVerified"],
  ] as const;
  const verified = pairs.flatMap(([name, verification]) => {
    const value = own(inputs, verification);
    return own(changes, name) === undefined || value === undefined ? [] : [[verification, value] as const];
  });
  return { ...changes, ...Object.fromEntries(verified) };
}

/** The profile, and then each kind of login, with the connection to whose account it belongs. */
function inParts({ user_id: _id, ...body }: JsonObject, args: JsonObject): readonly JsonObject[] {
  const pick = (isIn: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => isIn(name)));
  const parts = logins
    .map((names) => pick((name) => names.includes(name)))
    .filter((part) => Object.keys(part).length > 0)
    .map((part) => ({ ...part, connection: own(args, "connection") ?? null }));
  return [pick((name) => !logins.some((names) => names.includes(name))), ...parts];
}

function withoutDomain(error: TenantError, args: JsonObject): UserError {
  const advice =
    own(args, "customDomain") === undefined
      ? "Declare `customDomain` with the one that links in messages to the user are to have; `npx pulumi-tenant import --kinds CustomDomain` lists them."
      : "Declare one of them as `customDomain`.";
  return new UserError(`${error.summary} ${advice}`, { cause: error });
}

/** The roles that are assigned directly to a user. */
export const userRolesType: ResourceType = membershipType(userRoles, {
  label: (args) => `the roles of user${quoted(args, "userId")}`,
  idIs: "a user's roles",
  explain(error, isExclusive) {
    if (error.status === 409) return tooManyRoles(error, isExclusive, "user");
    return error.isAbsence ? missing(error, "The user and all roles must exist first.") : error;
  },
});

/** The permissions that are assigned directly to a user. */
export const userPermissionsType: ResourceType = {
  ...membershipType(userPermissions, {
    label: (args) => `the permissions of user${quoted(args, "userId")}`,
    idIs: "a user's permissions",
    sentAs: (permission) => {
      const [resource_server_identifier, permission_name] = partsOfElement(permission);
      return { resource_server_identifier, permission_name };
    },
    explain: (error) =>
      error.status === 404 || error.status === 400
        ? missing(error, "The user, the APIs and all declared scopes must exist first.")
        : error,
  }),
  // The service deletes a permission together with its scope, so the scope must exist first.
  needs: (args) => scopeNeeds(userPermissions.schema, args),
};

/** The error for a holder of roles who would have more roles than the service allows. */
export function tooManyRoles(
  error: TenantError,
  isExclusive: boolean,
  holder: "user" | "member" | "group",
  max: number = maxRoles,
): UserError {
  const advice = isExclusive
    ? "Run `pulumi refresh` to see the undeclared roles; the next `pulumi up` removes them."
    : "Remove some of the undeclared roles with the tool that assigned them, or in the dashboard.";
  return new UserError(
    `${error.summary} A ${holder} can have at most ${max} roles, and this ${holder} has further roles that the program does not declare. ${advice}`,
    { cause: error },
  );
}

function missing(error: TenantError, needed: string): UserError {
  return new UserError(
    `${error.summary} ${needed} getUser finds a user by e-mail address, getRole a role by name. The id of a user changes if the user's ` +
      "account is linked to another one.",
    { cause: error },
  );
}
