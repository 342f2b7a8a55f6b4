import { omit, type WireObject } from "../shared/store.ts";
import type { TenantTraits } from "../shared/traits.ts";
import { isObject } from "../shared/validation.ts";

const allGrants = ["authorization_code", "implicit", "refresh_token", "client_credentials"];
const day = 86_400;

/** What the service adds to a new client. Its method at the token endpoint decides more than its type. */
export function freshClient(given: WireObject, tenant: string, traits: TenantTraits): WireObject {
  const sent = omit(
    given,
    Object.keys(given).filter((name) => given[name] === null),
  );
  const { app_type: type, token_endpoint_auth_method: method } = sent;
  const isThirdParty = sent.is_first_party === false;
  const mode = isThirdParty ? (sent.third_party_security_mode ?? modeOf(traits)) : undefined;
  const isSpecial = type === "resource_server" || type === "express_configuration";
  const jwt = isSpecial || mode === "strict" ? { alg: "RS256" } : {};
  return {
    tenant,
    global: false,
    callback_url_template: false,
    is_first_party: true,
    custom_login_page_on: true,
    sso_disabled: false,
    is_token_endpoint_ip_header_trusted: false,
    cross_origin_auth: false,
    ...(traits.crossOriginAuthentication && { cross_origin_authentication: false }),
    oidc_conformant: isSpecial || isThirdParty,
    grant_types: grantsOf(type, method, mode),
    ...(type === "express_configuration" && expressDefaults),
    ...(mode !== undefined && { third_party_security_mode: mode }),
    ...(mode === "strict" && { redirection_policy: "open_redirect_protection" }),
    ...sent,
    jwt_configuration: isObject(sent.jwt_configuration)
      ? { secret_encoded: false, ...sent.jwt_configuration }
      : { ...lifetimeOf(isSpecial, mode), secret_encoded: false, ...jwt },
    refresh_token: refreshTokenOf(sent.refresh_token, method, isThirdParty, mode),
    ...(isObject(sent.session_transfer) && {
      session_transfer: { ...transferDefaults(traits), ...sent.session_transfer },
    }),
    ...(isObject(sent.oidc_logout) && { oidc_logout: logoutOf(sent.oidc_logout) }),
  };
}

const expressDefaults = {
  organization_usage: "require",
  organization_require_behavior: "pre_login_prompt",
  client_authentication_methods: { private_key_jwt: { credentials: [] } },
  callbacks: ["https://system-admin.okta.com/admin/app/generic/oauth20redirect"],
};

function modeOf(traits: TenantTraits): string | undefined {
  if (traits.strictThirdParties) return "strict";
  return traits.thirdPartyModes ? "permissive" : undefined;
}

function grantsOf(type: unknown, method: unknown, mode: unknown): readonly string[] {
  if (type === "resource_server") return [];
  if (type === "express_configuration") return ["authorization_code", "client_credentials"];
  if (mode === "strict") return ["authorization_code"];
  return method === "none" ? allGrants.slice(0, 3) : allGrants;
}

function lifetimeOf(isSpecial: boolean, mode: unknown): WireObject {
  if (isSpecial) return {};
  return { lifetime_in_seconds: mode === "strict" ? 3600 : 36_000 };
}

function refreshTokenOf(sent: unknown, method: unknown, isThirdParty: boolean, mode: unknown): WireObject {
  if (isObject(sent)) {
    const isInfinite = sent.expiration_type === "non-expiring";
    return { ...refreshTokens(isInfinite, isInfinite, 30 * day, 15 * day), ...sent };
  }
  const kinds = { rotation_type: "non-rotating", expiration_type: "non-expiring" };
  const hasSecret = String(method).startsWith("client_secret_");
  if (mode === "strict") {
    const lifetimes = hasSecret
      ? refreshTokens(true, false, 31_557_600, 30 * day)
      : refreshTokens(true, false, 30 * day, 15 * day);
    return { ...kinds, expiration_type: "expiring", ...lifetimes };
  }
  if (isThirdParty && method === "none") {
    return {
      rotation_type: "rotating",
      expiration_type: "expiring",
      ...refreshTokens(false, false, 30 * day, 15 * day),
    };
  }
  return {
    ...kinds,
    ...(hasSecret ? refreshTokens(true, true, 31_557_600, 30 * day) : refreshTokens(true, true, 30 * day, 15 * day)),
  };
}

function refreshTokens(infinite: boolean, infiniteIdle: boolean, lifetime: number, idle: number): WireObject {
  return {
    leeway: 0,
    infinite_token_lifetime: infinite,
    infinite_idle_token_lifetime: infiniteIdle,
    token_lifetime: lifetime,
    idle_token_lifetime: idle,
  };
}

function transferDefaults(traits: TenantTraits): WireObject {
  return {
    can_create_session_transfer_token: false,
    allowed_authentication_methods: [],
    enforce_device_binding: "ip",
    ...(traits.crossOriginAuthentication && {
      allow_refresh_token: false,
      enforce_online_refresh_tokens: true,
      enforce_cascade_revocation: true,
    }),
  };
}

function logoutOf(sent: WireObject): WireObject {
  if (Object.keys(sent).length > 0) return sent;
  return { backchannel_logout_initiators: { mode: "custom", selected_initiators: ["rp-logout", "idp-logout"] } };
}
