import { type DescriptionDifference, type Exception, exceptions } from "../definitions/known-differences.ts";

/** Compares the found differences with the known ones: `news` are found but not known, `stale` are known but no longer found. */
export function judge(differences: readonly DescriptionDifference[]): {
  readonly news: readonly DescriptionDifference[];
  readonly stale: readonly Exception[];
} {
  const matches = (one: DescriptionDifference, other: DescriptionDifference) =>
    one.type === other.type && one.at === other.at && one.what === other.what;
  const news = differences.flatMap((one): readonly DescriptionDifference[] => {
    const exception = exceptions.find((other) => matches(one, other));
    if (!exception) return [one];
    const values = one.values?.filter((value) => !exception.values?.includes(value)) ?? [];
    return values.length > 0 ? [{ ...one, values }] : [];
  });
  const isStale = (exception: Exception) => {
    const found = differences.find((one) => matches(one, exception));
    return !found || exception.values?.some((value) => !found.values?.includes(value)) === true;
  };
  return { news, stale: exceptions.filter(isStale) };
}
