import { role } from "../../definitions/role.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { restOf } from "../../lifecycle/rest.ts";

/** Roles. What members of them may do would be gone with one. */
export const roleType: ResourceType = { ...restOf(role).kind, isDisposable: false };
