import * as pulumi from "@pulumi/pulumi";

/** The connections of this program that declare all their clients, with their names. */
const names = new WeakMap<pulumi.Resource, string>();

/** What every output has. The SDK's declarations leave it out. */
interface Inside {
  resources(): Set<pulumi.Resource>;
}

/** Says that a connection declares all its clients. */
export function listsClients(connection: pulumi.Resource, name: string): void {
  names.set(connection, name);
}

/**
 * The name of the connection that an id comes from, if that one declares all its clients. A preview knows no id of what does not
 * exist yet, so only the program can tell.
 */
export function listedBy(id: unknown): string | undefined {
  if (!pulumi.Output.isInstance(id)) return undefined;
  const [from, ...others] = (id as unknown as Inside).resources();
  return from && others.length === 0 ? names.get(from) : undefined;
}
