import { role } from "../../definitions/role.ts";
import type { Kind } from "../../lifecycle/kind.ts";
import { restOf } from "../../lifecycle/rest.ts";

/** Roles. What members of them may do would be gone with one. */
export const roleKind: Kind = { ...restOf(role).kind, isDisposable: false };
