import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const names = ["a", "b", "c"].map((name) => `default-${name}.example.com`);
const some = fc.record({ domain: fc.constantFrom(...names) });
const [one, other] = names.map((domain) => ({ domain })) as [{ domain: string }, { domain: string }];

const setting = settingOf("defaultCustomDomain", {
  live: (live, { url }) => ({ domain: new URL(url).host, ...live }),
});

function prepare(tenant: Emulator): void {
  setting.prepare(tenant);
  for (const domain of names) {
    if (tenant.customDomains.get(domain)) continue;
    tenant.customDomains.create({ domain, type: "auth0_managed_certs" });
    tenant.customDomains.publish(domain);
    tenant.customDomains.verify(domain);
  }
}

export const defaultCustomDomain: Subject<"defaultCustomDomain"> = {
  ...setting,
  prepare,
  identity: () => one,
  // The tenant's own domain is another one at each tenant.
  isEmpty: ({ domain }) => !names.some((name) => name === domain),
  exceptions: [],
  laws: [casesOf(some, some, 0.2, fc.boolean())],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: some }],
  scopes: scopesOf("custom_domains", one, other),
  hostile: {
    ...readOnly("defaultCustomDomain"),
    versions: (_, n) => [{ domain: names[n % 3] ?? "" }, { domain: names[(n + 1) % 3] ?? "" }],
    misshapen: ["[]"].map((body) => ({ path: /default$/, body })),
    programs: (text) =>
      text.map((end) => ({ args: { domain: `x${end}.example.com` }, mayAsk: [["custom-domains", "default"]] })),
  },
  bench: [one, other],
  unlikeTable: [["PATCH domain: *", "The definition has the bounds of custom domains."]],
  sample: "it needs a verified domain",
  elsewhere: [["auth0_custom_domain_default", "logins_by_default", { id: "default", domain: "login.example.com" }]],
  namesElsewhere: ["logins_by_default"],
};
