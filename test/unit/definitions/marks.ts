import { equal } from "../../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";

const secretive = /secret|token|password|key/i;

/** The properties whose names look secret, and of which the table says neither that they are nor that they are not. */
export function unmarkedIn(fields: Fields, above = ""): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]: [string, Field]) => {
    const isMarked = field.secret === true || field.notSecret === true;
    const here = secretive.test(name) && !isMarked ? [`${above}${name}`] : [];
    return field.kind === "object" && !field.secret ? [...here, ...unmarkedIn(field.fields, `${above}${name}.`)] : here;
  });
}

/** Numbers in the words of an argument that are no bound of its field: `at most 50 characters`. */
export function strangeBounds(text: string, field: Field | undefined): readonly number[] {
  const said = text.matchAll(/(?:[Aa]t most|\bto) ([\d,]+)(?= |:|,|\.|;)/g);
  const numbers = [...said].map(([, number = ""]) => Number(number.replaceAll(",", "")));
  const known = new Set(
    JSON.stringify(field ?? {})
      .match(/\d+/g)
      ?.map(Number),
  );
  return numbers.filter((number) => !known.has(number));
}

/**
 * The properties that are off or empty by default, and of which the table does not say that this is what it means where an answer leaves
 * them out: services do that with what is off or empty.
 */
export function unsaidAbsent(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, { clear, absent, reads }]: [string, Field]) => {
    const value = clear?.how === "default" ? clear.value : null;
    const isNothing = value === false || (typeof value === "object" && value !== null && isEmpty(value));
    return isNothing && reads === undefined && !equal(absent, value) ? [name] : [];
  });
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}
