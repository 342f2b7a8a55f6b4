import { inRun, type Refusal, type Request } from "./refusal.ts";

const provider: Request = [
  "POST",
  "/emails/provider",
  { name: "sendgrid", default_from_address: "a@example.com", credentials: { api_key: "a" } },
];

/** Refusals of the service. */
export const emailProviderRefusals: readonly Refusal[] = [
  {
    refuses: "emailProvider: a new provider without credentials",
    decides: "tenant",
    said: "preview",
    status: 400,
    message: "Payload validation error: 'Missing required property: credentials' on property credentials.",
    errorCode: "invalid_body",
    sends: ["POST", "/emails/provider", { name: "sendgrid", default_from_address: "a@example.com" }],
    program: { type: "emailProvider", args: { name: "sendgrid", defaultFromAddress: "a@example.com" } },
    says: /will fail: .*credentials: the tenant has no e-mail provider yet/,
  },
  inRun(
    "an e-mail provider that was never set",
    ["GET", "/emails/provider"],
    [404, "There is not a configured email provider", "inexistent_email_provider"],
  ),
  inRun("a second e-mail provider", provider, [409, "Email provider is already configured."], [provider]),
];
