import type { StoredRole } from "../roles/roles.ts";
import { ServiceError } from "../shared/errors.ts";
import type { Objects } from "../shared/objects.ts";
import type { WireObject } from "../shared/store.ts";
import { check, list, object, refusal, text, type Violation } from "../shared/validation.ts";

/**
 * Direct access to the roles that users have in the tenant. Users are given by id, roles by id or name. All methods throw a `ServiceError` if the
 * service would respond with an error.
 */
export type AssignedRoles = Pick<UserRoles, "list" | "add" | "remove">;

/** The maximum number of roles of a user. */
const roleLimit = 50;

const seeded = object({ user_id: text({ min: 1 }), roles: list(text({ min: 1 })) }, ["user_id", "roles"]);

/** The roles of all users in the tenant, without those in organizations. */
export class UserRoles {
  readonly #held = new Map<string, readonly string[]>();
  readonly #users: Objects;
  readonly #roles: Objects<StoredRole>;

  constructor(users: Objects, roles: Objects<StoredRole>) {
    this.#users = users;
    this.#roles = roles;
    users.deleted.listen((user) => this.#held.delete(user));
    roles.deleted.listen((role) => {
      for (const [user, held] of this.#held) this.#held.set(user, without(held, [role]));
    });
  }

  /** The ids of a user's roles, in the order of assignment. */
  list(user: string): readonly string[] {
    return this.#held.get(this.#users.row(user).id) ?? [];
  }

  /** Assigns roles. A user can have at most 50 roles. */
  add(user: string, given: readonly string[]): void {
    const all = [...new Set([...this.list(user), ...this.#idsOf(given)])];
    if (all.length > roleLimit) throw new ServiceError(409, "No more roles can be assigned to this user.");
    this.#held.set(user, all);
  }

  /** Removes roles. Roles that the user does not have are ignored. */
  remove(user: string, given: readonly string[]): void {
    this.#held.set(user, without(this.list(user), this.#idsOf(given)));
  }

  /** All roles of users in the form of a seed. */
  dump(): WireObject[] {
    return [...this.#held].map(([user_id, roles]) => ({ user_id, roles: [...roles] }));
  }

  /** Assigns the roles of one user of a seed. Returns the violation if they are refused. */
  load(wire: unknown): Violation | undefined {
    const violation = check(seeded, wire);
    if (violation) return violation;
    const { user_id, roles } = wire as WireObject;
    return refusal(() => this.add(String(user_id), roles as string[]));
  }

  #idsOf(keys: readonly string[]): string[] {
    return keys.map((key) => this.#roles.row(key).id);
  }
}

function without(ids: readonly string[], others: readonly string[]): string[] {
  return ids.filter((id) => !others.includes(id));
}
