import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const multiFactorTools = {
  multiFactor: {
    foreignTypes: { auth0_guardian: { id: [] } },
  },
  multiFactorPhone: {
    foreignTypes: { auth0_guardian: { id: [], blocks: ["phone"] } },
  },
  multiFactorPush: {
    foreignTypes: { auth0_guardian: { id: [], blocks: ["push"] } },
  },
  multiFactorDuo: {
    foreignTypes: { auth0_guardian: { id: [], blocks: ["duo"] } },
  },
  multiFactorWebAuthn: {
    foreignTypes: { auth0_guardian: { id: [], blocks: ["webauthn_roaming", "webauthn_platform"] } },
  },
} satisfies FeatureTools;
