import { randomBytes } from "node:crypto";
import { listed, type Service } from "../client/index.ts";
import { definitions, type TypeName, typeNames } from "../definitions/registry.ts";
import { samples } from "../definitions/samples.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
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

/** Settings as they were before a run, by type, under the names that programs use; null for a value that the tenant did not have. */
export type Originals = Readonly<Partial<Record<TypeName, JsonObject>>>;

/** The objects that a run has made and not yet removed, and the settings that it has changed and not yet put back, as a file keeps them. */
export interface Noted {
  readonly host: string;
  /** The prefix and the random part, which each key contains. */
  readonly mark: string;
  readonly made: readonly Made[];
  /** The changed settings. Default: none. */
  readonly originals?: Originals;
  /** What the changed settings were after the last change of the run. Absent for a type while a change is under way. Default: none. */
  readonly seen?: Originals;
}

/** A mark for the objects of a run. It is unlikely that anybody else has the random part. */
export function newMark(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString("hex")}`;
}

/** The record of what a run has made and changed. Each change is saved before it takes effect at the tenant. */
export class Manifest {
  readonly #noted: Omit<Noted, "made" | "originals" | "seen">;
  #made: readonly Made[];
  #originals: Originals;
  #seen: Originals;
  readonly #save: (noted: Noted) => Promise<void>;
  /** Saves one after the other, so that a file never goes back in time. */
  #saving: Promise<void> = Promise.resolve();

  constructor({ made, originals = {}, seen = {}, ...noted }: Noted, save: (noted: Noted) => Promise<void>) {
    this.#noted = noted;
    this.#made = made;
    this.#originals = originals;
    this.#seen = seen;
    this.#save = save;
  }

  get mark(): string {
    return this.#noted.mark;
  }

  get made(): readonly Made[] {
    return this.#made;
  }

  get originals(): Originals {
    return this.#originals;
  }

  /** The settings after the last change of the run: another value is one of somebody else. */
  get seen(): Originals {
    return this.#seen;
  }

  /** The types whose settings are not put back. */
  get changed(): readonly TypeName[] {
    return Object.keys(this.#originals) as TypeName[];
  }

  /** Whether nothing is left of the run. */
  get isEmpty(): boolean {
    return this.#made.length === 0 && this.changed.length === 0;
  }

  /** Notes an object before the request that creates it. */
  async note(type: TypeName, key: string): Promise<Made> {
    const made = { type, keys: [key], at: Date.now() };
    try {
      await this.#change([...this.#made, made]);
    } catch (error) {
      // Then the object is not created.
      this.#made = this.#made.filter((one) => one !== made);
      throw error;
    }
    return made;
  }

  /** Keeps the value of a setting before a request that changes it. A later value is one of the run. */
  async keep(type: TypeName, name: string, value: Json): Promise<void> {
    const before = [this.#originals, this.#seen] as const;
    const kept = this.#originals[type] ?? {};
    if (own(kept, name) !== undefined) return this.changing(type);
    this.#originals = { ...this.#originals, [type]: { ...kept, [name]: value } };
    this.#seen = without(this.#seen, type);
    try {
      await this.#saved();
    } catch (error) {
      // Then the setting is not changed.
      [this.#originals, this.#seen] = before;
      throw error;
    }
  }

  /** Notes that the values of settings are unknown until {@link saw} is called. */
  async changing(type: TypeName): Promise<void> {
    if (this.#seen[type] === undefined) return;
    this.#seen = without(this.#seen, type);
    await this.#saved();
  }

  /** Notes what settings are after a change of the run. */
  async saw(type: TypeName, live: JsonObject): Promise<void> {
    const names = Object.keys(this.#originals[type] ?? {});
    const values = Object.fromEntries(names.map((name) => [name, own(live, name) ?? null]));
    this.#seen = { ...this.#seen, [type]: values };
    await this.#saved();
  }

  /** Forgets settings that have the values from before the run. */
  async restored(type: TypeName): Promise<void> {
    this.#originals = without(this.#originals, type);
    this.#seen = without(this.#seen, type);
    await this.#saved();
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
    return this.#saved();
  }

  #saved(): Promise<void> {
    const [made, originals, seen] = [this.#made, this.#originals, this.#seen];
    const noted = { ...this.#noted, made, ...(this.changed.length > 0 && { originals, seen }) };
    const saved = this.#saving.then(() => this.#save(noted));
    // A later save has everything that a failed one had.
    this.#saving = saved.catch(() => {});
    return saved;
  }
}

function without(settings: Originals, type: TypeName): Originals {
  const { [type]: _, ...others } = settings;
  return others;
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

/** Whether a run with this mark may have given a text to the property by which a sweep recognizes the objects of a type. */
export function isKeyOf(type: TypeName, mark: string, key: string): boolean {
  const [, number] = /^-(\d{1,7})/.exec(key.slice(key.indexOf(mark) + mark.length)) ?? [];
  return number !== undefined && keyWith(type, `${mark}-${number}`) === key;
}

/** The key of an object that a run makes, from the mark and a number: some keys are addresses. */
function keyWith(type: TypeName, name: string): string {
  const { key = "", needs = {}, program } = samples[type] ?? {};
  // The key of a grant is that of its resource server.
  const keysOfNeeded = Object.entries(needs).flatMap(([at, need]) =>
    "type" in need && need.property !== undefined && need.property === samples[need.type]?.key
      ? [[at, keyWith(need.type, name)]]
      : [],
  );
  return String(own(program?.({ key: name, free: 0, needed: Object.fromEntries(keysOfNeeded) }).args, key));
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
