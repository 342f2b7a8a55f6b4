/** The type that the compiler names in the error for a misspelt string, with the known string that is probably meant. */
export interface DidYouMean<Known extends string> {
  readonly didYouMean: Known;
}

/**
 * Refuses a string literal that is a known string with one typo: for such a literal, this type requires a property that no argument has. Any other
 * string is accepted, including unknown strings and strings that are known only at run time.
 *
 * @typeParam Name the name of the argument
 * @typeParam Text the type of the argument's value
 * @typeParam Known the known strings
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
