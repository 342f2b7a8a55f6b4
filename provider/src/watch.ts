/** `pulumi-tenant/watch`: reports drift within seconds, with its causes. */
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
 * Watches stacks and reports drift within seconds: the resource, each changed leaf with its values, the time, the user or client, and the
 * origin of the change.
 *
 * All resources are compared once at the start, and again whenever events may be missing. In between, events of the tenant name the objects to
 * read: enterprise connections, organization members and their roles. Resources without events are polled every 15 minutes. While an update of
 * the stack is running, reports wait; afterwards, objects are compared with the new state.
 *
 * A watch needs the Pulumi CLI (`$PULUMI_CLI`, or `pulumi` on the PATH), access of the CLI to the state with its secrets, and the scope
 * `read:events` in addition to those of a refresh. It changes neither the tenant nor the state.
 *
 * @example
 * for await (const report of watch({ stacks: ["prod"], signal })) {
 *   await notify(report);
 * }
 *
 * @throws RangeError for options out of bounds; while iterating, SettingsError without a tenant or credentials, TenantError for permanent
 * errors of the API (a missing scope, too many open streams), Error if the CLI cannot read the state
 */
export function watch(options: WatchOptions = {}): Watch {
  return watchWith(runPulumi, options);
}
