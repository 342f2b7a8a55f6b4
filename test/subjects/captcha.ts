import fc from "fast-check";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import { type Switch, secret } from "./switches.ts";

const secrets = ["0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"] as const;
const hidden = "s3cr3t-of-a-challenge";
const site = fc.record({ siteKey: fc.constantFrom("site-1", "site-2"), secret: fc.constantFrom(...secrets) });
const enterprise = fc.record({
  siteKey: fc.constantFrom("site-1", "site-2"),
  apiKey: fc.constantFrom(...secrets),
  projectId: fc.constantFrom("project-1", "project-2"),
});
const values = {
  authChallenge: fc.record({ failOpen: fc.boolean() }, { requiredKeys: [] }),
  hcaptcha: site,
  recaptchaEnterprise: enterprise,
};
const some = fc
  .tuple(fc.record(values, { requiredKeys: [] }), fc.boolean())
  .map(([rest, isActive]) => ({ ...rest, ...(isActive && rest.hcaptcha && { activeProviderId: "hcaptcha" }) }));
const edits = fc.record({ authChallenge: fc.record({ failOpen: fc.boolean() }) });

const one = { activeProviderId: "hcaptcha", hcaptcha: { siteKey: "site-1", secret: secrets[0] } };
const other = { ...one, hcaptcha: { siteKey: "site-2", secret: secrets[0] } };

const challenge = (on: string, property: string, values: JsonObject): Switch => ({
  at: ["activeProviderId"],
  on,
  off: { activeProviderId: "simple_captcha" },
  offValue: "simple_captcha",
  dropped: "siteKey" in values ? [[{ [property]: { ...values, siteKey: "ours" } }, property, values]] : [],
  foreign: [[property, values, property]],
  declared: [],
});
const keyed = { siteKey: "foreign", secret };

export const captcha: Subject<"captcha"> = {
  ...settingOf("captcha"),
  // The keys of a provider cannot be cleared.
  isEmpty: ({ activeProviderId }) => activeProviderId === "auth_challenge",
  exceptions: [
    {
      law: "convergence",
      how: "undeclared",
      paths: ["/hcaptcha", "/recaptchaEnterprise"],
      why: "The service has no request that clears the keys of a provider.",
      documented: "The keys of a provider cannot be cleared",
      examples: [
        [{ program: { hcaptcha: { siteKey: "site-1", secret: secrets[0] } } }, { program: {} }],
        [
          { program: { recaptchaEnterprise: { siteKey: "site-1", apiKey: secrets[0], projectId: "project-1" } } },
          { program: {} },
        ],
      ],
    },
  ],
  laws: [casesOf(some, edits, 0.2)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: edits }],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("captcha"),
    versions: (_, n) => [
      { hcaptcha: { siteKey: `site-${n}`, secret: hidden } },
      { hcaptcha: { siteKey: `site-${n}-b`, secret: hidden } },
    ],
    secrets: [hidden],
    misshapen: ["[]", '{"hcaptcha":7}', '{"arkose":[]}'].map((body) => ({ path: /captcha/, body })),
    programs: (text) =>
      text.map((siteKey) => ({
        args: { hcaptcha: { siteKey, secret: secrets[0] } },
        mayAsk: [["attack-protection", "captcha"]],
      })),
  },
  bench: [one, other],
  answeredOnly: ["simple_captcha"],
  noReferences: {
    "/activeProviderId": "one of the service's providers",
    "/recaptchaEnterprise/projectId": "an id of another service",
  },
  switches: [
    challenge("arkose", "arkose", { ...keyed, clientSubdomain: "client-api", verifySubdomain: "verify-api" }),
    challenge("auth_challenge", "authChallenge", { failOpen: true }),
    challenge("friendly_captcha", "friendlyCaptcha", keyed),
    challenge("hcaptcha", "hcaptcha", keyed),
    challenge("recaptcha_v2", "recaptchaV2", keyed),
    challenge("recaptcha_enterprise", "recaptchaEnterprise", { siteKey: "foreign", apiKey: secret, projectId: "p" }),
  ],
  namesElsewhere: ["attacks"],
};
