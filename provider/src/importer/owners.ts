import { type Json, membersCalled, own } from "../model/json.ts";
import type { Owners } from "../objects/descriptor.ts";
import { legible } from "../tenant/index.ts";
import type { Owner } from "./listed-object.ts";

/** What is listed below an object, for people. */
export function entriesOf({ members, kind, named }: Owners, [best = ""]: Owner["names"]): string {
  return `${members.replaceAll("_", " ")} of ${named?.noun ?? kind.table.noun} "${legible(best)}"`;
}

/** The path of what is listed below an object. */
export function pathBelow({ kind, members, named }: Owners, { id }: Owner): readonly string[] {
  return [...(named?.route ?? kind.route).split("/"), id, members];
}

/** The objects below each of which there is a listing: those of a kind, or what those name. */
export function ownersIn(bodies: readonly Json[], { named }: Owners): readonly Json[] {
  if (!named) return bodies;
  const all = bodies.flatMap((body) => {
    const entries = own(body, named.member);
    return Array.isArray(entries) ? membersCalled("id", entries) : [];
  });
  return [...new Set(all)].filter((id) => !named.except.includes(String(id))).map((id) => ({ id }));
}
