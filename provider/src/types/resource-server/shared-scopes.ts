import { type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { getObject, nameIn, orAbsent } from "../../lifecycle/calls.ts";
import { gone, reading, UserError } from "../../lifecycle/errors.ts";
import { addAgain, addAndRemove, membersAt, readMembers } from "../../lifecycle/members/membership.ts";
import { type Claim, claimOnSet } from "../../lifecycle/program/claims.ts";
import { inTurnOfList } from "../../lifecycle/program/turns.ts";
import { steadily } from "../../lifecycle/requests/steady-reads.ts";
import type { MemberAssignments } from "../../lifecycle/resource-type.ts";
import { mayHaveWritten } from "../../lifecycle/write.ts";
import { equal, isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import type { Schema } from "../../schema/schema.ts";
import { collectionOf, pathOf } from "../../schema/service.ts";
import { Draft } from "../../state/leaves.ts";
import type { Plan } from "../../state/plan.ts";
import type { Assignments } from "../../state/record.ts";
import { fromWire, ShapeError, toWire } from "../../state/wire.ts";
import { scopesOf } from "../resource-server-scopes/need.ts";
import { role, rolePermissions } from "../role/definition.ts";
import { resourceServerScopesSchema as table } from "./definition.ts";

/** A change of an API's scopes: the scopes to set, with their descriptions, and the scopes to remove. */
export interface ScopeChange {
  readonly set: JsonObject;
  readonly remove: readonly string[];
}

/** The claim of a resource on scopes of an API; undefined if the identifier of the API is not known yet. */
export function scopeClaim(schema: Schema, args: JsonObject): Claim | undefined {
  const identifier = own(args, "identifier");
  if (typeof identifier !== "string" || identifier === unknownValue) return undefined;
  const on = `the scopes of resource server "${sanitize(identifier)}"`;
  return claimOnSet(schema, "scopes", args, { key: scopesOf(identifier), on });
}

/** Maximum number of writes of one change, if other clients undo it each time. */
const maxRounds = 5;

/** Extracts the change of an API's scopes from a plan. In the plan, each scope is a leaf. */
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

/** Applies a change to an API's scopes. All other scopes stay. */
function withChange(scopes: JsonObject, { set, remove }: ScopeChange): JsonObject {
  const changed = new Draft(scopes);
  for (const name of remove) changed.remove([name]);
  for (const [name, description] of Object.entries(set)) changed.put([name], description);
  return changed.root;
}

/** Whether an API's scopes already contain a change. */
export function isDone(scopes: JsonObject, { set, remove }: ScopeChange): boolean {
  const isSet = Object.entries(set).every(([name, description]) => equal(own(scopes, name), description));
  return isSet && remove.every((name) => own(scopes, name) === undefined);
}

/** Access to the scopes of one API at the tenant. */
export interface ScopeAccess {
  /** Name of the API in messages: `resource server "https://orders.example.com"`. */
  readonly label: string;
  /** The key of the API's list of scopes, unique within the tenant: {@link scopesOf}. */
  readonly list: string;
  read(): Promise<JsonObject>;
  /** Replaces all scopes. */
  write(scopes: JsonObject): Promise<void>;
}

/**
 * Runs a change that reads and writes the list of scopes. Repeats the change if its write was not sent, or if the response to the write was lost.
 *
 * @throws the first failure that left the result of a write unknown; without such a failure, the last failure
 */
export async function persistently<T>(service: TenantClient, list: string, change: () => Promise<T>): Promise<T> {
  let lost: unknown;
  for (let round = 1; ; round++) {
    try {
      return await inTurnOfList(service, list, change);
    } catch (error) {
      if (mayHaveWritten(error)) lost ??= error;
      if (!isRepeatable(error) || round === maxRounds) throw lost ?? error;
    }
    await service.pause(round);
  }
}

/** Whether a change can be repeated after an error: the response to its write was lost, or the write was not sent. */
function isRepeatable(error: unknown): boolean {
  return error instanceof TenantError && error.outcome !== "refused" && error.request.method !== "GET";
}

/**
 * Changes scopes of an API while other clients can change other scopes at the same time. The API replaces the whole list, so the resources of this
 * process take turns. Other clients can overwrite the list: a client that read the list before this write can send the old list after this write.
 * So each write is verified by a read after a pause.
 *
 * @param isWritten whether the caller has already written the change, so that this function begins with the verifying read
 * @returns the last read scopes of the API
 * @throws UserError if other clients have undone the change {@link maxRounds} times
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
      // The turn ends before the pause, so that other resources need not wait for the verifying read.
      const scopes = await inTurnOfList(service, list, changeOnce);
      if (scopes) return scopes;
      if (!isLast) lost = undefined;
    } catch (error) {
      // After a lost response, the next round reads the list to find out whether the write was carried out.
      if (!isRepeatable(error)) throw error;
      lost = error;
    }
  }
  if (lost !== undefined) throw lost;
  throw new UserError(
    `The scopes of ${label} were not changed: another client writes them at the same time and has undone this change ${maxRounds} times. ` +
      "Find that client (another stack with an exclusive list of scopes, or a script), then run `pulumi up` again.",
  );
}

const root = "resource-servers";

/** The scopes in an API's response. */
interface ApiScopes {
  readonly scopes: JsonObject;
  readonly isSystem: boolean;
}

/**
 * Reads the scopes of an API; undefined if the API does not exist.
 *
 * @param id id or identifier of the API
 * @throws ShapeError if the response contains another API
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
  if (!isThis || !isObject(scopes))
    throw new ShapeError(`the tenant's response for ${subject} contains another object`);
  return { scopes, isSystem: own(body, "is_system") === true };
}

/**
 * Returns the functions that read and write the scopes of an API for a change.
 *
 * @param api the API's identifier, and its id for requests (default: the identifier)
 * @param absent the scopes that `read` returns if the API does not exist. Default: `read` throws an error
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
      const read = () => reading(() => readScopes(service, id, subject, true));
      const found = await steadily(subject, read, (seen) => [{ name: "scopes", value: seen?.scopes }]);
      const scopes = found?.scopes ?? absent;
      if (scopes) return scopes;
      throw gone(subject);
    },
    async write(scopes) {
      const call = { method: "PATCH", path: [root, id], subject, action: "update the scopes of" } as const;
      // The client must not retry the request, as a retry would send an old list.
      await service.request({ ...call, body: toWire(table.fields, { scopes }), repeatable: "never", continues: true });
    },
  };
}

/** The permissions of roles for scopes of an API. If a scope is removed, the service removes these permissions, too. */
export const scopeAssignments: MemberAssignments = {
  noun: "the permissions that roles had for these scopes",

  async read(service, args, members) {
    const identifier = identifierOf(args);
    const subject = `resource server "${sanitize(identifier)}"`;
    const { scopes = {} } = (await reading(() => readScopes(service, identifier, subject))) ?? {};
    const there = members.filter((scope) => own(scopes, scope) !== undefined);
    if (there.length === 0) return new Map<string, Assignments>();
    const roles = await rolesOf(service);
    const named = await Promise.all(roles.map((id) => orAbsent(permissionsOf(service, id, identifier))));
    const naming = (scope: string) => roles.filter((_, at) => named[at]?.includes(scope));
    const assignmentsOf = (scope: string): Assignments =>
      Object.fromEntries(naming(scope).map((id) => [keyOf(id, identifier), [scope]]));
    return new Map(there.map((scope) => [scope, assignmentsOf(scope)]));
  },

  async give(service, args, _scope, assignments) {
    const identifier = identifierOf(args);
    const body = (names: readonly string[]) => ({
      permissions: names.map((name) => ({ resource_server_identifier: identifier, permission_name: name })),
    });
    for (const [key, names] of Object.entries(assignments)) {
      const [, roleId = ""] = JSON.parse(key) as string[];
      // The service ignores the second assignment of a permission.
      await addAgain(service, permissionsAt(roleId), names, (some) =>
        addAndRemove({ add: some, remove: [] }, body, rolePermissions.members.atOnce, false),
      );
    }
  },
};

/** The identifier of the API to which a resource belongs. */
export function identifierOf(args: JsonObject): string {
  return String(own(args, "identifier"));
}

/** The API path of a role's permissions, and their name in messages. */
function permissionsAt(roleId: string) {
  const path = pathOf(rolePermissions.route, { roleId });
  return { path, subject: `the permissions of role "${sanitize(roleId)}"` };
}

/** The key of a role's permissions on an API. */
function keyOf(roleId: string, identifier: string): string {
  const { path, subject } = permissionsAt(roleId);
  return membersAt([...path, identifier], subject).key;
}

/** Reads the ids of all roles, including those of organizations. */
function rolesOf(service: Service): Promise<readonly string[]> {
  const { route, plural, listing } = role;
  const where = { path: [route], collection: route, subject: plural };
  return readMembers(service, { key: "id", paging: listing.paging }, where);
}

/** Reads the scopes of an API for which a role has permissions. */
function permissionsOf(service: Service, roleId: string, identifier: string): Promise<readonly string[]> {
  const where = permissionsAt(roleId);
  const listing = { ...where, collection: collectionOf(rolePermissions.route) };
  const isOfApi = (entry: Json) => nameIn(entry, "resource_server_identifier", where.subject) === identifier;
  return readMembers(service, rolePermissions.members, listing, isOfApi);
}
