// Made of `types/action-module/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { actionModule } from "../../types/action-module/definition.ts";
import { TenantResource } from "../base.ts";

/** An npm package that the code of an action module uses. */
export interface ActionModuleDependency {
  /** The name of the package. */
  name: pulumi.Input<string>;
  /** The exact version: `4.17.21`. */
  version: pulumi.Input<string>;
}

/**
 * The arguments of an {@link ActionModule}.
 *
 * Only declared properties are managed.
 */
export interface ActionModuleArgs {
  /**
   * The name, by which code requires the module: 1 to 255 characters, unique within the tenant. A change replaces the
   * module.
   */
  name: pulumi.Input<string>;
  /** The code: at most 65536 characters, usually read from a file. CRLF and LF line ends are equal. */
  code: pulumi.Input<string>;
  /** The npm packages that the code uses: at most 10, in any order. When cleared: none. */
  dependencies?: pulumi.Input<pulumi.Input<ActionModuleDependency>[] | undefined>;
  /** The secrets of the code: at most 30 values by name. Names have 1 to 255 characters, values 1 to 4096. */
  secrets?: pulumi.Input<Readonly<Record<string, pulumi.Input<string>>> | undefined>;
  /**
   * Whether undeclared secrets of the module are drift and are deleted. With false, an update of secrets is refused while the module has undeclared
   * secrets, because the update would delete them. Default: false.
   */
  exclusiveSecrets?: pulumi.Input<boolean | undefined>;
  /**
   * Whether changes are published as a new version. With false, they stay a draft, and actions cannot use them.
   * Default: true.
   */
  publish?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing module with this `name` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A module of code that actions share. Early access: a tenant without it refuses the resource, with a message that names the cause.
 *
 * ```ts
 * import { readFileSync } from "node:fs";
 * import * as pulumi from "@pulumi/pulumi";
 * import * as tenant from "pulumi-tenant";
 *
 * const config = new pulumi.Config();
 * const plans = new tenant.ActionModule("plans", {
 *   name: "plans",
 *   code: readFileSync("actions/plans.js", "utf8"),
 *   dependencies: [{ name: "undici", version: "7.16.0" }],
 *   secrets: { PLANS_KEY: config.requireSecret("plansKey") },
 * });
 * new tenant.Action("enrich", {
 *   name: "Add the customer's plan",
 *   supportedTriggers: [{ id: "post-login", version: "v3" }],
 *   code: readFileSync("actions/enrich.js", "utf8"),
 *   modules: [{ moduleId: plans.id, moduleVersionId: plans.versionId }],
 * });
 * ```
 *
 * **Versions**: creation and update publish the draft as a new version. An action uses one version of a module. Pass `id` and `versionId` to the `modules`
 * of an `Action`, as above: the run then publishes the module first, and deploys the actions that use it afterwards. An import writes the id of the
 * version as a text: replace it by the output, so that the action gets the next version. A module has at most 50 versions: the service deletes the oldest one that no action uses, and refuses a new version if actions use all 50.
 *
 * A publication publishes the whole draft. So an update is refused, before anything is sent, if the draft has an unpublished change of a property that
 * this update does not send, and the property differs from the declared value: another team may have made the change. The error names the property.
 * `pulumi up --refresh` sets declared properties to their declared values. For an undeclared property, declare it, or publish or discard the draft in the
 * dashboard. A change that is made between the last read and the publication can still be published, because these are two calls.
 *
 * **Drift**: a refresh shows an unpublished draft as `publish: true` → `false`, and the next `pulumi up` publishes the declared draft.
 *
 * **Secrets** are sent only to the service: the state has an encrypted, keyed hash of each value. The service replaces all secrets of a module together,
 * so all are sent when one changes. The API never returns their values. It returns the time of the last write, by which a refresh finds changes made
 * outside Pulumi. An update of secrets is refused while the module has undeclared secrets, unless `exclusiveSecrets: true` allows their deletion.
 *
 * **Security**: `code` and `dependencies` run in every action that uses the module, with the secrets of both. With `publish: false`, actions continue to
 * run older code.
 *
 * **Replacement**: a new `name` replaces the module. The new module is created first, and the old one is deleted after the actions use the new one. The
 * values of secrets cannot be read, so a replacement is refused while the old module has undeclared secrets, unless `exclusiveSecrets: true` allows
 * their deletion.
 *
 * **Destroy** is refused while an action uses the module. The error names the actions.
 *
 * **Events**: the service sends no events about action modules. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /actions/modules`, `GET|PATCH|DELETE /actions/modules/{id}`, `POST /actions/modules/{id}/versions`,
 * `GET /actions/modules/{id}/actions`; to find a module by its `name`, `GET /actions/modules`.
 * Scopes: `create|read|update|delete:actions`.
 */
export class ActionModule extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(actionModule.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly code: pulumi.Output<string>;
  declare readonly dependencies: pulumi.Output<pulumi.Unwrap<ActionModuleDependency>[] | undefined>;
  /** Keyed hashes of the values, by the names of the secrets; encrypted. */
  declare readonly secrets: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  /** Whether the draft is published. False if the program declares `publish: false`. */
  declare readonly publish: pulumi.Output<boolean | undefined>;
  /** The id of the latest published version, for `modules` of an `Action`. Empty if no version was ever published. */
  declare readonly versionId: pulumi.Output<string>;
  /** The number of the latest published version. 0 if no version was ever published. */
  declare readonly versionNumber: pulumi.Output<number>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages an action module.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: ActionModuleArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(actionModule, name, args, opts);
  }
}
