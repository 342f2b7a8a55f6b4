import { beforeEach, describe, expect, test, vi } from "vitest";
import { connectionKind } from "../../provider/src/lifecycle/connection.ts";
import type { Kind } from "../../provider/src/lifecycle/kind.ts";
import type { Reads } from "../../provider/src/lifecycle/reads/reads.ts";
import { kinds } from "../../provider/src/lifecycle/registry.ts";
import { isObject, type JsonObject } from "../../provider/src/model/json.ts";
import { type TenantCall, type TenantClient, TenantError } from "../../provider/src/tenant/index.ts";
import { faultRun } from "../harness/fault-run/run.ts";
import { inThisProcess } from "../harness/fault-run/runtime.ts";
import { cases, longest } from "../harness/scale.ts";
import type { KindName } from "../subjects/subject.ts";

const lines: string[] = [];
beforeEach(() => {
  for (const method of ["warn", "info", "error"] as const) {
    vi.spyOn(console, method).mockImplementation((...parts) => void lines.push(parts.join(" ")));
  }
});

const { numRuns: operations, seed } = cases();

test(
  "whatever goes wrong, and whoever edits meanwhile: nothing lost, nothing twice, nothing wiped",
  async () => {
    const tally = await faultRun({ launch: inThisProcess(lines), operations, seed });
    process.stdout.write(`${JSON.stringify(tally)}\n`);
    expect(tally.operations).toBeGreaterThanOrEqual(operations);
    // Most of it goes through, and a good part of it does not.
    expect(tally.faults).toBeGreaterThan(operations / 10);
  },
  longest,
);

/** Bugs as people make them: a fault run that does not find them proves nothing. */
const bugs: Record<string, Partial<Record<KindName, Kind>>> = {
  "lost answers are taken for failures": Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      { ...kind, create: plainly(kind.create), update: plainly(kind.update) },
    ]),
  ),
  "what an update does not declare is not merged": {
    connection: {
      ...connectionKind,
      update: (service, change) => connectionKind.update(sendingOnly(change.inputs, service), change),
    },
  },
  "an object that exists is taken for ours": {
    resourceServer: {
      ...kinds.resourceServer,
      untouchable: () => undefined,
      isTaken: () => false,
      create: overwriting,
    },
  },
};

describe("the fault run finds a planted bug within 1,000 operations:", () => {
  test.each(Object.entries(bugs))(
    "%s",
    async (_, variants) => {
      const run = faultRun({ launch: inThisProcess(lines, variants), operations: 1_000, seed: 8, isUnshrunk: true });
      await expect(run).rejects.toThrow(/Property failed/);
    },
    longest,
  );
});

/** A call whose failure tells nothing of whether it was carried out. */
function plainly<Args extends unknown[], T>(call: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
  return (...args) =>
    call(...args).catch((error: unknown) => {
      throw error instanceof TenantError && error.outcome === "unknown" ? new Error(error.message) : error;
    });
}

/** A service that gets the declared options, and none of those that are there besides. */
function sendingOnly({ options }: JsonObject, service: TenantClient): TenantClient {
  const request = (call: TenantCall) => {
    const { body } = call;
    const isUpdate =
      call.method === "PATCH" && isObject(body as JsonObject) && Object.hasOwn(body as JsonObject, "options");
    return service.request(isUpdate ? { ...call, body: { ...(body as JsonObject), options } } : call);
  };
  return Object.assign(Object.create(service), { request });
}

/** A creation that deletes what is in its way. */
async function overwriting(service: TenantClient, args: JsonObject, reads: Reads): ReturnType<Kind["create"]> {
  const found = await kinds.resourceServer.find(service, args);
  if (found) await kinds.resourceServer.delete(service, found.id, args, {});
  return kinds.resourceServer.create(service, args, reads);
}
