import fc from "fast-check";
import { afterAll, beforeAll, describe, test, vi } from "vitest";
import { organizationMemberRolesKind } from "../../provider/src/lifecycle/organization-member-roles.ts";
import { cases } from "../harness/scale.ts";
import { exceptions } from "./exceptions.ts";
import { convergence, idempotence, patience, preservationOfRoles, type RolesSubject, sequencesOf } from "./laws.ts";
import { memberRoles, patientWorld, roleIds } from "./subjects.ts";
import type { World } from "./world.ts";

let world: World;
let subject: RolesSubject;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  world = await patientWorld(organizationMemberRolesKind);
  subject = memberRoles(world);
});
afterAll(() => world.close());

const idsUpTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...roleIds), { maxLength });
const rolesUpTo = (maxLength: number) => idsUpTo(maxLength).map((roles) => ({ roles }));
const steps = fc.oneof(
  sequencesOf({ program: rolesUpTo(50), edit: rolesUpTo(50), unseen: fc.constant(false) }),
  sequencesOf({ program: rolesUpTo(4), edit: rolesUpTo(4), unseen: fc.boolean() }),
  // Additions come first, so where they are refused nothing has been changed.
  sequencesOf({ program: rolesUpTo(25), edit: rolesUpTo(50), unseen: fc.boolean() }),
);

describe("the three laws, roles of members", { timeout: patience }, () => {
  test("idempotence: after any sequence of programs, neither a preview nor a refresh finds anything", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => idempotence(subject, sequence, exceptions)),
      cases(),
    );
  });

  test("convergence: any sequence of programs and edits leaves what a creation for another member would, with at most two writes a run", async () => {
    await fc.assert(
      fc.asyncProperty(steps, (sequence) => convergence(subject, sequence, exceptions)),
      cases(),
    );
  });

  test("preservation: other members and organizations keep their roles, and a destroy takes the declared ones only", async () => {
    await fc.assert(
      fc.asyncProperty(steps, idsUpTo(10), fc.boolean(), (sequence, theirs, isSeen) =>
        preservationOfRoles(subject, sequence, theirs, isSeen, exceptions),
      ),
      cases(),
    );
  });
});
