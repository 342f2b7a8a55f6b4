import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import { organizationMemberRolesKind } from "../../provider/src/lifecycle/organization-member-roles.ts";
import { resourceServerKind } from "../../provider/src/lifecycle/resource-server.ts";
import { type Exception, exceptions, type Step } from "./exceptions.ts";
import { convergence, preservation, preservationOfRoles, type RolesSubject, type Subject } from "./laws.ts";
import { connections, memberRoles, patientWorld, resourceServers } from "./subjects.ts";
import type { World } from "./world.ts";

const readme = readFileSync(join(import.meta.dirname, "..", "..", "README.md"), "utf8").replaceAll(/\s+/g, " ");

const kinds = [resourceServerKind, connectionKind, organizationMemberRolesKind];
let worlds: readonly World[];
let roles: RolesSubject;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  worlds = await Promise.all(kinds.map((kind) => patientWorld(kind)));
  roles = memberRoles(worlds[2] as World);
});
afterAll(async () => {
  for (const world of worlds) await world.close();
});

/** The law that an exception is about. */
function lawOf({
  resource,
  law,
}: Exception): (subject: Subject, steps: readonly Step[], used: readonly Exception[]) => Promise<void> {
  if (law === "convergence") return convergence;
  if (resource !== "OrganizationMemberRoles") return preservation;
  return (_, steps, used) => preservationOfRoles(roles, steps, [], true, used);
}

/** The objects that an exception is about. */
function subjectsOf({ resource, strategies = [] }: Exception): readonly Subject[] {
  if (resource === "OrganizationMemberRoles") return [roles];
  if (resource === "ResourceServer") return [resourceServers(worlds[0] as World)];
  return strategies.map((strategy) => connections(worlds[1] as World, strategy));
}

const named = exceptions.map((exception): [string, Exception] => {
  const { resource, strategies = [], law, how, paths } = exception;
  return [[resource, ...strategies, law, how, ...paths].join(" "), exception];
});

describe.each(named)("%s", (_, exception) => {
  test("is documented", () => {
    expect(readme).toContain(exception.readme);
  });

  test("is real: the law holds with it, and without it for any one of its paths it does not", async () => {
    const law = lawOf(exception);
    for (const subject of subjectsOf(exception)) {
      for (const example of exception.examples) await law(subject, example, exceptions);
      for (const path of exception.paths) {
        const narrower = { ...exception, paths: exception.paths.filter((other) => other !== path) };
        const rest = exceptions.map((other) => (other === exception ? narrower : other));
        const runs = await Promise.allSettled(exception.examples.map((example) => law(subject, example, rest)));
        expect(
          runs.some(({ status }) => status === "rejected"),
          `nothing is wrong with ${path} of ${subject.strategy ?? subject.resource}`,
        ).toBe(true);
      }
    }
  });
});
