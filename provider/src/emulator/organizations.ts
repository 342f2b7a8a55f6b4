import { ServiceError } from "./errors.ts";
import { Notifier } from "./notifier.ts";
import type { Route } from "./router.ts";
import { type Collection, newPrefixedId, type Stored, Table, type WireObject } from "./store.ts";
import { check, checkBody, type ObjectSchema, refusal, type Schema, type Violation } from "./validation.ts";

interface StoredOrganization extends Stored {
  readonly name: string;
}

/** Most characters of an organization's id (specification, section 4.5). */
const idLength = 50;

const free = { type: "object", open: true, properties: {} } as const;

const properties = {
  id: { type: "string", min: 1, max: idLength, about: "Id of the organization" },
  name: { type: "string", min: 1, about: "Name of the organization" },
  display_name: { type: "string", about: "Name that is shown" },
  branding: { ...free, about: "Branding" },
  metadata: { ...free, about: "Metadata" },
} as const satisfies Record<string, Schema>;

const seedSchema: ObjectSchema = { type: "object", about: "Organization", required: ["name"], properties };

const { id: _, ...changeable } = properties;
const updateSchema: ObjectSchema = { type: "object", about: "", properties: changeable };

/** The tenant's organizations, by id or name. They come from the seed or the dashboard: the API given here only reads them. */
export class Organizations implements Collection {
  readonly changed = new Notifier<{ what: "created" | "updated" | "deleted"; organization: WireObject }>();
  readonly #table = new Table<StoredOrganization>((row) => row.name);
  readonly #deleted: ((id: string) => void)[] = [];

  list(): WireObject[] {
    return structuredClone(this.#table.all());
  }

  get(key: string): WireObject | undefined {
    return structuredClone(this.#table.find(key));
  }

  /**
   * The organization with an id, as a path names it.
   * @throws ServiceError 404, or 400 `invalid_uri` for an id that is too long
   */
  require(id: string): WireObject {
    if ([...id].length > idLength) {
      throw new ServiceError(400, `The id of an organization has at most ${idLength} characters.`, "invalid_uri");
    }
    const found = this.get(id);
    if (found?.id !== id) throw organizationNotFound();
    return found;
  }

  /** Besides the writable properties, the id may be given. */
  create(wire: WireObject): WireObject {
    checkBody(seedSchema, wire);
    const row = { ...structuredClone(wire), id: String(wire.id ?? newPrefixedId("org_")), name: String(wire.name) };
    if (this.#table.find(row.id) || this.#table.findByKey(row.name)) {
      throw new ServiceError(409, "The id or name is taken by another organization.");
    }
    this.#table.put(row);
    this.changed.tell({ what: "created", organization: row });
    return structuredClone(row);
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(updateSchema, patch);
    const row = this.#table.find(key);
    if (!row) throw organizationNotFound();
    const changed = { ...row, ...structuredClone(patch) };
    this.#table.put(changed);
    this.changed.tell({ what: "updated", organization: changed });
    return structuredClone(changed);
  }

  /** Its members are gone with it. */
  delete(key: string): void {
    const row = this.#table.find(key);
    if (!row) return;
    this.#table.remove(row.id);
    for (const listener of this.#deleted) listener(row.id);
    this.changed.tell({ what: "deleted", organization: row });
  }

  /** Calls the listener with the id of each organization that is deleted from now on. */
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

/** The operations on organizations themselves. */
export function organizationRoutes(organizations: Organizations): Route[] {
  return [
    {
      method: "GET",
      path: "/organizations/:id",
      operation: "organizations.get",
      scope: "read:organizations",
      handle: ({ params }) => ({ status: 200, body: organizations.require(params.id ?? "") }),
    },
  ];
}

/** The 404 for an organization that is not there; it has no code (facts page, "Organization member roles"). */
export function organizationNotFound(): ServiceError {
  return new ServiceError(404, "The organization does not exist.");
}
