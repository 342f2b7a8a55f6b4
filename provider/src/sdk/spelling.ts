/** The known text of which the given text is a misspelling. An editor displays this type in the error. */
export interface DidYouMean<Known extends string> {
  readonly didYouMean: Known;
}

/**
 * A type that no argument satisfies if a text is a known text with one slip. Any other text is accepted, including unknown texts and texts that
 * are known only while the program runs.
 *
 * @typeParam Name the argument
 * @typeParam Text the text that the program has there
 */
export type Spelled<Name extends string, Text, Known extends string> = Text extends string
  ? string extends Text
    ? unknown
    : [Meant<Text, Known>] extends [never]
      ? unknown
      : Readonly<Record<Name, DidYouMean<Meant<Text, Known>>>>
  : unknown;

type Meant<Text extends string, Known extends string> = Text extends Known
  ? never
  : Known extends string
    ? IsSlip<Text, Known> extends true
      ? Known
      : never
    : never;

/** Whether one letter is replaced, missing or added, or two neighbouring letters are swapped. */
type IsSlip<Text extends string, Known extends string> = Text extends `${infer X}${infer TextRest}`
  ? Known extends `${infer Y}${infer KnownRest}`
    ? X extends Y
      ? IsSlip<TextRest, KnownRest>
      : TextRest extends KnownRest | Known
        ? true
        : Text extends KnownRest
          ? true
          : IsSwapped<TextRest, KnownRest, X, Y>
    : IsEmpty<TextRest>
  : Known extends `${string}${infer KnownRest}`
    ? IsEmpty<KnownRest>
    : false;

type IsSwapped<TextRest, KnownRest, X extends string, Y extends string> = TextRest extends `${Y}${infer T}`
  ? KnownRest extends `${X}${infer K}`
    ? T extends K
      ? true
      : false
    : false
  : false;

type IsEmpty<T extends string> = T extends "" ? true : false;
