import type { Path } from "../pointer.ts";
import { isTypoOf } from "./typo.ts";

/*
 * What a name says of the value that stands at it. A name that once counts as secret counts so for ever: states that hold its value
 * encrypted would get it in clear. The URLs of tokens are the exception: hidden, they hid an attack.
 */

/** Parts of names at which secrets stand. */
const secret: readonly RegExp[] = [
  // What somebody proves who he is with.
  /secret|passw|passphrase|token|assertion|credential/i,
  // Keys with a word that says that they are not public: `public_key`, `signingCert` and `jwks_uri` are none.
  /(private|signing|decryption|api|access)key/i,
  // The service's own: the key of `signing_key`, and the values that a database's scripts get.
  /^(key|configuration)$/i,
  // The headers by which HTTP carries credentials.
  /^(x|proxy)?authorization(header)?$/i,
  /^(set)?cookie$/i,
  // Headers that the service sends to a company's own server. They are there to carry credentials, under any name.
  /^custom(http)?headers$/i,
];

/** Names with such a part at which something else stands. Where they were hidden, messages about them could not be understood. */
const plain: readonly RegExp[] = [
  // Settings of an API.
  /^token_(dialect|lifetime|lifetime_for_web|encryption)$/i,
  // Where tokens are fetched, and how. Whoever changes that gets the tokens, so a reviewer has to see it.
  /token_endpoint/i,
  /^(access_?|request_?)?token_?ur[il]$/i,
  // What is said about a secret, and is none.
  /_(endpoint|algs?|type|url)$/i,
];

/** Ends of names at which a number is a measure: how long, how many, how large. Other numbers at such a name are PINs and codes. */
const measure =
  /(ttl|lifetime|expiry|expiration|expires|expires_?(in|at)|age|days|hours|minutes|seconds|ms|timeout|length|size|count|limit|max|min|history|version|attempts|retries)$/i;

/** Whether what stands at a key of this name looks secret. What separates the words of a name does not count. */
export function looksSecret(name: string): boolean {
  const joined = name.replace(/[-_ ]/g, "");
  return secret.some((part) => part.test(joined)) && !plain.some((part) => part.test(name));
}

/** Whether a number at a key of this name is no secret, whatever else the name says. */
export function isMeasure(name: string): boolean {
  return measure.test(name);
}

/** What is documented of the secrets in a document. In its paths `*` stands for any one key. */
export interface Documented {
  /** What stands there is secret, with all that lies beneath it. */
  readonly secret: readonly Path[];
  /** What stands there is not, though its name looks so. */
  readonly plain: readonly Path[];
  /** The names of the first level: none of them is a slip of another one. */
  readonly names: ReadonlySet<string>;
}

/** A document of which nothing is known. */
export const nothingDocumented: Documented = { secret: [], plain: [], names: new Set() };

/** A place in an object: what the names that lead to it say of the value there. */
export interface Secrecy {
  /** It is documented as secret, with all that lies beneath it. */
  readonly isSecret: boolean;
  /** It is documented that secrets lie beneath it. */
  readonly holdsSecrets: boolean;
  /** Its own name looks secret, and nothing says that it is not. */
  readonly looksSecret: boolean;
  /** The place of a documented secret whose names are the same but for a slip or two. */
  readonly meant?: Path | undefined;
  /** The place of a member; undefined where nothing can be secret. */
  below(key: string): Secrecy | undefined;
}

/** A place that is secret by itself. */
export const alwaysSecret: Secrecy = {
  isSecret: true,
  holdsSecrets: false,
  looksSecret: false,
  below: () => alwaysSecret,
};

/** A place that says nothing by itself. */
export function secrecyOfMembers(below: (key: string) => Secrecy | undefined, holdsSecrets = false): Secrecy {
  return { isSecret: false, holdsSecrets, looksSecret: false, below };
}

/** The roots by what is documented, which is one object for many documents: each value of a resource is looked through several times. */
const roots = new WeakMap<Documented, Secrecy>();

/** The root of a document. */
export function secrecyOfDocument(documented: Documented): Secrecy {
  const root = roots.get(documented) ?? rootOf(documented);
  roots.set(documented, root);
  return root;
}

function rootOf({ secret, plain, names }: Documented): Secrecy {
  const wholes = secret.map((path) => path.filter((key) => key !== "*"));
  const likely = wholes.map((whole) => ({ whole, rest: whole, isSlip: false }));
  const place = (key: string) => secrecyOfNamed(key, through({ secret, plain, likely }, key), names.has(key));
  const known = new Map<string, Secrecy>();
  const below = (key: string) => {
    const found = known.get(key) ?? place(key);
    // Other names may be without end.
    if (names.has(key)) known.set(key, found);
    return found;
  };
  return secrecyOfMembers(below, secret.length > 0);
}

/** The element of an array: it has no name, and no documented path leads through an array. */
export const secrecyOfElement: Secrecy = secrecyOfDocument(nothingDocumented);

/** A place in which no name says anything: a text there is secret only by what it is. */
export const plainText: Secrecy = secrecyOfMembers(() => plainText);

/** The place of an element of an array. */
export function secrecyOfElementIn(array: Secrecy): Secrecy {
  return array === plainText ? plainText : secrecyOfElement;
}

/** What may be meant, as far as the names until here go. */
interface Likely {
  readonly whole: Path;
  readonly rest: Path;
  /** Not all names are the same. */
  readonly isSlip: boolean;
}

/** What is documented beneath a place: what is left of each path. */
interface Left extends Omit<Documented, "names"> {
  readonly likely: readonly Likely[];
}

function secrecyOfNamed(name: string, left: Left, isKnown = false): Secrecy {
  const { secret, plain, likely } = left;
  const isSecret = secret.some(isHere);
  return {
    isSecret,
    holdsSecrets: !isSecret && secret.length > 0,
    looksSecret: looksSecret(name) && !plain.some(isHere),
    meant: isKnown ? undefined : likely.find(({ rest, isSlip }) => isSlip && isHere(rest))?.whole,
    below: (key) => secrecyOfNamed(key, through(left, key)),
  };
}

function isHere(rest: Path): boolean {
  return rest.length === 0;
}

const nothingLeft: Left = { secret: [], plain: [], likely: [] };

/** What is left of the paths that lead through a key. Most of them lead through none. */
function through(left: Left, key: string): Left {
  if (left === nothingLeft) return left;
  const { secret, plain, likely } = left;
  const inside = { secret: below(secret, key), plain: below(plain, key), likely: slips(likely, key) };
  const isNothing = inside.secret.length + inside.plain.length + inside.likely.length === 0;
  return isNothing ? nothingLeft : inside;
}

function below(paths: readonly Path[], key: string): readonly Path[] {
  return paths.filter(([head]) => head === key || head === "*").map((path) => path.slice(1));
}

function slips(likely: readonly Likely[], key: string): readonly Likely[] {
  return likely.flatMap(({ whole, rest, isSlip }) => {
    const [head] = rest;
    const isSame = key === head;
    if (head === undefined || !(isSame || isTypoOf(key, head))) return [];
    return [{ whole, rest: rest.slice(1), isSlip: isSlip || !isSame }];
  });
}
