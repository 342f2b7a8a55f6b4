// Made of `definitions/role.ts` by `npm run docs`. Change that, not this file.

import type * as pulumi from "@pulumi/pulumi";
import { role } from "../../definitions/role.ts";
import { typeToken } from "../../schema/provider-code.ts";
import { TenantResource } from "../base.ts";

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
