/** `pulumi-tenant/watch`: reports drift within seconds, with its causes. */
import "./require-node.ts";
import { runPulumi } from "./pulumi-cli/pulumi.ts";
import type { Watch, WatchOptions } from "./watch/options.ts";
import { watchWith } from "./watch/watch.ts";

export { SettingsError, TenantError } from "./client/index.ts";
export type { Change } from "./report/types.ts";
export type { ExecDocument } from "./watch/exec.ts";
export type {
  Cause,
  Watch,
  WatchedChange,
  WatchFigures,
  WatchOptions,
  WatchPosition,
  WatchReport,
  WatchStatus,
} from "./watch/options.ts";

/**
 * Watches stacks and reports drift within seconds. A report names the resource and each changed value, with the expected and the present value.
 * As far as events contain them, it also names the time, the user or client who made the change, and the IP address and user agent of the request.
 *
 * All resources are compared once at the start, and again whenever events may be missing. Apart from that, a resource is read again after an
 * event about it: the tenant sends events about enterprise connections and organizations, and about the connections, members and member roles of
 * organizations. Resources of which events do not report each change are polled every 15 minutes. While an update of a stack is running, reports
 * wait; afterwards, objects are compared with the new state.
 *
 * A watch needs the Pulumi CLI (`$PULUMI_CLI`, or `pulumi` on the PATH). The CLI must be able to read the state and decrypt its secrets. The
 * client needs the scope `read:events` in addition to the scopes of a refresh. A watch changes neither the tenant nor the state.
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
