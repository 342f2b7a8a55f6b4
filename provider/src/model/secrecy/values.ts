/*
 * What a text says of itself. Certificates and public keys are no secrets.
 */

/** A private key as PEM, of whatever kind, with or without encryption. */
const privateKey = /PRIVATE KEY(?: BLOCK)?-----/;

/** How PEM begins in Base64, the form in which the service takes certificates. */
const encodedPem = "LS0tLS1CRUdJTi";

/** A URL with a password. What a program will put in later is none: `${password}`, `{{password}}`, `<password>`. */
const passwordInUrl = /:\/\/[^\s/:@]*:(?!(?:\$\{[^\s/@}]*\}|\{\{[^\s/@}]*\}\}|<[^\s/@>]*>)@)([^\s/@]+)@/g;

/** Whether a text is secret, or holds a secret, wherever it stands. */
export function isSecretText(text: string): boolean {
  return privateKey.test(decoded(text)) || passwordsIn(text).length > 0;
}

/** The passwords of the URLs in a text. */
export function passwordsIn(text: string): readonly string[] {
  return [...text.matchAll(passwordInUrl)].flatMap(([, password]) => password ?? []);
}

/** The text, or what it says where it is PEM in Base64. A key can stand behind a certificate. */
function decoded(text: string): string {
  return text.startsWith(encodedPem) ? Buffer.from(text, "base64").toString("latin1") : text;
}
