import type { Cursors } from "../shared/cursors.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { Notifier } from "../shared/notifier.ts";
import { offsetPage, readListQuery, readOffsetQuery, selectFields } from "../shared/query.ts";
import type { Route, RouteRequest } from "../shared/router.ts";
import { type Stored, Table, type WireObject } from "../shared/store.ts";
import { check, checkBody, type ObjectSchema, refusal, type Schema, type Violation } from "../shared/validation.ts";
import { type Organizations, organizationNotFound } from "./organizations.ts";
import { type Roles, roleNotFound } from "./roles.ts";

/**
 * The members of the tenant's organizations with the roles that they have there directly, as somebody at the dashboard sees
 * them. An organization is named by its id or its name, a member by its `user_id`, a role by its id or its name. All but
 * `list` and `get` throw where the service answers with an error.
 */
export interface OrganizationMembers {
  /** The members of an organization, or of all, oldest first, each as {@link get} answers it. */
  list(organization?: string): WireObject[];
  /** The member as `{ organization_id, user_id, roles }`, roles as ids in the order they were given, and what else is known. */
  get(organization: string, userId: string): WireObject | undefined;
  /** Makes a user a member; name, email, picture and roles may be given. One that is a member already is changed. */
  add(organization: string, userId: string, more?: WireObject): WireObject;
  /** Ends a membership; one that is not there is no error. */
  remove(organization: string, userId: string): void;
  /** Gives roles, at most 50 in all. */
  assignRoles(organization: string, userId: string, roles: readonly string[]): void;
  /** Takes roles; those that the member does not have are no error. */
  removeRoles(organization: string, userId: string, roles: readonly string[]): void;
}

/** What happened to a member; for the last two, with which role. */
export interface MemberChange {
  readonly what: "added" | "deleted" | "role.assigned" | "role.deleted";
  readonly organizationId: string;
  readonly userId: string;
  readonly roleId?: string;
}

interface StoredMember extends Stored {
  readonly organization_id: string;
  readonly user_id: string;
  /** What is known of the user. */
  readonly profile: WireObject;
  /** Ids. */
  readonly roles: readonly string[];
}

/** Most roles that a member can have (facts page, "Organization member roles"). */
const roleLimit = 50;

const roles = {
  type: "array",
  items: { type: "string", min: 1, about: "Id of a role" },
  about: "Roles",
} as const satisfies Schema;

/** The body of `POST` and `DELETE …/roles` (specification, section 4.5). */
const rolesSchema: ObjectSchema = {
  type: "object",
  about: "",
  required: ["roles"],
  properties: { roles: { ...roles, min: 1 } },
};

const profile = {
  name: { type: "string", about: "Name of the user" },
  email: { type: "string", about: "Email address of the user" },
  picture: { type: "string", about: "Picture of the user" },
} as const satisfies Record<string, Schema>;

const addSchema: ObjectSchema = { type: "object", about: "", properties: { ...profile, roles } };

const seedSchema: ObjectSchema = {
  type: "object",
  about: "Member",
  required: ["organization_id", "user_id"],
  properties: {
    ...addSchema.properties,
    organization_id: { type: "string", min: 1, about: "Id of the organization" },
    user_id: { type: "string", min: 1, about: "Id of the user" },
  },
};

/** The members of all organizations. */
export class Members implements OrganizationMembers {
  readonly changed = new Notifier<MemberChange>();
  readonly #table = new Table<StoredMember>(({ id }) => id);
  readonly #organizations: Organizations;
  readonly #roles: Roles;

  constructor(organizations: Organizations, roles: Roles) {
    this.#organizations = organizations;
    this.#roles = roles;
    organizations.onDelete((id) => {
      for (const row of this.#table.all()) if (row.organization_id === id) this.#table.remove(row.id);
    });
    roles.onDelete((id) => {
      for (const row of this.#table.all())
        this.#give(
          row,
          row.roles.filter((held) => held !== id),
        );
    });
  }

  list(organization?: string): WireObject[] {
    const all = this.#table.all();
    if (organization === undefined) return all.map(view);
    const wanted = this.#organizations.get(organization)?.id;
    return all.filter((row) => row.organization_id === wanted).map(view);
  }

  get(organization: string, userId: string): WireObject | undefined {
    const found = this.#organizations.get(organization);
    const row = found && this.#table.find(keyOf(String(found.id), userId));
    return row && view(row);
  }

  add(organization: string, userId: string, more: WireObject = {}): WireObject {
    checkBody(addSchema, more);
    const organization_id = this.#organizationId(organization);
    const { roles: given, ...known } = structuredClone(more);
    const id = keyOf(organization_id, userId);
    const before = this.#table.find(id);
    const ids = given === undefined ? (before?.roles ?? []) : this.#roleIds(given as string[]);
    if (ids.length > roleLimit) throw tooManyRoles();
    const row = { id, organization_id, user_id: userId, profile: { ...before?.profile, ...known }, roles: ids };
    this.#table.put(before ? { ...row, roles: before.roles } : { ...row, roles: [] });
    if (!before) this.#tell(row, "added");
    this.#give(row, ids);
    return view(row);
  }

  remove(organization: string, userId: string): void {
    const row = this.#table.find(keyOf(this.#organizationId(organization), userId));
    if (!row) return;
    this.#table.remove(row.id);
    this.#tell(row, "deleted");
  }

  assignRoles(organization: string, userId: string, given: readonly string[]): void {
    const row = this.#find(organization, userId);
    const all = [...new Set([...row.roles, ...this.#roleIds(given)])];
    if (all.length > roleLimit) throw tooManyRoles();
    this.#give(row, all);
  }

  removeRoles(organization: string, userId: string, given: readonly string[]): void {
    const row = this.#find(organization, userId);
    const taken = given.map((key) => this.#roles.get(key)?.id ?? key);
    this.#give(
      row,
      row.roles.filter((id) => !taken.includes(id)),
    );
  }

  /** The roles of a member, whole. */
  rolesOf(organization: string, userId: string): WireObject[] {
    return this.#find(organization, userId).roles.map((id) => this.#roles.get(id) ?? {});
  }

  /** Where a member stands in the listing. */
  placeOf({ organization_id, user_id }: WireObject): number {
    return this.#table.placeOf({ id: keyOf(String(organization_id), String(user_id)) });
  }

  /** All, in the form of a seed. */
  harvest(): WireObject[] {
    return this.list();
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    const violation = check(seedSchema, wire);
    if (violation) return violation;
    const { organization_id, user_id, ...more } = wire as WireObject;
    if (this.get(String(organization_id), String(user_id)))
      return { why: "A member twice", path: "user_id", about: "" };
    return refusal(() => this.add(String(organization_id), String(user_id), more));
  }

  /** Sets the roles of a member. */
  #give(row: StoredMember, roles: readonly string[]): void {
    const before = this.#table.find(row.id)?.roles ?? [];
    this.#table.put({ ...row, roles });
    for (const id of roles) if (!before.includes(id)) this.#tell(row, "role.assigned", id);
    for (const id of before) if (!roles.includes(id)) this.#tell(row, "role.deleted", id);
  }

  #tell(row: StoredMember, what: MemberChange["what"], roleId?: string): void {
    const { organization_id: organizationId, user_id: userId } = row;
    this.changed.tell({ what, organizationId, userId, ...(roleId !== undefined && { roleId }) });
  }

  #organizationId(organization: string): string {
    const found = this.#organizations.get(organization);
    if (!found) throw organizationNotFound();
    return String(found.id);
  }

  #find(organization: string, userId: string): StoredMember {
    const row = this.#table.find(keyOf(this.#organizationId(organization), userId));
    if (!row) throw new ServiceError(404, "The user is not a member of the organization.");
    return row;
  }

  #roleIds(keys: readonly string[]): string[] {
    const found = keys.map((key) => this.#roles.get(key));
    if (found.some((role) => !role)) throw roleNotFound();
    return [...new Set(found.map((role) => String(role?.id)))];
  }
}

/**
 * The operations on members and their roles (facts page, "Organization member roles"). What the service says of a role that it
 * does not know is not written anywhere: here giving it is a 404, taking it is no error.
 */
export function organizationMemberRoutes(
  organizations: Organizations,
  members: Members,
  knownRoles: Roles,
  cursors: Cursors,
): Route[] {
  const path = "/organizations/:id/members/:user_id/roles";
  const bucket = "organization-member-roles";
  const named = ({ params }: RouteRequest): [string, string] => {
    // in a path there are ids only
    const organization = String(organizations.require(params.id ?? "").id);
    const userId = params.user_id ?? "";
    members.rolesOf(organization, userId);
    return [organization, userId];
  };
  const rolesIn = ({ body }: RouteRequest): string[] => {
    checkBody(rolesSchema, body);
    return body.roles as string[];
  };
  return [
    {
      method: "GET",
      path: "/organizations/:id/members",
      operation: "organization-members.list",
      scope: "read:organization_members",
      furtherScopes: [readRoles],
      handle: (request) => {
        const organization = String(organizations.require(request.params.id ?? "").id);
        return { status: 200, body: listed(members, knownRoles, cursors, organization, request) };
      },
    },
    {
      method: "GET",
      path,
      operation: "organization-member-roles.list",
      scope: readRoles,
      bucket,
      handle: (request) => {
        const asked = readOffsetQuery(request.query, {});
        return { status: 200, body: offsetPage(members.rolesOf(...named(request)), "roles", asked) };
      },
    },
    {
      method: "POST",
      path,
      operation: "organization-member-roles.add",
      scope: "create:organization_member_roles",
      bucket,
      handle: (request) => {
        const given = rolesIn(request);
        const [organization, userId] = named(request);
        if (given.some((id) => !knownRoles.byId(id))) throw roleNotFound();
        members.assignRoles(organization, userId, given);
        return { status: 204 };
      },
    },
    {
      method: "DELETE",
      path,
      operation: "organization-member-roles.remove",
      scope: "delete:organization_member_roles",
      bucket,
      handle: (request) => {
        const given = rolesIn(request);
        const [organization, userId] = named(request);
        members.removeRoles(
          organization,
          userId,
          given.filter((id) => knownRoles.byId(id)),
        );
        return { status: 204 };
      },
    },
  ];
}

const readRoles = "read:organization_member_roles";

/** Members as they are listed: roles are there only when they are asked for by name. */
function listed(
  members: Members,
  knownRoles: Roles,
  cursors: Cursors,
  organization: string,
  { query, may }: RouteRequest,
): unknown {
  const asked = readListQuery(query, {});
  const withRoles = asked.include && asked.fields?.includes("roles") === true;
  if (withRoles && !may(readRoles)) throw insufficientScope(readRoles);
  const named = (id: unknown) => ({ id, name: knownRoles.get(String(id))?.name });
  const shown = ({ organization_id: _, roles: held, ...user }: WireObject) =>
    selectFields(withRoles ? { ...user, roles: (held as string[]).map(named) } : user, asked);
  const all = members.list(organization);
  if (asked.by === "page") return offsetPage(all.map(shown), "members", asked);
  const placeOf = (member: WireObject) => members.placeOf(member);
  const { items, next } = cursors.page({ name: `${organization} members`, all, placeOf }, asked);
  return { members: items.map(shown), ...(next !== undefined && { next }) };
}

function view({ organization_id, user_id, profile: known, roles: held }: StoredMember): WireObject {
  return { organization_id, user_id, ...structuredClone(known), roles: [...held] };
}

function keyOf(organizationId: string, userId: string): string {
  return `${organizationId}::${userId}`;
}

function tooManyRoles(): ServiceError {
  return new ServiceError(409, "No more roles can be assigned to this organization member.");
}
