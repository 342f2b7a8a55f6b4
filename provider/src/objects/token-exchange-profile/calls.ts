import { restOf } from "../../lifecycle/rest.ts";
import { tokenExchangeProfile } from "./descriptor.ts";

/** Token exchange profiles, which are ordinary objects. */
export const { kind: tokenExchangeProfileKind } = restOf(tokenExchangeProfile);
