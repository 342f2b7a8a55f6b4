import { isObject, type Json, type JsonObject, type MutableJsonObject, own, put } from "../schema/json.ts";
import type { Path } from "../schema/pointer.ts";

/**
 * A copy of an object, to be changed at many paths. Each object on the way of a change is copied once, however many changes go through
 * it, and the original stays as it is.
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

  /** Sets the value at a path. Objects on the way are made, also in place of a value that is no object. */
  put(path: Path, value: Json): void {
    const key = path.at(-1);
    if (key !== undefined) put(this.#holderOf(path), key, value);
  }

  /** Takes away the value at a path. Objects on the way stay, also empty ones. */
  remove(path: Path): void {
    const key = path.at(-1);
    let holder: Json | undefined = this.#root;
    for (const above of path.slice(0, -1)) holder = own(holder, above);
    if (key !== undefined && own(holder, key) !== undefined) delete this.#holderOf(path)[key];
  }

  /** The object that holds the value at a path, as a copy of ours. */
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
