import { type Json, type JsonObject, own } from "../model/json.ts";
import { maxRoles, organizationMemberRolesTable as table } from "../model/organization-member-roles.ts";
import { legible, offsetPages, type TenantError } from "../tenant/index.ts";
import { nameIn, quoted } from "./calls.ts";
import { reading, UserError } from "./errors.ts";
import type { Kind } from "./kind.ts";
import { type MemberChange, membershipKind } from "./membership.ts";
import type { Listable } from "./reads/listable.ts";

const separator = "::";

/** The page size of the roles of a member. */
const perPage = 50;

/** `GET /organizations/{id}/members` shows the members of one organization with their roles; it needs `read:organization_members`. */
const listable: Listable = {
  collection: "members",
  paging: "both",
  query: { fields: "user_id,roles", include_fields: true },
  placeOf({ path: [root, organizationId = "", members, userId = "", roles, ...more] }) {
    if (root !== "organizations" || members !== "members" || roles !== "roles" || more.length > 0) return undefined;
    return {
      listing: ["organizations", organizationId, "members"],
      key: userId,
      answer(row) {
        const held = own(row, "roles");
        return Array.isArray(held) ? { roles: held, start: 0, limit: perPage, total: held.length } : undefined;
      },
    };
  },
  keysOf: (row) => [own(row, "user_id")],
};

/** The direct roles of a member: `GET|POST|DELETE /organizations/{id}/members/{user_id}/roles`. */
export const organizationMemberRolesKind: Kind = membershipKind({
  table,
  property: "roles",
  listable,
  label,
  idOf: (member) => `${own(member, "organizationId")}${separator}${own(member, "userId")}`,

  ownerOf(id) {
    const [organizationId = "", ...rest] = id.split(separator);
    const userId = rest.join(separator);
    if (organizationId !== "" && userId !== "") return { organizationId, userId };
    throw new UserError(
      `"${legible(id)}" is not the id of a member's roles: it must be organizationId${separator}userId`,
    );
  },

  read: (service, member) =>
    reading(async () => {
      const subject = label(member);
      const roles: string[] = [];
      const listing = { path: pathOf(member), collection: "roles", subject, perPage };
      for await (const entry of offsetPages<Json>(service, listing)) roles.push(nameIn(entry, "id", subject));
      return roles;
    }),

  async write(service, member, change, onDone) {
    const call = { path: pathOf(member), subject: label(member) };
    let continues = change.isBegun;
    for (const step of stepsOf(change)) {
      const body = { roles: change[step] };
      if (step === "add") {
        // A role that is assigned twice is assigned once.
        const add = { ...call, body, method: "POST", action: "add to", repeatable: true } as const;
        await service.request({ ...add, expected: "nothing", continues });
      } else {
        await service.request({ ...call, body, method: "DELETE", action: "remove from", continues });
      }
      onDone({ add: [], remove: [], [step]: change[step] });
      continues = true;
    }
  },

  explain: (error, isExclusive) => (error.status === 409 ? tooMany(error, isExclusive) : error),
});

function label(args: JsonObject): string {
  return `the roles of member${quoted(args, "userId")} of organization${quoted(args, "organizationId")}`;
}

function pathOf(member: JsonObject): readonly string[] {
  return ["organizations", String(own(member, "organizationId")), "members", String(own(member, "userId")), "roles"];
}

/** The order of the calls. Additions come first, so that nobody is without a role in between. */
function stepsOf({ before, ...change }: MemberChange): readonly ("add" | "remove")[] {
  // Removals come first only where both together would exceed what the service allows.
  const isTooMany = before.length + change.add.length > maxRoles;
  const order = isTooMany ? (["remove", "add"] as const) : (["add", "remove"] as const);
  return order.filter((step) => change[step].length > 0);
}

function tooMany(error: TenantError, isExclusive: boolean): UserError {
  const advice = isExclusive
    ? "Run `pulumi refresh` to see them; the next `pulumi up` takes away what is not declared."
    : "Whoever gave them has to take some away first.";
  return new UserError(
    `${error.summary} A member can have at most ${maxRoles} roles, and there are others than this program knows of. ${advice}`,
    { cause: error },
  );
}
