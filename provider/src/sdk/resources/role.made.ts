// Made of `definitions/role.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { role } from "../../definitions/role.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";
import type { OutputArgs } from "../data-source.ts";
import { commonLookUps } from "../look-ups.ts";

/**
 * The arguments of a {@link Role}.
 *
 * Only what is declared is managed. A description that the program no longer declares becomes empty.
 */
export interface RoleArgs {
  /** A name for people, unique within the tenant. At least 1 character. */
  name: pulumi.Input<string>;
  /** What the role is for. No description is the same as an empty one. Cleared: empty. */
  description?: pulumi.Input<string | undefined>;
  /** Takes over a role with this `name` that exists already, instead of failing. Counts at creation only. */
  adopt?: pulumi.Input<boolean | undefined>;
}

/**
 * A role of the tenant: permissions that people get together.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const editor = new tenant.Role("editor", { name: "Editor", description: "Writes and changes articles" });
 * export const editorId = editor.id;
 * ```
 *
 * **Updates** send the changed ones of `name` and `description`, in one call. The permissions of the role and the people who have it
 * stay as they are.
 *
 * **Deletion** takes the role from everybody who has it.
 *
 * **Events**: the service sends none about roles. Only a refresh finds somebody else's change.
 *
 * Routes: `POST /roles`, `GET|PATCH|DELETE /roles/{id}`; to find a role by its `name`, `GET /roles`.
 * Scopes: `create|read|update|delete:roles`.
 */
export class Role extends TenantResource {
  /** The type token. */
  static readonly typeToken: string = typeToken(role.type);

  declare readonly name: pulumi.Output<string>;
  declare readonly description: pulumi.Output<string | undefined>;

  /**
   * Manages a role.
   *
   * All wrong arguments are reported at once, before anything is sent. A name that is taken is an error without
   * `adopt`.
   */
  constructor(name: string, args: RoleArgs, opts: pulumi.CustomResourceOptions = {}) {
    super(role, name, args, opts);
  }
}

/** A role as look-ups answer it. A property that the service leaves out is absent. */
export interface GetRoleResult {
  /** The role's id: `rol_…`. */
  readonly id: string;
  /** A name for people. */
  readonly name: string;
  /** What the role is for; empty where nobody has said it. */
  readonly description: string;
}

/** Which role to look for: exactly one of name and id. */
export type GetRoleArgs = { name: string; id?: undefined } | { id: string; name?: undefined };

/** {@link GetRoleArgs} with values that may be outputs. */
export type GetRoleOutputArgs = OutputArgs<GetRoleArgs>;

/** Which roles to look for. Texts must be equal, letter case included. Default: all roles. */
export interface GetRolesArgs {
  /** The name, which no two roles share. */
  name?: string | undefined;
}

/** {@link GetRolesArgs} with values that may be outputs. */
export type GetRolesOutputArgs = OutputArgs<GetRolesArgs>;

/** The answer of {@link getRoles}. */
export interface GetRolesResult {
  /** In the service's order. */
  readonly roles: GetRoleResult[];
}

const { one, all } = commonLookUps<GetRoleArgs, GetRoleResult, GetRolesArgs, GetRolesResult>(role);

/**
 * One role, whoever manages it. Routes: `GET /roles?name_filter=…`, `GET /roles/{id}`; scope: `read:roles`.
 * {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const role = await tenant.getRole({ name: "Editor" });
 * export const roleId = role.id;
 * ```
 *
 * @throws RunError also if there is none
 */
export const getRole = one.plain;

/** {@link getRole} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getRoleOutput = one.output;

/**
 * The tenant's roles, without those of organizations. Route: `GET /roles`; scope: `read:roles`. All roles are read, and
 * the filter is applied to what was read. {@link LookUp} says what look-ups have in common.
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
