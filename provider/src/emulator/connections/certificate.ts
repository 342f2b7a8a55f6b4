import { createHash, X509Certificate } from "node:crypto";

/** What the service derives from a certificate. From any other text it derives `cert` and the thumbprint only. */
export interface CertificateFacts {
  /** The certificate in PEM form. */
  readonly cert: string;
  /** SHA-1 of the certificate, in hexadecimal, as the only item. */
  readonly thumbprints: readonly string[];
  /** The time of its expiry, in ISO 8601. */
  readonly expires?: string;
  /** The subject's names, as `{ commonName: "idp.example.com" }`. */
  readonly subject?: Readonly<Record<string, string>>;
}

/** The names of a subject's attributes, in their short and their long form. */
const longNames: Readonly<Record<string, string>> = {
  C: "countryName",
  ST: "stateOrProvinceName",
  L: "localityName",
  O: "organizationName",
  OU: "organizationalUnitName",
  CN: "commonName",
};

/** Reads a certificate in PEM form, as base64 of the PEM form, or as the bare base64 of SAML metadata. */
export function readCertificate(text: string): CertificateFacts {
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
