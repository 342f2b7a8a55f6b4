// Made of `types/role/definition.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { typeToken } from "../../schema/provider-code.ts";
import { role } from "../../types/role/definition.ts";
import { TenantResource } from "../base.ts";
import { commonLookUps, type OutputArgs } from "../look-ups.ts";

/**
 * The arguments of a {@link Role}.
 *
 * Only declared properties are managed. If you remove `description` from the program, the role's description becomes
 * empty.
 */
export interface RoleArgs {
  /** The display name, unique within the tenant or the organization. At least 1 character. */
  name: pulumi.Input<string>;
  /** The description. When cleared: empty. */
  description?: pulumi.Input<string | undefined>;
  /**
   * The id of the organization to which the role belongs, `org_…`: at most 50 characters. Only members of this organization can have the role.
   * Without it, the role belongs to the tenant. A change replaces the role. Early access: not every tenant has roles of organizations.
   */
  organizationId?: pulumi.Input<string | undefined>;
  /**
   * Properties of the API that this version does not know, by the API's names: `{ new_flag: true }`, also inside
   * objects that it knows: `{ known_object: { new_flag: true } }`. Declared values at any depth are managed, others
   * stay. Cleared by null; a property for which the API refuses null keeps its value.
   */
  undocumented?: pulumi.Input<Readonly<Record<string, unknown>> | undefined>;
  /** Whether an existing role with this `name` is adopted instead of causing an error. Only used at creation. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A role: a named set of permissions that is assigned to users.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const editor = new tenant.Role("editor", { name: "Editor", description: "Writes and changes articles" });
 * export const editorId = editor.id;
 * ```
 *
 * **Updates** send the changed properties in one call. The permissions of the role and its assignments to users do not change.
 *
 * **Deletion** removes the role from all users who have it. The service deletes the roles of an organization together with the organization.
 *
 * **Import**: `npx pulumi-tenant import` imports the roles of the tenant. For a role of an organization, use `pulumi import` with its id.
 *
 * **Events**: the service sends no events about roles. Only a refresh finds changes made outside Pulumi.
 *
 * Routes: `POST /roles`, `GET|PATCH|DELETE /roles/{id}`; to find a role by its `name`, `GET /roles`.
 * Scopes: `create|read|update|delete:roles`.
 */
export class Role extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(role.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;
  declare readonly organizationId: pulumi.Output<string | undefined>;
  declare readonly undocumented: pulumi.Output<Readonly<Record<string, unknown>> | undefined>;

  /**
   * Manages a role.
   *
   * All invalid arguments are reported at once, before anything is sent. Without `adopt`, a name that is in use is an
   * error.
   */
  constructor(name: string, args: RoleArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(role, name, args, opts);
  }
}

/** A role as look-ups return it. A property that the service omits is absent. */
export interface GetRoleResult {
  /** The role's id: `rol_…`. */
  readonly id: string;
  /** The display name. */
  readonly name: string;
  /** The description; empty if the role has none. */
  readonly description: string;
  /** The id of the organization to which the role belongs; absent for a role of the tenant. */
  readonly organizationId?: string | undefined;
}

/** The requested role: exactly one of name and id. */
export type GetRoleArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetRoleArgs} with values that may be outputs. */
export type GetRoleOutputArgs = OutputArgs<GetRoleArgs>;

/** The filter for roles. Texts are compared exactly, including letter case. Default: all roles. */
export interface GetRolesArgs {
  /** The name, unique within the tenant. */
  name?: string | undefined;
}

/** {@link GetRolesArgs} with values that may be outputs. */
export type GetRolesOutputArgs = OutputArgs<GetRolesArgs>;

/** The result of {@link getRoles}. */
export interface GetRolesResult {
  /** The objects, in the service's order. */
  readonly roles: GetRoleResult[];
}

const { one, all } = commonLookUps<GetRoleArgs, GetRoleResult, GetRolesArgs, GetRolesResult>(role);

/**
 * One role, managed or not. Routes: `GET /roles?name_filter=…`, `GET /roles/{id}`; scope: `read:roles`. {@link LookUp}
 * describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const role = await tenant.getRole({ name: "Editor" });
 * export const roleId = role.id;
 * ```
 *
 * @throws RunError for the reasons that {@link LookUp} lists, and if there is no such object
 */
export const getRole = one.plain;

/** {@link getRole} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getRoleOutput = one.output;

/**
 * The tenant's roles, without those of organizations. Route: `GET /roles`; scope: `read:roles`. The function reads all
 * roles and then applies the filter. {@link LookUp} describes the common properties of look-ups.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const { roles } = await tenant.getRoles();
 * export const roleNames = roles.map(({ name }) => name);
 * ```
 */
export const getRoles = all.plain;

/** {@link getRoles} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getRolesOutput = all.output;
