import { restOf } from "../../lifecycle/rest.ts";
import { role } from "./descriptor.ts";

/** Roles, which are ordinary objects. */
export const { kind: roleKind } = restOf(role);
