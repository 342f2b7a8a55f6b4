import type { StoredRole } from "../roles/roles.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { linkRoutes, type Module, type RouteRequest, route, type Tenant } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { byId } from "../shared/query.ts";
import { type Entry, entryId, Sets } from "../shared/sets.ts";
import { copyOf, Notifier, pick, type WireObject } from "../shared/store.ts";
import { check, checkBody, list, object, refusal, text, type Violation } from "../shared/validation.ts";
import type { Organizations, StoredOrganization } from "./organizations.ts";

/**
 * Direct access to the members of the tenant's organizations and to their roles there. Organizations and roles are given by id or name,
 * members by their `user_id`. All methods except `list` and `get` throw a `ServiceError` if the service would respond with an error.
 */
export type OrganizationMembers = Pick<Members, "list" | "get" | "add" | "remove" | "assignRoles" | "removeRoles">;

/** A change of a member. `roleId` is the assigned or removed role; absent for `added` and `deleted`. */
export interface MemberChange {
  readonly what: "added" | "deleted" | "role.assigned" | "role.deleted";
  readonly member: StoredMember;
  readonly roleId?: string;
}

export interface StoredMember extends Entry {
  readonly user_id: string;
  /** Name, email and picture, if given. */
  readonly profile: WireObject;
  /** Ids of roles. */
  readonly roles: readonly string[];
}

/** The maximum number of roles of a member. */
const roleLimit = 50;

/** What direct access can give to a member. */
const addable = { name: text(), email: text(), picture: text(), roles: list(text({ min: 1 })) };
const keys = { organization_id: text({ min: 1 }), user_id: text({ min: 1 }) };

/** The members of all organizations. */
export class Members extends Sets<StoredMember, StoredOrganization> {
  readonly changed = new Notifier<MemberChange>();
  /** The ids of roles that were assigned to users who are not members yet, by organization and user. */
  readonly #early = new Map<string, readonly string[]>();
  readonly #roles: Objects<StoredRole>;

  constructor(organizations: Organizations, roles: Objects<StoredRole>) {
    super(organizations);
    this.#roles = roles;
    roles.deleted.listen((id) => {
      for (const row of this.table.all()) this.#take(row, [id]);
    });
  }

  /** The member as `{ organization_id, user_id, name?, email?, picture?, roles }`. Roles are ids, in the order of assignment. */
  override view({ organization_id, user_id, profile, roles }: StoredMember): WireObject {
    return copyOf({ organization_id, user_id, ...profile, roles });
  }

  /**
   * Makes a user a member.
   *
   * @param more name, email, picture and roles of the member. If the user already is a member, the given values replace the stored ones
   */
  add(organization: string, userId: string, more: WireObject = {}): WireObject {
    checkBody(object(addable), more);
    const organization_id = this.owners.row(organization).id;
    const { roles: given, ...known } = copyOf(more);
    const id = entryId(organization_id, userId);
    const before = this.table.find(id);
    const early = (this.#early.get(id) ?? []).filter((role) => this.#roles.at(role));
    this.#early.delete(id);
    const ids = given === undefined ? (before?.roles ?? early) : this.#roleIds(given as string[]);
    const profile = { ...before?.profile, ...known };
    const row = { id, organization_id, user_id: userId, profile, roles: ids };
    this.#put(row, before);
    return this.view(row);
  }

  /** Ends a membership. If the user is not a member, nothing happens. */
  remove(organization: string, userId: string): void {
    const row = this.table.find(entryId(this.owners.row(organization).id, userId));
    if (!row) return;
    this.table.remove(row.id);
    this.changed.tell({ what: "deleted", member: row });
  }

  /** Assigns roles. A member can have at most 50 roles. */
  assignRoles(organization: string, userId: string, given: readonly string[]): void {
    const row = this.#require(organization, userId);
    this.#put({ ...row, roles: [...new Set([...row.roles, ...this.#roleIds(given)])] }, row);
  }

  /** Assigns roles to a user who is not a member yet. The user has them after becoming a member. */
  keepRoles(organization: string, userId: string, ids: readonly string[]): void {
    const key = entryId(organization, userId);
    this.#early.set(key, [...new Set([...(this.#early.get(key) ?? []), ...ids])]);
  }

  /** Removes roles. Roles that the member does not have are ignored. */
  removeRoles(organization: string, userId: string, given: readonly string[]): void {
    const ids = given.map((key) => this.#roles.table.find(key)?.id ?? key);
    this.#take(this.#require(organization, userId), ids);
  }

  /** The memberships of a user, oldest first. */
  ofUser(userId: string): StoredMember[] {
    return this.table.all().filter(({ user_id }) => user_id === userId);
  }

  /** The roles of a member, as objects. */
  rolesOf(organization: string, userId: string): WireObject[] {
    return this.#require(organization, userId).roles.map((id) => this.#roles.get(id) ?? {});
  }

  /** Adds one member of a seed. Returns the violation if the member is refused. */
  load(wire: unknown): Violation | undefined {
    const violation = check(object({ ...addable, ...keys }, Object.keys(keys)), wire);
    if (violation) return violation;
    const { organization_id, user_id, ...more } = wire as WireObject;
    const key = [String(organization_id), String(user_id)] as const;
    return this.get(...key)
      ? { why: "The member occurs twice", path: "user_id" }
      : refusal(() => this.add(...key, more));
  }

  /** @throws ServiceError 409 for too many roles */
  #put(member: StoredMember, before: StoredMember | undefined): void {
    const { roles } = member;
    const held = before?.roles ?? [];
    if (roles.length > roleLimit) {
      throw new ServiceError(409, "No more roles can be assigned to this organization member.");
    }
    this.table.put(member);
    if (!before) this.changed.tell({ what: "added", member });
    for (const roleId of roles)
      if (!held.includes(roleId)) this.changed.tell({ what: "role.assigned", member, roleId });
    for (const roleId of held) if (!roles.includes(roleId)) this.changed.tell({ what: "role.deleted", member, roleId });
  }

  #take(row: StoredMember, ids: readonly string[]): void {
    this.#put({ ...row, roles: row.roles.filter((id) => !ids.includes(id)) }, row);
  }

  #require(organization: string, userId: string): StoredMember {
    const row = this.table.find(entryId(this.owners.row(organization).id, userId));
    if (!row) throw new ServiceError(404, "The user is not a member of the organization.");
    return row;
  }

  #roleIds(keys: readonly string[]): string[] {
    return [...new Set(keys.map((key) => this.#roles.row(key).id))];
  }
}

const readRoles = "read:organization_member_roles";

/**
 * The members of organizations: `/organizations/{id}/members`, and their roles (`GET|POST|DELETE
 * /organizations/{id}/members/{user_id}/roles`). The service does not document its response for an unknown role. In the emulator, assigning an
 * unknown role is a 404, and removing one is no error.
 *
 * @param users the users, from whom members get their names, email addresses and pictures
 */
export function memberModule(
  { cursors }: Tenant,
  organizations: Organizations,
  roles: Objects<StoredRole>,
  users: Objects,
): Module<Members> {
  const members = new Members(organizations, roles);
  const profileOf = (user: string) => pick(users.get(user) ?? {}, ["email", "name", "picture"]);
  const path = "/organizations/{id}/members";
  // In a path, an organization is given by its id, never by its name.
  const organizationId = ({ param }: RouteRequest) => organizations.require(param("id")).id;
  const memberOf = (request: RouteRequest) => {
    const member = [organizationId(request), request.param("user_id")] as const;
    return { member, held: members.rolesOf(...member) };
  };
  const listed = (request: RouteRequest): unknown => {
    const organization = organizationId(request);
    return cursors.list<StoredMember>(request, ({ include, fields }) => {
      const withRoles = include && fields?.includes("roles") === true;
      if (withRoles && !request.may(readRoles)) throw insufficientScope(readRoles);
      const named = (id: string) => ({ id, name: roles.table.find(id)?.name });
      return {
        collection: "members",
        name: `${organization} members`,
        all: members.listed().filter(({ organization_id }) => organization_id === organization),
        sortKeyOf: (member) => members.sortKeyOf(member),
        show: ({ user_id, profile, roles: held }) => {
          return { user_id, ...profile, ...(withRoles && { roles: held.map(named) }) };
        },
      };
    });
  };
  const routes = [
    ...linkRoutes<string>({
      path,
      property: "members",
      read: listed,
      add: (request, given) => {
        const organization = organizationId(request);
        for (const user of given) members.add(organization, user, profileOf(user));
      },
      remove: (request, given) => {
        const organization = organizationId(request);
        for (const user of given) members.remove(organization, user);
      },
    }),
    route(`GET ${path}/{user_id}/effective-roles`, (request) =>
      cursors.list(request, () => ({ collection: "roles", all: byId(memberOf(request).held) })),
    ),
    ...linkRoutes<string>({
      path: `${path}/{user_id}/roles`,
      property: "roles",
      bucket: "organization-member-roles",
      read: (request) => cursors.list(request, () => ({ collection: "roles", all: memberOf(request).held })),
      add: (request, given) => {
        const [organization, user] = [organizationId(request), request.param("user_id")];
        const isEarly = !members.get(organization, user) && users.at(user) !== undefined;
        if (!isEarly) memberOf(request);
        for (const id of given) roles.require(id);
        if (isEarly) members.keepRoles(organization, user, given);
        else members.assignRoles(organization, user, given);
      },
      remove: (request, given) => {
        const known = given.filter((id) => roles.at(id));
        members.removeRoles(...memberOf(request).member, known);
      },
    }),
  ];
  return { objects: members, routes };
}
