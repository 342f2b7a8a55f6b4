import { createHash, X509Certificate } from "node:crypto";
import type { Tenant } from "../shared/module.ts";
import { pick, type WireObject } from "../shared/store.ts";
import { isObject } from "../shared/validation.ts";
import type { Write } from "./strategies.ts";

/** The options that the service derives from the SAML metadata of a connection. */
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
    // The emulator sends no requests: if its option `documents` lacks the metadata, the metadata counts as unchanged.
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

/** The options that the service derives from a certificate; none without a certificate. */
function derivedFrom(certificate: unknown): WireObject {
  return typeof certificate === "string" ? readCertificate(certificate) : {};
}

/** The given options. If `idpinitiated` does not contain `enabled`, it gets `enabled: true`. */
function enabledInitiation(given: WireObject): WireObject {
  const { idpinitiated } = given;
  return isObject(idpinitiated) ? { ...given, idpinitiated: { enabled: true, ...idpinitiated } } : given;
}

/** The long names of a subject's attributes, by their short names. */
const longNames: Readonly<Record<string, string>> = {
  C: "countryName",
  ST: "stateOrProvinceName",
  L: "localityName",
  O: "organizationName",
  OU: "organizationalUnitName",
  CN: "commonName",
};

/**
 * The values that the service derives from a certificate: its PEM form, SHA-1, expiry and subject, as `{ commonName: "idp.example.com" }`.
 * The certificate can be in PEM form, the base64 of the PEM form, or the bare base64 of SAML metadata. From any other text, the service
 * derives only `cert` and `thumbprints`.
 */
function readCertificate(text: string): WireObject {
  const decoded = Buffer.from(text, "base64").toString("latin1");
  const cert = decoded.includes("-----BEGIN") ? decoded : text;
  const der = Buffer.from(cert.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  const thumbprints = [createHash("sha1").update(der).digest("hex")];
  try {
    const { subject, validTo } = new X509Certificate(der);
    const names = subject.split("\n").map((line): [string, string] => {
      const [type = "", ...value] = line.split("=");
      return [longNames[type] ?? type, value.join("=")];
    });
    return { cert, expires: new Date(validTo).toISOString(), subject: Object.fromEntries(names), thumbprints };
  } catch {
    return { cert, thumbprints };
  }
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * Reads options of a connection from the metadata of a SAML identity provider. The text need not be well-formed XML. Options without a
 * value in the text are left out.
 */
function readSamlMetadata(xml: string): WireObject {
  const signIn = endpoint(xml, "SingleSignOnService");
  const certificate = /<(?:[\w-]+:)?X509Certificate>([^<]+)</.exec(xml)?.[1]?.replaceAll(/\s/g, "");
  const found = {
    signInEndpoint: signIn?.location,
    signOutEndpoint: endpoint(xml, "SingleLogoutService")?.location,
    bindingMethod: signIn?.binding,
    signingCert: certificate === undefined ? undefined : asSigningCert(certificate),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

/** The sign-in endpoint in the metadata of a WS-Federation identity provider; undefined if there is none. */
export function passiveEndpoint(xml: string): string | undefined {
  const passive = /<(?:[\w-]+:)?PassiveRequestorEndpoint\b[\s\S]*?<(?:[\w-]+:)?Address>\s*([^<\s]+)/.exec(xml);
  return passive?.[1];
}

/** The endpoint of a service in SAML metadata: the one with the redirect binding, or else the first. */
function endpoint(xml: string, service: string) {
  const tags = xml.match(new RegExp(`<(?:[\\w-]+:)?${service}\\b[^>]*>`, "g")) ?? [];
  const all = tags.map((tag) => ({ binding: attribute(tag, "Binding"), location: attribute(tag, "Location") }));
  return all.find(({ binding }) => binding === redirect) ?? all[0];
}

function attribute(startTag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(startTag)?.[1];
}

/** The certificate in the form of responses: base64 of the PEM form, in lines of 64 characters. */
function asSigningCert(certificate: string): string {
  const pem = `-----BEGIN CERTIFICATE-----\n${inLines(certificate)}\n-----END CERTIFICATE-----\n`;
  return `${inLines(Buffer.from(pem).toString("base64"))}\n`;
}

function inLines(base64: string): string {
  return base64.replaceAll(/.{64}(?=.)/g, "$&\n");
}
