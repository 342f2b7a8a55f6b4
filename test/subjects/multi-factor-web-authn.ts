import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";
import type { Switch } from "./switches.ts";

const party = {
  overrideRelyingParty: fc.boolean(),
  relyingPartyIdentifier: fc.constantFrom("login.example.com", "example.com"),
};
const values = {
  roaming: fc.record(
    { userVerification: fc.constantFrom("required", "preferred", "discouraged"), ...party },
    { requiredKeys: [] },
  ),
  platform: fc.record(party, { requiredKeys: [] }),
};
const some = fc.record(values, { requiredKeys: [] });

const one = { roaming: { userVerification: "required" } };
const other = { roaming: { userVerification: "preferred" }, platform: { overrideRelyingParty: true } };
const [roaming, platform] = ["roaming", "platform"].map((key) => [
  "guardian",
  "factors",
  `webauthn-${key}`,
  "settings",
]);

const relyingParty = (property: string): Switch => ({
  at: [property, "overrideRelyingParty"],
  on: true,
  off: { [property]: { overrideRelyingParty: false } },
  dropped: [
    [
      { [property]: { overrideRelyingParty: false, relyingPartyIdentifier: "app.example.com" } },
      property,
      { overrideRelyingParty: false, relyingPartyIdentifier: "evil.example.com" },
    ],
  ],
  foreign: [
    [property, { overrideRelyingParty: false, relyingPartyIdentifier: "evil.example.com" }, "relyingPartyIdentifier"],
  ],
  declared: [],
});

export const multiFactorWebAuthn: Subject<"multiFactorWebAuthn"> = {
  ...settingOf("multiFactorWebAuthn"),
  exceptions: [],
  laws: [casesOf(some, some, 0.2)],
  writes: 2,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: fc.record({ platform: values.platform }) }],
  scopes: scopesOf("guardian_factors", one, other),
  hostile: {
    ...readOnly("multiFactorWebAuthn"),
    targets: /^\/api\/v2\/guardian\/factors\/webauthn-(roaming|platform)\/settings$/,
    asked: (id) => (id === "multi-factor-web-authn" ? roaming : undefined),
    askedToo: platform ? [platform] : [],
    versions: (_, n) => [
      { roaming: { relyingPartyIdentifier: `a-${n}.example.com` } },
      { roaming: { relyingPartyIdentifier: `b-${n}.example.com` } },
    ],
    misshapen: [{ path: /roaming/, body: "[]" }],
    programs: (text) =>
      text.map((relyingPartyIdentifier) => ({
        args: { roaming: { relyingPartyIdentifier } },
        mayAsk: roaming ? [roaming] : [],
      })),
  },
  bench: [one, other],
  noReferences: { "/roaming/relyingPartyIdentifier": "a domain", "/platform/relyingPartyIdentifier": "a domain" },
  switches: [relyingParty("roaming"), relyingParty("platform")],
  namesElsewhere: ["factors"],
};
