import { emailTemplate } from "../../definitions/email.ts";
import { labelOf } from "../../lifecycle/calls.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/singleton-requests.ts";
import { own } from "../../schema/json.ts";

const whole = wholeOf(emailTemplate, { absent: "inexistent_email_template" });
/** The values of properties that the API requires for a new template, sent if the program does not declare them. */
const fresh = { from: "", subject: "", syntax: "liquid", enabled: false };

/**
 * A template: `POST /email-templates`, `GET|PATCH /email-templates/{template}`. Before the first POST, a tenant has no template of its own.
 */
const requests: Requests = {
  get: whole.get,
  async send(service, body, before, at) {
    if (Object.keys(before).length > 0) return whole.send(service, body, before, at);
    // A template that does not exist has nothing to reset.
    if (own(body, "body") === undefined) return;
    await service.request({
      ...{ method: "POST", path: ["email-templates"], body: { ...fresh, ...at, ...body } },
      ...{ subject: labelOf(emailTemplate, at), action: "create", continues: true },
    } as const);
  },
};

/** The tenant's own e-mails. */
export const emailTemplateType: ResourceType = singletonOf(emailTemplate, { requests });
