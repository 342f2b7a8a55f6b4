import type * as pulumi from "@pulumi/pulumi";
import { type KnownTrigger, triggerActions } from "../../definitions/action.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { Spelled } from "../spelling.ts";

/** An action of a trigger. */
export interface TriggerActionArgs {
  /** The id of the action. The action must be deployed and support this trigger. */
  actionId: pulumi.Input<string>;
  /**
   * The display name in the flow. If undeclared, it is not managed: a bound action keeps its name, and a new binding gets the service's
   * default.
   */
  displayName?: pulumi.Input<string | undefined>;
}

/** The arguments of {@link TriggerActions}. */
export interface TriggerActionsArgs {
  /** The trigger: `post-login`, `credentials-exchange` and others. A change replaces the resource. */
  triggerId: pulumi.Input<string>;
  /** All actions of the trigger, in their execution order: at most 20. An empty list means no actions. */
  actions: pulumi.Input<pulumi.Input<TriggerActionArgs>[]>;
}

/**
 * All actions of a trigger, in their execution order.
 *
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as tenant from "pulumi-tenant";
 *
 * const audit = new tenant.Action("audit", {
 *   name: "Audit",
 *   supportedTriggers: [{ id: "post-login", version: "v3" }],
 *   code: readFileSync("actions/audit.js", "utf8"),
 * });
 * const { id: enrichId } = await tenant.getAction({ name: "Enrich" });
 * new tenant.TriggerActions("logins", {
 *   triggerId: "post-login",
 *   actions: [{ actionId: enrichId }, { actionId: audit.id, displayName: "Audit" }],
 * });
 * ```
 *
 * **Order**: refer to actions by their resources, as above. Then each action is deployed before it is bound, and its binding is removed
 * before the action is deleted.
 *
 * **Exclusive**: the declared list is complete. A creation removes other bindings; the preview names them. Bindings that other clients add
 * later are drift. An update without a refresh keeps them, after the declared ones. Declare the actions of a trigger in only one resource.
 *
 * **Destroy** removes only the bindings of the declared actions. The others keep their order.
 *
 * **Triggers without bindings** (`custom-token-exchange`, `event-stream`, `password-hash-migration`, `mcp-tool`): actions of these triggers
 * are not bound. The object that uses such an action refers to it by its id.
 *
 * **Events**: the service sends no events about triggers. Only a refresh finds changes made outside Pulumi.
 *
 * The id is that of the trigger. Routes: `GET|PATCH /actions/triggers/{id}/bindings`; scopes: `read:actions`, `update:actions`.
 */
export class TriggerActions<T extends string = string> extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(triggerActions.type);

  declare readonly triggerId: pulumi.Output<string>;
  declare readonly actions: pulumi.Output<pulumi.Unwrap<TriggerActionArgs>[]>;

  /** Manages the actions of a trigger. */
  constructor(
    name: string,
    args: TriggerActionsArgs & { triggerId: pulumi.Input<T> } & Spelled<"triggerId", T, KnownTrigger>,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    super(triggerActions, name, args, opts);
  }
}
