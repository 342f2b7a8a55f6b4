/** `pulumi-tenant/watch`: drift within seconds, with who made it. */
import "./require-node.ts";
import { runPulumi } from "./pulumi-cli/pulumi.ts";
import type { Watch, WatchOptions } from "./watch/options.ts";
import { watchWith } from "./watch/watch.ts";

export { SettingsError, TenantError } from "./client/index.ts";
export type { Change } from "./report/types.ts";
export type { ExecDocument } from "./watch/exec-queue.ts";
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
  return watchWith(runPulumi, options);
}
