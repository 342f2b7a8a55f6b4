import type * as pulumi from "@pulumi/pulumi";
import { strategiesWithUsers } from "../model/strategies.ts";

/**
 * Resource options with the deletion guard: a connection whose users exist nowhere else is protected, unless the program
 * sets `protect` itself. A connection that is only read is never protected. Neither is one whose strategy is an output,
 * as its value is not known in time.
 */
export function guarded(strategy: unknown, opts: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions {
  const holdsUsers = strategiesWithUsers.some((name) => name === strategy);
  return holdsUsers && opts.protect === undefined && opts.id === undefined ? { ...opts, protect: true } : opts;
}
