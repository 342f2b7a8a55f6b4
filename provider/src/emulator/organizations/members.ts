import { roleSets, type StoredRole } from "../roles/roles.ts";
import { insufficientScope, ServiceError } from "../shared/errors.ts";
import { linkRoutes, type Module, type RouteRequest, route } from "../shared/module.ts";
import type { Objects } from "../shared/objects.ts";
import { byId } from "../shared/query.ts";
import type { Lag } from "../shared/rows.ts";
import type { Sets } from "../shared/sets.ts";
import { copyOf, pick, type WireObject } from "../shared/store.ts";
import { check, checkBody, list, object, refusal, text, type Violation } from "../shared/validation.ts";
import { idIn, type OfOrganization, OfOrganizations } from "./of-organization.ts";
import type { Organizations } from "./organizations.ts";

/**
 * Direct access to the members of the tenant's organizations and to their roles there. Organizations and roles are given by id or name,
 * members by their `user_id`. All methods except `list` and `get` throw a `ServiceError` if the service would respond with an error.
 */
export type OrganizationMembers = Pick<Members, "list" | "get" | "add" | "remove" | "assignRoles" | "removeRoles">;

export interface StoredMember extends OfOrganization {
  readonly user_id: string;
  /** Name, email and picture, if given. */
  readonly profile: WireObject;
}

/** The maximum number of roles of a member. */
const roleLimit = 50;

/** What direct access can give to a member. */
const addable = { name: text(), email: text(), picture: text(), roles: list(text({ min: 1 })) };
const keys = { organization_id: text({ min: 1 }), user_id: text({ min: 1 }) };

/** The members of all organizations. */
export class Members extends OfOrganizations<StoredMember> {
  /** The roles of members. A user who is not a member yet can have roles, too, which count after the user has become one. */
  readonly roles: Sets<string>;
  readonly #roles: Objects<StoredRole>;

  constructor(organizations: Organizations, roles: Objects<StoredRole>) {
    super(organizations);
    this.#roles = roles;
    const holders = { user_id: undefined, organization_id: organizations };
    this.roles = roleSets(roles, holders, roleLimit, () => "organization member");
  }

  override delay(lag: Lag, now: () => number): void {
    super.delay(lag, now);
    this.roles.delay(lag, now);
  }

  /** The member as `{ organization_id, user_id, name?, email?, picture?, roles }`. Roles are ids, in the order of assignment. */
  override show({ organization_id, user_id, profile }: StoredMember): WireObject {
    return copyOf({ organization_id, user_id, ...profile, roles: this.roles.list(user_id, organization_id) });
  }

  /**
   * Makes a user a member.
   *
   * @param more name, email, picture and roles of the member. If the user already is a member, the given values replace the stored ones
   */
  add(organization: string, userId: string, more: WireObject = {}): WireObject {
    checkBody(object(addable), more);
    const organization_id = this.organizations.row(organization).id;
    const { roles, ...known } = copyOf(more);
    const id = idIn(organization_id, userId);
    if (roles !== undefined) this.roles.set(userId, roles as string[], organization_id);
    const row = { id, organization_id, user_id: userId, profile: { ...this.find(id)?.profile, ...known } };
    this.put(row);
    return this.show(row);
  }

  /** Ends a membership. If the user is not a member, nothing happens. */
  remove(organization: string, userId: string): void {
    const { id } = this.organizations.row(organization);
    this.drop(idIn(id, userId));
    for (const held of this.roles.where({ user_id: userId, organization_id: id })) this.roles.drop(held.id);
  }

  /** Assigns roles. A member can have at most 50 roles. */
  assignRoles(organization: string, userId: string, given: readonly string[]): void {
    this.roles.add(userId, given, this.require(organization, userId).organization_id);
  }

  /** Removes roles. Roles that the member does not have are ignored. */
  removeRoles(organization: string, userId: string, given: readonly string[]): void {
    const known = given.filter((key) => this.#roles.find(key));
    this.roles.remove(userId, known, this.require(organization, userId).organization_id);
  }

  /** @throws ServiceError 404 */
  require(organization: string, userId: string): StoredMember {
    const row = this.find(idIn(this.organizations.row(organization).id, userId));
    if (!row) throw new ServiceError(404, "The user is not a member of the organization.");
    return row;
  }

  override load(wire: unknown): Violation | undefined {
    const violation = check(object({ ...addable, ...keys }, Object.keys(keys)), wire);
    if (violation) return violation;
    const { organization_id, user_id, ...more } = wire as WireObject;
    const key = [String(organization_id), String(user_id)] as const;
    return this.get(...key)
      ? { why: "The member occurs twice", path: "user_id" }
      : refusal(() => this.add(...key, more));
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
  organizations: Organizations,
  roles: Objects<StoredRole>,
  users: Objects,
): Module<Members> {
  const members = new Members(organizations, roles);
  const profileOf = (user: string) => pick(users.get(user) ?? {}, ["email", "name", "picture"]);
  const path = "/organizations/{id}/members";
  // In a path, an organization is given by its id, never by its name.
  const organizationId = ({ param }: RouteRequest) => organizations.require(param("id")).id;
  const memberOf = (request: RouteRequest) => members.require(organizationId(request), request.param("user_id"));
  const rolesOf = (request: RouteRequest) => {
    const { user_id, organization_id } = memberOf(request);
    return members.roles.list(user_id, organization_id).map((id) => roles.show(roles.row(id)));
  };
  const listed = (request: RouteRequest): unknown => {
    const organization = organizationId(request);
    return request.page<StoredMember>(({ include, fields }) => {
      const withRoles = include && fields?.includes("roles") === true;
      if (withRoles && !request.may(readRoles)) throw insufficientScope(readRoles);
      const held = Map.groupBy(withRoles ? members.roles.listed() : [], (one) =>
        idIn(String(one.organization_id), String(one.user_id)),
      );
      const rolesOf = (id: string) =>
        (held.get(id) ?? []).map(({ role_id }) => ({ id: role_id, name: roles.find(String(role_id))?.name }));
      return {
        ...members.listing(({ organization_id }) => organization_id === organization),
        collection: "members",
        name: `${organization} members`,
        show: ({ id, user_id, profile }) => ({ user_id, ...profile, ...(withRoles && { roles: rolesOf(id) }) }),
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
      request.page(() => ({ collection: "roles", all: byId(rolesOf(request)) })),
    ),
    ...linkRoutes<string>({
      path: `${path}/{user_id}/roles`,
      property: "roles",
      bucket: "organization-member-roles",
      read: (request) => request.page(() => ({ collection: "roles", all: rolesOf(request) })),
      add: (request, given) => {
        const [organization, user] = [organizationId(request), request.param("user_id")];
        if (!users.at(user)) memberOf(request);
        for (const id of given) roles.require(id);
        members.roles.add(user, given, organization);
      },
      remove: (request, given) => {
        const { user_id, organization_id } = memberOf(request);
        members.removeRoles(
          organization_id,
          user_id,
          given.filter((id) => roles.at(id)),
        );
      },
    }),
  ];
  return { objects: members, routes };
}
