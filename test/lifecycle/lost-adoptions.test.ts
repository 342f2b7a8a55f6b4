import { beforeEach, describe, expect, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { outcomesOf } from "../../provider/src/review/outcomes.ts";
import { type JsonObject, valueAt } from "../../provider/src/schema/json.ts";
import { typeToken } from "../../provider/src/schema/provider-code.ts";
import { clearBy, fieldAt, pathRulesOf } from "../../provider/src/schema/schema.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/** Settings that another client has made, and whose adoption is lost on the way: the tenant never gets the write, and this stack has caused nothing. */

const stack = stackOfEachTest();

const settings = subjects.filter((one) => kinds[one.name].schema.singleton !== undefined);

describe.each(settings.map((one) => [one.name, one] as const))("%s", (_, one) => {
  beforeEach(() => one.prepare(stack.tenant));
  const it = `${one.name}-it`;
  const whole = () => ({ ...one.identity(stack.tenant, 1), resetOnDestroy: true });
  const held = () => one.held(stack.tenant, one.keyOf(whole()))?.live;

  /** Another client's values, and an adoption of this stack that the tenant never gets. The values before. */
  const lost = async (kind: "reset-before" | "reset-after" = "reset-before") => {
    expect(await stack.up({ [`${one.name}-theirs`]: { ...one.bench[1], ...one.identity(stack.tenant, 1) } })).toEqual(
      [],
    );
    const before = held();
    // This stack is another one.
    await stack.runs.next(new Map());
    for (const method of ["PATCH", "PUT", "POST"])
      stack.tenant.inject({ kind, times: Number.POSITIVE_INFINITY, method, path: "/api/v2/" });
    await stack.up({ [it]: { ...one.bench[0], ...whole() } });
    stack.tenant.clearFaults();
    if (kind === "reset-before") expect(held()).toEqual(before);
    return before;
  };

  /** The values that the lost write would have changed. Values that the program declares as they were count as its own. */
  const changedIn = (before: JsonObject | undefined) =>
    leavesOf(kinds[one.name].schema.fields, one.bench[0] as JsonObject).flatMap(({ field, path, value }) =>
      same(field, value, valueAt(before, path)) || valueAt(before, path) === undefined ? [] : [path],
    );
  const expectKept = (before: JsonObject | undefined) => {
    const after = held();
    for (const path of changedIn(before)) expect([path, valueAt(after, path)]).toEqual([path, valueAt(before, path)]);
  };

  test("a destroy after a lost adoption keeps another client's values", async () => {
    const before = await lost();
    await stack.up({});
    expectKept(before);
  });

  test("a destroy after a lost adoption and a refresh keeps another client's values", async () => {
    const before = await lost();
    await (await stack.runs.next()).engine.refresh();
    await stack.up({});
    expectKept(before);
  });

  test.each([false, true])(
    "a destroy resets the values of an adoption whose response was lost (refreshed: %s)",
    async (isRefreshed) => {
      const fresh = held();
      const before = await lost("reset-after");
      const arrived = held();
      if (isRefreshed) await (await stack.runs.next()).engine.refresh();
      await stack.up({});
      const after = held();
      const { fields } = kinds[one.name].schema;
      for (const path of changedIn(before)) {
        const field = fieldAt(fields, path);
        const rules = field ? pathRulesOf(field, path, one.bench[0] as JsonObject) : {};
        const isNeverReturned = rules.reads?.how === "never";
        const hasArrived = same(field, valueAt(one.bench[0] as JsonObject, path), valueAt(arrived, path));
        if (clearBy(rules).how === "release" || isNeverReturned || !hasArrived) continue;
        expect([path, same(field, valueAt(after, path), valueAt(fresh, path) ?? field?.absent)]).toEqual([path, true]);
      }
    },
  );

  const programs: readonly (readonly [string, () => Readonly<Record<string, JsonObject>>])[] = [
    ["a destroy", () => ({})],
    ["a program without the values", () => ({ [it]: whole() })],
  ];
  test.each(programs)("a review of %s after a lost adoption shows what the run does", async (_, programOf) => {
    const before = await lost();
    const { engine } = await stack.runs.next();
    const { fields } = kinds[one.name].schema;
    const required = Object.entries(one.bench[0] ?? {}).filter(([name]) => fields[name]?.required === true);
    const program = Object.fromEntries(
      Object.entries(programOf()).map(([name, args]) => [name, { ...Object.fromEntries(required), ...args }]),
    );
    const urn = `urn:pulumi:dev::shop::${typeToken(one.resource)}::${it}`;
    const printed = JSON.stringify({ steps: await engine.planned(program, () => urn) });
    const [outcome] = outcomesOf(parsePreview(printed, "pulumi preview --json").steps, []);
    if ((await stack.up(program)).length > 0) return;
    const after = held();
    const wrong = changedIn(before).filter((path) => {
      const field = fieldAt(fields, path);
      const rules = field ? pathRulesOf(field, path, one.bench[0] as JsonObject) : {};
      if (field === undefined || (rules.reads?.how ?? "verbatim") !== "verbatim") return false;
      const [foretold, has] = [outcome?.after, after].map((object) => valueAt(object, path) ?? field.absent);
      // A preview hides secrets.
      return !JSON.stringify(foretold)?.includes("[secret]") && !same(field, foretold, has, rules);
    });
    expect(wrong).toEqual([]);
  });

  test("the next run sets the declared values", async () => {
    await lost();
    await (await stack.runs.next()).engine.refresh();
    const program = { [it]: { ...one.bench[0], ...whole() } };
    expect(await stack.up(program)).toEqual([]);
    expect(await (await stack.runs.next()).engine.changes(program)).toEqual([]);
  });
});

test("most settings have values that a lost adoption would have changed", () => {
  const differing = settings.filter(({ bench: [first, second] }) => JSON.stringify(first) !== JSON.stringify(second));
  expect(differing.length).toBeGreaterThan(settings.length / 2);
});

test("a switch does not put another client's subject into force after a lost adoption and a refresh", async () => {
  const template = "verify_email";
  const theirs = { template, body: "<p>one</p>", subject: "Theirs", enabled: false };
  expect(await stack.up({ "emailTemplate-theirs": theirs })).toEqual([]);
  await stack.runs.next(new Map());
  for (const method of ["PATCH", "PUT", "POST"])
    stack.tenant.inject({ kind: "reset-before", times: Number.POSITIVE_INFINITY, method, path: "/api/v2/" });
  await stack.up({ "emailTemplate-it": { ...theirs, subject: "Ours" } });
  stack.tenant.clearFaults();
  await (await stack.runs.next()).engine.refresh();
  const { subject: _, ...without } = theirs;
  expect(await stack.up({ "emailTemplate-it": { ...without, enabled: true } })).toEqual([
    expect.stringContaining("enabled would put subject into force"),
  ]);
});
