import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const multiFactorTools = {
  multiFactor: {
    ...settingTools("multi-factor"),
    foreignTypes: { auth0_guardian: { id: [] } },
    toldTogether: ["policies", "factors"],
  },
  multiFactorPhone: {
    ...settingTools("multi-factor-phone"),
    foreignTypes: { auth0_guardian: { id: [], blocks: ["phone"] } },
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
