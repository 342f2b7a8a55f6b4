import type { Cursors } from "../shared/cursors.ts";
import { ServiceError } from "../shared/errors.ts";
import { readCheckpointQuery } from "../shared/query.ts";
import type { Route } from "../shared/router.ts";
import { type Collection, newPrefixedId, type Stored, Table, type WireObject } from "../shared/store.ts";
import {
  check,
  checkBody,
  isObject,
  type ObjectSchema,
  refusal,
  type Schema,
  type Violation,
} from "../shared/validation.ts";

interface StoredProfile extends Stored {
  readonly subject_token_type: string;
}

/** What the service admits in a profile: specification, sections 2.1 and 8. */
const changeable = {
  name: { type: "string", min: 3, max: 50, about: "Friendly name" },
  subject_token_type: { type: "string", min: 8, max: 100, rule: uriFault, about: "Subject token type" },
} as const satisfies Record<string, Schema>;

const created = {
  ...changeable,
  action_id: { type: "string", min: 1, max: 36, about: "Id of the action" },
  type: { type: "string", oneOf: ["custom_authentication"], about: "How the profile executes" },
} as const satisfies Record<string, Schema>;

const time = { type: "string", rule: timeFault, about: "Time in ISO 8601" } as const satisfies Schema;

const required = ["subject_token_type", "action_id", "type"];
const createSchema: ObjectSchema = { type: "object", about: "", required, properties: created };
const updateSchema: ObjectSchema = { type: "object", about: "", properties: changeable };
const seedSchema: ObjectSchema = {
  type: "object",
  about: "Token exchange profile",
  required,
  properties: {
    ...created,
    id: { type: "string", pattern: /^tep_[A-Za-z0-9]{16}$/, about: "Id of the profile" },
    created_at: time,
    updated_at: time,
  },
};

const defaultName = "Token Exchange Profile 1";

/** The tenant's token exchange profiles, by id or subject token type. */
export class TokenExchangeProfiles implements Collection {
  readonly #table = new Table<StoredProfile>((row) => row.subject_token_type);
  readonly #now: () => number;

  /** `now` is the clock in milliseconds since the epoch. */
  constructor(now: () => number) {
    this.#now = now;
  }

  list(): WireObject[] {
    return structuredClone(this.#table.all());
  }

  get(key: string): WireObject | undefined {
    return structuredClone(this.#table.find(key));
  }

  /**
   * The profile with an id, as a path names it.
   * @throws ServiceError 404
   */
  require(id: string): WireObject {
    const found = this.get(id);
    if (found?.id !== id) throw notFound();
    return found;
  }

  create(wire: WireObject): WireObject {
    checkBody(createSchema, wire);
    return this.#add(wire);
  }

  update(key: string, patch: WireObject): WireObject {
    checkBody(updateSchema, patch);
    const row = this.#table.find(key);
    if (!row) throw notFound();
    const changed = { ...row, ...patch, updated_at: this.#time() };
    this.#refuseTaken(changed);
    this.#table.put(changed);
    return structuredClone(changed);
  }

  delete(key: string): void {
    const row = this.#table.find(key);
    if (row) this.#table.remove(row.id);
  }

  /** Where a profile stands in the listing. */
  placeOf({ id }: WireObject): number {
    return this.#table.placeOf({ id: String(id) });
  }

  /** All, in the form of a seed. */
  harvest(): WireObject[] {
    return this.list();
  }

  /** Adds an object of a seed, or says what is wrong with it. */
  sow(wire: unknown): Violation | undefined {
    const violation = check(seedSchema, wire);
    if (violation || !isObject(wire)) return violation;
    if (this.#table.find(String(wire.id))) return { why: "Taken by another object", path: "id", about: "" };
    return refusal(() => this.#add(wire));
  }

  #add(wire: WireObject): WireObject {
    const at = this.#time();
    const row = {
      id: newPrefixedId("tep_"),
      name: defaultName,
      created_at: at,
      updated_at: at,
      ...wire,
      subject_token_type: String(wire.subject_token_type),
    };
    this.#refuseTaken(row);
    this.#table.put(row);
    return structuredClone(row);
  }

  #time(): string {
    return new Date(this.#now()).toISOString();
  }

  #refuseTaken({ id, subject_token_type }: StoredProfile): void {
    const holder = this.#table.findByKey(subject_token_type);
    if (holder && holder.id !== id) throw new ServiceError(409, "subject_token_type already exists");
  }
}

/**
 * The operations on token exchange profiles (specification, section 4.1; facts page, "Token exchange profiles"). What a PATCH
 * answers is not written anywhere: here it is a 204.
 */
export function tokenExchangeProfileRoutes(profiles: TokenExchangeProfiles, cursors: Cursors): Route[] {
  const path = "/token-exchange-profiles";
  const reading = {
    method: "GET",
    scope: "read:token_exchange_profiles",
    bucket: "token-exchange-profiles.read",
  } as const;
  const bucket = "token-exchange-profiles.write";
  return [
    {
      ...reading,
      path,
      operation: "token-exchange-profiles.list",
      handle: ({ query }) => {
        const asked = readCheckpointQuery(query, {});
        const placeOf = (profile: WireObject) => profiles.placeOf(profile);
        const { items, next } = cursors.page({ name: "token-exchange-profiles", all: profiles.list(), placeOf }, asked);
        return { status: 200, body: { token_exchange_profiles: items, ...(next !== undefined && { next }) } };
      },
    },
    {
      method: "POST",
      path,
      operation: "token-exchange-profiles.create",
      scope: "create:token_exchange_profiles",
      bucket,
      handle: ({ body }) => ({ status: 201, body: profiles.create(body as WireObject) }),
    },
    {
      ...reading,
      path: `${path}/:id`,
      operation: "token-exchange-profiles.get",
      handle: ({ params }) => ({ status: 200, body: profiles.require(params.id ?? "") }),
    },
    {
      method: "PATCH",
      path: `${path}/:id`,
      operation: "token-exchange-profiles.update",
      scope: "update:token_exchange_profiles",
      bucket,
      handle: ({ params, body }) => {
        profiles.update(String(profiles.require(params.id ?? "").id), body as WireObject);
        return { status: 204 };
      },
    },
    {
      method: "DELETE",
      path: `${path}/:id`,
      operation: "token-exchange-profiles.delete",
      scope: "delete:token_exchange_profiles",
      bucket,
      handle: ({ params }) => {
        const id = params.id ?? "";
        if (profiles.get(id)?.id === id) profiles.delete(id);
        return { status: 204 };
      },
    },
  ];
}

function notFound(): ServiceError {
  return new ServiceError(404, "The token exchange profile does not exist.");
}

function uriFault(text: string): string | undefined {
  return URL.canParse(text) && !/\s/.test(text) ? undefined : "Not a URI";
}

function timeFault(text: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text)) ? undefined : "Not a time in ISO 8601";
}
