import { flag, integer, list, object, text } from "../shared/validation.ts";

export const clear = { nullable: true } as const;
export const longest = 2_147_483_647;

export const texts = (about: string, items = text(about, { min: 1 })) => list(about, items, { rule: duplicateFault });
export const oneOf = (about: string, ...values: string[]) => text(about, { oneOf: values });
export const some = (about: string, ...values: string[]) =>
  list(about, oneOf(about, ...values), { rule: duplicateFault });
export const uri = (about: string) => text(about, { rule: uriFault });
export const url = (about: string) => texts(about, text(about, { min: 1 }));

export const binding = (...values: string[]) => oneOf("What a session is bound to", ...values);
export const credentialIds = list("Credentials", object("A credential", { id: text("Id of the credential") }, ["id"]));

const policy = object(
  "An API",
  {
    audience: text("Identifier of the API", { min: 1, max: 600 }),
    scope: list("Scopes", text("A scope", { min: 1, max: 280 })),
  },
  ["audience", "scope"],
);
export const refreshToken = object(
  "Refresh tokens",
  {
    rotation_type: oneOf("Rotation", "rotating", "non-rotating"),
    expiration_type: oneOf("Expiration", "expiring", "non-expiring"),
    leeway: integer("Seconds", { min: 0 }),
    token_lifetime: integer("Seconds", { min: 1, max: 157_788_000 }),
    idle_token_lifetime: integer("Seconds", { min: 1 }),
    infinite_token_lifetime: flag("Whether tokens expire"),
    infinite_idle_token_lifetime: flag("Whether unused tokens expire"),
    policies: list("APIs", policy, { min: 1, ...clear }),
  },
  ["rotation_type", "expiration_type"],
  clear,
);
const initiators = object(
  "What starts a logout",
  {
    mode: oneOf("Mode", "custom", "all"),
    selected_initiators: some(
      "Initiators",
      ...["rp-logout", "idp-logout", "password-changed", "session-expired", "session-revoked", "account-deleted"],
      ...["email-identifier-changed", "mfa-phone-unenrolled", "account-deactivated"],
    ),
  },
  [],
  { open: true },
);
export const logout = {
  backchannel_logout_urls: url("Back-channel logout URLs"),
  backchannel_logout_initiators: initiators,
  backchannel_logout_session_metadata: object("Session", { include: flag("Whether") }, [], { ...clear, open: true }),
};
export const sessionTransfer = object(
  "Session transfer",
  {
    can_create_session_transfer_token: flag("Whether it may start a transfer"),
    enforce_cascade_revocation: flag("Whether a revocation reaches all"),
    allowed_authentication_methods: { ...some("Methods", "cookie", "query"), ...clear },
    enforce_device_binding: binding("ip", "asn", "none"),
    allow_refresh_token: flag("Whether refresh tokens are issued"),
    enforce_online_refresh_tokens: flag("Whether refresh tokens end with the session"),
    delegation: object(
      "Delegation",
      { allow_delegated_access: flag("Whether"), enforce_device_binding: binding("ip", "asn") },
      [],
      clear,
    ),
  },
  [],
  clear,
);
export const quota = object(
  "Quota",
  {
    enforce: flag("Whether it is enforced"),
    per_day: integer("Tokens", { min: 1, max: longest }),
    per_hour: integer("Tokens", { min: 1, max: longest }),
  },
  [],
  { min: 1 },
);
export const login = object("Login", { enabled: flag("Whether it is enabled") }, [], { min: 1 });
export const fedcm = object("Login", { is_enabled: flag("Whether it is enabled") }, [], { min: 1 });
const expressRequired = [
  ...["initiate_login_uri_template", "user_attribute_profile_id", "connection_profile_id", "enable_client"],
  ...["enable_organization", "okta_oin_client_id", "admin_login_domain"],
];
export const express = object(
  "Express configuration",
  {
    initiate_login_uri_template: text("URI", { min: 1 }),
    user_attribute_profile_id: text("Id", { min: 1 }),
    connection_profile_id: text("Id", { min: 1 }),
    enable_client: flag("Whether"),
    enable_organization: flag("Whether"),
    linked_clients: list("Clients", object("Client", { client_id: text("Id") }, ["client_id"])),
    okta_oin_client_id: text("Id", { min: 1 }),
    admin_login_domain: text("Domain", { min: 1 }),
    oin_submission_id: text("Id", { min: 1, max: 200 }),
  },
  expressRequired,
  clear,
);
function duplicateFault(items: readonly unknown[]): string | undefined {
  const second = items.findIndex((item, index) => items.indexOf(item) < index);
  return second < 0 ? undefined : `Array items are not unique (indexes ${items.indexOf(items[second])} and ${second})`;
}

function uriFault(given: string): string | undefined {
  return given === "" || URL.canParse(given)
    ? undefined
    : "Object didn't pass validation for format absolute-uri-or-empty";
}

export function secureUriFault(given: string): string | undefined {
  const plain = given.replaceAll(/\{[\w.]+\}/g, "x");
  const isSecure = given === "" || (plain.startsWith("https://") && URL.canParse(plain) && !plain.includes("#"));
  return isSecure
    ? undefined
    : "Object didn't pass validation for format absolute-https-uri-with-placeholders-or-empty";
}

export function timeFault(given: string): string | undefined {
  return /^\d{4}-\d\d-\d\dT/.test(given) && !Number.isNaN(Date.parse(given)) ? undefined : "Not a time in ISO 8601";
}

export function keyFault(keys: readonly string[]): string | undefined {
  const wrong = keys.find((key) => !/^[A-Za-z0-9:,\-+=_*?"/\\()<>@ \t]{1,255}$/.test(key));
  return wrong === undefined ? undefined : "Invalid key of the metadata";
}
