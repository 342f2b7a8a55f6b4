/*
 * The arguments of Auth0's Terraform provider, version 1, as its documentation names them. Only resources that an export writes are
 * listed, each in the folder of its types (`terraform.ts`). Arguments that the provider only returns are left out.
 */

/**
 * What an argument accepts. `strings` and `numbers`: a list or a set; `map`: an object of texts; `maps`: a list of these; `json`: a text with JSON.
 */
export type Kind = "string" | "number" | "bool" | "strings" | "numbers" | "map" | "maps" | "json";

/** An argument, a block that occurs at most once, or (in a list) a block that can be repeated. */
export type Shape = Kind | Block | readonly [Block];

/** The arguments of a resource or of a block. The name of a required one ends with an exclamation mark. */
export interface Block {
  readonly [name: string]: Shape;
}

/** The arguments of resources, by the names of their types. */
export type Arguments = Readonly<Record<string, Block>>;

/** A switch. */
export const enabled: Block = { enabled: "bool" };

/** How many tokens a client can get. */
export const tokenQuota: Block = {
  "client_credentials!": { enforce: "bool", per_day: "number", per_hour: "number" },
};

/** The argument with a name, required or not; undefined if there is none. */
export function argumentOf(block: Block, name: string): Shape | undefined {
  for (const key of [name, `${name}!`]) if (Object.hasOwn(block, key)) return block[key];
  return undefined;
}

/** The names of the arguments without which Terraform refuses a resource or a block. */
export function requiredIn(block: Block): readonly string[] {
  return Object.keys(block).flatMap((key) => (key.endsWith("!") ? [key.slice(0, -1)] : []));
}
