// Made of `types/connection-provisioning/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { connectionDirectory } from "../../types/connection-provisioning/definition.ts";
import { TenantResource } from "../base.ts";

/** An entry of the mapping of a directory configuration, in the service's own form. */
export interface ConnectionDirectoryMapping {
  /** The attribute of the user: `email`, `app_metadata.department`. */
  auth0: pulumi.Input<string>;
  /** The attribute of the directory: `name.givenName`. */
  idp?: pulumi.Input<string | undefined>;
}

/** A group that is synchronized. */
export interface ConnectionDirectoryGroup {
  /** The id of the group: 1 to 32 letters and digits. */
  id: pulumi.Input<string>;
}

/**
 * The arguments of a {@link ConnectionDirectory}.
 *
 * Only declared properties are managed. A mapping that you remove from the program stays as it is.
 */
export interface ConnectionDirectoryArgs {
  /** The id of the connection, `con_…`. Its strategy is `google-apps`. A change replaces the resource. */
  connectionId: pulumi.Input<string>;
  /**
   * The mapping: a map of attributes of the user (`email`, `app_metadata.department`) to attributes of the directory. A declared mapping is the whole
   * mapping: an entry that is added at the tenant is drift. The service's own form, an array of `{ auth0, idp }`, is also accepted; the output is
   * always the map: at least one entry. A new configuration has the default mapping. Cannot be cleared.
   */
  mapping?: pulumi.Input<
    Readonly<Record<string, pulumi.Input<string>>> | pulumi.Input<ConnectionDirectoryMapping>[] | undefined
  >;
  /** Whether the service synchronizes the users every 30 minutes. When cleared: false. */
  synchronizeAutomatically?: pulumi.Input<boolean | undefined>;
  /** Which groups of the directory are synchronized. When cleared: `off`. */
  synchronizeGroups?: pulumi.Input<"off" | "all" | "selected" | undefined>;
  /**
   * The groups that are synchronized with `synchronizeGroups: "selected"`, by their ids in the directory (1 to 32 letters and digits), in any order. If
   * undeclared, the groups are neither read nor changed. Unless `exclusiveGroups` is true, other groups stay.
   */
  groups?: pulumi.Input<pulumi.Input<ConnectionDirectoryGroup>[] | undefined>;
  /**
   * Whether the declared groups are the only ones. With false, other stacks and tools can select groups, too. A change of this option alone
   * removes nothing. Default: false.
   */
  exclusiveGroups?: pulumi.Input<boolean | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /**
   * Whether the configuration that the connection already has is adopted instead of causing an error. Only used at
   * creation.
   */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * The directory provisioning of a `google-apps` connection: the service reads users and groups from the directory of Google Workspace.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * new tenant.ConnectionDirectory("staff", {
 *   connectionId: tenant.getConnectionOutput({ name: "staff" }).id,
 *   synchronizeAutomatically: true,
 * });
 * ```
 *
 * An administrator of the directory must have given the connection access to it, and its options `api_enable_users` and `api_enable_groups` must be true.
 *
 * **Groups** are shared by default: a declared group is added, is drift if it is missing, and is removed when you remove it from the program. Other
 * groups are neither drift nor changed. With `exclusiveGroups: true`, the declared groups are the only ones: another group is drift, and the next `pulumi
 * up --refresh` removes it. The service does not look the ids up in the directory: an unknown id has no effect.
 *
 * **Updates** send the changed properties in one call, then add groups, then remove groups, 100 in a call.
 *
 * **Deletion** ends the synchronization, and the list of synchronized groups is lost, with the groups of others. The users stay. A change of
 * `connectionId` deletes the old configuration.
 *
 * **Synchronizations** are not managed: start them in the dashboard.
 *
 * **Events**: the service sends no events about directory configurations. Only a refresh finds changes made outside Pulumi.
 *
 * **Plans**: not every tenant has directory provisioning; without it, the service refuses the creation.
 *
 * The id is that of the connection. Routes: `POST|GET|PATCH|DELETE /connections/{id}/directory-provisioning`; for groups, `GET|POST|DELETE
 * /connections/{id}/directory-provisioning/synchronized-groups`; to read many, `GET /connections-directory-provisionings`. Scopes: `create|read|update|delete:directory_provisionings`.
 */
export class ConnectionDirectory extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(connectionDirectory.type);

  declare readonly connectionId: pulumi.Output<string>;
  /** The map, in whichever form the program declares the mapping. */
  declare readonly mapping: pulumi.Output<Readonly<Record<string, string>> | undefined>;
  declare readonly synchronizeAutomatically: pulumi.Output<boolean | undefined>;
  declare readonly synchronizeGroups: pulumi.Output<"off" | "all" | "selected" | undefined>;
  declare readonly groups: pulumi.Output<pulumi.Unwrap<ConnectionDirectoryGroup>[] | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /** Manages the directory provisioning of a connection. */
  constructor(name: string, args: ConnectionDirectoryArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(connectionDirectory, name, args, opts);
  }
}
