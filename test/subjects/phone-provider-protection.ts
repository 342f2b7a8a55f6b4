import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const [one, other] = [{ type: "exponential" }, { type: "default" }];
const some = fc.constantFrom(one, other);
const path = ["attack-protection", "phone-provider-protection"];

export const phoneProviderProtection: Subject<"phoneProviderProtection"> = {
  // The service refuses a change without the type.
  ...settingOf("phoneProviderProtection", { toBody: (change, { type = "default" }) => ({ type, ...change }) }),
  identity: () => one,
  exceptions: [],
  laws: [casesOf(some, some, 0.1)],
  writes: 1,
  share: 0.1,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: some }],
  scopes: scopesOf("attack_protection", one, other),
  hostile: {
    ...readOnly("phoneProviderProtection"),
    versions: () => [one, other],
    misshapen: ["[]", "7"].map((body) => ({ path: /protection/, body })),
    programs: () => fc.constant({ args: one, mayAsk: [path] }),
  },
  bench: [one, other],
  sample: "the tenant's protection would be another one during the run",
  elsewhere: [["auth0_phone_provider_protection", "waits", { id: "phone_provider_protection", type: "exponential" }]],
  namesElsewhere: ["waits"],
};
