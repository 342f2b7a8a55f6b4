import { role } from "../../definitions/role.ts";
import { key, text } from "../arguments.ts";
import type { OutputArgs } from "../data-source.ts";
import { lookUps } from "../look-ups.ts";

/** A role as look-ups answer it. */
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

const { one, all } = lookUps<GetRoleArgs, GetRoleResult, GetRolesArgs, GetRolesResult>(
  role,
  { describe: ({ id, name }) => `"${name}" (${id})` },
  {
    one: {
      args: { name: key, id: key },
      required: [["name", "id"]],
      // The service finds a part of a name, in any letter case: what is found is compared.
      reads: ({ name, id }) => [id === undefined ? { query: { name_filter: name } } : { key: id }],
    },
    all: { args: { name: text } },
  },
);

/**
 * One role of the tenant, whoever manages it. Routes: `GET /roles?name_filter=…`, `GET /roles/{id}`; scope: `read:roles`.
 * {@link LookUp} says what look-ups have in common.
 *
 * ```ts
 * import * as tenant from "pulumi-tenant";
 *
 * const editor = await tenant.getRole({ name: "Editor" });
 * export const editorId = editor.id;
 * ```
 *
 * @throws RunError also if there is none
 */
export const getRole = one.plain;

/** {@link getRole} for arguments that may be outputs; see {@link OutputLookUp}. */
export const getRoleOutput = one.output;

/**
 * The tenant's roles, without those of organizations. Route: `GET /roles`; scope: `read:roles`. One call reads 100 roles, all of them are read, and the
 * filter is applied to what was read. {@link LookUp} says what look-ups have in common.
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
