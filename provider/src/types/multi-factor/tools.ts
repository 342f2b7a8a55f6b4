import { runningAt } from "../action/tools.ts";
import { setting, textIn } from "../deploy-cli.ts";
import { type FeatureTools, type KnownDifference, settingTools } from "../tool-data.ts";
import { multiFactor } from "./definition.ts";

const onlyDefined = (at: string): KnownDifference => ({
  ...{ at, what: "route only in the definition" },
  why: "The description does not contain the route, but tenants answer it, as recorded traffic shows.",
});

/** The blocks of `auth0_guardian` by the factor of a provider. */
const factorBlocks: Readonly<Record<string, string>> = { sms: "phone", "push-notification": "push", duo: "duo" };

/** What the tools need to know of the types in this folder. */
export const multiFactorTools = {
  multiFactor: {
    ...settingTools("multi-factor"),
    foreignTypes: { auth0_guardian: { id: [] } },
    toldTogether: ["policies", "factors"],
    deployed: {
      guardianFactors: setting("auth0_guardian"),
      guardianPolicies: setting("auth0_guardian"),
      guardianSettings: setting("auth0_guardian"),
      guardianEmailFactorSettings: setting("auth0_guardian"),
      guardianFactorProviders: (entry) => {
        const block = factorBlocks[textIn(entry, "name") ?? ""];
        return [{ type: "auth0_guardian", attributes: block === undefined ? {} : { [block]: [{}] } }];
      },
    },
  },
  multiFactorPhone: {
    ...settingTools("multi-factor-phone"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["phone"] } },
    requires: [
      { definition: multiFactor, property: "messageTypes" },
      ...runningAt("send-phone-message").map((one) => ({ ...one, property: "provider", value: "phone-message-hook" })),
    ],
    deployed: {
      guardianFactorTemplates: setting("auth0_guardian", { phone: [{}] }),
      guardianPhoneFactorMessageTypes: setting("auth0_guardian", { phone: [{}] }),
      guardianPhoneFactorSelectedProvider: setting("auth0_guardian", { phone: [{}] }),
      guardianPhoneFactorSettings: setting("auth0_guardian", { phone: [{}] }),
    },
  },
  multiFactorPush: {
    ...settingTools("multi-factor-push"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["push"] } },
    differences: ["GET", "PATCH"].map((method) => onlyDefined(`${method} /prompts/mfa-push`)),
  },
  multiFactorDuo: {
    ...settingTools("multi-factor-duo"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["duo"] } },
  },
  multiFactorWebAuthn: {
    ...settingTools("multi-factor-web-authn"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["webauthn_roaming", "webauthn_platform"] } },
    differences: ["roaming", "platform"].flatMap((one) =>
      ["GET", "PUT"].map((method) => onlyDefined(`${method} /guardian/factors/webauthn-${one}/settings`)),
    ),
  },
} satisfies FeatureTools;
