import * as pulumi from "@pulumi/pulumi";
import { sanitize } from "../client/sanitize.ts";
import type { Argument, Asked, Values } from "./rows.ts";

/** The arguments of a look-up, as the program passes them: plain values, promises or outputs. */
export type Given = Readonly<Record<string, unknown>>;

/** A string argument. An object matches if its property of the same name is equal. */
export const text: Argument = {
  problem: (value) => (typeof value === "string" ? undefined : `must be a string, not ${kindOf(value)}`),
  fits: (row, name, value) => row[name] === value,
};

/** A non-empty string argument, such as an id or a unique name. An object matches if its property of the same name is equal. */
export const key: Argument = {
  problem: (value) => (value === "" ? "must not be empty" : text.problem(value)),
  fits: text.fits,
};

/**
 * A non-empty string argument in the path of the request, such as the id of an organization. It is not compared with a property of the
 * objects.
 */
export const place: Argument = { problem: key.problem, fits: () => true };

/** An argument with a list of strings. An object matches if the given property is equal to one of them. */
export function textsOf(property: string): Argument {
  return { problem: problemOfTexts, fits: (row, _, values) => [values].flat().includes(String(row[property])) };
}

/** Why a value is not an array of strings, as the end of a sentence; undefined if it is one. */
export function problemOfTexts(value: unknown): string | undefined {
  if (!Array.isArray(value)) return `must be an array of strings, not ${kindOf(value)}`;
  const wrong = value.find((item) => typeof item !== "string");
  return wrong === undefined ? undefined : `must be an array of strings, but contains ${kindOf(wrong)}`;
}

/**
 * Checks arguments that must be plain values, and returns those that are given. The error lists all problems, without the arguments'
 * values.
 *
 * @throws RunError
 */
export function valuesFrom(label: string, asked: Asked<unknown>, given: Given): Values {
  refuse(
    label,
    problemsOf(asked, given, () => false),
  );
  const names = Object.keys(asked.args).filter((name) => given[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, given[name] as Values[string]]));
}

/**
 * Refuses wrong arguments. Arguments that are or contain promises or outputs are not checked, because their values are not known yet.
 *
 * @throws RunError
 */
export function checkInputs(label: string, asked: Asked<unknown>, given: Given): void {
  refuse(label, problemsOf(asked, given, isLater));
}

function problemsOf(
  { args, required = [] }: Asked<unknown>,
  given: Given,
  isOpen: (value: unknown) => boolean,
): string[] {
  const known = Object.keys(args);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name) => `unknown argument "${sanitize(name)}". Arguments: ${known.join(", ")}.`),
    ...Object.entries(args).flatMap(([name, argument]) =>
      isOpen(given[name]) ? [] : wrongValue(argument, name, given[name]),
    ),
    ...required.flatMap((names) => wrongChoice(names, given, isOpen)),
  ];
}

function wrongValue(argument: Argument, name: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (pulumi.Output.isInstance(value))
    return [`${name} is an output. Only the function with the suffix Output accepts outputs.`];
  const problem = argument.problem(value);
  return problem === undefined ? [] : [`${name} ${problem}.`];
}

/**
 * The problem of a group of arguments, exactly one of which must be given. Several arguments are refused only if their values are known: an
 * output may still resolve to undefined.
 */
function wrongChoice(names: readonly string[], given: Given, isOpen: (value: unknown) => boolean): string[] {
  const present = names.filter((name) => given[name] !== undefined);
  if (present.length === 0) {
    return names.length === 1 ? [`${names[0]} is missing.`] : [`one of ${names.join(" and ")} must be given.`];
  }
  const settled = present.filter((name) => !isOpen(given[name]));
  return settled.length > 1 ? [`${settled.join(" and ")} cannot be given together: keep one of them.`] : [];
}

function isLater(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isLater);
  return pulumi.Output.isInstance(value) || value instanceof Promise;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (pulumi.Output.isInstance(value)) return "an output";
  return value instanceof Promise ? "a promise" : `a value of type ${typeof value}`;
}

function refuse(label: string, problems: readonly string[]): void {
  if (problems.length > 0) throw new pulumi.RunError(`${label}: ${problems.join(" ")}`);
}

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
