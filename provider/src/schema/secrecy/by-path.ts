import type { Path } from "../json.ts";
import { isTypoOf } from "../names.ts";

/*
 * Secrets by name. A name that was once treated as secret must stay secret: otherwise states would contain values in plain text that were
 * encrypted before. Token URLs are the only exception: if an attacker changes one, reviewers must see the change.
 */

/** A name that matches one of these looks like that of a secret. */
const secret: readonly RegExp[] = [
  // Proofs of identity.
  /secret|passw|passphrase|token|assertion|credential/i,
  // Keys whose name contains a word for a private key. `public_key`, `signingCert` and `jwks_uri` do not match.
  /(private|signing|decryption|api|access)key/i,
  // Two names in the API: `key`, a property of `signing_key`, and `configuration`, which contains the values for a database's scripts.
  /^(key|configuration)$/i,
  // HTTP headers for credentials.
  /^(x|proxy)?authorization(header)?$/i,
  /^(set)?cookie$/i,
  // Headers that the service sends to a company's own server. They exist to carry credentials, under any name.
  /^custom(http)?headers$/i,
];

/** Names that match {@link secret} although their values are not secret. Hiding the values would make messages about them useless. */
const plain: readonly RegExp[] = [
  // Settings of an API.
  /^token_(dialect|lifetime|lifetime_for_web|encryption)$/i,
  // Token endpoints and their authentication are not secret: an attacker who changes them receives the tokens, so reviewers must see the change.
  /token_endpoint/i,
  /^(access_?|request_?)?token_?ur[il]$/i,
  // Settings that describe a secret, such as its type or algorithm.
  /_(endpoint|algs?|type|url)$/i,
];

/** Endings of names under which a number is a duration, count or size. Under other names that look secret, a number is taken for a PIN or code. */
const measure =
  /(ttl|lifetime|expiry|expiration|expires|expires_?(in|at)|age|days|hours|minutes|seconds|ms|timeout|length|size|count|limit|max|min|history|version|attempts|retries)$/i;

/** Whether a name looks like that of a secret. Separators between the words are ignored. */
export function looksSecret(name: string): boolean {
  const joined = name.replace(/[-_ ]/g, "");
  return secret.some((part) => part.test(joined)) && !plain.some((part) => part.test(name));
}

/** Whether a number under this name is a duration, count or size, and therefore no secret. */
export function isMeasure(name: string): boolean {
  return measure.test(name);
}

/** Documentation of the secrets in a document. In paths, `*` matches any one key. */
export interface Documented {
  /** Paths of secrets. Values below them are secret, too. */
  readonly secret: readonly Path[];
  /** Paths of plain values whose names look like those of secrets. */
  readonly plain: readonly Path[];
  /** Paths of URLs to which the service sends data (see `Secrecy.isReceiver`). Default: none. */
  readonly receivers?: readonly Path[];
  /** The documented top-level names. None of them is treated as a typo of another. */
  readonly names: ReadonlySet<string>;
}

/** For a document without documentation: its names and values alone identify secrets. */
export const nothingDocumented: Documented = { secret: [], plain: [], names: new Set() };

/** The secrecy of the value at a path, derived from the names in the path and from the documentation. */
export interface Secrecy {
  /** The path, or one above it, is documented as secret. */
  readonly isSecret: boolean;
  /** Paths below it are documented as secret. */
  readonly holdsSecrets: boolean;
  /** The last name looks like that of a secret, and the documentation does not list the path as plain. */
  readonly looksSecret: boolean;
  /** The value is a URL to which the service sends data. Such a URL can be a secret itself: who knows it can send data there, too. */
  readonly isReceiver?: boolean;
  /** The path of the documented secret of which this path is probably a typo. */
  readonly typoOf?: Path | undefined;
  /** The secrecy of the value under a key; undefined if it cannot be or contain a secret. */
  below(key: string): Secrecy | undefined;
}

/** The secrecy of a secret value and all values below it. */
export const alwaysSecret: Secrecy = {
  isSecret: true,
  holdsSecrets: false,
  looksSecret: false,
  below: () => alwaysSecret,
};

/** The secrecy of a value that is not secret itself, but may contain secrets. `below` returns the secrecy of the value under a key. */
export function secrecyOfMembers(below: (key: string) => Secrecy | undefined, holdsSecrets = false): Secrecy {
  return { isSecret: false, holdsSecrets, looksSecret: false, below };
}

/** Cached results of {@link secrecyOfDocument}: each resource's values are searched for secrets several times, and many share a documentation. */
const roots = new WeakMap<Documented, Secrecy>();

/** The secrecy of a document's root. */
export function secrecyOfDocument(documented: Documented): Secrecy {
  const root = roots.get(documented) ?? rootOf(documented);
  roots.set(documented, root);
  return root;
}

function rootOf({ secret, plain, receivers = [], names }: Documented): Secrecy {
  const wholes = secret.map((path) => path.filter((key) => key !== "*"));
  const alike = wholes.map((whole) => ({ whole, rest: whole, isTypo: false }));
  const place = (key: string) =>
    secrecyOfNamed(key, pathsBelow({ secret, plain, receivers, alike }, key), names.has(key));
  const known = new Map<string, Secrecy>();
  const below = (key: string) => {
    const found = known.get(key) ?? place(key);
    // Only documented names are cached, because the number of other names is unlimited.
    if (names.has(key)) known.set(key, found);
    return found;
  };
  return secrecyOfMembers(below, secret.length > 0);
}

/** The secrecy of an array's element. No documented path leads through an array, so only the names and texts within the element count. */
export const secrecyOfElement: Secrecy = secrecyOfDocument(nothingDocumented);

/** The secrecy of a value whose names mean nothing: only the text itself can reveal a secret, such as a private key. */
export const plainText: Secrecy = secrecyOfMembers(() => plainText);

/** The secrecy of a URL to which the service sends data. */
export const receiverUrl: Secrecy = { ...plainText, isReceiver: true };

/** The secrecy of the elements of an array, derived from the secrecy of the array. */
export function secrecyOfElementIn(array: Secrecy): Secrecy {
  return array === plainText ? plainText : secrecyOfElement;
}

/** A documented secret whose path begins with the names of the current path: each name is equal, or a typo of the documented one. */
interface Alike {
  readonly whole: Path;
  /** The part of the documented path after the names that were compared. */
  readonly rest: Path;
  /** Whether at least one name is a typo. */
  readonly isTypo: boolean;
}

/** The documented paths that lead through the current path, each without the part up to the current path. */
interface PathsBelow extends Required<Omit<Documented, "names">> {
  readonly alike: readonly Alike[];
}

function secrecyOfNamed(name: string, paths: PathsBelow, isKnown = false): Secrecy {
  const { secret, plain, receivers, alike } = paths;
  const isSecret = secret.some(isHere);
  return {
    isSecret,
    holdsSecrets: !isSecret && secret.length > 0,
    looksSecret: looksSecret(name) && !plain.some(isHere),
    isReceiver: receivers.some(isHere),
    typoOf: isKnown ? undefined : alike.find(({ rest, isTypo }) => isTypo && isHere(rest))?.whole,
    below: (key) => secrecyOfNamed(key, pathsBelow(paths, key)),
  };
}

function isHere(rest: Path): boolean {
  return rest.length === 0;
}

const noPaths: PathsBelow = { secret: [], plain: [], receivers: [], alike: [] };

/** The documented paths that lead through a key, each without that key. For most keys there are none. */
function pathsBelow(paths: PathsBelow, key: string): PathsBelow {
  if (paths === noPaths) return paths;
  const inside = {
    secret: below(paths.secret, key),
    plain: below(paths.plain, key),
    receivers: below(paths.receivers, key),
    alike: alikeBelow(paths.alike, key),
  };
  return Object.values(inside).every(({ length }) => length === 0) ? noPaths : inside;
}

function below(paths: readonly Path[], key: string): readonly Path[] {
  return paths.filter(([head]) => head === key || head === "*").map((path) => path.slice(1));
}

function alikeBelow(alike: readonly Alike[], key: string): readonly Alike[] {
  return alike.flatMap(({ whole, rest, isTypo }) => {
    const [head] = rest;
    if (head === undefined || !isTypoOf(key, head)) return [];
    return [{ whole, rest: rest.slice(1), isTypo: isTypo || key !== head }];
  });
}
