import type * as pulumi from "@pulumi/pulumi";
import type { KnownTrigger } from "../../definitions/action.ts";
import { triggerActions } from "../../definitions/trigger-actions.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { Spelled } from "../spelling.ts";

/** One action of a trigger. */
export interface TriggerActionArgs {
  /** The id of the action. It must be deployed, and support this trigger. */
  actionId: pulumi.Input<string>;
  /** What the flow shows it as. Default: what it is shown as already, else the service's choice; neither is managed. */
  displayName?: pulumi.Input<string | undefined>;
}

/** The arguments of {@link TriggerActions}. */
export interface TriggerActionsArgs {
  /** The trigger: `post-login`, `credentials-exchange` and others. A change replaces. */
  triggerId: pulumi.Input<string>;
  /** All actions of the trigger in the order in which they run: at most 20. The empty list means "no actions". */
  actions: pulumi.Input<pulumi.Input<TriggerActionArgs>[]>;
}

/**
 * All actions of a trigger, in the order in which they run.
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
 * **Order**: refer to actions by their resources, as above. Then each is deployed before it is bound, and taken out before it is deleted.
 *
 * **Exclusive**: the declared actions are all that the trigger has. What others have bound is named in the preview before a creation takes
 * it away. What they bind later is drift; an update that comes before the next refresh leaves it bound, behind the others. Declare the
 * actions of a trigger in one place only.
 *
 * **Destroy** takes out the declared actions and no others, which keep their order.
 *
 * **Triggers whose actions are used by one object each** (`custom-token-exchange`, `event-stream`, `password-hash-migration`, `mcp-tool`)
 * have no list: that object names its action.
 *
 * **Events**: the service sends none about triggers. Only a refresh finds somebody else's change.
 *
 * The id is the trigger's. Routes: `GET|PATCH /actions/triggers/{id}/bindings`; scopes: `read:actions`, `update:actions`.
 */
export class TriggerActions<T extends string = string> extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(triggerActions.type);

  declare readonly triggerId: pulumi.Output<string>;
  declare readonly actions: pulumi.Output<pulumi.Unwrap<TriggerActionArgs>[]>;

  /** Manages the actions of one trigger. */
  constructor(
    name: string,
    args: TriggerActionsArgs & { triggerId: pulumi.Input<T> } & Spelled<"triggerId", T, KnownTrigger>,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    super(triggerActions, name, args, opts);
  }
}
