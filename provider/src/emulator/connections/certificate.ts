import { createHash, X509Certificate } from "node:crypto";

/** What the service derives from a certificate. From any other text it derives the thumbprint only. */
export interface CertificateFacts {
  /** SHA-1 of the certificate, in hexadecimal, as the only item. */
  readonly thumbprints: readonly string[];
  /** The time of its expiry, in ISO 8601. */
  readonly expires?: string;
  /** The subject's names, as `{ CN: "idp.example.com" }`. */
  readonly subject?: Readonly<Record<string, string>>;
}

/** Reads a certificate in PEM form, as base64 of the PEM form, or as the bare base64 of SAML metadata. */
export function readCertificate(text: string): CertificateFacts {
  const decoded = Buffer.from(text, "base64").toString("latin1");
  const pem = decoded.includes("-----BEGIN") ? decoded : text;
  const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ""), "base64");
  const thumbprints = [createHash("sha1").update(der).digest("hex")];
  try {
    const { subject, validTo } = new X509Certificate(der);
    const names = subject.split("\n").map((line): [string, string] => {
      const [type = "", ...value] = line.split("=");
      return [type, value.join("=")];
    });
    return { thumbprints, expires: new Date(validTo).toISOString(), subject: Object.fromEntries(names) };
  } catch {
    return { thumbprints };
  }
}
