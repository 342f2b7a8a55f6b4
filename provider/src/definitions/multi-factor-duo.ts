import { type Definition, settingOf } from "../schema/definition.ts";
import { guardianScopes } from "./multi-factor.ts";

const text = { kind: "string", max: 10_000, clear: { how: "release" } } as const;

/**
 * The account of Duo for the second factor `duo`. `MultiFactor` turns the factor on.
 *
 * {@example}
 *
 * **Creation** takes the settings over, which every tenant has: it sends only the declared values that differ. The preview lists them.
 *
 * **Destroy** sends nothing, unless the program says `resetOnDestroy: true`.
 *
 * **Updates** send a part whole, with the tenant's values of the members that the program does not declare. Other parts are not read or written.
 *
 * **Events**: the service sends none about its settings. Only a refresh finds another tool's change.
 *
 * @arguments The settings of Duo cannot be cleared: a property that is removed from the program stays at the tenant.
 */
export const multiFactorDuo = {
  type: "MultiFactorDuo",
  schema: {
    noun: "Duo settings",
    singleton: "multi-factor-duo",
    fields: {
      /** The integration key. It cannot be cleared. */
      ikey: { ...text, notSecret: true },
      /** The secret key, which the service returns. It cannot be cleared. */
      skey: { ...text, secret: true },
      /** The host name of the API. It cannot be cleared. */
      host: text,
    },
  },
  plural: "Duo settings",
  route: "guardian/factors/duo",
  parts: [{ path: "guardian/factors/duo/settings", properties: ["ikey", "skey", "host"], isFlat: true }],
  scopes: guardianScopes,
  ...settingOf("multi-factor-duo"),
  foreignTypes: { auth0_guardian: { id: [], block: "duo" } },
} as const satisfies Definition;
