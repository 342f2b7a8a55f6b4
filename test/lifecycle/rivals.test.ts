import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { UserError } from "../../provider/src/lifecycle/errors.ts";
import { EngineRun } from "../../provider/src/lifecycle/program.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { gatherWarnings } from "./warnings.ts";
import { providerFor } from "./world.ts";

/* Two providers of one program for one tenant: each has a process of its own. */

const warnings = gatherWarnings();
let tenant: Emulator;
beforeEach(async () => {
  tenant = await startEmulator();
});
afterEach(() => tenant.close());

const singletons = subjects
  .filter(({ name }) => kinds[name].schema.singleton !== undefined)
  .map((subject) => [subject.resource, subject] as const);

/** Checks of resources in two processes, which can ask each other. */
function processes(subject: Subject) {
  const { domain, clientId, clientSecret } = tenant;
  const config = { "tenant:domain": domain, "tenant:clientId": clientId, "tenant:clientSecret": clientSecret };
  const runs = [new EngineRun(), new EngineRun()] as const;
  for (const [at, run] of runs.entries()) {
    const other = runs[1 - at] as EngineRun;
    run.rivals = (host, settings) =>
      Promise.resolve([other.programFor(host).rivalOf(settings)].filter((rival) => rival !== undefined));
  }
  const checks = runs.map((run, at) => {
    const port = providerFor(kinds[subject.name], config, run);
    return async (args: JsonObject) => (await port.check({}, { ...args, __resource: `It "${at}"` })).failures;
  });
  return { runs, checks: checks as [(typeof checks)[0], (typeof checks)[0]] };
}

/** The second version with another value for a property of the first one. */
function contesting({ name }: Subject, first: JsonObject, second: JsonObject): JsonObject {
  const isContested = Object.keys(second).some((one) => one in first && !isDeepStrictEqual(first[one], second[one]));
  if (isContested) return second;
  const fields = kinds[name].schema.fields;
  const flag = Object.keys(first).find((one) => fields[one]?.kind === "boolean");
  const choice = Object.entries(fields).flatMap(([one, field]) =>
    field.kind === "string"
      ? (field.oneOf ?? [])
          .filter((value) => one in first && value !== first[one])
          .map((value) => [one, value] as const)
      : [],
  );
  const other = flag === undefined ? choice[0] : ([flag, first[flag] !== true] as const);
  return { ...second, ...(other && { [other[0]]: other[1] }) };
}

describe.each(singletons)("%s", (_, subject) => {
  const versions = () => subject.bench.map((args) => ({ ...subject.identity(tenant, 0), ...args }));

  test("two providers that declare one setting with different values are refused, and the path is named", async () => {
    subject.prepare(tenant);
    const [first, second] = versions() as [JsonObject, JsonObject];
    const { checks } = processes(subject);
    expect(await checks[0](first)).toEqual([]);
    expect((await checks[1](contesting(subject, first, second))).join()).toMatch(
      /^[a-z][^ ]*.*: It "1" and It "0" of this program declare different values/,
    );
  });

  test("two providers that declare the same values, or different properties, are not", async () => {
    subject.prepare(tenant);
    const [first] = versions() as [JsonObject, JsonObject];
    const { checks } = processes(subject);
    expect(await checks[0](first)).toEqual([]);
    expect(await checks[1](first)).toEqual([]);
  });
});

test("a provider whose process does not answer causes a warning", async () => {
  const subject = singletons[0]?.[1] as Subject;
  subject.prepare(tenant);
  const { runs, checks } = processes(subject);
  runs[0].rivals = () => Promise.reject(new UserError("no answer"));
  expect(await checks[0](subject.bench[0])).toEqual([]);
  expect(warnings.join()).toMatch(/does not answer, so it is not known whether the program declares other values/);
});
