import { ServiceError } from "./errors.ts";
import type { Route } from "./router.ts";
import { type Collection, newPrefixedId, type Stored, Table, type WireObject } from "./store.ts";
import { check, checkBody, type ObjectSchema, refusal, type Schema, type Violation } from "./validation.ts";

interface StoredRole extends Stored {
  readonly name: string;
}

const properties = {
  id: { type: "string", min: 1, about: "Id of the role" },
  name: { type: "string", min: 1, about: "Name of the role" },
  description: { type: "string", about: "What the role is for" },
} as const satisfies Record<string, Schema>;

const seedSchema: ObjectSchema = { type: "object", about: "Role", required: ["name"], properties };

const { name, description } = properties;
const updateSchema: ObjectSchema = { type: "object", about: "", properties: { name, description } };

/** The tenant's roles, by id or name. They come from the seed or the dashboard: the API given here only reads them. */
export class Roles implements Collection {
  readonly #table = new Table<StoredRole>((row) => row.name);
  readonly #deleted: ((id: string) => void)[] = [];

  list(): WireObject[] {
    return structuredClone(this.#table.all());
  }

  get(key: string): WireObject | undefined {
    return structuredClone(this.#table.find(key));
  }

  /** As {@link get}, by id only. */
  byId(id: string): WireObject | undefined {
    const found = this.get(id);
    return found?.id === id ? found : undefined;
  }

  /** Besides the name and the description, the id may be given. */
  create(wire: WireObject): WireObject {
    checkBody(seedSchema, wire);
    const row = { ...structuredClone(wire), id: String(wire.id ?? newPrefixedId("rol_")), name: String(wire.name) };
    if (this.#table.find(row.id) || this.#table.findByKey(row.name)) {
      throw new ServiceError(409, "The id or name is taken by another role.");
    }
    this.#table.put(row);
    return structuredClone(row);
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(updateSchema, patch);
    const row = this.#table.find(key);
    if (!row) throw roleNotFound();
    const changed = { ...row, ...structuredClone(patch) };
    this.#table.put(changed);
    return structuredClone(changed);
  }

  /** Nobody has the role any more. */
  delete(key: string): void {
    const row = this.#table.find(key);
    if (!row) return;
    this.#table.remove(row.id);
    for (const listener of this.#deleted) listener(row.id);
  }

  /** Calls the listener with the id of each role that is deleted from now on. */
  onDelete(listener: (id: string) => void): void {
    this.#deleted.push(listener);
  }

  /** All, in the form of a seed. */
  harvest(): WireObject[] {
    return this.list();
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    return check(seedSchema, wire) ?? refusal(() => this.create(wire as WireObject));
  }
}

/** The operations on roles. */
export function roleRoutes(roles: Roles): Route[] {
  return [
    {
      method: "GET",
      path: "/roles/:id",
      operation: "roles.get",
      scope: "read:roles",
      handle: ({ params }) => {
        const role = roles.byId(params.id ?? "");
        if (!role) throw roleNotFound();
        return { status: 200, body: role };
      },
    },
  ];
}

/** The 404 for a role that is not there. */
export function roleNotFound(): ServiceError {
  return new ServiceError(404, "The role does not exist.");
}
