import { unknownValue } from "../../../provider/src/schema/json.ts";
import type { Case, Cases } from "./cases.ts";

const code = (text: string) => ({ properties: { code: text } });

const postLogin: Case = { properties: { supportedTriggers: [{ id: "post-login", version: "v3" }] } };

const bindingOf = (actionId: string, triggerId = "post-login") =>
  ({ type: "triggerActions", properties: { triggerId, actions: [{ actionId }] } }) as const;

const draft: Case = { properties: { ...postLogin.properties, deploy: false } };

const customExchange: Case = { properties: { type: "custom_authentication" } };

const exchanging = (type: string) =>
  ({ type: "client", properties: { tokenExchange: { allowAnyProfileOfType: [type] } } }) as const;

const resetAction = (text: string, allChangesDeployed = true) =>
  ({
    type: "action",
    id: "act_1",
    properties: {
      code: text,
      allChangesDeployed,
      supportedTriggers: [{ id: "password-reset-post-challenge", version: "v1" }],
    },
  }) as const;

/** The cases of a rule about secrets in metadata. */
function metadata(path: string): Cases {
  return {
    passes: [{ properties: { [path]: { region: "eu", token_endpoint: "https://idp.example.com/oauth/token" } } }],
    fails: [
      { properties: { [path]: { region: "eu", api_key: ["q7Rk2Zp", "9Xw4Lt8Vb"].join("") } } },
      { properties: { [path]: { note: ["-----BEGIN", "PRIVATE KEY-----"].join(" ") } } },
      { properties: { [path]: { owner: unknownValue, api_key: ["q7Rk2Zp", "9Xw4Lt8Vb"].join("") } } },
    ],
    unknown: [
      { properties: {} },
      { properties: { [path]: { api_key: ["hidden"] } } },
      { properties: { [path]: { owner: unknownValue, region: "eu" } } },
    ],
  };
}

/** The cases of the rules in `baseline/rules/organization-and-action.ts`, by the rules' ids. */
export const organizationAndActionCases: Readonly<Record<string, Cases>> = {
  "client-metadata-no-secrets": metadata("clientMetadata"),
  "org-metadata-no-secrets": metadata("metadata"),
  "connection-metadata-no-secrets": metadata("metadata"),
  "org-third-party-blocked": {
    passes: [{ properties: { thirdPartyClientAccess: "block" } }],
    fails: [{ properties: { thirdPartyClientAccess: "allow" } }],
    unknown: [{ properties: {} }],
  },
  "org-jit-membership-open-connection": {
    passes: [
      { properties: { assignMembershipOnLogin: false } },
      {
        properties: { assignMembershipOnLogin: true, connectionId: "con_1" },
        others: [{ type: "connection", id: "con_1", properties: { strategy: "samlp" } }],
      },
      {
        properties: { assignMembershipOnLogin: true, connectionId: "con_1" },
        others: [
          { type: "connection", id: "con_1", properties: { strategy: "auth0", options: { disable_signup: true } } },
        ],
      },
    ],
    fails: [
      {
        properties: { assignMembershipOnLogin: true, connectionId: "con_1" },
        others: [{ type: "connection", id: "con_1", properties: { strategy: "google-oauth2" } }],
      },
      {
        properties: { assignMembershipOnLogin: true, connectionId: "con_1" },
        others: [
          { type: "connection", id: "con_1", properties: { strategy: "auth0", options: { disable_signup: false } } },
        ],
      },
    ],
    unknown: [
      { properties: { assignMembershipOnLogin: true, connectionId: "con_1" } },
      {
        properties: { assignMembershipOnLogin: true, connectionId: "con_1" },
        others: [{ type: "connection", id: "con_1", properties: { strategy: "auth0" } }],
      },
    ],
  },
  "org-open-signup": {
    passes: [{ properties: { isSignupEnabled: false } }],
    fails: [{ properties: { isSignupEnabled: true, assignMembershipOnLogin: true } }],
    unknown: [{ properties: {} }],
  },
  "org-domain-verified-by-hand": {
    passes: [
      { properties: { status: "pending", useForOrganizationDiscovery: true } },
      { properties: { status: "verified", useForOrganizationDiscovery: false } },
    ],
    fails: [{ properties: { status: "verified", useForOrganizationDiscovery: true } }],
    unknown: [{ properties: { useForOrganizationDiscovery: true } }],
  },
  "action-no-hardcoded-secrets": {
    passes: [code("const key = event.secrets.KEY;"), code('const region = "eu-west-1";')],
    fails: [
      code(`const apiKey = "${["q7Rk2Zp", "9Xw4Lt8Vb"].join("")}";`),
      code(`// ${["-----BEGIN", "RSA PRIVATE KEY-----"].join(" ")}`),
    ],
    unknown: [{ properties: {} }],
  },
  "action-dependency-pinned": {
    passes: [
      { properties: { dependencies: [{ name: "undici", version: "7.16.0" }] } },
      { properties: { dependencies: [] } },
    ],
    fails: ["latest", "^7.16.0", "7.x", ""].map((version) => ({
      properties: { dependencies: [{ name: "undici", version }] },
    })),
    unknown: [{ properties: {} }],
  },
  "action-registry-trusted": {
    passes: [{ properties: { dependencies: [{ name: "undici", version: "7.16.0" }] } }],
    fails: [
      {
        properties: {
          dependencies: [
            { name: "zod", version: "4.6.7" },
            { name: "undici", version: "7.16.0", registryUrl: "https://packages.example.com" },
          ],
        },
      },
    ],
    unknown: [{ properties: {} }],
  },
  "action-runtime-current": {
    passes: [{ properties: { runtime: "node22" } }],
    fails: [{ properties: { runtime: "node18" } }, { properties: { runtime: "node18-actions" } }],
    unknown: [{ properties: { runtime: "node99" } }, { properties: {} }],
  },
  "action-transport-safe": {
    passes: [
      code('await fetch("https://api.example.com")'),
      code('api.idToken.setCustomClaim("http://schemas.example.com/roles", [])'),
      code("// eval(text)"),
      code('const why = "eval(text) is forbidden";'),
      code("fetch('http://localhost:3000')"),
    ],
    fails: [
      code('axios.get("http://api.example.com")'),
      code("new Agent({ rejectUnauthorized: false })"),
      code("eval(event.request.body.code)"),
      code('const from = "/*"; eval(text); const to = "*/";'),
      code("eval /* once */ (text)"),
      code("const half = count++ / 2; eval(text); // half / 2"),
      code("const quote = /['\"]/; new Function(text)"),
      code('new Agent({ "rejectUnauthorized": /* a test */ !1 })'),
      code(`fetch(\`HTTP://\${event.secrets.HOST}/\`)`),
    ],
    unknown: [{ properties: {} }, code("const text = 'without an end")],
  },
  "action-no-event-logging": {
    passes: [code("console.log(event.user.user_id)"), code('console.log("event"); api.access.deny(event)')],
    fails: [
      code("console.log(event)"),
      code("console.log(JSON.stringify(event.user))"),
      code("console.error('x', event.secrets.KEY)"),
      code("console.log(')', now(), event)"),
      code('console["log"]({ ...event })'),
      code(`console.log(\`\${JSON.stringify({ user: event.user })}\`)`),
    ],
    unknown: [{ properties: {} }, code("/* console.log(event)")],
  },
  "action-deployed": {
    passes: [
      {
        properties: { supportedTriggers: [{ id: "post-login", version: "v3" }] },
        others: [
          { type: "triggerActions", properties: { triggerId: "post-login", actions: [{ actionId: "judged" }] } },
        ],
      },
    ],
    fails: [
      { ...draft, others: [bindingOf("judged")], isNew: true },
      {
        properties: { ...postLogin.properties, allChangesDeployed: false },
        others: [bindingOf("judged")],
        isLive: true,
      },
    ],
    unknown: [
      draft,
      // The code of an earlier run can be deployed.
      { ...draft, others: [bindingOf("judged")] },
      {
        properties: { ...draft.properties, code: "exports.onExecutePostLogin = async () => {}; // Later" },
        others: [bindingOf("judged")],
      },
    ],
  },
  "action-unbound": {
    passes: [
      { ...postLogin, others: [bindingOf("judged")] },
      {
        properties: { supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }] },
        others: [{ type: "tokenExchangeProfile", properties: { actionId: "judged" } }],
      },
    ],
    fails: [
      { ...postLogin, isLive: true },
      { ...postLogin, others: [bindingOf("act_2")], isLive: true },
    ],
    unknown: [
      postLogin,
      { properties: {} },
      { properties: { supportedTriggers: [{ id: "custom-phone-provider", version: "v1" }] }, isLive: true },
    ],
  },
  "cte-profile-unused": {
    passes: [{ ...customExchange, others: [exchanging("custom_authentication")] }],
    fails: [
      { ...customExchange, isLive: true },
      { ...customExchange, others: [exchanging("another_type"), { type: "client", properties: {} }], isLive: true },
    ],
    unknown: [customExchange, { properties: {} }],
  },
  "password-reset-mfa": {
    passes: [
      {
        properties: { strategy: "auth0" },
        others: [
          resetAction('api.authentication.challengeWith({ type: "otp" })'),
          bindingOf("act_1", "password-reset-post-challenge"),
        ],
      },
    ],
    fails: [
      { properties: { strategy: "auth0" }, isLive: true },
      {
        properties: { strategy: "auth0" },
        others: [
          resetAction("// api.authentication.challengeWith()"),
          bindingOf("act_1", "password-reset-post-challenge"),
        ],
        isLive: true,
      },
      {
        properties: { strategy: "auth0" },
        others: [
          resetAction('const to = "do: api.challengeWith()";'),
          bindingOf("act_1", "password-reset-post-challenge"),
        ],
        isLive: true,
      },
      {
        properties: { strategy: "auth0" },
        others: [resetAction("api.authentication.challengeWith()"), bindingOf("act_1")],
        isLive: true,
      },
    ],
    doesNotApply: [{ properties: { strategy: "samlp" }, isLive: true }],
    unknown: [
      { properties: { strategy: "auth0" } },
      { properties: {} },
      {
        properties: { strategy: "auth0" },
        others: [
          resetAction('api.authentication.challengeWith({ type: "otp" })', false),
          bindingOf("act_1", "password-reset-post-challenge"),
        ],
      },
    ],
  },
  "cte-action-rejects-invalid-token": {
    passes: [
      {
        properties: {
          supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
          code: 'api.access.rejectInvalidSubjectToken("expired")',
        },
      },
    ],
    fails: [
      {
        properties: {
          supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
          code: 'api.authentication.setUserById("auth0|1")',
        },
      },
      {
        properties: {
          supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }],
          code: 'const todo = "rejectInvalidSubjectToken()"; // rejectInvalidSubjectToken()',
        },
      },
    ],
    doesNotApply: [{ properties: { supportedTriggers: [{ id: "post-login", version: "v3" }], code: "" } }],
    unknown: [{ properties: { supportedTriggers: [{ id: "custom-token-exchange", version: "v1" }] } }],
  },
};
