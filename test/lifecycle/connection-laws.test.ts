import fc from "fast-check";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import type { JsonObject } from "../../provider/src/model/json.ts";
import { cases } from "../harness/scale.ts";
import {
  connectionProperties,
  foreignOptions,
  optionStrategies,
  refusableOptions,
} from "../model/connection-arbitraries.ts";
import { exceptions } from "./exceptions.ts";
import { convergence, idempotence, patience, preservation, type Subject, sequencesOf } from "./laws.ts";
import { connections, patientWorld } from "./subjects.ts";
import type { World } from "./world.ts";

let world: World;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await patientWorld(connectionKind);
});
afterAll(() => world.close());

/** The strategies share the cases. */
const scale = cases(1 / 10);

describe.each(optionStrategies)("the three laws, strategy %s", { timeout: patience }, (strategy) => {
  // A pingfederate connection cannot be without its certificate.
  const orNone = (options: fc.Arbitrary<JsonObject>) =>
    strategy === "pingfederate" ? options : fc.option(options, { freq: 12 });
  const of = (options: fc.Arbitrary<JsonObject>) =>
    fc.tuple(connectionProperties, orNone(options)).map(([rest, chosen]) => ({ ...rest, options: chosen }));
  const steps = sequencesOf({
    program: of(refusableOptions(strategy)),
    edit: of(foreignOptions(strategy)),
    unseen: fc.constant(false),
  });
  let subject: Subject;
  beforeAll(() => {
    subject = connections(world, strategy);
  });

  test("idempotence: after any sequence of programs, neither a preview nor a refresh finds anything", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => idempotence(subject, sequence, exceptions)),
      scale,
    );
  });

  test("convergence: a program edited step by step leaves what a fresh create of its last version would", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => convergence(subject, sequence, exceptions)),
      scale,
    );
  });

  test("preservation: what somebody else sets is never changed, and never shown", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => preservation(subject, sequence, exceptions)),
      scale,
    );
  });
});
