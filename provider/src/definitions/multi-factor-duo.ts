import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const text = { kind: "string", max: 10_000, clear: { how: "release" } } as const;

/**
 * The account of Duo for the second factor `duo`. To enable the factor, use `MultiFactor`.
 *
 * {@example}
 *
 * **Creation** adopts the settings, which exist at every tenant: it sends only declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program sets `resetOnDestroy: true`.
 *
 * **Updates** send all three properties, with the tenant's values for those that the program does not declare.
 *
 * **Events**: the service sends no events about these settings. Only a refresh finds changes made outside Pulumi.
 *
 * @arguments The settings of Duo cannot be cleared: a property that you remove from the program keeps its value at the tenant.
 */
export const multiFactorDuo = {
  type: "MultiFactorDuo",
  schema: {
    noun: "Duo settings",
    singleton: "multi-factor-duo",
    fields: {
      /** The integration key. It cannot be cleared. */
      ikey: { ...text, notSecret: true },
      /** The secret key. The API returns it. It cannot be cleared. */
      skey: { ...text, secret: true },
      /** The host name of the API. It cannot be cleared. */
      host: text,
    },
  },
  plural: "Duo settings",
  route: "guardian/factors/duo",
  parts: [{ path: "guardian/factors/duo/settings", properties: ["ikey", "skey", "host"], body: "object" }],
  scopes: guardianScopes,
  ...settingOf("multi-factor-duo"),
  foreignTypes: { auth0_guardian: { id: [], block: "duo" } },
} as const satisfies Definition;
