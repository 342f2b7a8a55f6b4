import { setting } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";

/** What the tools need to know of the types in this folder. */
export const riskTools = {
  riskAssessment: {
    ...settingTools("risk-assessment"),
    foreignTypes: { auth0_risk_assessments: { id: [] }, auth0_risk_assessments_new_device: { id: [] } },
    deployed: { riskAssessment: setting("auth0_risk_assessments"), riskAssessments: setting("auth0_risk_assessments") },
  },
  supplementalSignals: {
    ...settingTools("supplemental-signals"),
    foreignTypes: { auth0_supplemental_signals: { id: [] } },
    terraform: { type: "auth0_supplemental_signals", importId: "supplemental_signals" },
    deployed: { supplementalSignals: setting("auth0_supplemental_signals") },
  },
} satisfies FeatureTools;
