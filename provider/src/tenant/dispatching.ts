import type { Dispatcher } from "undici";
import type { HttpProxy } from "./proxy.ts";

/** The connections of one client, made for its first call: only that loads the HTTP client, and a preview of what is there makes none. */
export class Dispatching {
  readonly #given: Dispatcher | undefined;
  readonly #proxy: HttpProxy | undefined;
  readonly #connectMs: number;
  #made: Promise<Dispatcher> | undefined;

  /**
   * @param given is used instead, and stays open
   * @param connectMs until a connection is open, in milliseconds
   */
  constructor(given: Dispatcher | undefined, proxy: HttpProxy | undefined, connectMs: number) {
    this.#given = given;
    this.#proxy = proxy;
    this.#connectMs = connectMs;
  }

  async dispatcher(): Promise<Dispatcher> {
    if (this.#given !== undefined) return this.#given;
    this.#made ??= import("./connections.ts").then(({ connections }) => connections(this.#proxy, this.#connectMs));
    return this.#made;
  }

  /** Closes idle connections and waits for calls under way. */
  async close(): Promise<void> {
    await (await this.#made)?.close();
  }
}
