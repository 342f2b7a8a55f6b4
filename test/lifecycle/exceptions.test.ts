import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { Exception } from "../subjects/exception.ts";
import { subjects } from "../subjects/index.ts";
import { constancy, convergence, preservation, preservationOfShared, type Stage } from "./laws.ts";
import { staged } from "./stages.ts";

const page = readFileSync(join(import.meta.dirname, "..", "..", "docs/behaviour.md"), "utf8").replaceAll(/\s+/g, " ");

/** Runs an example of the law that an exception is about. */
function run(stage: Stage, { law }: Exception, steps: Exception["examples"][number], used: readonly Exception[]) {
  const { shared } = stage.subject;
  if (law === "convergence") return convergence(stage, steps, used);
  if (law === "constancy") return constancy(stage, steps[0] ?? { program: {} }, steps[1]?.program ?? {}, used);
  return shared ? preservationOfShared(stage, shared, steps, {}, used) : preservation(stage, steps, used);
}

const rootsOf = ({ strategies }: Exception): readonly JsonObject[] =>
  strategies?.map((strategy) => ({ strategy })) ?? [{}];

const excepted = subjects.filter(({ exceptions }) => exceptions.length > 0);

describe.each(excepted.map((subject) => [subject.resource, subject] as const))("%s", (_, subject) => {
  const usual = staged(subject);
  const { exceptions } = subject;
  const named = exceptions.map((exception): [string, Exception] => {
    const { strategies = [], law, how, paths } = exception;
    return [[...strategies, law, how, ...paths].join(" "), exception];
  });

  describe.each(named)("%s", (_, exception) => {
    const stage = exception.lacks ? staged(subject, exception.lacks) : usual;

    test("is documented", () => {
      expect(page).toContain(exception.documented);
    });

    test("is real: the law holds with the exception, and fails without any one of its paths", async () => {
      for (const root of rootsOf(exception)) {
        for (const example of exception.examples) await run(stage(root), exception, example, exceptions);
        for (const path of exception.paths) {
          const narrower = { ...exception, paths: exception.paths.filter((other) => other !== path) };
          const rest = exceptions.map((other) => (other === exception ? narrower : other));
          // One after the other: examples of a singleton are about the same object.
          let isBroken = false;
          for (const example of exception.examples) {
            isBroken ||= await run(stage(root), exception, example, rest).then(
              () => false,
              () => true,
            );
          }
          expect(isBroken, `nothing is wrong with ${path} of ${JSON.stringify(root)}`).toBe(true);
        }
      }
    });
  });
});
