import { legible, type Service, type TenantClient, TenantError } from "../../client/index.ts";
import { resourceServerScopesSchema as table } from "../../definitions/resource-server-scopes.ts";
import { mayHaveWritten } from "../../lifecycle/attempt.ts";
import { getObject } from "../../lifecycle/calls.ts";
import { type Claim, claimOnSet, type Need } from "../../lifecycle/claims.ts";
import { gone, reading, UserError } from "../../lifecycle/errors.ts";
import { equal, isObject, type JsonObject, own, stringsIn, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { Draft } from "../../state/draft.ts";
import type { Plan } from "../../state/plan.ts";
import { fromWire, ShapeError, toWire } from "../../state/wire.ts";

/** How the scopes of an API have to change: those that are set, with their descriptions, and those that go. */
export interface ScopeChange {
  readonly set: JsonObject;
  readonly remove: readonly string[];
}

/** What a resource declares of the scopes of an API. */
export function scopeClaim(schema: Schema, args: JsonObject): Claim | undefined {
  const identifier = own(args, "identifier");
  if (typeof identifier !== "string" || identifier === unknownValue) return undefined;
  const on = `the scopes of resource server "${legible(identifier)}"`;
  return claimOnSet(schema, "scopes", args, { key: scopesOf(identifier), on });
}

/** What a resource needs of the scopes of an API: those that its table says are named there. */
export function scopeNeed({ fields }: Schema, args: JsonObject): Need | undefined {
  for (const [property, field] of Object.entries(fields)) {
    if (field.kind !== "set" || field.namedIn?.property !== "scopes") continue;
    const api = own(args, field.namedIn.via);
    if (typeof api !== "string" || api === unknownValue) return undefined;
    const members = stringsIn(own(args, property)).filter((scope) => scope !== unknownValue);
    return { key: scopesOf(api), property, members };
  }
  return undefined;
}

/** What the scopes of an API are known by, among all that a program claims and changes. */
export function scopesOf(identifier: string): string {
  return `scopes ${identifier}`;
}

/** How often the scopes are written while others undo it. */
const maxRounds = 5;

/** What an update has to do with scopes that are paths of their own. */
export function scopeChangeOf({ changed, removed }: Plan): ScopeChange {
  const set = new Draft();
  for (const { path, value } of changed) if (isScope(path)) set.put(path.slice(1), value);
  return { set: set.root, remove: removed.flatMap(({ path }) => (isScope(path) ? path.slice(1) : [])) };
}

function isScope(path: readonly string[]): boolean {
  return path[0] === "scopes" && path.length > 1;
}

export function isNothing({ set, remove }: ScopeChange): boolean {
  return Object.keys(set).length === 0 && remove.length === 0;
}

/** The scopes of an API with a change. Those of others are as they were. */
function withChange(scopes: JsonObject, { set, remove }: ScopeChange): JsonObject {
  const changed = new Draft(scopes);
  for (const name of remove) changed.remove([name]);
  for (const [name, description] of Object.entries(set)) changed.put([name], description);
  return changed.root;
}

/** Whether the scopes of an API are as a change wants them. */
export function isDone(scopes: JsonObject, { set, remove }: ScopeChange): boolean {
  const isSet = Object.entries(set).every(([name, description]) => equal(own(scopes, name), description));
  return isSet && remove.every((name) => own(scopes, name) === undefined);
}

/** The scopes of one API at the tenant. */
export interface ScopeAccess {
  /** For people: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** What tells them from other lists of the tenant. */
  readonly list: string;
  read(): Promise<JsonObject>;
  /** Replaces all scopes. */
  write(scopes: JsonObject): Promise<void>;
}

/**
 * Makes a change of scopes, which is made from what was read just before, and makes it anew where it may not have come through.
 *
 * @throws the first failure that left open whether a write was carried out, where there was one
 */
export async function persistently<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  let lost: unknown;
  for (let round = 1; ; round++) {
    try {
      return await inTurn(service, list, change);
    } catch (error) {
      if (mayHaveWritten(error)) lost ??= error;
      if (!isPassing(error) || round === maxRounds) throw lost ?? error;
    }
    await service.pause(round);
  }
}

/** Whether a change that failed like this can be made anew: its write was lost, or not sent. */
function isPassing(error: unknown): boolean {
  return error instanceof TenantError && error.outcome !== "refused" && error.request.method !== "GET";
}

/**
 * Changes scopes of an API at which others may change theirs at the same time. The service replaces the list whole, so the resources of
 * this process take turns. As to others, each write is followed by a look whether it is still there. The look comes after a pause, as
 * somebody who has read before may write after.
 *
 * @param isWritten the change was written just now, so the look comes first
 * @returns the scopes of the API as they were seen last
 * @throws UserError where others have undone the change again and again
 */
export async function changeScopes(
  service: TenantClient,
  { label, list, read, write }: ScopeAccess,
  change: ScopeChange,
  isWritten = false,
): Promise<JsonObject> {
  let lost: unknown;
  for (let round = isWritten ? 1 : 0; round <= maxRounds; round++) {
    if (round > 0) await service.pause(round);
    const isLast = round === maxRounds;
    const changeOnce = async () => {
      const scopes = await read();
      if (isDone(scopes, change)) return scopes;
      if (!isLast) await write(withChange(scopes, change));
      return undefined;
    };
    try {
      // The turn is over before the pause: others need not wait for the look.
      const scopes = await inTurn(service, list, changeOnce);
      if (scopes) return scopes;
      if (!isLast) lost = undefined;
    } catch (error) {
      // A lost answer is one more reason to look.
      if (!isPassing(error)) throw error;
      lost = error;
    }
  }
  if (lost !== undefined) throw lost;
  throw new UserError(
    `somebody else writes the scopes of ${label} at the same time, and has undone this change ${maxRounds} times. ` +
      "Find out who does (an exclusive list of scopes in another stack, or a script?), then run `pulumi up` again.",
  );
}

const root = "resource-servers";

/** What an API says of its scopes. */
interface ApiScopes {
  readonly scopes: JsonObject;
  readonly isSystem: boolean;
}

/**
 * The scopes of an API; undefined where there is no such API.
 *
 * @param id its id or its identifier
 * @throws ShapeError where the answer is about another API
 */
export async function readScopes(
  service: Service,
  id: string,
  subject: string,
  continues = false,
): Promise<ApiScopes | undefined> {
  const body = await getObject(service, [root, id], subject, continues);
  if (!body) return undefined;
  const { scopes = {} } = fromWire(table.fields, body);
  const isThis = [own(body, "id"), own(body, "identifier")].includes(id);
  if (!isThis || !isObject(scopes)) throw new ShapeError(`the tenant answered for ${subject} with another object`);
  return { scopes, isSystem: own(body, "is_system") === true };
}

/**
 * The scopes of an API, to be changed.
 *
 * @param api its identifier, and the id that the calls have. Default: the identifier
 * @param absent what counts where the API is gone. Default: that is an error
 */
export function accessTo(
  service: TenantClient,
  { identifier, id = identifier }: { readonly identifier: string; readonly id?: string },
  subject: string,
  absent?: JsonObject,
): ScopeAccess {
  return {
    label: subject,
    list: scopesOf(identifier),
    async read() {
      const found = await reading(() => readScopes(service, id, subject, true));
      const scopes = found?.scopes ?? absent;
      if (scopes) return scopes;
      throw gone(subject);
    },
    async write(scopes) {
      const call = { method: "PATCH", path: [root, id], subject, action: "update the scopes of" } as const;
      // A repetition would send an old list.
      await service.request({ ...call, body: toWire(table.fields, { scopes }), repeatable: "never", continues: true });
    },
  };
}

/** By client and list: when the last change of it that has begun, or waits, is over. A process has one client per tenant and credentials. */
const turns = new WeakMap<TenantClient, Map<string, Promise<void>>>();

/**
 * Changes a list that the service replaces whole: reads it and writes it. The resources of one client do so one after the other, or what
 * one of them has read would be old when it writes. A write that was held back is made anew from what is there by then.
 *
 * @param list what tells it from all others of the tenant
 * @param change reads and writes. It must not wait for another turn. Its writes are never repeated by themselves
 */
async function inTurn<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  const last = turns.get(service) ?? new Map<string, Promise<void>>();
  turns.set(service, last);
  const mine = after(last.get(list), change);
  // A failure is for the one who waits for the change, not for the next one.
  const over = mine.then(
    () => {},
    () => {},
  );
  last.set(list, over);
  try {
    return await mine;
  } finally {
    if (last.get(list) === over) last.delete(list);
  }
}

async function after<T>(before: Promise<void> | undefined, change: () => Promise<T>): Promise<T> {
  await before;
  for (;;) {
    try {
      return await change();
    } catch (error) {
      // How long a tenant may refuse everything is for the client to say: it then holds nothing back any more.
      if (!(error instanceof TenantError && error.isHeldBack)) throw error;
    }
  }
}
