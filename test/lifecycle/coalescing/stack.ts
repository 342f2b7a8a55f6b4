import { TenantClient } from "../../../provider/src/client/index.ts";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../../provider/src/lifecycle/program/engine-run.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { inProcess } from "../../harness/in-process.ts";
import { type ProviderPort, revealed } from "../../harness/mini-engine.ts";
import { kinds, type TypeName } from "../../subjects/kinds.ts";

/** A resource of a stack, as the state has it. */
export interface Entry {
  readonly kind: TypeName;
  readonly id: string;
  readonly outputs: JsonObject;
  readonly inputs: JsonObject;
}

/** A resource as a refresh has read it, with its entry before. */
export type Seen = {
  readonly entry: Entry;
  readonly id: string;
  readonly outputs: JsonObject;
  readonly inputs: JsonObject;
};

/** A stack of many resources at one tenant, in the hands of one provider process, with as many operations at a time as the engine has. */
export interface Stack {
  readonly tenant: Emulator;
  /** What the debug log says besides the calls. */
  readonly log: readonly string[];
  create(kind: TypeName, args: readonly JsonObject[]): Promise<Entry[]>;
  refresh(entries: readonly Entry[]): Promise<Seen[]>;
  delete(entry: Entry): Promise<void>;
  /** Begins another run: a process that knows nothing. */
  nextRun(): void;
  /** The same resource at this tenant, which has the objects of another one. */
  taken(entry: Entry): Entry;
  /** Methods, paths and statuses of the calls since the last time, without those for tokens. */
  calls(): string[];
  close(): Promise<void>;
}

interface Circumstances {
  /** How many operations the engine has under way. Default: 8, as on two cores. */
  readonly parallel?: number;
  /** What the token may do. Default: everything. */
  readonly scopes?: readonly string[];
  /** The domain of the tenant that the objects come from. */
  readonly formerly?: string;
}

export async function startStack(
  options: EmulatorOptions = {},
  { parallel = 8, scopes, formerly = "" }: Circumstances = {},
): Promise<Stack> {
  const tenant = await startEmulator(options);
  const log: string[] = [];
  let client: TenantClient | undefined;
  let run = new EngineRun();
  const credentials = scopes
    ? { "tenant:token": tenant.issueToken(scopes) }
    : { "tenant:clientId": tenant.clientId, "tenant:clientSecret": tenant.clientSecret };
  const connect = (settings: ConstructorParameters<typeof TenantClient>[0]) => {
    client ??= new TenantClient(
      { ...settings, debug: true },
      {
        onLog: (line) => void (/^tenant: [A-Z]+ \//.test(line) || log.push(line)),
        onWait: () => undefined,
        retries: { baseMs: 1, capMs: 5 },
      },
    );
    return client;
  };
  const ports = new Map<TypeName, ProviderPort>();
  const portOf = (kind: TypeName) => {
    const port =
      ports.get(kind) ??
      inProcess(() => new Lifecycle(kinds[kind], connect, run), {
        "tenant:domain": tenant.domain,
        "tenant:rateBudget": "1",
        ...credentials,
      });
    ports.set(kind, port);
    return port;
  };
  /** The engine begins the next operation when one has ended. */
  const inParallel = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
    const results: R[] = [];
    const queue = items.entries();
    const worker = async () => {
      for (const [index, item] of queue) results[index] = await run(item);
    };
    await Promise.all(Array.from({ length: parallel }, worker));
    return results;
  };
  return {
    tenant,
    log,
    create: (kind, args) =>
      inParallel(args, async (given) => {
        const port = portOf(kind);
        const { inputs, failures } = await port.check({}, given);
        if (failures.length > 0) throw new Error(failures.join("\n"));
        const { id, outputs } = await port.create(revealed(inputs));
        return { kind, id, inputs, outputs };
      }),
    refresh: (entries) =>
      inParallel(entries, async (entry) => {
        const { id, outputs, inputs } = await portOf(entry.kind).read(entry.id, revealed(entry.outputs));
        return { entry, id, outputs, inputs: inputs ?? {} };
      }),
    delete: ({ kind, id, outputs }) => portOf(kind).delete(id, revealed(outputs)),
    nextRun() {
      run = new EngineRun();
      ports.clear();
    },
    taken: (entry) =>
      JSON.parse(JSON.stringify(entry).replaceAll(new URL(formerly).host, new URL(tenant.domain).host)) as Entry,
    calls() {
      const made = tenant.requests.filter(({ operation }) => operation !== "token");
      const lines = made.map(({ method, path, status }) => `${method} ${path} ${status}`);
      tenant.clearRequests();
      return lines;
    },
    async close() {
      await client?.close();
      await tenant.close();
    },
  };
}
