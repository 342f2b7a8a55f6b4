import { join } from "node:path";
import { type ProviderSettings, TenantClient } from "../../../provider/src/client/index.ts";
import type { Emulator } from "../../../provider/src/emulator/index.ts";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../../provider/src/lifecycle/program/engine-run.ts";
import type { ResourceType } from "../../../provider/src/lifecycle/resource-type.ts";
import { type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { providerCode } from "../../../provider/src/schema/provider-code.ts";
import { classesReferringTo } from "../../../provider/src/types/registry.ts";
import { kinds, type TypeName } from "../../subjects/kinds.ts";
import { startHost } from "../host-process.ts";
import { inProcess } from "../in-process.ts";
import type { ProviderPort } from "../mini-engine.ts";

/** The constant that a resource of a type has in `__provider`. */
export const codeOf = (kind: TypeName): string => providerCode(kind, true);

/** One life of the provider's process. */
export interface Runtime {
  readonly port: ProviderPort;
  /** Everything that it has printed so far. */
  printed(): string;
  /** Ends it where it is, in the middle of a call. */
  kill(): void;
  close(): Promise<void>;
}

/**
 * Starts a provider process for a tenant; with `adopt`, as `TENANT_ADOPT=true` would.
 *
 * @param isCalm whether nothing goes wrong in it: then no answer is late, however busy the machine is
 */
export type Launch = (tenant: Emulator, adopt?: boolean, isCalm?: boolean) => Promise<Runtime>;

/** Times that fit calls within one machine, in milliseconds. */
export const timeouts = { connect: 500, headers: 120, body: 120, attempt: 240, call: 1_000 };
const patient = { connect: 30_000, headers: 30_000, body: 30_000, attempt: 30_000, call: 60_000 };
const retries = { baseMs: 1, capMs: 4, refusedMs: 500 };

function configOf(tenant: Emulator): Record<string, string> {
  return {
    "tenant:domain": tenant.domain,
    "tenant:clientId": tenant.clientId,
    "tenant:clientSecret": tenant.clientSecret,
  };
}

/**
 * The provider in this process, which is fast.
 *
 * @param lines what the console is told, as it grows
 * @param variants in place of the kinds of the same names: so a test plants a bug
 * @param runOf what a process knows of its run
 */
export function inThisProcess(
  lines: readonly string[],
  variants: Partial<Record<TypeName, ResourceType>> = {},
  runOf = () => new EngineRun(classesReferringTo),
): Launch {
  const all: Readonly<Record<string, ResourceType>> = { ...kinds, ...variants };
  const types = new Map(Object.entries(all).map(([name, type]) => [codeOf(name as TypeName), type]));
  return async (tenant, adopt = false, isCalm = false) => {
    const end = new AbortController();
    const first = lines.length;
    let client: TenantClient | undefined;
    const connect = (settings: ProviderSettings) => {
      client ??= new TenantClient(settings, { timeouts: isCalm ? patient : timeouts, retries, signal: end.signal });
      return client;
    };
    const environment = { ...process.env, TENANT_ADOPT: String(adopt) };
    const run = runOf();
    const ports = new Map<string, ProviderPort>();
    const portOf = (code: string): ProviderPort | undefined => {
      const type = types.get(code);
      if (type === undefined || ports.has(code)) return ports.get(code);
      const port = inProcess(() => new Lifecycle(type, connect, run), configOf(tenant));
      ports.set(code, withEnvironment(port, environment));
      return ports.get(code);
    };
    return {
      port: byCode(portOf),
      printed: () => lines.slice(first).join("\n"),
      kill: () => end.abort(),
      close: async () => {
        end.abort();
        await client?.close();
      },
    };
  };
}

/**
 * The provider in the SDK's own host process, in which time passes faster.
 *
 * @param cwd the program's folder, from which the host finds the package
 */
export function inHostProcess(cwd: string): Launch {
  return async (tenant, adopt = false) => {
    const fast = join(import.meta.dirname, "fast-time.cjs");
    const host = await startHost({
      cwd,
      config: configOf(tenant),
      env: { TENANT_ADOPT: String(adopt), NODE_OPTIONS: `--require ${JSON.stringify(fast)}` },
    });
    return {
      port: host.port,
      printed: () => host.output(),
      kill: () => void host.process.kill("SIGKILL"),
      close: () => host.close(),
    };
  };
}

/**
 * A port whose provider has the environment with which its process began, whenever its operations begin. It reads the settings when its first
 * operation begins, before that waits for anything.
 */
function withEnvironment(port: ProviderPort, environment: NodeJS.ProcessEnv): ProviderPort {
  const begun = <T>(operation: () => T): T => {
    const { env } = process;
    process.env = environment;
    try {
      return operation();
    } finally {
      process.env = env;
    }
  };
  return {
    check: (olds, news) => begun(() => port.check(olds, news)),
    diff: (id, olds, news) => begun(() => port.diff(id, olds, news)),
    create: (inputs) => begun(() => port.create(inputs)),
    read: (id, outputs) => begun(() => port.read(id, outputs)),
    update: (id, olds, news) => begun(() => port.update(id, olds, news)),
    delete: (id, outputs) => begun(() => port.delete(id, outputs)),
  };
}

/** Asks the provider that a resource's `__provider` names, and puts that code where the SDK's host puts it. */
export function byCode(providerOf: (code: string) => ProviderPort | undefined): ProviderPort {
  const portOf = (props: JsonObject): ProviderPort => {
    const port = providerOf(String(own(props, "__provider")));
    if (!port) throw new Error("a resource without the code of its provider can never be touched again");
    return port;
  };
  const marked = <T extends JsonObject | undefined>(answer: T, props: JsonObject): T =>
    answer && { ...answer, __provider: own(props, "__provider") ?? null };
  return {
    check: (olds, news) => portOf(news).check(olds, news),
    diff: (id, olds, news) => portOf(news).diff(id, olds, news),
    async create(inputs) {
      const { id, outputs } = await portOf(inputs).create(inputs);
      return { id, outputs: marked(outputs, inputs) };
    },
    async read(id, outputs) {
      const answer = await portOf(outputs).read(id, outputs);
      return { id: answer.id, outputs: marked(answer.outputs, outputs), inputs: marked(answer.inputs, outputs) };
    },
    async update(id, olds, news) {
      return marked(await portOf(news).update(id, olds, news), news);
    },
    delete: (id, outputs) => portOf(outputs).delete(id, outputs),
  };
}
