import { labelOf, orAbsent } from "../../lifecycle/calls.ts";
import { outsideServiceOf } from "../../lifecycle/requests/outside-service.ts";
import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/requests/singleton-requests.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, own } from "../../schema/json.ts";
import { pathOf } from "../../schema/service.ts";
import { credentialsOf, emailProvider, emailTemplate } from "./definition.ts";

const subject = emailProvider.schema.noun;
const path = pathOf(emailProvider.route, {});
// Without a list of fields, some tenants return only the name of the provider.
const query = { fields: "name,enabled,default_from_address,credentials,settings", include_fields: true };

/** The e-mail provider: `GET|POST|PATCH|DELETE /emails/provider`. A new tenant has none. */
const providerRequests: Requests = {
  get: wholeOf(emailProvider, { absent: "inexistent_email_provider", query }).get,
  async send(service, body, before) {
    const call = { path, subject, continues: true } as const;
    if (own(body, "name") === null) await orAbsent(service.request({ ...call, method: "DELETE", action: "delete" }));
    else if (own(before, "name") === undefined)
      await service.request({ ...call, method: "POST", body, action: "create" });
    else await service.request({ ...call, method: "PATCH", body, action: "update" });
  },
};

const outside = outsideServiceOf(emailProvider, {
  credentialsOf,
  sentWithName(changes, _, live) {
    const { settings = own(live, "settings") } = changes;
    return isObject(settings) ? { settings } : {};
  },
});

/** The tenant's e-mail provider. */
export const emailProviderType: ResourceType = singletonOf(emailProvider, { ...outside, requests: providerRequests });

const whole = wholeOf(emailTemplate, { absent: "inexistent_email_template" });
/** The values of properties that the API requires for a new template, sent if the program does not declare them. */
const fresh = { from: "", subject: "", syntax: "liquid", enabled: false };

/**
 * A template: `POST /email-templates`, `GET|PATCH /email-templates/{template}`. Before the first POST, a tenant has no template of its own.
 */
const templateRequests: Requests = {
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
export const emailTemplateType: ResourceType = singletonOf(emailTemplate, { requests: templateRequests });
