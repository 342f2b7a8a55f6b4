import type { Kind } from "../../lifecycle/kind.ts";
import { restOf } from "../../lifecycle/rest.ts";
import { role } from "../../definitions/role.ts";

/** Roles. What members of them may do would be gone with one. */
export const roleKind: Kind = { ...restOf(role).kind, isDisposable: false };
