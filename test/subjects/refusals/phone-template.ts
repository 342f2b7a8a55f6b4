import { inRun, type Refusal, type Request } from "./refusal.ts";

const phoneTemplate: Request = ["POST", "/branding/phone/templates", { type: "otp_verify" }];

/** Refusals of the service. */
export const phoneTemplateRefusals: readonly Refusal[] = [
  inRun(
    "a second phone template of one type",
    phoneTemplate,
    [409, "Phone template already configured for tenant"],
    [phoneTemplate],
  ),
  inRun(
    "a phone template that is not there",
    ["DELETE", "/branding/phone/templates/a"],
    [404, "Notification Resource not found"],
  ),
];
