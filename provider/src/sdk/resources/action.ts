import type * as pulumi from "@pulumi/pulumi";
import { action, type KnownTrigger } from "../../definitions/action.ts";
import { own } from "../../schema/json.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { key, text } from "../arguments.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs, Plain } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";
import type { Spelled } from "../spelling.ts";

/** The trigger that an action runs at. */
export interface ActionTriggerArgs {
  /** The trigger: `post-login`, `credentials-exchange`, `custom-token-exchange` and others. Another one replaces the action. */
  id: pulumi.Input<string>;
  /** Its version: `v3`. It changes in place. */
  version: pulumi.Input<string>;
}

/** The one trigger of an action, in a form of which the compiler infers its id. */
type TriggerOf<T extends string> = pulumi.Input<pulumi.Input<ActionTriggerArgs & { id: pulumi.Input<T> }>[]>;

/** An npm package that an action uses. */
export interface ActionDependencyArgs {
  /** The name of the package. */
  name: pulumi.Input<string>;
  /** Its exact version: `4.17.21`. */
  version: pulumi.Input<string>;
  /** The registry that has it, where it is another one than npm's. The service does not show it again, so nobody else's edit is seen. */
  registryUrl?: pulumi.Input<string | undefined>;
}

/** A version of an action module that an action uses. */
export interface ActionModuleArgs {
  /** The id of the module. */
  moduleId: pulumi.Input<string>;
  /** The id of its version. */
  moduleVersionId: pulumi.Input<string>;
}

/**
 * The arguments of an {@link Action}.
 *
 * Only what is declared is managed. Dependencies that the program no longer declares are taken away; a runtime stays as it is.
 */
export interface ActionArgs {
  /** A name for people, at least 1 character. The service does not keep two actions from having the same. */
  name: pulumi.Input<string>;
  /** The trigger and its version: exactly 1. */
  supportedTriggers: pulumi.Input<pulumi.Input<ActionTriggerArgs>[]>;
  /** The code, at most 102400 characters, mostly read from a file. Line ends do not count: CRLF is as good as LF. */
  code: pulumi.Input<string>;
  /** What it runs on: `node22`. Default of a new action: what the service takes for the newest. */
  runtime?: pulumi.Input<string | undefined>;
  /** The npm packages that it uses, at most 10, in any order. */
  dependencies?: pulumi.Input<pulumi.Input<ActionDependencyArgs>[] | undefined>;
  /**
   * The action modules that it uses, at most 3, in the API's order. Early access. Cleared: none.
   */
  modules?: pulumi.Input<pulumi.Input<ActionModuleArgs>[] | undefined>;
  /** Its secrets, at most 30: values by their names. Values need at least 1 character. */
  secrets?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * Whether the declared secrets are all that the action may have. With true, others are drift and are deleted; with false, an update of
   * secrets is refused while there are others, as it would delete them. Default: false.
   */
  exclusiveSecrets?: pulumi.Input<boolean | undefined>;
  /** Whether the action runs as it is declared. With false, changes stay a draft; what was deployed before goes on. Default: true. */
  deploy?: pulumi.Input<boolean | undefined>;
  /**
   * Takes over the one action with this `name` that exists already, instead of making another one. Counts at creation only. With false, a
   * new action is meant, and an older one of the same name may be deleted when it leaves the program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * Code that the service runs at a trigger: at a login, at an exchange of tokens, and elsewhere.
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
 * deployed version (at most 2 minutes). What cannot be built is an error, and the version that was deployed before goes on. A draft that
 * is not deployed is drift: `deploy: true` → `false`. An action whose draft is deployed is not deployed again.
 *
 * A deploy publishes the whole draft. So an update is refused, by name and before anything is sent, while the draft has something that is not
 * deployed, that this run does not send and that the program does not declare with this value: another team may have left it. `pulumi up --refresh`
 * replaces declared values. For a property that the program does not declare, declare it, or deploy or discard the draft at the dashboard. An
 * edit between the last look and the deploy, which are two calls, can still be deployed.
 *
 * **Secrets** are sent to the service and nowhere else: the state has an encrypted, keyed hash of each value. The service takes all secrets
 * of an action together, so all are sent when one changes. It never shows a value, but when it was written: that tells of somebody else's
 * edit.
 *
 * **Replacement**: another trigger needs another action. The new one is made first, as one that is bound cannot be deleted. Nobody can read the
 * values of secrets, so a replacement is refused while the old action has some that the program does not declare, unless `exclusiveSecrets: true`
 * says that they may go. The preview says so.
 *
 * **Destroy** is refused while the action is bound to a trigger that no resource of the program takes it out of.
 *
 * **Events**: the service sends none about actions. Only a refresh finds somebody else's change.
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
  declare readonly modules: pulumi.Output<pulumi.Unwrap<ActionModuleArgs>[] | undefined>;
  /** Keyed hashes of the values by the names of the secrets, encrypted. */
  declare readonly secrets: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /** Whether the action runs as it is declared. */
  declare readonly deploy: pulumi.Output<boolean | undefined>;
  /** How far the service is with building the draft: `pending`, `building`, `packaged`, `built`, `retrying` or `failed`. */
  declare readonly status: pulumi.Output<string | undefined>;
  /** Whether the draft is what is deployed. */
  declare readonly allChangesDeployed: pulumi.Output<boolean | undefined>;
  /** The id of the version that runs. Absent where none was ever deployed. */
  declare readonly deployedVersionId: pulumi.Output<string | undefined>;

  /**
   * Manages an action.
   *
   * All wrong arguments are reported at once, before anything is sent.
   */
  constructor(
    name: string,
    args: ActionArgs & { supportedTriggers: TriggerOf<T> } & Spelled<"supportedTriggers", T, KnownTrigger>,
    opts: pulumi.CustomResourceOptions = {},
  ) {
    super(action, name, args, opts);
  }
}

/** What look-ups never answer: secrets, and what only says how an action is managed. */
type Hidden = "adopt" | "secrets" | "exclusiveSecrets" | "deploy";

/** Which action to look for: exactly one of both. */
export type GetActionArgs =
  /** Its name. An error if several have it. */
  | { name: string; id?: undefined }
  /** Its id. */
  | { id: string; name?: undefined };

/** {@link GetActionArgs} with values that may be outputs. */
export type GetActionOutputArgs = OutputArgs<GetActionArgs>;

/** An action as look-ups answer it: never a secret. A property that the service leaves out is absent. */
export interface GetActionResult extends Plain<Omit<ActionArgs, Hidden>> {
  /** The action's id. */
  readonly id: string;
  /** How far the service is with building the draft: `built`, for example. */
  readonly status: string;
  /** Whether the draft is what is deployed. */
  readonly allChangesDeployed: boolean;
  /** The id of the version that runs. */
  readonly deployedVersionId?: string;
}

/** Which actions to look for. Texts must be equal, letter case included. Default: all actions. */
export interface GetActionsArgs {
  /** The name, which several can share. */
  name?: string | undefined;
}

/** {@link GetActionsArgs} with values that may be outputs. */
export type GetActionsOutputArgs = OutputArgs<GetActionsArgs>;

/** The answer of {@link getActions}. */
export interface GetActionsResult {
  /** In the service's order. */
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
      // The service may take a part of a name for it: what is found is compared.
      reads: ({ name, id }) => [id === undefined ? { query: { actionName: name } } : { key: id }],
    },
    all: { args: { name: text } },
  },
);

/**
 * The one action that matches. Routes: `GET /actions/actions?actionName=…`, `GET /actions/actions/{id}`; scope: `read:actions`.
 * {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const enrich = await tenant.getAction({ name: "Enrich" });
 * export const enrichId = enrich.id;
 * ```
 *
 * @throws RunError also if none or several match; it lists what was found (name, id)
 */
export const getAction = one.plain;

/** {@link getAction} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getActionOutput = one.output;

/**
 * The tenant's actions, without their secrets. Route: `GET /actions/actions`; scope: `read:actions`. One call reads 100 actions, all of
 * them are read, and the filter is applied to what was read. {@link LookUp} says what look-ups have in common.
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
