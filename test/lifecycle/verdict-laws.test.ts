import fc from "fast-check";
import { beforeAll, expect, test, vi } from "vitest";
import { startEmulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { type Fields, identityOf } from "../../provider/src/schema/schema.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { type Case, casesOf } from "../subjects/rules/index.ts";
import { type CaseProgram, type CaseResource, nameOf, programOf } from "../subjects/rules/programs.ts";
import { CaseStacks, type JudgedRun, lookingUp, type Placing } from "./case-stacks.ts";

// What tools say of one run by rules that look up other objects: before the run, in it, and after it at the tenant.

beforeAll(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
});

const seldom = fc.integer({ min: 0, max: 3 }).map((number) => number === 0);
const placing: fc.Arbitrary<Placing> = fc.record({
  isElsewhere: fc.boolean(),
  isLiteral: fc.boolean(),
  isMixed: seldom,
});

/** More than the resources of any case. */
const places = 6;

test.each(lookingUp.map((rule) => [rule.id, rule] as const))(
  "%s: all tools agree whether the rule fails, and report an id if their data contain it",
  async (_, rule) => {
    const { passes, fails, doesNotApply = [], unknown = [] } = casesOf(rule);
    const all = [...passes, ...fails, ...doesNotApply, ...unknown];
    const sequences = fc.shuffledSubarray(all, { minLength: 2, maxLength: Math.min(4, all.length) });
    let judged = 0;
    await fc.assert(
      fc.asyncProperty(
        sequences,
        fc.array(placing, { minLength: places, maxLength: places }),
        async (sequence, placings) => {
          const tenant = await startEmulator({ newerService: true });
          try {
            const { host } = new URL(tenant.url);
            const names: string[] = [];
            const stacks = new CaseStacks(tenant, (name) => {
              if (!names.includes(name)) names.push(name);
              const found = placings[names.indexOf(name) % places] as Placing;
              return name === nameOf(rule.id, rule.type) ? { ...found, isElsewhere: false } : found;
            });
            const dividedOf = (one: Case) => {
              const text = JSON.stringify(one).replaceAll("tenant.example.com", host);
              return divided(programOf(rule, JSON.parse(text) as Case));
            };
            for (const [index, one] of sequence.entries()) {
              const { program, ofService } = dividedOf(one);
              const next = dividedOf(sequence[(index + 1) % sequence.length] as Case);
              // The second run finds what the first one has made, and what the service and another client have set since.
              for (const set of [[], [...ofService, ...undeclared(program, next.program)]]) {
                for (const [name, values] of set) stacks.set(name, values);
                const run = await stacks.run(program);
                if (!run) return;
                judged += 1;
                expect(contradictionsIn(run)).toEqual([]);
              }
            }
          } finally {
            await tenant.close();
          }
        },
      ),
      cases(1 / lookingUp.length, 8 * few),
    );
    expect(judged).toBeGreaterThan(0);
  },
  longest,
);

/** The verdicts of a run that contradict those at the tenant, and those that would differ with the true ids. */
function contradictionsIn({ views, tenant, isClear }: JudgedRun): readonly object[] {
  return views.flatMap(({ tool, verdicts, withTrueIds }) =>
    [...verdicts].flatMap(([judgement, is]) => {
      const [after, true_] = [tenant.get(judgement), withTrueIds.get(judgement)];
      const isWrong =
        after !== undefined && after !== is && [after, is].includes("fails") && ![after, is].includes("unknown");
      const isKnownWithIds = is !== true_ && (isClear || is !== "unknown");
      return isWrong || isKnownWithIds ? [{ tool, judgement, is, withTrueIds: true_, tenant: after }] : [];
    }),
  );
}

/** The values of another program for the properties that a program does not declare: what another client could have set. */
function undeclared(program: CaseProgram, other: CaseProgram): ReadonlyMap<string, JsonObject> {
  const found = Object.entries(program).map(([name, { type, args, idsOf }]) => {
    const theirs = other[name]?.type === type ? other[name] : { args: {}, idsOf: {} };
    const fixed = identityOf(definitions[type].schema);
    const known = new Set([...fixed, ...Object.keys(args), ...roots(idsOf), ...roots(theirs.idsOf)]);
    return [name, Object.fromEntries(Object.entries(theirs.args).filter(([key]) => !known.has(key)))] as const;
  });
  return new Map(found.filter(([, values]) => Object.keys(values).length > 0));
}

function roots(idsOf: CaseResource["idsOf"]): readonly string[] {
  return Object.keys(idsOf).map((path) => path.replace(/\/.*/, ""));
}

/** A program, and the values of its resources that only the service sets. */
function divided(all: CaseProgram): { program: CaseProgram; ofService: ReadonlyMap<string, JsonObject> } {
  const ofService = new Map<string, JsonObject>();
  const program = Object.entries(all).map(([name, resource]) => {
    const fields: Fields = definitions[resource.type].schema.fields;
    const isOfService = ([key, value]: readonly [string, unknown]) => {
      const field = fields[key];
      const isListed = field?.kind !== "string" || field.oneOf === undefined || field.oneOf.includes(String(value));
      return (field?.computed === true && field.required !== true) || !isListed;
    };
    const entries = Object.entries(resource.args);
    const values = Object.fromEntries(entries.filter(isOfService));
    if (Object.keys(values).length > 0) ofService.set(name, values);
    return [name, { ...resource, args: Object.fromEntries(entries.filter((entry) => !isOfService(entry))) }] as const;
  });
  return { program: Object.fromEntries(program), ofService };
}
