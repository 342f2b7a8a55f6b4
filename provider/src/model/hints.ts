/** What a reader of a program wants to know of a value, and what values alone do not tell. */
export interface Hints {
  /** Why it decides about security: a program that is made of an object declares it also where a new object has the same. */
  readonly safeguard?: string;
  /** Of what its text is the id; of a set, each element: a kind, by the name of its handler, or one of `objects/outside.ts`. */
  readonly idOf?: string;
  /** Of what its text is another property, which no two of them share: `identifier` of a kind, by the name of its handler. */
  readonly refersTo?: { readonly kind: string; readonly property: string };
  /**
   * The object that it refers to gets what this one gives, so a change of this one concerns that one. Without it, a change of that one
   * concerns this one.
   */
  readonly concerns?: true;
  /** What its text is, as far as editors know such texts: what the name of a file of it ends with. */
  readonly language?: "html" | "js" | "pem" | "xml";
}
