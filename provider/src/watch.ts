/** `pulumi-tenant/watch`: drift within seconds, with who made it. */
import "./require-node.ts";
import { runPulumi } from "./cli/pulumi.ts";
import { systemClock } from "./tenant/clock.ts";
import { tenantKeys } from "./tenant/events/options.ts";
import { explicitKey, legibleJson, resolveSettings, TenantClient } from "./tenant/index.ts";
import type { Watch, WatchOptions } from "./watch/options.ts";
import type { WatchReport } from "./watch/report.ts";
import { backendOf, configurationOf, currentStack, StackSource, type Workspace } from "./watch/source.ts";
import { Watching } from "./watch/watching.ts";

export type { Change } from "./drift/index.ts";
export { SettingsError, TenantError } from "./tenant/index.ts";
export type { Watch, WatchFigures, WatchOptions, WatchPosition, WatchStatus } from "./watch/options.ts";
export type { Cause, WatchedChange, WatchReport } from "./watch/report.ts";

/**
 * Reports what changes at the tenant and not through the stack, within seconds: resource, leaf, was → is, who, when, from where.
 *
 * Everything is compared once, and again whenever events may be missing. In between the event stream tells which objects to read: those of
 * enterprise connections, members and their roles. What has no events is compared every 15 minutes. While an update of the stack runs,
 * everything waits; afterwards the new state counts.
 *
 * It needs the Pulumi CLI (`$PULUMI_CLI`, or `pulumi` on the PATH), what the CLI needs to read the state with its secrets, and the scopes
 * `read:events` and those of a refresh. Nothing is changed, neither the tenant nor the state.
 *
 * @example
 * for await (const report of watch({ stacks: ["prod"], signal })) {
 *   await notify(report);
 * }
 *
 * @throws RangeError for options out of bounds; while iterating, SettingsError without a tenant or credentials, TenantError where waiting
 * does not help (a missing scope, too many open streams), Error where the CLI cannot read the state
 */
export function watch(options: WatchOptions = {}): Watch {
  const { everyMs = 900_000, stacks, signal } = options;
  if (!(everyMs >= 10_000 && everyMs <= 86_400_000))
    throw new RangeError("everyMs must be from 10,000 (10 s) to 86,400,000 (a day)");
  if (stacks?.length === 0) throw new RangeError("stacks must not be empty: leave it out for the current one");
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop);
  let watching: Watching | undefined;

  async function* run(): AsyncGenerator<WatchReport, undefined> {
    let client: TenantClient | undefined;
    try {
      if (stopped.signal.aborted) return undefined;
      const workspace: Workspace = { run: runPulumi, cwd: options.cwd, signal: stopped.signal };
      const names = [...new Set(stacks ?? [await currentStack(workspace)])];
      const [url, config] = await Promise.all([backendOf(workspace), configOf(options, workspace, names[0] ?? "")]);
      const settings = resolveSettings({ config, explicitName: "the options object of watch()", env: process.env });
      const { tenant = settings.host } = options.resume ?? {};
      if (tenant !== settings.host)
        throw new Error(`resume is of the tenant ${legibleJson(tenant)}, not of ${settings.host}`);
      client = new TenantClient(settings, { signal: stopped.signal });
      const sources = names.map((name) => new StackSource(name, workspace, url));
      watching = new Watching({ client, config, sources, clock: systemClock, signal: stopped.signal }, options);
      yield* watching.reports();
      return undefined;
    } catch (error) {
      if (stopped.signal.aborted) return undefined;
      throw error;
    } finally {
      signal?.removeEventListener("abort", stop);
      stopped.abort();
      await client?.close();
    }
  }

  const reports = run();
  const iterator: Watch = {
    next: () => reports.next(),
    // The return of a generator waits for the report that is awaited, so the watch is stopped first.
    return: async () => {
      stop();
      return reports.return(undefined);
    },
    position: () => watching?.position() ?? options.resume,
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** Where the tenant's settings are: the options if they name any, else the stack's configuration besides the environment. */
async function configOf(
  options: WatchOptions,
  workspace: Workspace,
  stack: string,
): Promise<(key: string) => string | undefined> {
  const given: Record<string, string | undefined> = Object.fromEntries(tenantKeys.map((key) => [key, options[key]]));
  if (Object.values(given).every((value) => value === undefined)) return configurationOf(workspace, stack);
  return (key) => ({ ...given, [explicitKey]: "true" })[key];
}
