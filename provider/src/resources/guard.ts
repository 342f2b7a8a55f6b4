import type * as pulumi from "@pulumi/pulumi";
import { strategiesWithUsers } from "../model/strategies.ts";

/**
 * Resource options with the deletion guard: connections whose users exist nowhere else are protected, unless the
 * program says something of `protect` itself. A connection that is only read is never protected, and a strategy that
 * is known only later cannot be looked at.
 */
export function guarded(strategy: unknown, opts: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const holdsUsers = strategiesWithUsers.some((name) => name === strategy);
  return holdsUsers && opts.protect === undefined && opts.id === undefined ? { ...opts, protect: true } : opts;
}
