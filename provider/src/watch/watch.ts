import { rateGroups } from "../objects/descriptors.ts";
import { systemClock } from "../tenant/clock.ts";
import { configurationIn } from "../tenant/events/options.ts";
import { legibleJson, resolveSettings, TenantClient } from "../tenant/index.ts";
import type { Watch, WatchOptions } from "./options.ts";
import type { WatchReport } from "./report.ts";
import { backendOf, configurationOf, currentStack, type RunPulumi, StackSource, type Workspace } from "./source.ts";
import { defaultTimes } from "./times.ts";
import { Watching } from "./watching.ts";

/**
 * `watch()` of `pulumi-tenant/watch`.
 *
 * @param run runs the Pulumi CLI
 */
export function watchWith(run: RunPulumi, options: WatchOptions): Watch {
  const { everyMs = defaultTimes.every, stacks, signal } = options;
  if (!(everyMs >= 10_000 && everyMs <= 86_400_000))
    throw new RangeError("everyMs must be from 10,000 (10 s) to 86,400,000 (a day)");
  if (stacks?.length === 0) throw new RangeError("stacks must not be empty: leave it out for the current one");
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { signal: stopped.signal });
  let watching: Watching | undefined;

  async function* follow(): AsyncGenerator<WatchReport, undefined> {
    let client: TenantClient | undefined;
    try {
      if (stopped.signal.aborted) return undefined;
      const workspace: Workspace = { run, cwd: options.cwd, signal: stopped.signal };
      const names = [...new Set(stacks ?? [await currentStack(workspace)])];
      const [url, config] = await Promise.all([
        backendOf(workspace),
        configurationIn(options) ?? configurationOf(workspace, names[0] ?? ""),
      ]);
      const settings = resolveSettings({ config, explicitName: "the options object of watch()", env: process.env });
      const { tenant = settings.host } = options.resume ?? {};
      if (tenant !== settings.host)
        throw new Error(`resume is of the tenant ${legibleJson(tenant)}, not of ${settings.host}`);
      client = new TenantClient(settings, { rateGroups, signal: stopped.signal });
      const sources = names.map((name) => new StackSource(name, workspace, url));
      watching = new Watching({ client, config, sources, clock: systemClock, signal: stopped.signal }, options);
      yield* watching.reports();
      return undefined;
    } catch (error) {
      if (stopped.signal.aborted) return undefined;
      throw error;
    } finally {
      stop();
      await client?.close();
    }
  }

  const reports = follow();
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
