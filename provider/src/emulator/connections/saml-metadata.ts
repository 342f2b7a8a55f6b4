import type { WireObject } from "../shared/store.ts";

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";

/**
 * The options that a connection takes from the metadata of a SAML identity provider. The text need not be well-formed; missing
 * values are left out.
 */
export function readSamlMetadata(xml: string): WireObject {
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

/** The sign-in endpoint in the metadata of a WS-Federation identity provider. */
export function passiveEndpoint(xml: string): string | undefined {
  const passive = /<(?:[\w-]+:)?PassiveRequestorEndpoint\b[\s\S]*?<(?:[\w-]+:)?Address>\s*([^<\s]+)/.exec(xml);
  return passive?.[1];
}

/** The endpoint of a service: by redirect if it has that binding, else the first. */
function endpoint(xml: string, service: string) {
  const tags = xml.match(new RegExp(`<(?:[\\w-]+:)?${service}\\b[^>]*>`, "g")) ?? [];
  const all = tags.map((tag) => ({ binding: attribute(tag, "Binding"), location: attribute(tag, "Location") }));
  return all.find(({ binding }) => binding === redirect) ?? all[0];
}

function attribute(startTag: string, name: string): string | undefined {
  return new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(startTag)?.[1];
}

/** As the service answers it: base64 of the PEM form, in lines of 64 characters. */
function asSigningCert(certificate: string): string {
  const pem = `-----BEGIN CERTIFICATE-----\n${inLines(certificate)}\n-----END CERTIFICATE-----\n`;
  return `${inLines(Buffer.from(pem).toString("base64"))}\n`;
}

function inLines(base64: string): string {
  return base64.replaceAll(/.{64}(?=.)/g, "$&\n");
}
