import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import { type JsonObject, own } from "../../provider/src/schema/json.ts";
import type { Field } from "../../provider/src/schema/schema.ts";
import { isSharable, isShared } from "../../provider/src/state/leaves.ts";
import type { Program } from "../harness/mini-engine.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { canBeTheirs, kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { hearWithFixedDate, Runs, TestStack } from "./runs.ts";

/* An outage and nobody else: what a run has sent, and whose response was lost, is neither made twice nor taken for another client's. */

let stack: TestStack;

hearWithFixedDate(() => stack);

/** Gives a new stack, whose tenant has what the subject needs. */
async function withStack(subject: Subject, check: () => Promise<void>): Promise<void> {
  stack = new TestStack();
  stack.tenant = await startEmulator();
  stack.runs = new Runs(stack.tenant);
  try {
    subject.prepare(stack.tenant);
    await check();
  } finally {
    await stack.runs.close();
    await stack.tenant.close();
  }
}

/** The time after which listings show each object. */
const later = () => vi.setSystemTime(Date.now() + 300_000);

async function expectConverged(program: Program): Promise<void> {
  const { engine } = await stack.runs.next();
  expect(await engine.changes(program)).toEqual([]);
  await engine.refresh();
  expect(await engine.changes(program)).toEqual([]);
}

/** Programs of one slot, each with some of the values of the others. */
const versionsOf = (subject: Subject, count: number) =>
  subject
    .programs(subject.slots[0] ?? "")
    .chain((version) => fc.array(version, { minLength: count, maxLength: count }))
    .map((all) => all.map(({ adopt: _, ...args }): JsonObject => args));

describe.each(subjects.filter(({ name }) => canBeTheirs(name)).map((one) => [one.resource, one] as const))(
  "%s",
  (_, subject) => {
    test(
      "after a lost creation, exactly one object exists, which the named remedy adopts",
      () =>
        fc.assert(
          fc.asyncProperty(versionsOf(subject, 1), fc.boolean(), ([args = {}], isRefreshed) =>
            withStack(subject, async () => {
              const program = { [`${subject.name}-it`]: args };
              stack.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2" });
              await stack.up(program);
              stack.tenant.clearFaults();
              later();
              const { engine } = await stack.runs.next();
              if (isRefreshed) await engine.refresh();
              const failures = await stack.up(program);
              if (failures.length > 0) {
                expect(failures).toEqual([
                  expect.stringMatching(/may have created it.*TENANT_ADOPT=true pulumi up --refresh/s),
                ]);
                const next = await stack.runs.next(undefined, true);
                await next.engine.refresh();
                expect((await next.engine.up(program)).flatMap(({ failure }) => failure ?? [])).toEqual([]);
              }
              expect(subject.namesakes?.(stack.tenant, subject.keyOf(args)) ?? []).toHaveLength(
                subject.namesakes ? 1 : 0,
              );
              await expectConverged(program);
            }),
          ),
          cases(subject.share, few / 5),
        ),
      longest,
    );
  },
);

describe.each(subjects.map((one) => [one.resource, one] as const))("%s", (_, subject) => {
  test(
    "values of an update with a lost response are removed by the next version of the program",
    () =>
      fc.assert(
        fc.asyncProperty(versionsOf(subject, 3), ([first = {}, lost = {}, last = {}]) =>
          withStack(subject, async () => {
            const name = `${subject.name}-it`;
            expect(await stack.up({ [name]: first })).toEqual([]);
            const { engine } = await stack.runs.next();
            const ops = async (args: JsonObject) => (await engine.preview({ [name]: args })).map(({ op }) => op);
            // Replacements have laws of their own.
            if ([...(await ops(lost)), ...(await ops(last))].includes("replace")) return;
            for (const method of ["PUT", "PATCH", "DELETE", "POST"])
              stack.tenant.inject({ kind: "reset-after", times: Number.POSITIVE_INFINITY, method, path: "/api/v2" });
            await stack.up({ [name]: lost });
            stack.tenant.clearFaults();
            later();
            const failures = await stack.up({ [name]: last });
            expect(stack.said).not.toContainEqual(expect.stringContaining("another client has"));
            const [failure] = failures;
            if (failure?.includes("Run `pulumi up --refresh`")) {
              await (await stack.runs.next()).engine.refresh();
              expect(await stack.up({ [name]: last })).toEqual([]);
            } else if (failure !== undefined) {
              // What the API cannot clear stays, and the program has to say whether it may come into force.
              expect(failures).toEqual([expect.stringMatching(/does not declare.*declare/)]);
              last = { ...lost, ...last };
              expect(await stack.up({ [name]: last })).toEqual([]);
            }
            if (isSeenLater(subject, lost, last)) {
              await (await stack.runs.next()).engine.refresh();
              expect(await stack.up({ [name]: last })).toEqual([]);
            }
            await expectConverged({ [name]: last });
          }),
        ),
        cases(subject.share, few / 5),
      ),
    longest,
  );
});

/**
 * Whether only a refresh shows what is left to do: a program that begins to hold a set as a whole removes the members of others, and a hint of the whole
 * object does not tell the lost update from another client's.
 */
function isSeenLater(subject: Subject, was: JsonObject, is: JsonObject): boolean {
  return Object.entries<Field>(kinds[subject.name].schema.fields).some(
    ([name, field]) =>
      (isSharable(field) && isShared(field, was) && !isShared(field, is)) ||
      (field.reads?.isOfObject === true && own(is, name) !== undefined),
  );
}
