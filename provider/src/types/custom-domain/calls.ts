import { type Service, sanitize, type TenantClient, TenantError } from "../../client/index.ts";
import { getObject, quoted, waitFor } from "../../lifecycle/calls.ts";
import { gone, NotYet, reading, UserError } from "../../lifecycle/errors.ts";
import { restOf } from "../../lifecycle/requests/rest.ts";
import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/requests/singleton-requests.ts";
import { type Found, Incomplete, ordinary, type ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type Json, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { fromWire, ShapeError } from "../../state/wire.ts";
import { customDomain, customDomainVerification, defaultCustomDomain } from "./definition.ts";

const rest = restOf(customDomain);

/** Custom domains: `POST /custom-domains`, `GET|PATCH|DELETE /custom-domains/{id}`. */
export const customDomainType: ResourceType = {
  ...rest.type,
  // The service's documentation excludes these combinations, but no recorded exchange shows the service refusing one. So they only cause warnings.
  warnings(args) {
    const [type, policy, header] = ["type", "tlsPolicy", "customClientIpHeader"].map((name) => own(args, name));
    return [
      ...(type === "self_managed_certs" && policy !== undefined
        ? [
            "tlsPolicy: only a domain with a certificate that the service manages has a TLS policy. Remove tlsPolicy, or change type",
          ]
        : []),
      ...(type === "auth0_managed_certs" && (header ?? "") !== ""
        ? [
            "customClientIpHeader: only a domain with a certificate that you manage has this header. Remove customClientIpHeader, or change type",
          ]
        : []),
    ];
  },
  async delete(service, id, outputs) {
    try {
      await rest.type.delete(service, id, outputs);
    } catch (error) {
      throw error instanceof TenantError && error.status === 409 ? stillDefault(error) : error;
    }
  },
};

function stillDefault(error: TenantError): UserError {
  return new UserError(
    `${error.summary} The service does not delete the tenant's default domain. Make another domain the default first, then delete this one.`,
    { cause: error },
  );
}

const { schema, route, idName, uniqueBy, rateGroups } = customDomainVerification;

/** The time in seconds after which the service accepts another attempt. */
const secondsPerAttempt = 1 / rateGroups[0].refills[5];

const idIn = (args: JsonObject) => String(own(args, "customDomainId"));
const label = (args: JsonObject) => `the verification of custom domain${quoted(args, "customDomainId")}`;

/** The verification of custom domains: `POST /custom-domains/{id}/verify`. */
export const customDomainVerificationType: ResourceType = {
  ...ordinary,
  schema,
  uniqueBy,
  hasOwnObject: false,
  sharesReads: true,
  label,
  provisionalId: idIn,
  isTaken: () => false,
  normalize: (args) => ({ ...args, verify: own(args, "verify") ?? true }),

  create: (service, args) => verified(service, args, {}),

  async find(service, args) {
    const live = await read(service, idIn(args), args);
    return live && { id: idIn(args), live };
  },

  read,

  update: (service, { inputs, outputs }) => verified(service, inputs, outputs),

  // A domain stays verified until it is deleted.
  delete: () => Promise.resolve(),
};

async function read(service: Service, id: string, known: JsonObject): Promise<JsonObject | undefined> {
  const body = await getObject(service, [route, id], label({ customDomainId: id }));
  return body && liveOf(body, id, known);
}

/**
 * Verifies the domain, and waits for the verification if the program sets a timeout.
 *
 * @throws Incomplete if the domain is not verified. With a timeout, this error fails the run; without one, the run continues with a warning
 */
async function verified(service: TenantClient, args: JsonObject, outputs: JsonObject): Promise<Found> {
  const id = idIn(args);
  const known = { ...args, ...pickKey(outputs) };
  if (own(args, "verify") === false) {
    const live = await reading(() => read(service, id, known));
    if (live) return { id, live };
    throw gone(label(args));
  }
  const timeout = own(args, "timeout");
  const subject = `custom domain${quoted(args, "customDomainId")}`;
  const call = { method: "POST", path: [route, id, "verify"], subject, action: "verify" } as const;
  let live: JsonObject = {};
  let continues = false;
  const bounds = { seconds: typeof timeout === "number" ? timeout : 0, pause: secondsPerAttempt };
  const found = await waitFor(service, bounds, async () => {
    const { body } = await service.request({ ...call, expected: "object", repeatable: true, continues });
    if (!isObject(body)) throw new ShapeError(`the tenant's response for ${label(args)} is not a JSON object`);
    continues = true;
    live = liveOf(body, id, known);
    return own(live, "verify") === true ? { id, live } : undefined;
  });
  if (found) return found;
  const cause = new (timeout === undefined ? NotYet : UserError)(pending(live, timeout));
  throw new Incomplete({ id, live }, [], cause);
}

/** @param known the declared or last known values */
function liveOf(body: JsonObject, id: string, known: JsonObject): JsonObject {
  const answered = own(body, idName);
  if (answered !== id) throw new ShapeError(`the tenant's response for ${label(known)} contains another object`);
  const verify = own(body, "status") === "ready" && own(known, "verify") !== false;
  // Only the response to the first successful attempt contains cnameApiKey, so the known key is retained.
  return { ...pickKey(known), ...fromWire(schema.fields, body), customDomainId: id, verify };
}

function pickKey(known: JsonObject): JsonObject {
  const key = own(known, "cnameApiKey");
  return key === undefined ? {} : { cnameApiKey: key };
}

function pending(live: JsonObject, timeout: Json | undefined): string {
  const methods = own(live, "verificationMethods");
  const records = (Array.isArray(methods) ? methods : []).map((method: Json) => {
    const [type, name, value] = [
      own(method, "name"),
      own(method, "domain") ?? own(live, "domain"),
      own(method, "record"),
    ];
    return `${sanitize(String(type))} ${sanitize(String(name))} → ${sanitize(String(value))}`;
  });
  const when = timeout === undefined ? "yet" : `within ${String(timeout)} seconds`;
  const found = `the service did not find the DNS record of "${sanitize(String(own(live, "domain")))}" ${when}`;
  const wanted = records.length > 0 ? `: ${records.join(", ")}` : "";
  const next = timeout === undefined ? " To make the run wait, set `timeout`." : "";
  return `${found}${wanted}. The status is ${sanitize(String(own(live, "status")))}. Check the record at your DNS provider.${next}`;
}

const whole = wholeOf(defaultCustomDomain);

const requests: Requests = {
  ...whole,
  send: (service, body, before, at) =>
    whole.send(service, body, before, at).catch((error: unknown) => {
      throw error instanceof TenantError && error.status === 400 ? notVerified(error) : error;
    }),
};

const type = singletonOf(defaultCustomDomain, {
  requests,
  warnings: warningsOf,
  ofNewTenant: (domain) => ({ domain: domain ?? refuseUnknownDomain() }),
});

/** The tenant's default domain: `GET|PATCH /custom-domains/default`. */
export const defaultCustomDomainType: ResourceType = {
  ...type,
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

function refuseUnknownDomain(): never {
  throw new UserError(
    "the default domain cannot be reset: the tenant's own domain is not known, because the audience of the provider's token does not contain it. " +
      "Set TENANT_AUDIENCE to `https://<the tenant's own domain>/api/v2/`, or remove resetOnDestroy.",
  );
}

function notVerified(error: TenantError): UserError {
  return new UserError(
    `${error.summary} Only a verified domain can be the default: take \`domain\` from a CustomDomainVerification with a \`timeout\`, or run ` +
      "`pulumi up` again once the domain is ready.",
    { cause: error },
  );
}
