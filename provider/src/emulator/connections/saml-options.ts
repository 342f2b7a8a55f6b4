import type { Tenant } from "../shared/room.ts";
import { pick, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import { readCertificate } from "./certificate.ts";
import { readSamlMetadata } from "./saml-metadata.ts";
import type { Write } from "./strategies.ts";

/** What a connection has from its metadata. */
const fromMetadata = [
  "signInEndpoint",
  "signOutEndpoint",
  "bindingMethod",
  "signingCert",
  "cert",
  "expires",
  "subject",
  "thumbprints",
];

/** The options of a samlp connection after a write. */
export function samlOptions({ given, stored }: Write, { traits, documents }: Tenant): WireObject {
  const { metadataXml, metadataUrl } = given;
  const fetched =
    typeof metadataUrl === "string" && Object.hasOwn(documents, metadataUrl) ? documents[metadataUrl] : undefined;
  const xml = metadataXml ?? fetched;
  const unread = typeof metadataUrl === "string" && typeof xml !== "string";
  const { signingCert, ...endpoints } = typeof xml === "string" ? readSamlMetadata(xml) : {};
  const settings = stored === undefined && traits.strategyDefaults;
  return {
    // nothing is fetched, so metadata that no test gives is taken to be what it was before
    ...(unread && stored !== undefined && pick(stored, fromMetadata)),
    ...(settings && { assertion_decryption_settings: { algorithm_profile: "v2026-1", algorithm_exceptions: [] } }),
    ...endpoints,
    ...enabledInitiation(given),
    ...(signingCert !== undefined && { signingCert }),
    ...derivedFrom(signingCert ?? given.signingCert ?? given.cert),
  };
}

/** The options of a pingfederate connection after a write. */
export function pingFederateOptions({ given }: Write): WireObject {
  const { pingFederateBaseUrl: base } = given;
  return {
    ...(typeof base === "string" && { signInEndpoint: base }),
    ...enabledInitiation(given),
    ...derivedFrom(given.signingCert ?? given.cert),
  };
}

/** What is known of a certificate. */
function derivedFrom(certificate: unknown): WireObject {
  return typeof certificate === "string" ? readCertificate(certificate) : {};
}

/** The given options. Login that the identity provider begins is enabled unless it was switched off. */
function enabledInitiation(given: WireObject): WireObject {
  const { idpinitiated } = given;
  return isObject(idpinitiated) ? { ...given, idpinitiated: { enabled: true, ...idpinitiated } } : given;
}
