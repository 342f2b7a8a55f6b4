import { tokenExchangeProfileTable as table } from "../model/token-exchange-profile.ts";
import { restOf } from "./rest.ts";

/** Token exchange profiles: `POST|GET /token-exchange-profiles`, `GET|PATCH|DELETE /token-exchange-profiles/{id}`. */
export const { kind: tokenExchangeProfileKind } = restOf({
  table,
  root: "token-exchange-profiles",
  uniqueBy: ["subjectTokenType"],
});
