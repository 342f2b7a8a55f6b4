import type { Recording, Shape } from "../../provider/src/verify/recording.ts";

/** A difference between two recordings: a status or a part of a body that only one of them has. */
export interface RecordingDifference {
  /** The call, or the type whose events differ: `GET /roles`, `events about Role`. */
  readonly at: string;
  readonly only: "in the first" | "in the second";
  readonly what: string;
}

/**
 * Compares two recordings of the same run, for example at a tenant and at the emulator. Only calls that both contain are compared: their statuses,
 * and the properties in their responses with the types. Events are compared only for resource types of which both contain events: their types,
 * order and properties.
 */
export function compareRecordings(first: Recording, second: Recording): readonly RecordingDifference[] {
  const [one, other] = [summaryOf(first), summaryOf(second)];
  return [...one].flatMap(([at, facts]) => {
    const theirs = other.get(at);
    if (!theirs) return [];
    return [
      ...[...facts].filter((fact) => !theirs.has(fact)).map((what) => ({ at, only: "in the first", what }) as const),
      ...[...theirs].filter((fact) => !facts.has(fact)).map((what) => ({ at, only: "in the second", what }) as const),
    ];
  });
}

/** The observations for each call, such as `answers 201` and `201 with name: string`; and for the events about each type, with their order. */
function summaryOf({ exchanges, events }: Recording): ReadonlyMap<string, ReadonlySet<string>> {
  const all = new Map<string, Set<string>>();
  const note = (at: string, ...facts: readonly string[]) => all.set(at, new Set([...(all.get(at) ?? []), ...facts]));
  for (const { method, route, status, came = {} } of exchanges)
    if (status !== undefined) note(`${method} ${route}`, `answers ${status}`, ...partsOf(String(status), came));
  for (const [about, some] of Map.groupBy(events, (event) => event.about)) {
    const types = some.map(({ type }) => type).filter((type, at, those) => type !== those[at - 1]);
    note(`events about ${about}`, `the order ${types.join(", ")}`);
    for (const { type, came } of some) note(`events about ${about}`, ...partsOf(type, came));
  }
  return all;
}

function partsOf(subject: string, shape: Shape): readonly string[] {
  return Object.entries(shape).flatMap(([path, kinds]) =>
    kinds.map((kind) => `${subject} with ${path === "" ? "a body" : path}: ${kind}`),
  );
}
