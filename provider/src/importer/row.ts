import { kinds } from "../lifecycle/registry.ts";
import { isUsableId } from "../lifecycle/rest.ts";
import { isPortable, type Json, own } from "../model/json.ts";
import { legible } from "../tenant/index.ts";
import type { ListedKind } from "./inventory.ts";

/** An organization, as far as its members need it. */
export interface Organization {
  readonly id: string;
  /** The best one first. Foreign text. */
  readonly names: readonly string[];
}

/** An entry of a listing, before it is understood. */
export interface Row {
  readonly kind: ListedKind;
  readonly body: Json;
  /** For a member of an organization. */
  readonly organization?: Organization;
}

/** The members of an entry that name its object, the best first. */
const naming: Readonly<Record<ListedKind, readonly string[]>> = {
  resourceServer: ["name", "identifier", "id"],
  connection: ["name", "display_name", "id"],
  tokenExchangeProfile: ["name", "subject_token_type", "id"],
  organizationMemberRoles: ["name", "user_id"],
};

/** The id in a state; undefined where the entry has none, or one that cannot be used. */
export function idOf({ body, organization }: Row): string | undefined {
  const id = own(body, organization ? "user_id" : "id");
  if (!isText(id) || !isPortable(id)) return undefined;
  // An identity provider chooses the ids of its users, and may use any text.
  if (organization) return /\p{Cs}/u.test(id) ? undefined : `${organization.id}::${id}`;
  return isUsableId(id) ? id : undefined;
}

/** What people know an object by, the best name first. Foreign text. */
export function namesOf({ kind, body, organization }: Row): readonly string[] {
  const names = textsAt(body, naming[kind]);
  if (!organization) return names;
  const [best = ""] = names;
  return [`${organization.names[0] ?? ""} ${best}`, ...names, ...organization.names];
}

/** An object of which no more than its entry is known, for people. */
export function labelOf(row: Row): string {
  return `${kinds[row.kind].table.noun} "${legible(namesOf(row)[0] ?? idOf(row) ?? "without a name")}"`;
}

/** The texts that an entry has at these keys, but for empty ones. */
export function textsAt(body: Json, keys: readonly string[]): readonly string[] {
  return keys.map((key) => own(body, key)).filter(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
