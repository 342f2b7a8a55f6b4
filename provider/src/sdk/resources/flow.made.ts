// Made of `types/forms/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { flow } from "../../types/forms/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link Flow}.
 *
 * Only declared properties are managed. A property that you remove from the program gets the default of a new flow.
 */
export interface FlowArgs {
  /** The display name: 1 to 150 characters. Several flows can have the same name. */
  name: pulumi.Input<string>;
  /** The actions, in the order in which they run. When cleared: none. */
  actions?: pulumi.Input<pulumi.Input<Readonly<Record<string, unknown>>>[] | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the existing flow with this `name` is adopted instead of creating another one. Only used at creation. With
   * false, a new flow is intended, and an older one with the same name can be deleted when it is removed from the
   * program.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A flow: actions that the service runs when a form starts it.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const orders = new tenant.VaultConnection("orders", { name: "Order service", appId: "HTTP" });
 * const save = new tenant.Flow("save", {
 *   name: "Save the address",
 *   actions: [
 *     {
 *       id: "save",
 *       type: "HTTP",
 *       action: "SEND_REQUEST",
 *       params: {
 *         connection_id: orders.id,
 *         method: "POST",
 *         url: "https://orders.example.com/addresses",
 *         content_type: "JSON",
 *         payload: { address: "{{fields.address}}" },
 *       },
 *     },
 *   ],
 * });
 * export const flowId = save.id;
 * ```
 *
 * **Actions** are objects under the service's own names, in the order in which they run: `id`, `type`, `action`, `params`, and more. The list is one
 * value: an update replaces it as a whole.
 *
 * **Vault connections**: pass the `id` of a `VaultConnection` as `params.connection_id`. So it is created before the flow, and deleted after it.
 *
 * **Secrets**: if an action has a value that is or looks like a secret, such as `params.basic.password`, the whole list is encrypted in the state and
 * hidden in previews. Put secrets into a `VaultConnection`, so that reviewers can read the actions.
 *
 * **Security**: `actions` can send the data of users to any address.
 *
 * **Updates** send only the changed properties.
 *
 * **Destroy** deletes the flow. Forms that still use it fail at its step.
 *
 * **Events**: the service sends no events about flows. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /flows`, `GET|PATCH|DELETE /flows/{id}`; to find a flow by its `name`, `GET /flows`.
 * Scopes: `create|read|update|delete:flows`.
 */
export class Flow extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(flow.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly actions: pulumi.Output<Readonly<Record<string, unknown>>[] | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a flow.
   *
   * All invalid arguments are reported at once, before anything is sent.
   */
  constructor(name: string, args: FlowArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(flow, name, args, opts);
  }
}

/**
 * A flow as look-ups return it, without `actions`, which can contain secrets. A property that the service omits is
 * absent.
 */
export interface GetFlowResult {
  /** The flow's id: `af_…`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
}

/** The requested flow: exactly one of name and id. It is an error if several have the name. */
export type GetFlowArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetFlowArgs} with values that may be outputs. */
export type GetFlowOutputArgs = OutputArgs<GetFlowArgs>;

/** The filter for flows. Texts are compared exactly, including letter case. Default: all flows. */
export interface GetFlowsArgs {
  /** The name. Several flows can have it. */
  name?: string | undefined;
}

/** {@link GetFlowsArgs} with values that may be outputs. */
export type GetFlowsOutputArgs = OutputArgs<GetFlowsArgs>;

/** The result of {@link getFlows}. */
export interface GetFlowsResult {
  /** The objects, in the service's order. */
  readonly flows: GetFlowResult[];
}

const { one, all } = commonLookUps<GetFlowArgs, GetFlowResult, GetFlowsArgs, GetFlowsResult>(flow);

/**
 * The flow that matches. Routes: `GET /flows`, `GET /flows/{id}`; scope: `read:flows`. {@link LookUp} describes the
 * common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const flow = await tenant.getFlow({ name: "Save the address" });
 * export const flowId = flow.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if none or several match; the error lists the objects found (name, id)
 */
export const getFlow = one.plain;

/** {@link getFlow} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getFlowOutput = one.output;

/**
 * The tenant's flows. Route: `GET /flows`; scope: `read:flows`. The function reads all flows and then applies the
 * filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { flows } = await tenant.getFlows();
 * export const flowNames = flows.map(({ name }) => name);
 * ```
 */
export const getFlows = all.plain;

/** {@link getFlows} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getFlowsOutput = all.output;
