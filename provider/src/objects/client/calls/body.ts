import { UserError } from "../../../lifecycle/errors.ts";
import { same } from "../../../model/canonical.ts";
import { compose } from "../../../model/compose.ts";
import { isObject, type JsonObject, own } from "../../../model/json.ts";
import type { Plan } from "../../../model/plan.ts";
import { describePath, valueAt } from "../../../model/pointer.ts";
import type { Fields } from "../../../model/table.ts";
import { withUnknownMembers } from "../../../model/unknown-members.ts";
import { toWire } from "../../../model/wire.ts";
import { withoutEmptyQuota } from "../../organization/calls.ts";
import { client } from "../descriptor.ts";

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
): JsonObject {
  const { live, body } = now;
  const { addons: _, secretRotation: _rotation, clientSecret, ...changes } = compose(client.table, plan, inputs, live);
  const { resourceServerIdentifier: _identifier, thirdPartySecurityMode: _mode, ...sent } = changes;
  const whole = withoutEmptyQuota(withoutFixed(withWholeTokens(sent, live)));
  const wire = withUnknownMembers(client.table, plan, toWire(bodyFields, whole), body);
  return { ...wire, ...(typeof clientSecret === "string" && { client_secret: clientSecret }) };
}

/** Refresh tokens with all that they have: nobody knows what the service makes of a part. */
function withWholeTokens(changes: JsonObject, live: JsonObject): JsonObject {
  const [sent, now] = [own(changes, "refreshToken"), own(live, "refreshToken")];
  if (!isObject(sent) || !isObject(now)) return changes;
  const { policies, ...known } = now;
  const isTaken = policies !== undefined && own(sent, "policies") === undefined;
  return { ...changes, refreshToken: { ...known, ...sent, ...(isTaken && { policies: null }) } };
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
