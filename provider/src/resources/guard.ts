import type * as pulumi from "@pulumi/pulumi";
import type { JsonObject } from "../model/json.ts";
import type { Descriptor } from "../objects/descriptor.ts";

/**
 * Resource options with the deletion guard: what holds something that would be gone with it is protected, unless the program sets `protect`
 * itself. An object that is only read is never protected. Neither is one of which an output decides, as its value is not known in time.
 */
export function guarded(
  { isProtected }: Descriptor,
  args: pulumi.Inputs,
  opts: pulumi.CustomResourceOptions,
): pulumi.CustomResourceOptions {
  const isFree = opts.protect === undefined && opts.id === undefined;
  return isFree && isProtected?.((args ?? {}) as JsonObject) ? { ...opts, protect: true } : opts;
}
