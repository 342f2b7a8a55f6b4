import fc from "fast-check";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import { cases } from "../harness/scale.ts";
import { resourceServerProperties } from "../model/arbitraries.ts";
import { exceptions } from "./exceptions.ts";
import { convergence, idempotence, patience, preservation, type Subject, sequencesOf } from "./laws.ts";
import { patientWorld, resourceServers } from "./subjects.ts";
import type { World } from "./world.ts";

let world: World;
let subject: Subject;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await patientWorld(resourceServerKind);
  subject = resourceServers(world);
});
afterAll(() => world.close());

const steps = sequencesOf({
  program: resourceServerProperties,
  edit: resourceServerProperties,
  unseen: fc.constant(false),
});

describe("the three laws, resource servers", { timeout: patience }, () => {
  test("idempotence: after any sequence of programs, neither a preview nor a refresh finds anything", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => idempotence(subject, sequence, exceptions)),
      cases(),
    );
  });

  test("convergence: a program edited step by step leaves what a fresh create of its last version would", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => convergence(subject, sequence, exceptions)),
      cases(),
    );
  });

  test("preservation: what the programs do not declare is never changed, and never shown", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => preservation(subject, sequence, exceptions)),
      cases(),
    );
  });
});
