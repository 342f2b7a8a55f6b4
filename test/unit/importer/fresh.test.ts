import { describe, expect, test } from "vitest";
import { newTenant, oldTenant } from "../../../provider/src/emulator/shared/traits.ts";
import { declarationOf } from "../../../provider/src/importer/declare.ts";
import { takeInventory } from "../../../provider/src/importer/index.ts";
import { kinds } from "../../../provider/src/lifecycle/registry.ts";
import { startTenant } from "./tenant.ts";

/** The least that the service takes for a new connection, where a strategy needs anything. */
const least: Readonly<Record<string, object>> = {
  okta: { domain: "dev.okta.example.com" },
  pingfederate: { pingFederateBaseUrl: "https://ping.example.com", signingCert: "bm90IG9uZQ==" },
  samlp: { signingCert: "bm90IG9uZQ==", signInEndpoint: "https://idp.example.com/login" },
};
const strategies = (
  "ad adfs amazon apple auth0 custom email facebook github google-apps google-oauth2 line linkedin oauth2 oidc okta " +
  "pingfederate salesforce samlp sms waad windowslive wordpress"
).split(" ");

describe.each([
  ["of today", newTenant],
  ["of 2022", oldTenant],
])("the program of a fresh object of a tenant %s", (_, traits) => {
  test("declares nothing but what it was created with", async () => {
    const tenant = await startTenant({ traits });
    for (const strategy of strategies) {
      const options = least[strategy];
      tenant.emulator.connections.create({ name: strategy, strategy, ...(options && { options }) });
    }
    tenant.emulator.resourceServers.create({ identifier: "https://orders.example.com" });
    const { items } = await takeInventory(tenant.client, { access: tenant.access });
    const declared = items.map(({ kind, live }) =>
      declarationOf(kinds[kind].table, live, { all: false, refused: new Map() }),
    );
    expect(declared.map(({ args }) => args)).toEqual([
      { identifier: "https://orders.example.com" },
      ...strategies.map((strategy) => {
        const { signingCert, ...options } = (least[strategy] ?? {}) as { signingCert?: string };
        // Of pingfederate it never comes back.
        const shown = strategy === "samlp" ? { ...options, signingCert } : options;
        return { name: strategy, strategy, ...(Object.keys(shown).length > 0 && { options: shown }) };
      }),
    ]);
  });
});
