import { randomBytes } from "node:crypto";
import { listed, type Service, type TenantClient, TenantError } from "../client/index.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { samples } from "../definitions/samples.ts";
import type { LeavingMembers } from "../lifecycle/resource-type.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { idNameOf } from "../schema/definition.ts";
import { isObject, type JsonObject, own } from "../schema/json.ts";
import { collectionOf } from "../schema/route.ts";
import { wireName } from "../schema/schema.ts";

/** An object that a run makes: noted before the request that creates it. */
export interface Made {
  readonly type: TypeName;
  /** The texts that the object has, or gets, in the property by which a sweep recognizes it. Each contains the mark of the run. */
  readonly keys: readonly string[];
  /** The id, once the response to the creation has come. */
  readonly id?: string;
  /** The time of the creating request, in milliseconds since 1970. */
  readonly at: number;
}

/** The objects that a run has made and not yet removed, as a file keeps them. */
export interface Noted {
  readonly host: string;
  /** The prefix and the random part, which each key contains. */
  readonly mark: string;
  readonly made: readonly Made[];
}

/** A mark for the objects of a run. It is unlikely that anybody else has the random part. */
export function newMark(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString("hex")}`;
}

/** The record of what a run has made. Each change is saved before it takes effect at the tenant. */
export class Manifest {
  readonly #noted: Omit<Noted, "made">;
  #made: readonly Made[];
  readonly #save: (noted: Noted) => Promise<void>;
  /** Saves one after the other, so that a file never goes back in time. */
  #saving: Promise<void> = Promise.resolve();

  constructor({ made, ...noted }: Noted, save: (noted: Noted) => Promise<void>) {
    this.#noted = noted;
    this.#made = made;
    this.#save = save;
  }

  get mark(): string {
    return this.#noted.mark;
  }

  get made(): readonly Made[] {
    return this.#made;
  }

  /** Notes an object before the request that creates it. */
  async note(type: TypeName, key: string): Promise<Made> {
    const made = { type, keys: [key], at: Date.now() };
    await this.#change([...this.#made, made]);
    return made;
  }

  /** Notes the id of an object, or a further text of its key property before the request that sets it. */
  async amend(made: Made, more: { readonly id?: string; readonly key?: string }): Promise<void> {
    const { id, key } = more;
    const amended = {
      ...made,
      ...(id !== undefined && { id }),
      ...(key !== undefined && { keys: [...made.keys, key] }),
    };
    await this.#change(this.#made.map((one) => (one === made ? amended : one)));
  }

  /** Forgets an object that is no longer at the tenant, or was never made. */
  async forget(made: Made): Promise<void> {
    await this.#change(this.#made.filter((one) => one !== made));
  }

  find(type: TypeName, id: string): Made | undefined {
    return this.#made.find((made) => made.type === type && made.id === id);
  }

  #change(made: readonly Made[]): Promise<void> {
    this.#made = made;
    this.#saving = this.#saving.then(() => this.#save({ ...this.#noted, made }));
    return this.#saving;
  }
}

/** The type whose objects a path creates, if a run may create any there, and the member of the body by which a sweep recognizes them. */
export function collectionAt(
  path: readonly string[],
): { readonly type: TypeName; readonly member: string } | undefined {
  const type = typeNames.find((name) => samples[name]?.key !== undefined && definitions[name].route === path.join("/"));
  return type && { type, member: keyMember(type) };
}

/** The member of a response by which a sweep recognizes its objects. */
export function keyMember(type: TypeName): string {
  const key = samples[type]?.key ?? "";
  return wireName(key, definitions[type].schema.fields[key]);
}

/** The objects of a type in its listing, as the tenant returns them. */
export async function objectsOf(service: Service, type: TypeName): Promise<readonly JsonObject[]> {
  const { route, listing, plural } = definitions[type];
  if (!listing) return [];
  const asked = {
    path: route.split("/"),
    query: listing.query ?? {},
    collection: collectionOf(route),
    subject: plural,
  };
  const all: JsonObject[] = [];
  for await (const body of listed<JsonObject>(service, listing.paging, asked)) all.push(body);
  return all;
}

/** The time after a creating request in which a listing may lack its object, in milliseconds. */
const listingLag = 60_000;

/**
 * Removes the objects of a manifest, the latest first, and nothing else: an object is removed only if it has the id or, if its id is not
 * known, the key that the manifest has, and if its key contains the mark.
 *
 * @returns the objects that could not be removed, and those that may appear in a listing later
 */
export async function sweep(client: TenantClient, manifest: Manifest): Promise<readonly Made[]> {
  for (const made of manifest.made.toReversed()) {
    try {
      const found = made.id === undefined ? await unidentified(client, made) : await identified(client, made, made.id);
      const ours = found.filter((body) => isOurs(body, made, manifest.mark));
      for (const body of ours) await remove(client, made.type, String(own(body, idNameOf(definitions[made.type]))));
      if (made.id !== undefined || ours.length > 0 || Date.now() - made.at > listingLag) await manifest.forget(made);
    } catch (error) {
      // What one object prevents must not keep the others.
      if (!(error instanceof TenantError)) throw error;
    }
  }
  return manifest.made;
}

async function identified(client: TenantClient, { type }: Made, id: string): Promise<readonly JsonObject[]> {
  const { route, schema } = definitions[type];
  try {
    const path = [...route.split("/"), id];
    const { body } = await client.request({ method: "GET", path, subject: schema.noun, action: "read" });
    return isObject(body) ? [body] : [];
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return [];
    throw error;
  }
}

async function unidentified(client: TenantClient, { type }: Made): Promise<readonly JsonObject[]> {
  return objectsOf(client, type);
}

function isOurs(body: JsonObject, { type, keys }: Made, mark: string): boolean {
  const key = own(body, keyMember(type));
  return typeof key === "string" && key.includes(mark) && keys.includes(key);
}

/** The members of a set are removed with their object. */
const nothing: LeavingMembers = { remembered: {}, unclaimed: () => [] };

async function remove(client: TenantClient, type: TypeName, id: string): Promise<void> {
  await resourceTypes[type].delete(client, id, {}, nothing);
}
