import fc from "fast-check";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { canonical } from "../../provider/src/state/canonical.ts";
import { compose } from "../../provider/src/state/compose.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { UndeclaredLoss, withUnknownProperties } from "../../provider/src/state/object-update.ts";
import { type Plan, planChange } from "../../provider/src/state/plan.ts";
import { recordedPaths } from "../../provider/src/state/record.ts";
import { fromWire, toWire } from "../../provider/src/state/wire.ts";
import { resourceServerSchema as table } from "../../provider/src/types/resource-server/definition.ts";
import { resourceServerProperties } from "./arbitraries.ts";

/** What the service may add one day: to every object of an object, at any depth, but not to scopes, which are one value. */
function extended(value: Json, unknown: JsonObject): Json {
  if (Array.isArray(value)) return value.map((item) => extended(item, unknown));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([key, item]) => [key, extended(item, unknown)]);
  return { ...Object.fromEntries(members), ...unknown };
}

function tenantHas(args: JsonObject, unknown: JsonObject): JsonObject {
  const wire = toWire(table.fields, args);
  const entries = Object.entries(wire).map(([key, item]) => [key, key === "scopes" ? item : extended(item, unknown)]);
  return Object.fromEntries(entries);
}

const unknown = fc.dictionary(fc.constantFrom("added_later", "__proto__", "addedLater"), fc.jsonValue(), {
  minKeys: 1,
  maxKeys: 2,
}) as fc.Arbitrary<JsonObject>;

function changesOrRefusal(plan: Plan, now: JsonObject, found: JsonObject): JsonObject | UndeclaredLoss {
  try {
    return compose(table, { plan, inputs: now, now: { live: fromWire(table.fields, found), body: found } });
  } catch (error) {
    if (error instanceof UndeclaredLoss) return error;
    throw error;
  }
}

test("an update of an object keeps members that the schema does not know, or is refused", () => {
  fc.assert(
    fc.property(resourceServerProperties, resourceServerProperties, unknown, (first, second, added) => {
      const identity = { identifier: "https://orders.example.com" };
      const [before, now] = [first, second].map((args) =>
        canonical(table.fields, { ...identity, ...args }, undefined),
      ) as [JsonObject, JsonObject];
      const found = tenantHas(before, added);
      const paths = recordedPaths(leavesOf(table.fields, before));
      const plan = planChange(table, before, { paths, unsure: [] }, now);
      const changes = changesOrRefusal(plan, now, found);
      if (changes instanceof UndeclaredLoss) {
        const names = changes.properties.map((path) => path.at(-1) ?? "");
        expect(names.filter((name) => !Object.hasOwn(added, name))).toEqual([]);
        return;
      }
      const known = toWire(table.fields, changes);
      const body = withUnknownProperties(table, plan, known, found);
      for (const [key, value] of Object.entries(body)) {
        const isNewKey = plan.changed.some(({ pointer }) => pointer === "/tokenEncryption/encryptionKey/pem");
        const there = found[key];
        if (!isObject(value) || !isObject(there)) continue;
        for (const name of Object.keys(added)) expect(value[name], `${key}.${name}`).toEqual(added[name]);
        for (const member of Object.keys(value)) {
          if (!isObject(known[key]) || !isObject(there[member]) || Object.hasOwn(added, member)) continue;
          const isReplaced = key === "token_encryption" && isNewKey;
          for (const name of Object.keys(added)) {
            expect(Object.hasOwn(value[member] as JsonObject, name), `${key}.${member}.${name}`).toBe(!isReplaced);
          }
        }
      }
      const details = body.authorization_details;
      for (const item of Array.isArray(details) ? details : []) {
        const isOld = (before.authorizationDetails as JsonObject[] | undefined)?.some(
          ({ type }) => type === (item as JsonObject).type,
        );
        const isAlone = (details as JsonObject[]).filter(({ type }) => type === (item as JsonObject).type).length === 1;
        if (isOld && isAlone) expect(item).toMatchObject(added);
      }
    }),
  );
});

test("an unknown member is not mistaken for a mask because its object is named like a secret", () => {
  const claims = (name: string) => ({ claimsMapping: { customClaims: [{ name, expression: "a.b" }] } });
  const [before, now] = [{ accessToken: claims("country") }, { accessToken: claims("city") }];
  const added = { added_later: { empty: "", stars: "****" } };
  const found = toWire(table.fields, before);
  const plan = planChange(table, before, { paths: recordedPaths(leavesOf(table.fields, before)), unsure: [] }, now);
  const body = { access_token: { ...(found.access_token as JsonObject), ...added } };
  const sent = toWire(
    table.fields,
    compose(table, { plan, inputs: now, now: { live: fromWire(table.fields, body), body } }),
  );
  expect(withUnknownProperties(table, plan, sent, body)).toMatchObject({ access_token: added });
});

test("elements of a list keep members that this version does not know, also at another index", () => {
  const found = {
    authorization_details: [
      { type: "payment", limit: 5 },
      { type: "transfer", note: "theirs" },
    ],
  };
  const before = { authorizationDetails: [{ type: "payment" }, { type: "transfer" }] };
  const now = { authorizationDetails: [{ type: "transfer" }, { type: "new" }, { type: "transfer" }] };
  const plan = planChange(table, before, { paths: ["/authorizationDetails"], unsure: [] }, now);
  const body = toWire(table.fields, compose(table, { plan, inputs: now, now: { live: before } }));
  expect(withUnknownProperties(table, plan, body, found)).toEqual({
    authorization_details: [{ type: "transfer", note: "theirs" }, { type: "new" }, { type: "transfer" }],
  });
});
