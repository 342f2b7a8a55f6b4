import type { Organizations } from "../organizations/organizations.ts";
import type { StoredRole } from "../roles/roles.ts";
import { ServiceError } from "../shared/errors.ts";
import { linkRoutes, type Module, type RouteRequest, route, type Tenant } from "../shared/module.ts";
import { Objects } from "../shared/objects.ts";
import { readListQuery, selectFields } from "../shared/query.ts";
import { newPrefixedId, type Stored, type WireObject } from "../shared/store.ts";
import { check, list, type ObjectSchema, object, refusal, text, type Violation } from "../shared/validation.ts";

/** A stored group. */
interface StoredGroup extends Stored {
  readonly name: string;
}

const given = {
  name: text({ min: 1, max: 128 }),
  external_id: text({ max: 256 }),
  connection_id: text(),
  organization_id: text(),
  type: text(),
  tenant_name: text(),
  created_at: text(),
  updated_at: text(),
};

/** The groups that the directories of identity providers have made. Requests can only read and delete them, so direct access has rules of its own. */
export class Groups extends Objects<StoredGroup> {
  override get created(): ObjectSchema {
    return object({ id: text({ pattern: /^grp_[1-9a-km-zA-HJ-NP-Z]{14,22}$/ }), ...given }, ["name"]);
  }

  override get changeable(): ObjectSchema {
    return object(given);
  }
}

/** The groups, by id: `/groups`. */
export function groupModule({ name, now, cursors }: Tenant): Module<Groups> {
  const groups = new Groups({
    path: "/groups",
    key: "id",
    // The ids of groups lack digits and letters that look alike.
    newId: () => newPrefixedId("grp_").replaceAll(/[0lIO]/g, "x"),
    notFound: () => new ServiceError(404, "The group does not exist."),
    taken: () => new ServiceError(409, "The group already exists."),
    settle: (sent, id, before) => {
      const at = new Date(now()).toISOString();
      return { created_at: at, tenant_name: name, ...before, updated_at: at, ...sent, id };
    },
  });
  const routes = [
    route("GET /groups", (request) =>
      cursors.list<StoredGroup>(request, ({ filters }) => ({
        collection: "groups",
        all: groups.listed().filter((group) => isWanted(group, filters)),
        show: (group) => groups.show(group),
      })),
    ),
    route("GET /groups/{id}", (request) =>
      selectFields(groups.show(groups.require(request.param("id"))), readListQuery(request), []),
    ),
    route("DELETE /groups/{id}", ({ param }) => groups.delete(groups.require(param("id")).id)),
  ];
  return { objects: groups, routes };
}

/** Whether a group has the values of a query, and contains its search text. */
function isWanted(group: WireObject, { search, ...exact }: Readonly<Record<string, unknown>>): boolean {
  const isFound = search === undefined || String(group.name).toLowerCase().includes(String(search).toLowerCase());
  return isFound && Object.entries(exact).every(([name, value]) => value === undefined || group[name] === value);
}

/**
 * Direct access to the roles of groups, in the tenant or in an organization. Groups are given by id, roles and organizations by id or name. All methods
 * throw a `ServiceError` if the service would respond with an error.
 */
export type RolesOfGroups = Pick<GroupRoles, "list" | "add" | "remove">;

/** The maximum number of roles of a group. */
const roleLimit = 10;

const name = text({ min: 1 });
const seeded = object({ group_id: name, organization_id: name, roles: list(name) }, ["group_id", "roles"]);

interface Held {
  readonly group: string;
  readonly organization: string | undefined;
  readonly roles: readonly string[];
}

/** The roles of all groups. */
export class GroupRoles {
  #held: readonly Held[] = [];
  readonly #groups: Objects<StoredGroup>;
  readonly #roles: Objects<StoredRole>;
  readonly #organizations: Organizations;

  constructor(groups: Objects<StoredGroup>, roles: Objects<StoredRole>, organizations: Organizations) {
    this.#groups = groups;
    this.#roles = roles;
    this.#organizations = organizations;
    const forget = (isGone: (one: Held, id: string) => boolean) => (id: string) => {
      this.#held = this.#held.filter((one) => !isGone(one, id));
    };
    groups.deleted.listen(forget(({ group }, id) => group === id));
    organizations.deleted.listen(forget(({ organization }, id) => organization === id));
    roles.deleted.listen((id) => {
      this.#held = this.#held.map((one) => ({ ...one, roles: one.roles.filter((role) => role !== id) }));
    });
  }

  /** The ids of a group's roles, in the order of assignment. */
  list(group: string, organization?: string): readonly string[] {
    const [ofGroup, inOrganization] = this.#key(group, organization);
    return this.#held.find((one) => one.group === ofGroup && one.organization === inOrganization)?.roles ?? [];
  }

  /** Assigns roles. A group can have at most 10 roles, in the tenant and in each organization. */
  add(group: string, given: readonly string[], organization?: string): void {
    const roles = [...new Set([...this.list(group, organization), ...this.#idsOf(given)])];
    const holder = organization === undefined ? "group" : "organization group";
    if (roles.length > roleLimit) throw new ServiceError(409, `No more roles can be assigned to this ${holder}.`);
    this.#put(group, organization, roles);
  }

  /** Removes roles. Roles that the group does not have are ignored. */
  remove(group: string, given: readonly string[], organization?: string): void {
    const leaving = this.#idsOf(given);
    const staying = this.list(group, organization).filter((id) => !leaving.includes(id));
    this.#put(group, organization, staying);
  }

  /** All roles of groups in the form of a seed. */
  dump(): WireObject[] {
    return this.#held.map(({ group, organization, roles }) => ({
      group_id: group,
      ...(organization !== undefined && { organization_id: organization }),
      roles: [...roles],
    }));
  }

  /** Assigns the roles of one group of a seed. Returns the violation if they are refused. */
  load(wire: unknown): Violation | undefined {
    const violation = check(seeded, wire);
    if (violation) return violation;
    const { group_id, organization_id, roles } = wire as WireObject;
    return refusal(() => this.add(String(group_id), roles as string[], organization_id as string | undefined));
  }

  #key(group: string, organization: string | undefined) {
    const inOrganization = organization === undefined ? undefined : this.#organizations.row(organization).id;
    return [this.#groups.row(group).id, inOrganization] as const;
  }

  #put(group: string, organization: string | undefined, roles: readonly string[]): void {
    const [ofGroup, inOrganization] = this.#key(group, organization);
    const others = this.#held.filter((one) => one.group !== ofGroup || one.organization !== inOrganization);
    this.#held = [...others, { group: ofGroup, organization: inOrganization, roles }];
  }

  #idsOf(keys: readonly string[]): string[] {
    return keys.map((key) => this.#roles.row(key).id);
  }
}

/** The roles of groups: `/groups/{id}/roles`, `/organizations/{organization_id}/groups/{group_id}/roles`. */
export function groupRoleModule(
  { cursors }: Tenant,
  groups: Objects<StoredGroup>,
  roles: Objects<StoredRole>,
  organizations: Organizations,
): Module<GroupRoles> {
  const held = new GroupRoles(groups, roles, organizations);
  const routesOf = (path: `/${string}`, keyOf: (request: RouteRequest) => readonly [string, string?]) => {
    const change = (what: "add" | "remove") => (request: RouteRequest, ids: readonly string[]) => {
      const [group, organization] = keyOf(request);
      const known = ids.map((id) => roles.require(id).id);
      held[what](group, known, organization);
    };
    return linkRoutes<string>({
      path,
      property: "roles",
      read: (request) => {
        const all = held.list(...keyOf(request)).map((id) => roles.show(roles.require(id)));
        return cursors.list(request, () => ({ collection: "roles", all }));
      },
      add: change("add"),
      remove: change("remove"),
    });
  };
  const idOf = ({ param }: RouteRequest, name: string) => groups.require(param(name)).id;
  return {
    objects: held,
    routes: [
      ...routesOf("/groups/{id}/roles", (request) => [idOf(request, "id")]),
      ...routesOf("/organizations/{organization_id}/groups/{group_id}/roles", (request) => {
        const { id } = organizations.require(request.param("organization_id"));
        return [idOf(request, "group_id"), id];
      }),
    ],
  };
}
