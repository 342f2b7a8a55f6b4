import { sanitize, TenantError } from "../../client/index.ts";
import { defaultCustomDomain } from "../../definitions/custom-domain.ts";
import { UserError } from "../../lifecycle/errors.ts";
import { resetOnDestroy } from "../../lifecycle/outputs.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { isAsKnown, sayOthers, singletonOf } from "../../lifecycle/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/singleton-requests.ts";
import { type JsonObject, own, unknownValue } from "../../schema/json.ts";

const { singleton } = defaultCustomDomain.schema;
const whole = wholeOf(defaultCustomDomain);

const requests: Requests = {
  ...whole,
  send: (service, body, before, at) =>
    whole.send(service, body, before, at).catch((error: unknown) => {
      throw error instanceof TenantError && error.status === 400 ? notVerified(error) : error;
    }),
};

const type = singletonOf(defaultCustomDomain, { requests, warnings: warningsOf });

/** The tenant's default domain: `GET|PATCH /custom-domains/default`. */
export const defaultCustomDomainType: ResourceType = {
  ...type,

  importRules: {
    leftOut: (live, { audience }) =>
      audience.includes(`://${String(own(live, "domain"))}/`) ? ["empty", "it is the tenant's own domain"] : undefined,
  },

  /** With `resetOnDestroy`, makes the tenant's own domain the default. This value differs between tenants, so the schema cannot contain it. */
  async delete(service, id, outputs, members) {
    if (own(outputs, resetOnDestroy) !== true) return type.delete(service, id, outputs, members);
    const now = (await type.read(service, singleton, outputs)) ?? {};
    if (own(now, "domain") === service.host) return;
    if (!isAsKnown(defaultCustomDomain.schema, outputs, now)) return sayOthers(defaultCustomDomain.schema.noun);
    await requests.send(service, { domain: service.host }, {}, {});
  },
};

function warningsOf(args: JsonObject): readonly string[] {
  const domain = own(args, "domain");
  if (domain === undefined) return [];
  const name = typeof domain !== "string" || domain === unknownValue ? "this domain" : `"${sanitize(domain)}"`;
  return [
    `domain: links in e-mails, and requests that name no custom domain, use ${name}. If its DNS record or certificate is wrong, users are locked ` +
      "out. Open the login page at this domain before you make it the default.",
  ];
}

function notVerified(error: TenantError): UserError {
  return new UserError(
    `${error.summary} Only a verified domain can be the default: take \`domain\` from a CustomDomainVerification with a \`timeout\`, or run ` +
      "`pulumi up` again once the domain is ready.",
    { cause: error },
  );
}
