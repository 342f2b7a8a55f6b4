import { legible } from "../tenant/index.ts";
import { longestError } from "./words.ts";

/** An object of the tenant that no resource of the stack stands for. */
export interface UnmanagedObject {
  /** The type token of the class that could manage it. */
  readonly type: string;
  readonly id: string;
  /** For people: `connection "corp"`. */
  readonly label: string;
}

/** What the tenant has and the stack has not. What belongs to the service, or to the access of this client, does not count. */
export interface Unmanaged {
  /** The tenant's host. */
  readonly tenant: string;
  readonly objects: readonly UnmanagedObject[];
  /** What could not be looked at, and why, a sentence each. There may be more objects among it. */
  readonly unread: readonly string[];
}

/** The head of the list for people. */
export function unmanagedTitle({ tenant, objects, unread }: Unmanaged): string {
  const count = objects.length;
  if (count > 0) return `${count} ${count === 1 ? "object" : "objects"} of ${legible(tenant)} not in this stack`;
  return unread.length > 0
    ? `Not everything of ${legible(tenant)} could be looked at`
    : `Everything of ${legible(tenant)} is in this stack`;
}

/** The list for people: the objects, then what could not be looked at. */
export function unmanagedLines({ objects, unread }: Unmanaged): readonly string[] {
  return [
    ...objects.map(({ label, id }) => legible(`${label} (${id})`)),
    ...unread.map((text) => `not looked at: ${legible(text, longestError)}`),
  ];
}
