// Made of `types/rate-limit-policy/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { rateLimitPolicy } from "../../types/rate-limit-policy/definition.ts";
import { TenantResource } from "../base.ts";

/**
 * The arguments of a {@link RateLimitPolicy}.
 *
 * Only declared properties are managed. Declare `limit` for all actions but `allow`, and `redirectUri` only for
 * `redirect`. Both go with an action that does not use them, and stay if you only remove them from the program.
 */
export interface RateLimitPolicyArgs {
  /**
   * The applications: `client_id:<client id>`, `client_id:<URL of a metadata document>`, `cimd_clients`, `third_party_clients` or `default`, up to
   * 255 characters. A change replaces the policy.
   */
  selector: pulumi.Input<string>;
  /**
   * What happens to requests above the limit. With `allow`, there is no limit. A run that would put undeclared values
   * of another client in `limit` and `redirectUri` into force is refused.
   */
  action: pulumi.Input<"allow" | "block" | "log" | "redirect">;
  /** The number of requests per second: 0 to 10,000. */
  limit?: pulumi.Input<number | undefined>;
  /** The address to which requests above the limit are redirected, with https. Only with the action `redirect`. */
  redirectUri?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing policy with this `selector` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A limit for the requests of applications to the authentication API. Early access, public cloud only: a tenant without it refuses the resource, with a
 * message that names the cause.
 *
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const shop = await tenant.getClient({ name: "Shop" });
 * const policy = new tenant.RateLimitPolicy("shop", {
 *   selector: pulumi.interpolate`client_id:${shop.clientId}`,
 *   action: "block",
 *   limit: 50,
 * });
 * export const shopLimit = policy.limit;
 * ```
 *
 * **Security**: a `limit` of 0 with the action `block` or `redirect` refuses all requests of the applications: their users cannot log in. The preview
 * warns of it. For the selector `default`, and for the application whose credentials the run uses, such a policy is refused, unless
 * `TENANT_ALLOW_LOCKOUT=true` is set for the run. A policy for the application of the run is neither changed nor deleted, unless
 * `TENANT_ALLOW_OWN_CLIENT=true` is set.
 *
 * **Updates** read the policy first, and send its action with all that belongs to it: the service replaces the whole configuration.
 *
 * **Events**: the service sends no events about these policies. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /rate-limit-policies`, `GET|PATCH|DELETE /rate-limit-policies/{id}`; to find a policy by its
 * `selector`, `GET /rate-limit-policies`.
 * Scopes: `create|read|update|delete:rate_limit_policies`.
 */
export class RateLimitPolicy extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(rateLimitPolicy.type);

  declare readonly selector: pulumi.Output<string>;
  declare readonly action: pulumi.Output<"allow" | "block" | "log" | "redirect">;
  declare readonly limit: pulumi.Output<number | undefined>;
  declare readonly redirectUri: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a rate limit policy.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a selector that is in use is
   * an error.
   */
  constructor(name: string, args: RateLimitPolicyArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(rateLimitPolicy, name, args, opts);
  }
}
