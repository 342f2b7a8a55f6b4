import type { FeatureTools } from "../tool-data.ts";

/** What the tools know of the types of this folder. */
export const riskTools = {
  riskAssessment: {
    foreignTypes: { auth0_risk_assessments: { id: [] }, auth0_risk_assessments_new_device: { id: [] } },
  },
  supplementalSignals: {
    foreignTypes: { auth0_supplemental_signals: { id: [] } },
    terraform: { type: "auth0_supplemental_signals", importId: "supplemental_signals" },
  },
} satisfies FeatureTools;
