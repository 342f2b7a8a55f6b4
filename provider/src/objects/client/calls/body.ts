import { changesOf } from "../../../lifecycle/changes.ts";
import { UserError } from "../../../lifecycle/errors.ts";
import { same } from "../../../model/canonical.ts";
import { isObject, type JsonObject, own } from "../../../model/json.ts";
import type { Plan } from "../../../model/plan.ts";
import { describePath, valueAt } from "../../../model/pointer.ts";
import type { Fields } from "../../../model/table.ts";
import { withUnknownMembers } from "../../../model/unknown-members.ts";
import { toWire } from "../../../model/wire.ts";
import { client } from "../descriptor.ts";
import { isFilledInClient } from "./fresh.ts";

/**
 * The body of an update, under the wire's names, without what has calls of its own.
 *
 * @param now what is at the tenant: as programs see it, and as it was answered
 */
export function bodyOf(
  bodyFields: Fields,
  plan: Plan,
  inputs: JsonObject,
  now: { readonly live: JsonObject; readonly body: JsonObject },
  label: string,
): JsonObject {
  const all = changesOf(client.table, { plan, inputs, now, label, isFilledIn: isFilledInClient });
  const { addons: _, secretRotation: _rotation, clientSecret, ...changes } = all;
  const { resourceServerIdentifier: _identifier, thirdPartySecurityMode: _mode, ...sent } = changes;
  const wire = withUnknownMembers(client.table, plan, toWire(bodyFields, withoutFixed(sent)), now.body);
  return { ...wire, ...(typeof clientSecret === "string" && { client_secret: clientSecret }) };
}

function withoutFixed(changes: JsonObject): JsonObject {
  const jwt = own(changes, "jwtConfiguration");
  if (!isObject(jwt) || own(jwt, "secretEncoded") === undefined) return changes;
  const { secretEncoded: _, ...others } = jwt;
  const { jwtConfiguration: _jwt, ...rest } = changes;
  return Object.keys(others).length > 0 ? { ...rest, jwtConfiguration: others } : rest;
}

/** @throws UserError where a program begins to declare what no update takes, and the application has another value */
export function refuseFixed({ changed }: Plan, label: string, live: JsonObject): void {
  const other = changed.find(({ field, path, value }) => field.fixed && !same(field, value, valueAt(live, path)));
  if (!other) return;
  throw new UserError(
    `${label} was not changed: ${describePath(other.path)} has another value at the tenant, and no update takes it. ` +
      "Declare it as it is, or have another application made in its place with `pulumi up --replace`: it gets another client id.",
  );
}
