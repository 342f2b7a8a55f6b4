import { beforeEach, expect, test, vi } from "vitest";
import type { TenantClient } from "../../provider/src/client/index.ts";
import type { ResourceType } from "../../provider/src/lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { draftRun } from "../harness/fault-run/foreign-drafts.ts";
import { inThisProcess } from "../harness/fault-run/runtime.ts";
import { cases, longest } from "../harness/scale.ts";
import { kinds } from "../subjects/kinds.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

const { numRuns: operations, seed } = cases(1 / 5, 300);

test(
  "under any faults, no run deploys another team's draft, and the documented remedy works",
  async () => {
    const tally = await draftRun(inThisProcess(lines), operations, seed);
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.deployments).toBeGreaterThan(operations / 20);
    expect(tally.refusals).toBeGreaterThan(operations / 20);
  },
  longest,
);

test(
  "the fault run finds a planted bug: an update that takes another team's draft for the deployed code",
  async () => {
    const { action } = kinds;
    const blind: ResourceType = {
      ...action,
      update: (service, change) => action.update(seeingNoDraft(service), change),
    };
    const run = draftRun(inThisProcess(lines, { action: blind }), 300, 1);
    await expect(run).rejects.toMatchObject({
      cause: { message: expect.stringMatching(/of another team was deployed/) },
    });
  },
  longest,
);

/** A client to which every draft looks like the deployed version. */
function seeingNoDraft(service: TenantClient): TenantClient {
  const request = async (call: Parameters<TenantClient["request"]>[0]) => {
    const answer = await service.request(call as never);
    const { body } = answer as { readonly body: Json };
    if (call.method !== "GET" || !isObject(body) || !isObject(body.deployed_version)) return answer;
    const { code, dependencies, runtime, secrets, modules } = body as JsonObject;
    const draft = { code, dependencies, runtime, secrets, modules } as JsonObject;
    const known = Object.entries(draft).filter(([, value]) => value !== undefined);
    return {
      ...answer,
      body: { ...body, deployed_version: { ...body.deployed_version, ...Object.fromEntries(known) } },
    };
  };
  return Object.assign(Object.create(service), { request, wait: (seconds: number) => service.wait(seconds) });
}
