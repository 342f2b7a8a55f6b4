import { key, text } from "../../functions/arguments.ts";
import type { OutputArgs, Plain } from "../../functions/data-source.ts";
import { lookUps } from "../../functions/look-ups.ts";
import { own } from "../../model/json.ts";
import { action } from "./descriptor.ts";
import type { ActionArgs } from "./resource.ts";

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
