/** The known text that another one is a slip of. An editor shows it in the error. */
export interface DidYouMean<Known extends string> {
  readonly didYouMean: Known;
}

/**
 * No argument fits if a text is a known one with one slip in it. Any other text fits, also one that this package does not know, and one that
 * is known only while the program runs.
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

/** Whether one letter is another one, is missing or too many, or two neighbours have changed places. */
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
