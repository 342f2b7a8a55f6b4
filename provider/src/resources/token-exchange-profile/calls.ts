import { tokenExchangeProfile } from "../../definitions/token-exchange-profile.ts";
import { restOf } from "../../lifecycle/rest.ts";

/** Token exchange profiles, which are ordinary objects. */
export const { kind: tokenExchangeProfileType } = restOf(tokenExchangeProfile);
