import type * as pulumi from "@pulumi/pulumi";
import { own } from "../../schema/json.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { action, type KnownTrigger, triggerActions } from "../../types/action/definition.ts";
import { key, type Spelled, text } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import { lookUps, type OutputArgs, type Plain } from "../look-ups.ts";

/** The trigger of an action. */
export interface ActionTriggerArgs {
  /** The trigger: `post-login`, `credentials-exchange`, `custom-token-exchange` and others. A change replaces the action. */
  id: pulumi.Input<string>;
  /** The version of the trigger: `v3`. A change updates the action. */
  version: pulumi.Input<string>;
}

/** The trigger of an action, typed so that the compiler infers the literal type of the trigger's id. */
type TriggerOf<T extends string> = pulumi.Input<pulumi.Input<ActionTriggerArgs & { id: pulumi.Input<T> }>[]>;

/** An npm package that an action uses. */
export interface ActionDependencyArgs {
  /** The name of the package. */
  name: pulumi.Input<string>;
  /** The exact version: `4.17.21`. */
  version: pulumi.Input<string>;
  /**
   * The registry of the package. Default: npm's registry. The API never returns it, so changes outside Pulumi are not detected.
   */
  registryUrl?: pulumi.Input<string | undefined>;
}

/** A published version of an action module that an action uses. */
export interface ActionModuleVersionArgs {
  /** The id of the module: the `id` of an `ActionModule`. */
  moduleId: pulumi.Input<string>;
  /** The id of the version: the `versionId` of an `ActionModule`. */
  moduleVersionId: pulumi.Input<string>;
}

/**
 * The arguments of an {@link Action}.
 *
 * Only declared properties are managed. If you remove `dependencies` from the program, the action's dependencies are removed. If you remove
 * `runtime`, the action keeps its runtime.
 */
export interface ActionArgs {
  /** The display name: at least 1 character. Several actions can have the same name. */
  name: pulumi.Input<string>;
  /** The trigger, with its version: a list with exactly one element. */
  supportedTriggers: pulumi.Input<pulumi.Input<ActionTriggerArgs>[]>;
  /** The code: at most 102400 characters, usually read from a file. CRLF and LF line ends are equal. */
  code: pulumi.Input<string>;
  /** The runtime: `node22`. Default of a new action: the service's newest runtime. */
  runtime?: pulumi.Input<string | undefined>;
  /** The npm packages that the action uses: at most 10, in any order. */
  dependencies?: pulumi.Input<pulumi.Input<ActionDependencyArgs>[] | undefined>;
  /** The action modules that the action uses: at most 3, in the order in which the API returns them. Early access. When cleared: none. */
  modules?: pulumi.Input<pulumi.Input<ActionModuleVersionArgs>[] | undefined>;
  /** The secrets: at most 30 values by name. Values have at least 1 character. */
  secrets?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * Whether undeclared secrets of the action are drift and are deleted. With false, an update of secrets is refused while the action has undeclared
   * secrets, because the update would delete them. Default: false.
   */
  exclusiveSecrets?: pulumi.Input<boolean | undefined>;
  /** Whether changes are deployed. With false, changes stay a draft, and the deployed version continues to run. Default: true. */
  deploy?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside objects that it knows: `{ known_object:
   * { new_flag: true } }`. Declared values at any depth are managed, others stay. Cleared by null; a property for which the API refuses null keeps its
   * value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing action with this `name` is adopted instead of creating another one. Only used at creation. An explicit false declares that a
   * new action is intended: an older action with the same name can then be deleted when its resource is removed from the program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * An action: code that the service runs at a trigger, such as a login or a token exchange.
 *
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const enrich = new tenant.Action("enrich", {
 *   name: "Add the customer's plan",
 *   supportedTriggers: [{ id: "post-login", version: "v3" }],
 *   code: readFileSync("actions/enrich.js", "utf8"),
 *   runtime: "node22",
 *   dependencies: [{ name: "undici", version: "7.16.0" }],
 *   secrets: { PLANS_KEY: config.requireSecret("plansKey") },
 * });
 * new tenant.TriggerActions("logins", {
 *   triggerId: "post-login",
 *   actions: [{ actionId: enrich.id }],
 * });
 * export const deployedVersion = enrich.deployedVersionId;
 * ```
 *
 * **Deployment**: creation and update wait until the service has built the action (at most 5 minutes), deploy it, and wait until it is the
 * deployed version (at most 2 minutes). A failed build is an error, and the previous version continues to run. A refresh shows an undeployed
 * draft as drift: `deploy: true` → `false`. A draft that is already deployed is not deployed again.
 *
 * A deployment publishes the whole draft. So an update is refused, before anything is sent, if the draft has an undeployed change of a property that
 * this update does not send, and the property differs from the declared value: another team may have made the change. The error names the property.
 * `pulumi up --refresh` sets declared properties to their declared values. For an undeclared property, declare it, or deploy or discard the draft in
 * the dashboard. A change that is made between the last read and the deployment can still be deployed, because these are two calls.
 *
 * **Secrets** are sent only to the service: the state has an encrypted, keyed hash of each value. The service replaces all secrets of an action
 * together, so all are sent when one changes. The API never returns their values. It returns the time of the last write, by which a refresh finds
 * changes made outside Pulumi.
 *
 * **Replacement**: a change of the trigger replaces the action. The new action is created first, because a bound action cannot be deleted. The values
 * of secrets cannot be read, so a replacement is refused while the old action has undeclared secrets, unless `exclusiveSecrets: true` allows their
 * deletion. The preview already reports the refusal.
 *
 * **Destroy** is refused while the action is bound to a trigger, unless a resource of the program removes the binding.
 *
 * **Events**: the service sends no events about actions. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /actions/actions`, `GET|PATCH|DELETE /actions/actions/{id}`, `POST /actions/actions/{id}/deploy`; to find an action by its
 * name, `GET /actions/actions`. Scopes: `create|read|update|delete:actions`; a deployment needs `create:actions`.
 */
export class Action<T extends string = string> extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(action.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly supportedTriggers: pulumi.Output<pulumi.Unwrap<ActionTriggerArgs>[]>;
  declare readonly code: pulumi.Output<string>;
  declare readonly runtime: pulumi.Output<string | undefined>;
  declare readonly dependencies: pulumi.Output<pulumi.Unwrap<ActionDependencyArgs>[] | undefined>;
  declare readonly modules: pulumi.Output<pulumi.Unwrap<ActionModuleVersionArgs>[] | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;
  /** Keyed hashes of the values, by the names of the secrets; encrypted. */
  declare readonly secrets: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /** Whether the draft is deployed and its build has not failed. False if the program declares `deploy: false`. */
  declare readonly deploy: pulumi.Output<boolean | undefined>;
  /** The build status of the draft: `pending`, `building`, `packaged`, `built`, `retrying` or `failed`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Whether the draft is deployed, as the API returns it. */
  declare readonly allChangesDeployed: pulumi.Output<boolean | undefined>;
  /** The id of the deployed version. Absent if no version was ever deployed. */
  declare readonly deployedVersionId: pulumi.Output<string | undefined>;

  /**
   * Manages an action.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(
    name: string,
    args: Omit<ActionArgs, "supportedTriggers"> & { supportedTriggers: TriggerOf<T> } & Spelled<
        "supportedTriggers",
        T,
        KnownTrigger
      >,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    super(action, name, args, opts);
  }
}

/** Properties that look-ups never return: secrets, and arguments that only control the resource. */
type Hidden = "adopt" | "undocumented" | "secrets" | "exclusiveSecrets" | "deploy";

/** The requested action: exactly one of name and id. */
export type GetActionArgs =
  /** The name. If several actions have this name, the look-up fails. */
  | { name: string; id?: undefined }
  /** The id. */
  | { id: string; name?: undefined };

/** {@link GetActionArgs} with values that may be outputs. */
export type GetActionOutputArgs = OutputArgs<GetActionArgs>;

/** An action, as look-ups return it, without secrets. A property that the service omits is absent. */
export interface GetActionResult extends Plain<Omit<ActionArgs, Hidden>> {
  /** The id of the action. */
  readonly id: string;
  /** The build status of the draft, for example `built`. */
  readonly status: string;
  /** Whether the draft is deployed. */
  readonly allChangesDeployed: boolean;
  /** The id of the deployed version. */
  readonly deployedVersionId?: string;
}

/** The filter for actions. Texts are compared exactly, including letter case. Default: all actions. */
export interface GetActionsArgs {
  /** The name. Several actions can have the same name. */
  name?: string | undefined;
}

/** {@link GetActionsArgs} with values that may be outputs. */
export type GetActionsOutputArgs = OutputArgs<GetActionsArgs>;

/** The result of {@link getActions}. */
export interface GetActionsResult {
  /** The matching actions, in the service's order. */
  readonly actions: GetActionResult[];
}

const { one, all } = lookUps<GetActionArgs, GetActionResult, GetActionsArgs, GetActionsResult>(
  action,
  {
    describe: ({ id, name }) => `"${name}" (${id})`,
    also(item) {
      const version = own(own(item, "deployed_version"), "id");
      return typeof version === "string" ? { deployedVersionId: version } : {};
    },
  },
  {
    one: {
      args: { name: key, id: key },
      required: [["name", "id"]],
      // The service may also return actions whose name only contains the given name, so the results are compared with the given name.
      reads: ({ name, id }) => [id === undefined ? { query: { actionName: name } } : { key: id }],
    },
    all: { args: { name: text } },
  },
);

/**
 * The one action that matches. Routes: `GET /actions/actions?actionName=…`, `GET /actions/actions/{id}`; scope: `read:actions`. {@link
 * LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const enrich = await tenant.getAction({ name: "Enrich" });
 * export const enrichId = enrich.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getAction = one.plain;

/** {@link getAction} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getActionOutput = one.output;

/**
 * The tenant's actions, without their secrets. Route: `GET /actions/actions`; scope: `read:actions`. The function reads all actions, 100 in
 * a call, and then applies the filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { actions } = await tenant.getActions();
 * export const actionNames = actions.map(({ name }) => name);
 * ```
 */
export const getActions = all.plain;

/** {@link getActions} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getActionsOutput = all.output;

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
  /** The actions of the trigger, in their execution order: at most 20. An empty list means no actions. */
  actions: pulumi.Input<pulumi.Input<TriggerActionArgs>[]>;
  /**
   * Whether the declared list is complete: undeclared bindings are removed. With false, only the declared bindings are managed, so several stacks can bind
   * actions to one trigger. A change of this option alone removes nothing. Default: true.
   */
  exclusive?: pulumi.Input<boolean | undefined>;
}

/**
 * The actions of a trigger, in their execution order.
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
 * **Exclusive** by default: the declared list is complete. A creation removes undeclared bindings; the preview names them. Bindings that other clients
 * add later are drift. An update without a refresh keeps these bindings, after the declared ones. Declare the actions of a trigger in only one
 * resource.
 *
 * **Shared** with `exclusive: false`: a declared binding is made, is drift if it is missing or out of the declared order, and is removed when you remove it
 * from the program. Undeclared bindings are neither drift nor changed, and keep their order. New bindings run after those of others, and so do bindings
 * that follow a new one in the program. Declare each binding in only one resource: two resources of one program that declare it are refused.
 *
 * **Writes at the same time**: the service replaces all bindings of a trigger and has no locks. So an update of a shared list reads the bindings again
 * about a second after its write. If a binding that it has sent is gone, or one that it has removed is back, it writes once more, and then fails and names
 * that binding. Two things stay possible: a client that has read the bindings before this check and writes after it removes new bindings, until the next `pulumi up --refresh` of their
 * stack; and a binding that its owner removes during the check is bound again.
 *
 * **Destroy** removes only the bindings of the declared actions. Undeclared bindings keep their order.
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
