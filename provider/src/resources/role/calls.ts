import { role } from "../../definitions/role.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";

/** Roles. A deletion removes the permissions of the role's members, so a role is never disposable. */
export const roleType: ResourceType = { ...restOf(role).type, isDisposable: false };
