import { byProgram, inRun, named, payload, type Refusal, type Request, taken } from "./refusal.ts";

const profile = { name: "Legacy", subject_token_type: "urn:example:legacy", type: "custom_authentication" };
const code = "exports.onExecuteCustomTokenExchange = async () => {};";
const exchange: Request = [
  "POST",
  "/actions/actions",
  { name: "exchange", supported_triggers: [{ id: "custom-token-exchange", version: "v1" }], code },
];

/** Refusals of the service. */
export const tokenExchangeProfileRefusals: readonly Refusal[] = [
  byProgram(
    "tokenExchangeProfile",
    "no action",
    { name: "Legacy", subjectTokenType: "urn:example:a", type: "custom_authentication" },
    payload("Missing required property: action_id", "action_id"),
    /^actionId: is required/,
  ),
  taken(
    "tokenExchangeProfile",
    { name: "Legacy", subjectTokenType: "urn:example:legacy", actionId: "{first}", type: "custom_authentication" },
    named({ ...profile, action_id: "{first}" }, "/token-exchange-profiles"),
    "subject_token_type already exists for tenant",
    undefined,
    [exchange],
  ),
  inRun(
    "a token exchange profile that is gone",
    ["GET", "/token-exchange-profiles/tep_0000000000000000"],
    [404, "Token exchange profile not found."],
  ),
];
