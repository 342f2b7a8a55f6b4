import { type Json, type JsonObject, own } from "../model/json.ts";
import { maxRoles, organizationMemberRolesTable as table } from "../model/organization-member-roles.ts";
import { type SetChange, setChange } from "../model/set-change.ts";
import { legible, offsetPages, type Service, type TenantClient, TenantError } from "../tenant/index.ts";
import { nameIn, orAbsent, quoted } from "./calls.ts";
import { reading, UserError } from "./errors.ts";
import { type Found, Incomplete, type Kind, ordinary } from "./kind.ts";
import type { Listable } from "./reads/listable.ts";

const rolesPointer = "/roles";
const separator = "::";

/** The page size of the roles of a member. */
const perPage = 50;

/** A member, as the service names it. */
interface Member {
  readonly organizationId: string;
  readonly userId: string;
}

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
export const organizationMemberRolesKind: Kind = {
  ...ordinary,
  table,
  listable,
  uniqueBy: ["organizationId", "userId"],
  label,
  provisionalId: (args) => idOf(memberOf(args)),
  // Roles are assigned, not created, so there is no object that somebody else could have created before.
  isAdoptable: false,
  isTaken: () => false,

  async create(service, args, reads) {
    const member = memberOf(args);
    const before = await reads.answer({
      known: args,
      ask: (from) => readRoles(from, member, label(args)),
      isExpected: (roles) => !stepsOf(roles, setChange(roles, rolesIn(args))).length,
    });
    const roles = await change(service, member, before, rolesIn(args), label(args), true);
    return { ...foundOf(member, roles), existed: rolesIn(args).some((role) => before.includes(role)) };
  },

  async find(service, args) {
    const member = memberOf(args);
    const roles = await orAbsent(readRoles(service, member, label(args)));
    return roles && foundOf(member, roles);
  },

  async read(service, id, outputs) {
    const member = own(outputs, "userId") === undefined ? memberOfId(id) : memberOf(outputs);
    const roles = await orAbsent(readRoles(service, member, label({ ...member })));
    return roles && foundOf(member, roles).live;
  },

  async update(service, { inputs, outputs, unsure }) {
    const member = memberOf(inputs);
    const isRead = unsure.includes(rolesPointer);
    const before = isRead ? await readRoles(service, member, label(inputs)) : rolesIn(outputs);
    const roles = await change(service, member, before, rolesIn(inputs), label(inputs), isRead);
    return foundOf(member, roles);
  },

  async delete(service, _id, outputs, remembered) {
    const declared =
      remembered[rolesPointer] === undefined ? rolesIn(outputs) : rolesIn({ roles: remembered[rolesPointer] });
    if (declared.length > 0) await orAbsent(remove(service, memberOf(outputs), declared, label(outputs)));
  },
};

function label(args: JsonObject): string {
  return `the roles of member${quoted(args, "userId")} of organization${quoted(args, "organizationId")}`;
}

function idOf({ organizationId, userId }: Member): string {
  return `${organizationId}${separator}${userId}`;
}

function memberOfId(id: string): Member {
  const [organizationId = "", ...rest] = id.split(separator);
  const userId = rest.join(separator);
  if (organizationId === "" || userId === "") {
    throw new UserError(
      `"${legible(id)}" is not the id of a member's roles: it must be organizationId${separator}userId`,
    );
  }
  return { organizationId, userId };
}

function memberOf(args: JsonObject): Member {
  return { organizationId: String(own(args, "organizationId")), userId: String(own(args, "userId")) };
}

function rolesIn(args: JsonObject): readonly string[] {
  const roles = own(args, "roles");
  return Array.isArray(roles) ? roles.filter((role): role is string => typeof role === "string") : [];
}

function foundOf(member: Member, roles: readonly string[]): Found {
  return { id: idOf(member), live: { ...member, roles } };
}

function pathOf({ organizationId, userId }: Member): readonly string[] {
  return ["organizations", organizationId, "members", userId, "roles"];
}

function readRoles(service: Service, member: Member, subject: string): Promise<readonly string[]> {
  return reading(async () => {
    const roles: string[] = [];
    const listing = { path: pathOf(member), collection: "roles", subject, perPage };
    for await (const entry of offsetPages<Json>(service, listing)) roles.push(nameIn(entry, "id", subject));
    return roles;
  });
}

function add(
  service: TenantClient,
  member: Member,
  roles: readonly string[],
  subject: string,
  continues: boolean,
): Promise<unknown> {
  return service.request({
    method: "POST",
    path: pathOf(member),
    body: { roles },
    subject,
    action: "add to",
    // A role that is assigned twice is assigned once.
    repeatable: true,
    expected: "nothing",
    continues,
  });
}

function remove(
  service: TenantClient,
  member: Member,
  roles: readonly string[],
  subject: string,
  continues = false,
): Promise<unknown> {
  const call = { method: "DELETE", path: pathOf(member), body: { roles }, subject, action: "remove from" } as const;
  return service.request({ ...call, continues });
}

/**
 * Makes the roles of a member what they should be, with one call for additions and one for removals.
 *
 * @param isBegun another call came before
 */
async function change(
  service: TenantClient,
  member: Member,
  before: readonly string[],
  wanted: readonly string[],
  subject: string,
  isBegun: boolean,
): Promise<readonly string[]> {
  const delta = setChange(before, wanted);
  const removed = new Set(delta.remove);
  let roles = before;
  try {
    for (const step of stepsOf(before, delta)) {
      const continues = isBegun || roles !== before;
      if (step === "add") await add(service, member, delta.add, subject, continues);
      else await remove(service, member, delta.remove, subject, continues);
      roles = step === "add" ? [...roles, ...delta.add] : roles.filter((role) => !removed.has(role));
    }
    return wanted;
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
    if (error.outcome === "unknown") throw new Incomplete(foundOf(member, roles), [rolesPointer], error);
    const explained = error.status === 409 ? tooMany(error) : error;
    if (roles === before) throw explained;
    throw new Incomplete(foundOf(member, roles), [], explained);
  }
}

/** The order of the calls. Additions come first, so that nobody is without a role in between. */
function stepsOf(before: readonly string[], { add: added, remove: removed }: SetChange): readonly ("add" | "remove")[] {
  // Removals come first only where both together would exceed what the service allows.
  const isTooMany = before.length + added.length > maxRoles;
  const order = isTooMany ? (["remove", "add"] as const) : (["add", "remove"] as const);
  return order.filter((step) => (step === "add" ? added : removed).length > 0);
}

function tooMany(error: TenantError): UserError {
  return new UserError(
    `${error.summary} A member can have at most ${maxRoles} roles, and there are others than this program knows of. ` +
      "Run `pulumi refresh` to see them; the next `pulumi up` takes away what is not declared.",
    { cause: error },
  );
}
