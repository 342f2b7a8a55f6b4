import type { Json, JsonObject } from "../model/json.ts";
import type { SetChange } from "../model/set-change.ts";
import type { Descriptor } from "../objects/descriptor.ts";
import {
  type Listing,
  legible,
  listed,
  type Service,
  type TenantCall,
  type TenantClient,
  TenantError,
} from "../tenant/index.ts";
import { nameIn } from "./calls.ts";
import type { Claim } from "./claims.ts";
import { reading } from "./errors.ts";

/** One of the calls by which members are added and taken away. */
export interface MemberCall extends Omit<TenantCall, "path" | "query" | "subject" | "continues"> {
  /** What it does where it succeeds. */
  readonly does: SetChange;
}

/** A set of members, on which resources make claims. */
export function membersAt(path: readonly string[], on: string): Pick<Claim, "key" | "on"> {
  return { key: JSON.stringify(path), on };
}

/**
 * The ids of all members, each of which stands in an entry under a key.
 *
 * @param isWanted whether an entry is of a member. Default: each is
 */
export function readMembers(
  service: Service,
  { key, paging, perPage, query }: NonNullable<Descriptor["members"]>,
  listing: Listing,
  isWanted: (entry: Json) => boolean = () => true,
): Promise<readonly string[]> {
  return reading(async () => {
    const members: string[] = [];
    const all = listed<Json>(service, paging, { ...listing, ...(query && { query }), ...(perPage && { perPage }) });
    for await (const entry of all) if (isWanted(entry)) members.push(nameIn(entry, key, listing.subject));
    return members;
  });
}

/**
 * Adds members and takes members away, until a call fails.
 *
 * @param before the members before, as far as they are known
 * @param continues another call came before
 * @returns the members after it, how many calls succeeded, and why the next one failed
 */
export async function changeMembers(
  service: TenantClient,
  where: Pick<TenantCall, "path" | "subject">,
  calls: readonly MemberCall[],
  before: readonly string[],
  continues: boolean,
): Promise<{ members: readonly string[]; done: number; error?: TenantError }> {
  const members = new Set(before);
  for (const [done, { does, ...call }] of calls.entries()) {
    try {
      await service.request({ ...call, ...where, continues: continues || done > 0 });
    } catch (error) {
      if (error instanceof TenantError) return { members: [...members], done, error };
      throw error;
    }
    for (const id of does.add) members.add(id);
    for (const id of does.remove) members.delete(id);
  }
  return { members: [...members], done: calls.length };
}

/**
 * Takes members away for good. What the service says is not there may be one member of a call, or all that they are members of: where that is
 * there, each is taken away by itself.
 *
 * @param removals the calls that take members away
 * @param look answers undefined where there is nothing to have members
 */
export async function takeBack(
  service: TenantClient,
  where: Pick<TenantCall, "path" | "subject">,
  members: readonly string[],
  removals: (members: readonly string[]) => readonly MemberCall[],
  look: () => Promise<unknown>,
): Promise<void> {
  let isSure = false;
  for (const [at, call] of removals(members).entries()) {
    const { error } = await changeMembers(service, where, [call], [], at > 0);
    if (!error) continue;
    if (!error.isAbsence) throw error;
    if (!isSure && (await look()) === undefined) return;
    isSure = true;
    if (call.does.remove.length < 2) continue;
    for (const single of call.does.remove.flatMap((member) => removals([member]))) {
      const { error: refusal } = await changeMembers(service, where, [single], [], true);
      if (refusal && !refusal.isAbsence) throw refusal;
    }
  }
}

/** How the service refuses members that do not exist. */
const unknownMember = [400, 404];

/**
 * Adds members that were there before. Members that do not exist any more are left out.
 *
 * @param additions the calls that add members
 */
export async function addAgain(
  service: TenantClient,
  where: Pick<TenantCall, "path" | "subject">,
  members: readonly string[],
  additions: (members: readonly string[]) => readonly MemberCall[],
): Promise<void> {
  for (const call of additions(members)) {
    const { error } = await changeMembers(service, where, [call], [], true);
    if (!error) continue;
    if (!unknownMember.includes(error.status ?? 0)) throw error;
    if (call.does.add.length > 1)
      for (const member of call.does.add) await addAgain(service, where, [member], additions);
  }
}

/**
 * Calls that add, and calls that take away, so many members at once. Additions come first where they can, so that nobody is without members
 * in between.
 */
export function addAndRemove(
  { add, remove }: SetChange,
  body: (members: readonly string[]) => JsonObject,
  atOnce: number = Math.max(1, add.length, remove.length),
  removesFirst: boolean,
): readonly MemberCall[] {
  // A member that is assigned twice is assigned once.
  const adding = { method: "POST", action: "add to", repeatable: true, expected: "nothing" } as const;
  const additions = chunked(add, atOnce).map(
    (members): MemberCall => ({ ...adding, body: body(members), does: { add: members, remove: [] } }),
  );
  const removals = chunked(remove, atOnce).map(
    (members): MemberCall => ({
      method: "DELETE",
      action: "remove from",
      body: body(members),
      does: { add: [], remove: members },
    }),
  );
  return removesFirst ? [...removals, ...additions] : [...additions, ...removals];
}

function chunked(members: readonly string[], size: number): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(members.length / size) }, (_, at) => members.slice(at * size, (at + 1) * size));
}

/** Of how many members that a creation takes away people are told by name. */
const mostNamed = 10;

/** What the creation of an exclusive set takes away of what is there, for people; undefined where that is nothing. */
export function lossOf(label: string, { remove }: SetChange): string | undefined {
  if (remove.length === 0) return undefined;
  const named = legible(remove.slice(0, mostNamed).join(", "), 1_000);
  const more = remove.length > mostNamed ? ` and ${remove.length - mostNamed} more` : "";
  return (
    `${label}: the creation takes away what is there and the program does not declare: ${named}${more}. ` +
    "Declare them, too, or say `exclusive: false`."
  );
}
