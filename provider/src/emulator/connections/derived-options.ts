import { createHash } from "node:crypto";
import type { Tenant } from "../shared/room.ts";
import { entryOf, pick, type WireObject } from "../shared/store.ts";
import { databaseOptions } from "./database-options.ts";
import { openIdOptions } from "./openid-options.ts";
import { passiveEndpoint } from "./saml-metadata.ts";
import { pingFederateOptions, samlOptions } from "./saml-options.ts";
import { socialOptions } from "./social-options.ts";
import type { Derivation, Write } from "./strategies.ts";

const ad: Derivation = ({ given, sent, stored }) => ({
  ...(sent && { ips: null }),
  ...(stored === undefined && { brute_force_protection: true }),
  ...given,
});

const adfs: Derivation = ({ given, stored }) => {
  const { fedMetadataXml: xml } = given;
  const endpoint = typeof xml === "string" ? passiveEndpoint(xml) : undefined;
  return {
    thumbprints: [],
    ...(stored === undefined && { should_trust_email_verified_connection: "always_set_emails_as_verified" }),
    ...(endpoint !== undefined && { signInEndpoint: endpoint }),
    ...given,
  };
};

const googleApps: Derivation = ({ given, stored }, { traits }) => ({
  email: true,
  profile: true,
  scope: ["email", "profile"],
  handle_login_from_social: true,
  ...(stored === undefined && traits.strategyDefaults && { map_user_id_to_id: false }),
  ...(stored !== undefined && { api_enable_users: true, ...pick(stored, ["map_user_id_to_id"]) }),
  ...given,
});

/** The thumbprints of the identity provider's keys, which are the same for all of its connections. */
const azureKeys = Array.from({ length: 5 }, (_, n) => createHash("sha1").update(`key ${n}`).digest("hex"));

const azureAd: Derivation = ({ given, stored }, { origin, traits }) => {
  const common = { waad_common_endpoint: given.useCommonEndpoint ?? false };
  if (stored !== undefined) {
    const defaults = traits.strategyDefaults ? { ...common, userid_attribute: null } : {};
    return { ...pick(stored, ["thumbprints", "app_domain"]), ...defaults, ...given };
  }
  return {
    thumbprints: azureKeys,
    app_domain: new URL(origin).host,
    identity_api: "microsoft-identity-platform-v2.0",
    waad_protocol: "openid-connect",
    useCommonEndpoint: false,
    use_wsfed: false,
    should_trust_email_verified_connection: "never_set_emails_as_verified",
    ...(traits.strategyDefaults && { ...common, userid_attribute: "oid" }),
    ...given,
  };
};

const passwordless: Derivation = ({ given, sent, stored }) =>
  !sent && stored === undefined ? { brute_force_protection: true } : given;

const derivations: Readonly<Record<string, Derivation>> = {
  ...socialOptions,
  auth0: databaseOptions,
  ad,
  adfs,
  "google-apps": googleApps,
  waad: azureAd,
  oidc: (write, tenant) => openIdOptions("oidc", write, tenant),
  okta: (write, tenant) => openIdOptions("okta", write, tenant),
  samlp: samlOptions,
  pingfederate: pingFederateOptions,
  sms: passwordless,
  email: passwordless,
};

/** The options of a connection after a write: those that were sent, and what the service makes of them. */
export function derive(strategy: string, write: Write, tenant: Tenant): WireObject {
  return entryOf(derivations, strategy)?.(write, tenant) ?? write.given;
}
