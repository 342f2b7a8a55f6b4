import { byTenant, inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const loginPageTemplateRefusals: readonly Refusal[] = [
  {
    ...{ ...byTenant, said: "preview", status: 402 },
    refuses: "loginPageTemplate: a plan without page templates",
    message: "A paid subscription is required for this feature.",
    isOfPlan: true,
    sends: ["GET", "/branding/templates/universal-login"],
    program: { type: "loginPageTemplate", args: { body: "<html>{%- auth0:head -%}{%- auth0:widget -%}</html>" } },
    says: /will fail: .*A paid subscription is required/,
  },
  inRun(
    "a login template that was never saved",
    ["GET", "/branding/templates/universal-login"],
    [404, "Template does not exist.", "inexistent_templates_universal_login"],
  ),
];
