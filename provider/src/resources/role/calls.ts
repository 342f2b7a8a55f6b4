import { role } from "../../definitions/role.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";

/** Roles. The deletion of a role takes its permissions away from its members, so a role is never disposable. */
export const roleType: ResourceType = { ...restOf(role).type, isDisposable: false };
