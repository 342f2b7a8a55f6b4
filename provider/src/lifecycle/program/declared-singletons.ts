import { type JsonObject, own } from "../../schema/json.ts";
import type { ResourceType } from "../resource-type.ts";

/** What a program needs to know of a type to compare singletons. */
type Singleton = Pick<ResourceType, "schema" | "label">;

/** The declared values of an object that every tenant has, in a form in which processes can compare them. */
export interface DeclaredSettings {
  /** The key of the claim on the object. */
  readonly key: string;
  /** The resource, for messages. */
  readonly by: string;
  /**
   * The declared values, with their paths in words, by their places, which are the same for all forms of one value. Values that are not known yet are
   * left out.
   */
  readonly values: Readonly<Record<string, { readonly path: string; readonly digest: string }>>;
}

/** A resource that declares other values of an object that every tenant has. */
export interface Rival {
  readonly by: string;
  /** The paths whose values differ, in words. */
  readonly paths: readonly string[];
}

/** What the program declares of objects that every tenant has. */
export class DeclaredSingletons {
  /** The settings that the program declares, by the key of the claim on the object. */
  readonly #settings = new Map<string, DeclaredSettings>();
  /** The arguments of the singletons that the program declares, by their ids. */
  readonly #args = new Map<string, { readonly type: Singleton; readonly args: JsonObject }>();

  /**
   * Records the arguments of a singleton.
   *
   * @returns warnings about values of this singleton and another one of the program of which the service refuses one while it has the other
   */
  note(type: Singleton, args: JsonObject): readonly string[] {
    const { singleton } = type.schema;
    if (singleton === undefined) return [];
    // Of a type with an object for each identity, a program can have several.
    const key = singleton === true ? type.label(args) : singleton;
    this.#args.set(key, { type, args });
    return [...this.#args].flatMap(([id, { type: its, args: values }]) => {
      const { refusedWhile } = its.schema;
      if (!refusedWhile || ![id, refusedWhile.singleton].includes(key)) return [];
      const { type: other, property, is, refused, advice } = refusedWhile;
      if (own(this.#args.get(refusedWhile.singleton)?.args, property) !== is) return [];
      const names = refused.filter((name) => !["", undefined].some((none) => own(values, name) === none));
      if (names.length === 0) return [];
      const where = id === key ? "" : ` of ${its.label(values)}`;
      return [
        `${names.join(", ")}${where}: the service refuses a change while \`${property}\` is ${is}, which ${other} of this program declares. ${advice}`,
      ];
    });
  }

  /** Records the declared values of an object that every tenant has, for other processes of the run. */
  noteSettings(settings: DeclaredSettings): void {
    this.#settings.set(settings.key, settings);
  }

  /** The resource of this program that declares other values than the given ones of the same object; undefined if there is none. */
  rivalOf({ key, values }: DeclaredSettings): Rival | undefined {
    const mine = this.#settings.get(key);
    const paths = Object.entries(mine?.values ?? {}).flatMap(([place, { path, digest }]) => {
      const theirs = values[place];
      return (theirs?.digest ?? digest) === digest ? [] : [path, theirs?.path ?? path];
    });
    return mine && paths.length > 0 ? { by: mine.by, paths: [...new Set(paths)] } : undefined;
  }
}
