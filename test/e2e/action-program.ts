import type { Program } from "./project.ts";
import { random } from "./world.ts";

/** The value of the secret that the action has by default. */
export const secret = random();

/** An action with its binding, and the profile that uses another one. */
export const program = (code: string, key = secret): Program => ({
  enrich: {
    kind: "Action",
    args: { name: "Enrich", supportedTriggers: [{ id: "post-login", version: "v3" }], code, secrets: { KEY: key } },
  },
  exchange: {
    kind: "Action",
    args: {
      name: "Exchange",
      supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
      code: "// exchange",
    },
  },
  logins: {
    kind: "TriggerActions",
    args: { triggerId: "post-login", actions: [{ displayName: "Enrich" }] },
    idsOf: { "actions/0/actionId": "enrich" },
  },
  profile: {
    kind: "TokenExchangeProfile",
    args: { name: "Partner", subjectTokenType: "urn:example:partner", type: "custom_authentication" },
    idsOf: { actionId: "exchange" },
  },
});
