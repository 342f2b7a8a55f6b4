import {
  isEmptyObject,
  isObject,
  type Json,
  type JsonObject,
  type MutableJsonObject,
  own,
  type Path,
  put,
  valueAt,
} from "../schema/json.ts";

/**
 * A copy-on-write draft of an object. Each nested object is copied at its first change only. The original stays unchanged.
 */
export class Draft {
  readonly #root: MutableJsonObject;
  readonly #copies = new WeakSet<JsonObject>();

  constructor(base: JsonObject = {}) {
    this.#root = { ...base };
    this.#copies.add(this.#root);
  }

  /** The object with all changes so far. */
  get root(): JsonObject {
    return this.#root;
  }

  /** Sets the value at a path. Missing parent objects are created. A parent that is not an object is replaced by one. */
  put(path: Path, value: Json): void {
    const key = path.at(-1);
    if (key !== undefined) put(this.#holderOf(path), key, value);
  }

  /** Deletes the value at a path. Parent objects stay, even if they become empty. */
  remove(path: Path): void {
    const key = path.at(-1);
    let holder: Json | undefined = this.#root;
    for (const above of path.slice(0, -1)) holder = own(holder, above);
    if (key !== undefined && own(holder, key) !== undefined) delete this.#holderOf(path)[key];
  }

  /** The draft's own copy of the object that contains the value at a path. */
  #holderOf(path: Path): MutableJsonObject {
    let holder = this.#root;
    for (const key of path.slice(0, -1)) {
      const child = own(holder, key);
      const isOurs = isObject(child) && this.#copies.has(child);
      const next: MutableJsonObject = isOurs ? child : { ...(isObject(child) && child) };
      if (!isOurs) {
        this.#copies.add(next);
        put(holder, key, next);
      }
      holder = next;
    }
    return holder;
  }
}

/** Puts a declared value. An empty object declares no properties, so it does not replace an object that has some. */
export function putDeclared(draft: Draft, path: Path, value: Json): void {
  if (!isEmptyObject(value) || !isObject(valueAt(draft.root, path))) draft.put(path, value);
}

/** Whether a removed value stays, because the program declared an empty object and the properties at the tenant belong to other owners. */
export function holdsOthers({ value }: { readonly value: Json | undefined }, now: Json | undefined): boolean {
  return isEmptyObject(value) && now !== undefined && !isEmptyObject(now);
}
