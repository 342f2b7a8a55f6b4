import { isObject, type Json } from "../json.ts";
import type { Path } from "../pointer.ts";
import { isMeasure, type Secrecy, secrecyOfElement, secrecyOfElementIn } from "./by-path.ts";

/** No service has deeper values. Nobody looks into them, so they count as secret. */
const maxLevels = 100;

/** Something secret in a value. */
export interface Finding {
  readonly path: Path;
  readonly value: Json;
  /** What says so: the documentation, a name, a name that is probably misspelt, or the value itself. */
  readonly by: "documentation" | "name" | "slip" | "value";
  /** The documented place that a misspelt name probably means. */
  readonly meant?: Path | undefined;
}

/** What is known of a place by those above it. */
interface Above {
  /** The name that a number is judged by. An element has that of its array. */
  readonly name: string;
  readonly looksSecret: boolean;
  readonly isSlip: boolean;
}

/**
 * Finds what is secret in a value: every documented value, and the highest place of what looks secret. Names that look secret and names
 * that are misspelt count each for themselves, so one finding may lie in another. It takes time in proportion to the value.
 */
export function secretsIn(root: Json, secrecy: Secrecy): readonly Finding[] {
  const found: Finding[] = [];
  const path: string[] = [];
  const add = (by: Finding["by"], value: Json, meant?: Path) => found.push({ path: [...path], value, by, meant });

  const look = (value: Json | undefined, secrecy: Secrecy, above: Above): void => {
    if (value === null || value === undefined) return;
    if (path.length > maxLevels) {
      add("value", value);
    } else if (secrecy.isSecret) {
      if (isObject(value) && Object.keys(value).length > 0) lookBelow(value, () => secrecy, above);
      else add("documentation", value);
    } else {
      const looksSecret = secrecy.looksSecret && !(isObject(value) && secrecy.holdsSecrets);
      const isSlip = secrecy.meant !== undefined;
      if (looksSecret && !above.looksSecret && holdsSecret(value, above.name)) add("name", value);
      if (isSlip && !above.isSlip && holdsSecret(value, above.name)) add("slip", value, secrecy.meant);
      const here = { ...above, looksSecret: looksSecret || above.looksSecret, isSlip: isSlip || above.isSlip };
      if (typeof value === "string") {
        if (!here.looksSecret && !here.isSlip && isSecretText(value)) add("value", value);
      } else if (typeof value === "object") {
        lookBelow(value, Array.isArray(value) ? () => secrecyOfElementIn(secrecy) : (key) => secrecy.below(key), here);
      }
    }
  };

  const lookBelow = (value: object, secrecyAt: (key: string) => Secrecy | undefined, above: Above): void => {
    for (const [key, item] of Object.entries(value)) {
      const secrecy = secrecyAt(key);
      if (!secrecy) continue;
      path.push(key);
      look(item, secrecy, Array.isArray(value) ? above : { ...above, name: key });
      path.pop();
    }
  };

  look(root, secrecy, { name: "", looksSecret: false, isSlip: false });
  return found;
}

/** Whether a value whose name looks secret holds what may be one. A switch is none. */
export function holdsSecret(value: unknown, name: string, level = 0): boolean {
  if (typeof value === "string" || level > maxLevels) return true;
  if (typeof value === "number") return !isMeasure(name);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, item]) => holdsSecret(item, Array.isArray(value) ? name : key, level + 1));
}

/** What the names of a path say, whatever its value is: the end of a sentence; undefined where nothing is secret. */
export function secrecyOf(path: Path, root: Secrecy): "is secret" | "looks secret" | "holds a secret" | undefined {
  let secrecy: Secrecy | undefined = root;
  let looksSecret = false;
  for (const key of path) {
    secrecy = secrecy?.below(key);
    if (secrecy?.isSecret) return "is secret";
    looksSecret ||=
      secrecy !== undefined && ((secrecy.looksSecret && !secrecy.holdsSecrets) || secrecy.meant !== undefined);
  }
  if (looksSecret) return "looks secret";
  return secrecy?.holdsSecrets ? "holds a secret" : undefined;
}

/** The texts and numbers of a secret value as others may quote them. Of a URL they may quote the password alone. */
export function textsOf(value: Json): readonly string[] {
  if (typeof value === "string") return [value, ...passwordsIn(value)];
  if (typeof value === "number") return [`${value}`];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** The texts of all that is secret in a value of which nothing is documented, such as the body of a call. */
export function secretTextsIn(value: unknown): readonly string[] {
  return secretsIn(value as Json, secrecyOfElement).flatMap((finding) => textsOf(finding.value));
}

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
