import type { Path } from "../pointer.ts";
import { looksSecret } from "./names.ts";
import { isTypoOf } from "./typo.ts";

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
