import { ServiceError } from "../shared/errors.ts";
import { Notifier } from "../shared/notifier.ts";
import type { Objects } from "../shared/objects.ts";
import { type Stored, Table, type WireObject } from "../shared/store.ts";
import {
  bodyOf,
  check,
  checkBody,
  type Properties,
  refusal,
  type Schema,
  type Violation,
} from "../shared/validation.ts";
import type { Organizations } from "./organizations.ts";
import type { StoredRole } from "./roles.ts";

/**
 * Direct access to the members of the tenant's organizations and to their roles there. Organizations and roles are given by
 * id or name, members by their `user_id`. All methods but `list` and `get` throw a `ServiceError` where the service answers
 * with an error.
 */
export interface OrganizationMembers {
  /** The members of an organization, oldest first, each as {@link get} returns it. Default: of all organizations. */
  list(organization?: string): WireObject[];
  /** The member as `{ organization_id, user_id, name?, email?, picture?, roles }`. Roles are ids in the order of assignment. */
  get(organization: string, userId: string): WireObject | undefined;
  /** Makes a user a member, with name, email, picture and roles if given. A user who is a member already is changed. */
  add(organization: string, userId: string, more?: WireObject): WireObject;
  /** Ends a membership. It is no error if the user is no member. */
  remove(organization: string, userId: string): void;
  /** Assigns roles. A member has at most 50. */
  assignRoles(organization: string, userId: string, roles: readonly string[]): void;
  /** Removes roles. It is no error if the member does not have them. */
  removeRoles(organization: string, userId: string, roles: readonly string[]): void;
}

/** A change of a member. `roleId` is there for changes of a role. */
export interface MemberChange {
  readonly what: "added" | "deleted" | "role.assigned" | "role.deleted";
  readonly organizationId: string;
  readonly userId: string;
  readonly roleId?: string;
}

interface StoredMember extends Stored {
  readonly organization_id: string;
  readonly user_id: string;
  /** Name, email and picture, as far as they were given. */
  readonly profile: WireObject;
  /** Ids of roles. */
  readonly roles: readonly string[];
}

/** Maximum number of roles of a member. */
const roleLimit = 50;

/** A list of ids of roles. */
export const roleList = {
  type: "array",
  items: { type: "string", min: 1, about: "Id of a role" },
  about: "Roles",
} as const satisfies Schema;

const addable: Properties = {
  name: { type: "string", about: "Name of the user" },
  email: { type: "string", about: "Email address of the user" },
  picture: { type: "string", about: "Picture of the user" },
  roles: roleList,
};

const seeded: Properties = {
  ...addable,
  organization_id: { type: "string", min: 1, about: "Id of the organization" },
  user_id: { type: "string", min: 1, about: "Id of the user" },
};

/** The members of all organizations. */
export class Members implements OrganizationMembers {
  readonly changed = new Notifier<MemberChange>();
  readonly #table = new Table<StoredMember>(({ id }) => id);
  readonly #organizations: Organizations;
  readonly #roles: Objects<StoredRole>;

  constructor(organizations: Organizations, roles: Objects<StoredRole>) {
    this.#organizations = organizations;
    this.#roles = roles;
    organizations.changed.listen(({ what, object }) => {
      if (what !== "deleted") return;
      for (const row of this.#table.all()) if (row.organization_id === object.id) this.#table.remove(row.id);
    });
    roles.changed.listen(({ what, object }) => {
      if (what === "deleted") for (const row of this.#table.all()) this.#take(row, [object.id]);
    });
  }

  list(organization?: string): WireObject[] {
    const all = this.#table.all();
    if (organization === undefined) return all.map(view);
    const wanted = this.#organizations.get(organization)?.id;
    return all.filter((row) => row.organization_id === wanted).map(view);
  }

  /** The members of an organization as the service lists them. Default: as they are. */
  listed = (organization: string): WireObject[] => this.list(organization);

  get(organization: string, userId: string): WireObject | undefined {
    const found = this.#organizations.get(organization);
    const row = found && this.#table.find(keyOf(String(found.id), userId));
    return row && view(row);
  }

  add(organization: string, userId: string, more: WireObject = {}): WireObject {
    checkBody(bodyOf(addable), more);
    const organization_id = this.#organizationId(organization);
    const { roles: given, ...known } = structuredClone(more);
    const id = keyOf(organization_id, userId);
    const before = this.#table.find(id);
    const ids = given === undefined ? (before?.roles ?? []) : this.#roleIds(given as string[]);
    if (ids.length > roleLimit) throw tooManyRoles();
    const profile = { ...before?.profile, ...known };
    const row = { id, organization_id, user_id: userId, profile, roles: before?.roles ?? [] };
    this.#table.put(row);
    if (!before) this.#tell(row, "added");
    this.#give(row, ids);
    return view({ ...row, roles: ids });
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
    this.#take(
      row,
      given.map((key) => this.#roles.get(key)?.id ?? key),
    );
  }

  /** The memberships of a user, oldest first, each as {@link get} returns it. */
  ofUser(userId: string): WireObject[] {
    return this.#table
      .all()
      .filter(({ user_id }) => user_id === userId)
      .map(view);
  }

  /** The roles of a member, as objects. */
  rolesOf(organization: string, userId: string): WireObject[] {
    return this.#find(organization, userId).roles.map((id) => this.#roles.get(id) ?? {});
  }

  /** The place of a member in the listing. */
  placeOf({ organization_id, user_id }: WireObject): number {
    return this.#table.placeOf({ id: keyOf(String(organization_id), String(user_id)) });
  }

  /** All members, in the form of a seed. */
  harvest(): WireObject[] {
    return this.list();
  }

  /** Adds a member of a seed, or returns why it is refused. */
  sow(wire: unknown): Violation | undefined {
    const violation = check(bodyOf(seeded, ["organization_id", "user_id"]), wire);
    if (violation) return violation;
    const { organization_id, user_id, ...more } = wire as WireObject;
    const key = [String(organization_id), String(user_id)] as const;
    return this.get(...key) ? { why: "A member twice", path: "user_id" } : refusal(() => this.add(...key, more));
  }

  /** Sets the roles of a member. */
  #give(row: StoredMember, roles: readonly string[]): void {
    const before = this.#table.find(row.id)?.roles ?? [];
    this.#table.put({ ...row, roles });
    for (const id of roles) if (!before.includes(id)) this.#tell(row, "role.assigned", id);
    for (const id of before) if (!roles.includes(id)) this.#tell(row, "role.deleted", id);
  }

  #take(row: StoredMember, ids: readonly unknown[]): void {
    this.#give(
      row,
      row.roles.filter((id) => !ids.includes(id)),
    );
  }

  #tell(row: StoredMember, what: MemberChange["what"], roleId?: string): void {
    const { organization_id: organizationId, user_id: userId } = row;
    this.changed.tell({ what, organizationId, userId, ...(roleId !== undefined && { roleId }) });
  }

  #organizationId(organization: string): string {
    return this.#organizations.row(organization).id;
  }

  #find(organization: string, userId: string): StoredMember {
    const row = this.#table.find(keyOf(this.#organizationId(organization), userId));
    if (!row) throw new ServiceError(404, "The user is not a member of the organization.");
    return row;
  }

  #roleIds(keys: readonly string[]): string[] {
    return [...new Set(keys.map((key) => this.#roles.row(key).id))];
  }
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
