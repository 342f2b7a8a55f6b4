import { randomBytes } from "node:crypto";
import { listed, type Service } from "../../provider/src/client/index.ts";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { wireName } from "../../provider/src/schema/schema.ts";
import { collectionOf } from "../../provider/src/schema/service.ts";
import { definitions, type TypeName, typeNames } from "../../provider/src/types/registry.ts";
import { samples } from "./samples.ts";

/** An object of a run. It is recorded before the request that creates it, so that a sweep can find it after an interruption. */
export interface Made {
  readonly type: TypeName;
  /**
   * The values of the property by which a sweep recognizes the object. There are several if the run changes the property. Each contains the
   * mark of the run.
   */
  readonly keys: readonly string[];
  /** The id. Absent until the response to the create arrives. */
  readonly id?: string;
  /** The time of the creating request, in milliseconds since 1970. */
  readonly at: number;
}

/** Values of settings, by type and by the property names of programs. Null stands for a property without a value. */
export type Originals = Readonly<Partial<Record<TypeName, JsonObject>>>;

/** The content of a manifest file: the objects that a run has not removed yet, and the settings that it has not restored yet. */
export interface Noted {
  readonly host: string;
  /** The text that each key contains: the prefix and a random part. */
  readonly mark: string;
  readonly made: readonly Made[];
  /** The original values of all settings that the run changes. Default: none. */
  readonly originals?: Originals;
  /** The values that the run has last given to these settings, as the tenant returns them. Default: none. */
  readonly seen?: Originals;
  /** The values that a change of these settings is about to set, until its result has been read. Default: none. */
  readonly next?: Originals;
}

/** A mark that no other run has, for the names of a run's objects. */
export function newMark(prefix: string): string {
  return `${prefix}-${randomBytes(6).toString("hex")}`;
}

/** Records the objects that a run creates and the settings that it changes. The record is saved before the request is sent to the tenant. */
export class Manifest {
  readonly #noted: Omit<Noted, "made" | "originals" | "seen" | "next">;
  #made: readonly Made[];
  #originals: Originals;
  #seen: Originals;
  #next: Originals;
  readonly #save: (noted: Noted) => Promise<void>;
  /** The last save. The next one waits for it, so that an older state never overwrites a newer one. */
  #saving: Promise<void> = Promise.resolve();

  constructor({ made, originals = {}, seen = {}, next = {}, ...noted }: Noted, save: (noted: Noted) => Promise<void>) {
    this.#noted = noted;
    this.#made = made;
    this.#originals = originals;
    this.#seen = seen;
    this.#next = next;
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

  /** The values that the run has last given to settings, as the tenant returns them. */
  get seen(): Originals {
    return this.#seen;
  }

  /** The values that an unfinished change has set, or was about to set. */
  get next(): Originals {
    return this.#next;
  }

  /** The types whose settings the run has changed and not yet restored. */
  get changed(): readonly TypeName[] {
    return Object.keys(this.#originals) as TypeName[];
  }

  /** Whether the run has removed all its objects and restored all settings. */
  get isEmpty(): boolean {
    return this.#made.length === 0 && this.changed.length === 0;
  }

  /** Records an object before the request that creates it. @throws if the record cannot be saved; then the object must not be created */
  async note(type: TypeName, key: string): Promise<Made> {
    const made = { type, keys: [key], at: Date.now() };
    try {
      await this.#change([...this.#made, made]);
    } catch (error) {
      // After this error the caller does not create the object, so the record must not contain it.
      this.#made = this.#made.filter((one) => one !== made);
      throw error;
    }
    return made;
  }

  /**
   * Records a change of settings before the request that makes it.
   *
   * @param originals the values before the run. A value that is already recorded is not replaced, because the run may have changed the setting since
   * @param next the values that the settings will have
   */
  async intend(type: TypeName, originals: JsonObject, next: JsonObject): Promise<void> {
    const [before, nextBefore] = [this.#originals, this.#next];
    this.#originals = { ...before, [type]: { ...originals, ...before[type] } };
    this.#next = { ...nextBefore, [type]: next };
    try {
      await this.#saved();
    } catch (error) {
      // After this error the caller does not change the settings, so the record must not contain the change.
      [this.#originals, this.#next] = [before, nextBefore];
      throw error;
    }
  }

  /** Records the values that settings have after a completed change by the run. */
  async saw(type: TypeName, values: JsonObject): Promise<void> {
    this.#seen = { ...this.#seen, [type]: { ...this.#seen[type], ...values } };
    this.#next = without(this.#next, type);
    await this.#saved();
  }

  /**
   * Removes settings of a type from the record, because they are restored, or because the user wants to keep them as they are. A later
   * change of these settings counts as a change by another client.
   *
   * @param names Default: all
   */
  async restored(type: TypeName, names: readonly string[] = Object.keys(this.#originals[type] ?? {})): Promise<void> {
    if (names.length === 0) return;
    this.#originals = without(this.#originals, type, names);
    this.#seen = without(this.#seen, type, names);
    this.#next = without(this.#next, type, names);
    await this.#saved();
  }

  /** Adds the object's id or a new value of its key property. Such a value is recorded before the request that sets it. */
  async amend(made: Made, more: { readonly id?: string; readonly key?: string }): Promise<void> {
    const { id, key } = more;
    const amended = {
      ...made,
      ...(id !== undefined && { id }),
      ...(key !== undefined && { keys: [...made.keys, key] }),
    };
    await this.#change(this.#made.map((one) => (one === made ? amended : one)));
  }

  /** Removes an object from the record, because it no longer exists or was never created. */
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
    const [made, originals, seen, next] = [this.#made, this.#originals, this.#seen, this.#next];
    const noted = { ...this.#noted, made, ...(this.changed.length > 0 && { originals, seen, next }) };
    const saved = this.#saving.then(() => this.#save(noted));
    // The next save contains the whole record, so it also saves the changes of a save that failed.
    this.#saving = saved.catch(() => {});
    return saved;
  }
}

function without(settings: Originals, type: TypeName, names?: readonly string[]): Originals {
  const { [type]: values = {}, ...others } = settings;
  const left = names === undefined ? [] : Object.entries(values).filter(([name]) => !names.includes(name));
  return left.length === 0 ? others : { ...others, [type]: Object.fromEntries(left) };
}

/** The type whose objects a POST to a path creates, and the property by which a sweep recognizes them; undefined if a run creates none there. */
export function collectionAt(
  path: readonly string[],
): { readonly type: TypeName; readonly member: string } | undefined {
  const type = typeNames.find((name) => samples[name]?.key !== undefined && definitions[name].route === path.join("/"));
  return type && { type, member: keyMember(type) };
}

/** The property by which a sweep recognizes objects of a type, as the API names it. */
export function keyMember(type: TypeName): string {
  const key = samples[type]?.key ?? "";
  return wireName(key, definitions[type].schema.fields[key]);
}

/** Whether a text is a possible key of an object of this type from the run with this mark. */
export function isKeyOf(type: TypeName, mark: string, key: string): boolean {
  const [, number] = /^-(\d{1,7})/.exec(key.slice(key.indexOf(mark) + mark.length)) ?? [];
  return number !== undefined && keyWith(type, `${mark}-${number}`) === key;
}

/** The key of an object, derived from a name such as the run's mark and a number. Some keys contain more than the name, such as URLs. */
function keyWith(type: TypeName, name: string): string {
  const { key = "", needs = {}, program } = samples[type] ?? {};
  // Some objects have the key of another object that they need: the key of a client grant is the identifier of its resource server.
  const keysOfNeeded = Object.entries(needs).flatMap(([at, need]) =>
    "type" in need && need.property !== undefined && need.property === samples[need.type]?.key
      ? [[at, keyWith(need.type, name)]]
      : [],
  );
  return String(own(program?.({ key: name, free: 0, needed: Object.fromEntries(keysOfNeeded) }).args, key));
}

/** All objects in the listing of a type, as the tenant returns them; empty for types without a listing. */
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
