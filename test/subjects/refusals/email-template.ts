import { inRun, type Refusal, type Request } from "./refusal.ts";

const template: Request = [
  "POST",
  "/email-templates",
  { template: "verify_email", body: "a", from: "", subject: "a", syntax: "liquid", enabled: true },
];

/** Refusals of the service. */
export const emailTemplateRefusals: readonly Refusal[] = [
  inRun(
    "an e-mail template that was never saved",
    ["GET", "/email-templates/verify_email"],
    [404, "The template does not exist.", "inexistent_email_template"],
  ),
  inRun(
    "a sender without a provider",
    [
      "POST",
      "/email-templates",
      { template: "verify_email", body: "a", from: "a@example.com", subject: "a", syntax: "liquid", enabled: true },
    ],
    [400, "From address cannot be set without an enabled email provider."],
  ),
  inRun("a second template of one name", template, [409, "Template verify_email already exists."], [template]),
];
