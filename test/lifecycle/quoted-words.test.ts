import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Field } from "../../provider/src/schema/schema.ts";
import { canonical } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { MiniEngine } from "../harness/mini-engine.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { patientWorld, type World } from "./world.ts";

/*
 * The law: where the service refuses a write, and quotes the words that the program may declare, the message of the run has them. A message without its
 * ordinary words helps nobody.
 */

/** The words among which a program chooses the values that it declares. They are no secrets. */
function wordsOf(field: Field): readonly string[] {
  if (field.kind === "set" || field.kind === "list") return wordsOf(field.item);
  return field.kind === "string" && !field.secret ? (field.oneOf ?? []) : [];
}

const quoting = subjects.flatMap((subject) => {
  const { fields } = kinds[subject.name].schema;
  const declared = subject.bench.flatMap((program) => leavesOf(fields, canonical(fields, program, undefined)));
  const words = [...new Set(declared.flatMap(({ field }) => wordsOf(field)))];
  return words.length > 0 ? [[subject.resource, subject, words] as const] : [];
});

describe.each(quoting)("%s", (_, subject, words) => {
  let world: World;
  beforeAll(async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    world = await patientWorld(kinds[subject.name]);
    subject.prepare(world.tenant);
  });
  afterAll(() => world.close());

  test("a refusal quotes the values of enumerations", async () => {
    const message = `Not one of: ${words.map((word) => `'${word}'`).join(" ")}`.slice(0, 400);
    for (const method of ["POST", "PATCH", "PUT"])
      world.tenant.inject({
        ...{ kind: "status", status: 400, method, path: "/api/v2/", times: Number.POSITIVE_INFINITY },
        body: { statusCode: 400, error: "Bad Request", message },
      });
    const messages = [];
    for (const object of subject.bench) {
      const [step] = await new MiniEngine(world.port).up({ object });
      messages.push(...(step?.failure ? [step.failure.message] : []));
    }
    expect(messages).not.toEqual([]);
    for (const said of messages) expect(said).toContain(message);
  });
});
