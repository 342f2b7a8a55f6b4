import type { Kind } from "./kind.ts";
import { resourceServerKind } from "./resource-server.ts";

/** Every resource, by the name under which the host exports its handler. */
export const kinds = {
  resourceServer: resourceServerKind,
} as const satisfies Readonly<Record<string, Kind>>;
