import { type Service, sanitize, TenantError } from "../../client/index.ts";
import { maxRoles, organizationMemberRoles, organizationMembers } from "../../definitions/organization.ts";
import { orAbsent, quoted } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { addAgain, addAndRemove, membersAt, membershipType, readMembers } from "../../lifecycle/membership.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { argumentsIn, collectionOf, pathOf } from "../../schema/route.ts";
import { setChange } from "../../state/plan.ts";
import { membersWithRoles } from "../organization-member-roles/calls.ts";

/** The members of an organization. A run reads them and their roles from the same listing. */
export const organizationMembersType: ResourceType = {
  ...membershipType(organizationMembers, {
    label: (args) => `the members of organization${quoted(args, "organizationId")}`,
    idIs: "an organization",
    explain: (error) => (error.status === 404 ? missing(error) : error),
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
      const { add } = setChange((await rolesOf(service, organizationIn(args), user)) ?? [], roles);
      await addAgain(service, rolesAt(organizationIn(args), user), add, (ids) =>
        addAndRemove({ add: ids, remove: [] }, (some) => ({ roles: some }), maxRoles, false),
      );
    },
  },
  wholeListing: {
    listable: membersWithRoles,
    // Only the first request for the ids of all members can be answered from this listing, and the answer contains the ids of all pages.
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

/** Reads the roles of a member; undefined if the user is no member. */
function rolesOf(service: Service, organizationId: string, userId: string): Promise<readonly string[] | undefined> {
  const { route, members } = organizationMemberRoles;
  const listing = { ...rolesAt(organizationId, userId), collection: collectionOf(route) };
  return orAbsent(readMembers(service, members, listing));
}

function keyOfRoles(organizationId: string, userId: string): string {
  const { path, subject } = rolesAt(organizationId, userId);
  return membersAt(path, subject).key;
}

/** Maximum number of seemingly removed members, and of seemingly added ones, whose membership is checked individually. */
const maxAsked = 50;

/**
 * Corrects the listing of members, which comes from the search index of users and can lag behind by seconds. A request for a member's roles
 * does not lag, and reveals whether the user is a member. If such a request shows that a user who is missing in the listing is still a member,
 * the listing lags, and missing users that were not checked count as members, too. Added users are checked only in an exclusive list.
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

function missing(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The organization and all users must exist first. getOrganization finds an organization by name, getUser a user by ` +
      "e-mail address.",
    { cause: error },
  );
}
