import { sanitize } from "../../client/index.ts";
import { labelOf } from "../../lifecycle/calls.ts";
import { UserError } from "../../lifecycle/errors.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { type Requests, singletonOf, wholeOf } from "../../lifecycle/singleton.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
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
    if (own(body, "name") === null) await service.request({ ...call, method: "DELETE", action: "delete" });
    else if (own(before, "name") === undefined)
      await service.request({ ...call, method: "POST", body, action: "create" });
    else await service.request({ ...call, method: "PATCH", body, action: "update" });
  },
};

/** The tenant's e-mail provider. */
export const emailProviderType: ResourceType = singletonOf(emailProvider, {
  rules: problemsOf,
  refusals,
  adjust: withValuesToKeep,
  requests: providerRequests,
});

/** The refusal of a provider that the tenant does not have yet, if the program declares no credentials for it. */
function refusals(args: JsonObject, live: JsonObject = {}): readonly string[] {
  const [name, has] = [own(args, "name"), own(live, "name")];
  if (name === undefined || name === "custom" || name === has || own(args, "credentials") !== undefined) return [];
  const present = has === undefined ? "has no e-mail provider yet" : `has the provider "${sanitize(String(has))}"`;
  return [
    `credentials: the tenant ${present}, and the service accepts a provider only with all its credentials. Declare credentials.`,
  ];
}

/**
 * Adds the values that the service would otherwise remove: all credentials and the settings if the name changes, and all other credentials if one
 * credential changes. Only declared credentials can be added, because the API does not return all credentials.
 *
 * @throws UserError if the service would remove all credentials and the program declares none, or if the tenant now has another provider
 */
function withValuesToKeep(changes: JsonObject, inputs: JsonObject, live: JsonObject): JsonObject {
  if (own(changes, "name") === null) return { name: null };
  const { credentials: changed, ...others } = changes;
  const declared = own(inputs, "credentials");
  if (own(changes, "name") === undefined) {
    refuseOther(inputs, live);
    return isObject(changed) && isObject(declared) ? { ...others, credentials: { ...changed, ...declared } } : others;
  }
  const { name, settings = own(live, "settings") } = changes;
  if (!isObject(declared) && name !== "custom") throw new UserError(`${subject} was not changed: ${noCredentials}`);
  return { ...others, credentials: declared ?? {}, ...(isObject(settings) && { settings }) };
}

/** Refuses to send the credentials, the sender or the settings of the declared provider to another provider. */
function refuseOther(inputs: JsonObject, live: JsonObject): void {
  const [wanted, name] = [own(inputs, "name"), own(live, "name")];
  if (name === wanted) return;
  const has =
    name === undefined ? "no longer has an e-mail provider" : `now has the provider "${sanitize(String(name))}"`;
  throw new UserError(
    `${subject} was not changed: the tenant ${has}, but the program declares "${sanitize(String(wanted))}". Run \`pulumi preview --refresh\` to ` +
      "see the changes that restore the declared provider, then `pulumi up --refresh`.",
  );
}

const noCredentials =
  "a change of `name` makes the service remove all credentials, and the program declares none. Declare `credentials`.";

function problemsOf(args: JsonObject, _: unknown, before: JsonObject): readonly Problem[] {
  const [name, credentials] = [own(args, "name"), own(args, "credentials")];
  const was = own(before, "name");
  if (credentials === undefined && was !== undefined && was !== name && name !== "custom")
    return [{ path: ["credentials"], says: `is required: ${noCredentials}` }];
  const known = typeof name === "string" && Object.hasOwn(credentialsOf, name) ? credentialsOf[name] : undefined;
  if (!known || !isObject(credentials)) return [];
  const { needs, may = [], together = [] } = known;
  const isDeclared = (key: string) => own(credentials, key) !== undefined;
  const needed = together.some(isDeclared) ? [...needs, ...together] : needs;
  const missing = needed.filter((key) => !isDeclared(key));
  const foreign = Object.keys(credentials).filter((key) => ![...needs, ...may, ...together].includes(key));
  return [
    ...missing.map((key) => ({
      path: ["credentials", key],
      says: `is required for the provider "${name}": the service replaces all credentials together`,
    })),
    ...foreign.map((key) => ({
      path: ["credentials", key],
      says: `is not a credential of the provider "${name}"`,
    })),
  ];
}

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
