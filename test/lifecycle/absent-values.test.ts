import { beforeEach, describe, expect, test } from "vitest";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/** A program declares the value that a property has if a response lacks it: an empty map, an empty text. The tenant then answers without the property. */

const stack = stackOfEachTest();
beforeEach(() => {
  for (const one of subjects) one.prepare(stack.tenant);
});

/** Properties whose value cannot be declared beside the others of the type's example, or at all. */
const refused = [
  "clientGrant.authorizationDetailsTypes",
  "tenantSettings.sessionLifetimeInMinutes",
  "branding.logoUrl",
  "branding.faviconUrl",
];
const isRefused = (type: string, name: string) => refused.includes(`${type}.${name}`);

const cases = subjects.flatMap((one) =>
  Object.entries(kinds[one.name].schema.fields).flatMap(([name, field]) =>
    field.absent === undefined || field.required || field.forceNew || field.computed || isRefused(one.name, name)
      ? []
      : [[one.name, name, one, field.absent] as const],
  ),
);

describe.each(cases)("%s.%s", (_, name, one, absent) => {
  test("an object can be created with the empty value, and nothing differs afterwards", async () => {
    const it = `${one.name}-it`;
    const declared: JsonObject = { ...one.bench[0], ...one.identity(stack.tenant, 1), [name]: absent };
    expect(await stack.up({ [it]: declared })).toEqual([]);
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: it, op: "same" }]);
    expect(await engine.changes({ [it]: declared })).toEqual([]);
  });

  test("after a lost write of the empty value, at most one run reports a change", async () => {
    const { [name]: _declared, ...before }: JsonObject = { ...one.bench[0], ...one.identity(stack.tenant, 1) };
    const it = `${one.name}-it`;
    const up = (args: JsonObject) => stack.up({ [it]: args });
    const declared = { ...before, [name]: absent };
    expect(await up(before)).toEqual([]);
    for (const method of ["PATCH", "PUT"])
      stack.tenant.inject({ kind: "reset-before", times: Number.POSITIVE_INFINITY, method, path: "/api/v2/" });
    await up(declared);
    stack.tenant.clearFaults();
    await (await stack.runs.next()).engine.refresh();
    expect(await up(declared)).toEqual([]);
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: it, op: "same" }]);
    expect(await engine.changes({ [it]: declared })).toEqual([]);
  });
});

/** Properties of which the type's example declares another value. The service refuses the empty flags of a tenant. */
const declaredOtherwise = cases.filter(
  ([type, name, one, absent]) =>
    own(one.bench[0], name) !== undefined &&
    !same(kinds[type].schema.fields[name], own(one.bench[0], name), absent) &&
    `${type}.${name}` !== "tenantSettings.flags",
);

test.each(declaredOtherwise)(
  "%s.%s: a declared empty value is no drift after another client removed the value and a refresh read that",
  async (_, name, one, absent) => {
    const whole: JsonObject = { ...one.bench[0], ...one.identity(stack.tenant, 1) };
    const it = `${one.name}-it`;
    const declared = { ...whole, [name]: absent };
    expect(await stack.up({ [it]: whole })).toEqual([]);
    one.edit(stack.tenant, one.keyOf(whole), name, absent);
    await (await stack.runs.next()).engine.refresh();
    expect(await stack.up({ [it]: declared })).toEqual([]);
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: it, op: "same" }]);
    expect(await engine.changes({ [it]: declared })).toEqual([]);
  },
);

test("several types have properties with an empty value", () => {
  expect(new Set(declaredOtherwise.map(([type]) => type)).size).toBeGreaterThan(4);
});
