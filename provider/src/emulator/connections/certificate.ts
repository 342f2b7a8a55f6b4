import { createHash, X509Certificate } from "node:crypto";
import type { WireObject } from "../shared/store.ts";

/** The names of a subject's attributes, in their short and their long form. */
const longNames: Readonly<Record<string, string>> = {
  C: "countryName",
  ST: "stateOrProvinceName",
  L: "localityName",
  O: "organizationName",
  OU: "organizationalUnitName",
  CN: "commonName",
};

/**
 * What the service derives from a certificate in PEM form, as base64 of the PEM form, or as the bare base64 of SAML metadata: its
 * PEM form, SHA-1, expiry and subject, as `{ commonName: "idp.example.com" }`. From any other text it derives the first two only.
 */
export function readCertificate(text: string): WireObject {
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
