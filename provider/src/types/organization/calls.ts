import { type Service, sanitize, TenantError } from "../../client/index.ts";
import { getObject, orAbsent, quoted } from "../../lifecycle/calls.ts";
import { OwnerGone, UnclearObject, UserError } from "../../lifecycle/errors.ts";
import { addAgain, addAndRemove, membersAt, membershipType, readMembers } from "../../lifecycle/members/membership.ts";
import type { Listable } from "../../lifecycle/reads/listings.ts";
import { compositeOf, linkPlaces } from "../../lifecycle/requests/place.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { fromPointer, holdsUnknown, type JsonObject, own } from "../../schema/json.ts";
import { recordKey } from "../../schema/provider-code.ts";
import { argumentsIn, collectionOf, pathOf } from "../../schema/service.ts";
import { undocumented } from "../../schema/undocumented.ts";
import { declaredPaths } from "../../state/record.ts";
import { tooManyRoles } from "../user/calls.ts";
import { maxRoles } from "../user/definition.ts";
import {
  furtherProperties,
  organization,
  organizationConnection,
  organizationMemberRoles,
  organizationMembers,
} from "./definition.ts";

const { type, foundIn } = restOf(organization);
const { listable, label } = type;
const byName = [organization.route, "name"];

/** Organizations: `POST /organizations`, `GET|PATCH|DELETE /organizations/{id}`, `GET /organizations/name/{name}`. */
export const organizationType: ResourceType = {
  ...type,
  listable: {
    ...listable,
    // Requests by name can be answered from listings like those by id, as names are unique.
    entryFor: ({ path }, known) => listable.entryFor({ path: path[1] === "name" ? path.toSpliced(1, 1) : path }, known),
  },

  async find(service, args) {
    const body = await getObject(service, [...byName, String(own(args, "name"))], label(args));
    return body && foundIn(body, args);
  },
};

const composite = compositeOf(organizationConnection, "a connection of an organization");
const [first, second] = [organizationConnection.route, "organizations/{organizationId}/connections"];

/**
 * The route for a connection of an organization. The API has two routes for the same objects; the second one is used only for properties that the
 * first one lacks.
 */
function routeFor(args: JsonObject): string {
  const recorded = declaredPaths(args).map((pointer) => fromPointer(pointer)[0]);
  const isDeclared = (name: string) => own(args, name) !== undefined || recorded.includes(name);
  // Newer properties are those of the second route.
  return [...furtherProperties, undocumented].some(isDeclared) ? second : first;
}

function linkLabel(args: JsonObject): string {
  return `connection${quoted(args, "connectionId")} of organization${quoted(args, "organizationId")}`;
}

const { type: linkType } = restOf(organizationConnection, {
  label: linkLabel,
  places: linkPlaces(organizationConnection, composite, routeFor),
  explain: (error, args) => (isMissingLink(error) ? missingLink(error, args) : error),
});

/** The connections that are enabled for organizations: `/organizations/{id}/enabled_connections`, `/organizations/{id}/connections`. */
export const organizationConnectionType: ResourceType = {
  ...linkType,
  // Users may depend on the connection for logins, and a response of the first route does not show whether all properties are unchanged.
  isDisposable: false,
  isListedByOwner: true,
  provisionalId: composite.idOf,
  rules: (args) => signupWithoutMembership(args),
  update: (service, change) => {
    // If a property was removed from the program, only the record contains it. `routeFor` needs the record to choose the route that can clear it.
    const record = own(change.outputs, recordKey);
    return linkType.update(service, {
      ...change,
      inputs: { ...change.inputs, ...(record && { [recordKey]: record }) },
    });
  },
  async find(service, args) {
    const id = composite.idOf(args);
    const live = (await linkType.read(service, id, args)) ?? (await refuseDisabled(service, id, args));
    return live && { id, live };
  },
};

/**
 * Refuses the adoption of a disabled connection. Only the second route returns disabled connections, so nothing is refused without that route.
 *
 * @throws UnclearObject if the connection is disabled and the program does not declare `isEnabled`
 */
async function refuseDisabled(service: Service, id: string, args: JsonObject): Promise<JsonObject | undefined> {
  if (routeFor(args) === second) return undefined;
  const live = await linkType.read(service, id, { ...args, isEnabled: true }).catch((error: unknown) => {
    if (error instanceof TenantError && error.outcome === "refused") return undefined;
    throw error;
  });
  if (own(live, "isEnabled") !== false) return undefined;
  throw new UnclearObject(
    `${linkLabel(args)} exists already and is disabled. Set \`isEnabled\` to true to enable it, or to false to keep it disabled.`,
    id,
  );
}

function isMissingLink({ status, forbidden }: TenantError): boolean {
  return status === 400 || status === 404 || (status === 403 && forbidden !== "scope");
}

function missingLink(error: TenantError, args: JsonObject): UserError {
  const declared = [...furtherProperties, undocumented].filter((name) => own(args, name) !== undefined);
  const why =
    declared.length > 0
      ? ` Not every tenant has the routes that ${declared.join(" and ")} need${declared.length > 1 ? "" : "s"}.`
      : "";
  return new UserError(
    `${error.summary} The organization and the connection must exist first: getOrganization and getConnection find them by name.${why}`,
    { cause: error },
  );
}

/** Refuses sign-up without membership: the API rejects users who sign up and do not become members. */
function signupWithoutMembership(args: JsonObject): readonly Problem[] {
  if (own(args, "isSignupEnabled") !== true || own(args, "assignMembershipOnLogin") === true) return [];
  if (holdsUnknown(own(args, "assignMembershipOnLogin") ?? null)) return [];
  return [{ path: ["isSignupEnabled"], says: "needs assignMembershipOnLogin: true" }];
}

/** The listing of an organization's members: each entry has the direct roles of a member. A request needs `read:organization_members`. */
const membersWithRoles: Listable = {
  collection: collectionOf(organizationMembers.route),
  paging: "both",
  query: { fields: "user_id,roles", include_fields: true },
  entryFor({ path }) {
    const { organizationId, userId } = argumentsIn(organizationMemberRoles.route, path) ?? {};
    if (organizationId === undefined || userId === undefined) return undefined;
    return {
      listing: pathOf(organizationMembers.route, { organizationId }),
      key: userId,
      answer(row) {
        const roles = own(row, "roles");
        const page = { start: 0, limit: organizationMemberRoles.members.perPage };
        return Array.isArray(roles) ? { ...page, roles, total: roles.length } : undefined;
      },
    };
  },
  keysOf: (row) => [own(row, "user_id")],
};

/** The direct roles of an organization's member. */
export const organizationMemberRolesType: ResourceType = {
  ...membershipType(organizationMemberRoles, {
    label: (args) => `the roles of member${quoted(args, "userId")} of organization${quoted(args, "organizationId")}`,
    idIs: "a member's roles",
    ownerGone: "the user is no longer a member of the organization, or the organization was deleted",
    explain(error, isExclusive) {
      if (error.status === 409) return tooManyRoles(error, isExclusive, "member");
      return error.isAbsence ? notThere(error) : error;
    },
  }),
  listable: membersWithRoles,

  needs(args) {
    const [organization, user] = [own(args, "organizationId"), own(args, "userId")];
    if (typeof user !== "string" || organization === undefined || holdsUnknown([organization, user])) return [];
    const { key } = membersAt(pathOf(organizationMembers.route, args), "");
    return [{ key, property: "userId", members: [user] }];
  },
};

/** Explains a 404: the API's messages identify a missing organization or role, so any other message is about the user. */
function notThere(error: TenantError): Error {
  if (/No organization found/i.test(error.summary))
    return new OwnerGone(error.message, "organizationId", { cause: error });
  if (/role does not exist/i.test(error.summary)) {
    return new UserError(
      `${error.summary} Refer to the Role resource (\`role.id\`), find the role with getRole, or remove it from the program.`,
      { cause: error },
    );
  }
  return new OwnerGone(
    `${error.summary} Only members can have roles. Make the user a member with OrganizationMembers first, and list that resource in the ` +
      "`dependsOn` option of this OrganizationMemberRoles: Pulumi cannot infer the dependency from the arguments.",
    "userId",
    { cause: error },
  );
}

/** The members of an organization. A run reads them and their roles from the same listing. */
export const organizationMembersType: ResourceType = {
  ...membershipType(organizationMembers, {
    label: (args) => `the members of organization${quoted(args, "organizationId")}`,
    idIs: "an organization",
    explain: (error) => (error.status === 404 ? missingUser(error) : error),
    confirm: (service, args, listed, known, isExclusive) =>
      confirmed(service, organizationIn(args), listed, known, isExclusive),
  }),
  assignments: {
    noun: "the roles that they had in the organization",
    async read(service, args, members) {
      const held = await Promise.all(members.map((user) => rolesOf(service, organizationIn(args), user)));
      const entries = members.flatMap((user, at) => {
        const roles = held[at];
        const key = keyOfRoles(organizationIn(args), user);
        return roles ? [[user, roles.length > 0 ? { [key]: roles } : {}] as const] : [];
      });
      return new Map(entries);
    },
    async give(service, args, user, assignments) {
      const roles = assignments[keyOfRoles(organizationIn(args), user)] ?? [];
      // The service ignores the second assignment of a role.
      await addAgain(service, rolesAt(organizationIn(args), user), roles, (ids) =>
        addAndRemove({ add: ids, remove: [] }, (some) => ({ roles: some }), maxRoles, false),
      );
    },
  },
  wholeListing: {
    listable: membersWithRoles,
    // Only the request for the first page of member ids can be answered from this listing; the answer then contains the ids of all pages.
    listingFor({ path, query: { fields, from } = {} }) {
      const isOfMembers = argumentsIn(organizationMembers.route, path) !== undefined;
      return isOfMembers && fields === "user_id" && from === undefined ? path : undefined;
    },
  },
};

function organizationIn(args: JsonObject): string {
  return String(own(args, "organizationId"));
}

/** The API path of a member's roles, and their name in messages. */
function rolesAt(organizationId: string, userId: string) {
  return {
    path: pathOf(organizationMemberRoles.route, { organizationId, userId }),
    subject: `the roles of member "${sanitize(userId)}" of organization "${sanitize(organizationId)}"`,
  };
}

/** Reads the roles of a member; undefined if the user is not a member. */
function rolesOf(service: Service, organizationId: string, userId: string): Promise<readonly string[] | undefined> {
  const { route, members } = organizationMemberRoles;
  const listing = { ...rolesAt(organizationId, userId), collection: collectionOf(route) };
  return orAbsent(readMembers(service, members, listing));
}

function keyOfRoles(organizationId: string, userId: string): string {
  const { path, subject } = rolesAt(organizationId, userId);
  return membersAt(path, subject).key;
}

/** Maximum number of users who seem to be removed, and of users who seem to be added, whose membership is checked individually. */
const maxAsked = 50;

/**
 * Corrects the listing of members, which comes from the search index of users and can lag behind by seconds. A request for a member's roles
 * does not lag, and shows whether the user is a member. If one user who is missing in the listing is still a member, the listing lags. Then missing
 * users that were not checked also count as members. Users who are new in the listing are checked only if the declared list is exclusive.
 */
async function confirmed(
  service: Service,
  organization: string,
  listed: readonly string[],
  known: readonly string[],
  isExclusive: boolean,
): Promise<readonly string[]> {
  const [shown, expected] = [new Set(listed), new Set(known)];
  const missing = known.filter((user) => !shown.has(user));
  const come = isExclusive ? listed.filter((user) => !expected.has(user)) : [];
  const ask = (users: readonly string[]) =>
    Promise.all(users.slice(0, maxAsked).map((user) => isMember(service, organization, user)));
  const [left, joined] = await Promise.all([ask(missing), ask(come)]);
  const gone = new Set(come.filter((_, at) => joined[at] === false));
  const there = listed.filter((user) => !gone.has(user));
  return left.includes(true) ? [...there, ...missing.filter((_, at) => left[at] ?? true)] : there;
}

/** Whether a user is a member; undefined if the token may not read the roles of members. */
async function isMember(service: Service, organization: string, user: string): Promise<boolean | undefined> {
  const { path } = rolesAt(organization, user);
  const subject = `member "${user}" of organization "${organization}"`;
  try {
    await service.request({ method: "GET", path, query: { page: 0, per_page: 1 }, subject, action: "read" });
    return true;
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
    if (error.isAbsence) return false;
    if (error.status === 403) return undefined;
    throw error;
  }
}

function missingUser(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The organization and all users must exist first. getOrganization finds an organization by name, getUser a user by ` +
      "e-mail address.",
    { cause: error },
  );
}
