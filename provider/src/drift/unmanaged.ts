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
