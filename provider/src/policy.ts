/** `pulumi-tenant/policy`: the security baseline as a policy pack for Pulumi's engine. */
import "./require-node.ts";

import { PolicyPack } from "@pulumi/policy";
import { refuseWrongArgs, type TenantBaselineArgs } from "./policy/arguments.ts";
import { policiesOf } from "./policy/policies.ts";

export type { BaselineLevel, TenantBaselineArgs } from "./policy/arguments.ts";

/**
 * A policy pack with the rules of the security baseline. Each rule is a policy with the rule's name. A file for `--policy-pack-config` can
 * set the level of each policy; its levels take precedence over those in the arguments.
 *
 * ```ts
 * import { TenantBaseline } from "pulumi-tenant/policy";
 *
 * new TenantBaseline("baseline", { mandatory: "high" });
 * ```
 */
export class TenantBaseline extends PolicyPack {
  /** @param name the name of the pack in reports */
  constructor(name: string, args: TenantBaselineArgs = {}) {
    refuseWrongArgs(args);
    super(name, { policies: policiesOf(args) });
  }
}
