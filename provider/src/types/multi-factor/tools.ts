import { runningAt } from "../action/tools.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";
import { multiFactor } from "./definition.ts";

/** What the tools need to know of the types in this folder. */
export const multiFactorTools = {
  multiFactor: {
    ...settingTools("multi-factor"),
    foreignTypes: { auth0_guardian: { id: [] } },
    toldTogether: ["policies", "factors"],
  },
  multiFactorPhone: {
    ...settingTools("multi-factor-phone"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["phone"] } },
    requires: [
      { definition: multiFactor, property: "messageTypes" },
      ...runningAt("send-phone-message").map((one) => ({ ...one, property: "provider", value: "phone-message-hook" })),
    ],
  },
  multiFactorPush: {
    ...settingTools("multi-factor-push"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["push"] } },
  },
  multiFactorDuo: {
    ...settingTools("multi-factor-duo"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["duo"] } },
  },
  multiFactorWebAuthn: {
    ...settingTools("multi-factor-web-authn"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["webauthn_roaming", "webauthn_platform"] } },
  },
} satisfies FeatureTools;
