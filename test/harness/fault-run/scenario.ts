import fc from "fast-check";
import type { FaultKind } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { subjects } from "../../subjects/index.ts";
import type { Subject } from "../../subjects/subject.ts";
import type { Program } from "../mini-engine.ts";
import { programsOf, type Slots, slots } from "./programs.ts";
import { mask, memberEdits } from "./undeclared.ts";

/** A fault as it is generated; see the emulator's. */
export interface PlannedFault {
  readonly kind: FaultKind;
  readonly method?: string | undefined;
  readonly path: string;
  readonly skip: number;
  readonly times: number;
  readonly status?: number | undefined;
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly delayMs?: number | undefined;
}

/** What goes wrong while the engine works. */
export interface Trouble {
  readonly faults: readonly PlannedFault[];
  /** All tokens are revoked, or have expired, when so many requests have arrived. */
  readonly tokensEnd?: { readonly after: number; readonly how: "revoked" | "expired" } | undefined;
  /** Another client changes what several programs share, when so many requests have arrived. */
  readonly others?: { readonly after: number; readonly edit: Edit } | undefined;
  /** What the tenant answers in place of secrets. */
  readonly mask?: string | undefined;
  /** The process is killed when so many requests have arrived. */
  readonly killAfter?: number | undefined;
}

/** Something that another client does at the tenant, behind the program's back. */
export type Edit =
  /** For a set it is one item, and whether it is in the set afterwards. */
  | { readonly what: "change"; readonly slot: string; readonly values: JsonObject }
  | { readonly what: "delete"; readonly slot: string }
  | { readonly what: "create"; readonly slot: string };

export type Action =
  | {
      readonly do: "up";
      readonly program: number;
      /** The slots whose resources have their other names in this version of the program: a rename, or its rollback. */
      readonly renamed: readonly string[];
      readonly end: "whole" | "at a failure" | "in the program";
      readonly trouble: Trouble;
    }
  /** A user edits the state by hand: the entry of a slot occurs twice, the second time under the other name. */
  | { readonly do: "copy"; readonly slot: string }
  | { readonly do: "refresh"; readonly trouble: Trouble }
  | { readonly do: "edit"; readonly edit: Edit };

/** One case: versions of a program, and what happens. The last version that was applied is the one that counts. */
export interface Scenario {
  readonly programs: readonly Program[];
  readonly actions: readonly Action[];
}

/** Something that happens once in so many times. */
function rarely<T>(arbitrary: fc.Arbitrary<T>, times: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ arbitrary: fc.constant(undefined), weight: times - 1 }, { arbitrary, weight: 1 });
}

const anyTimes = fc.constantFrom(1, 1, 2, 3, Number.POSITIVE_INFINITY);
/** Most of them hit whatever comes, however many kinds there are. */
const paths = fc.oneof(
  { arbitrary: fc.constantFrom("/", "/api/v2/", "/api/v2/", "/api/v2/", "/oauth/token"), weight: 3 },
  { arbitrary: fc.constantFrom(...subjects.map(({ path }) => path)), weight: 2 },
);
const aim = {
  method: fc.constantFrom(undefined, undefined, undefined, "GET", "POST", "PATCH", "DELETE"),
  path: paths,
  skip: fc.constantFrom(0, 0, 1, 2, 3, 5),
  times: anyTimes,
};
const gateway = { body: "<html>somewhere on the way</html>" };

/** Everything but lies: a tenant that says "refused" to what it has carried out, or "no such object" to what is there. */
const fault: fc.Arbitrary<PlannedFault> = fc.oneof(
  fc.record({
    ...aim,
    kind: fc.constantFrom<FaultKind[]>(
      "reset-before",
      "reset-after",
      "reset-after",
      "hang",
      "hang-after",
      "truncated",
      "malformed",
      "empty",
    ),
  }),
  fc.record({ ...aim, kind: fc.constant<FaultKind>("status"), status: fc.constantFrom(500, 502, 503, 504, 408) }),
  fc.record({ ...aim, kind: fc.constant<FaultKind>("status-after"), status: fc.constantFrom(500, 502, 503, 504) }),
  // Refused: by the service, or by something before it.
  fc.record({ ...aim, kind: fc.constant<FaultKind>("status"), status: fc.constantFrom(400, 401, 403) }),
  fc
    .record({ ...aim, kind: fc.constant<FaultKind>("status"), status: fc.constantFrom(403, 404, 409, 502) })
    .map((one) => ({ ...one, ...gateway })),
  // A storm of 429, with and without the wish to be left alone for a while.
  fc
    .record({
      ...aim,
      kind: fc.constant<FaultKind>("status"),
      status: fc.constant(429),
      times: fc.constantFrom(1, 3, 6, Number.POSITIVE_INFINITY),
      wait: fc.constantFrom(undefined, "0", "1", "3600"),
    })
    .map(({ wait, ...one }) => ({ ...one, ...(wait !== undefined && { headers: { "retry-after": wait } }) })),
  // Responses that come late, and responses that come when no caller waits any more.
  fc.record({ ...aim, kind: fc.constant<FaultKind>("slow"), delayMs: fc.constantFrom(5, 50, 160, 300) }),
);

/** What somebody changes of sets in which others have a part, in the middle of a run. */
const othersEdit: fc.Arbitrary<Edit> = fc.oneof(
  ...[...slots]
    .filter(([, subject]) => subject.isEmpty !== undefined)
    .flatMap(([name, subject]) =>
      subject
        .edits(name)
        .map(({ values }) => fc.record({ what: fc.constant("change" as const), slot: fc.constant(name), values })),
    ),
);

/** Whatever can go wrong in a run. */
export const trouble: fc.Arbitrary<Trouble> = fc.record({
  faults: fc.oneof(
    { arbitrary: fc.constant([]), weight: 1 },
    { arbitrary: fc.array(fault, { minLength: 1, maxLength: 4 }), weight: 4 },
  ),
  tokensEnd: rarely(
    fc.record({
      after: fc.integer({ min: 1, max: 8 }),
      how: fc.constantFrom("revoked" as const, "expired" as const),
    }),
    6,
  ),
  others: rarely(fc.record({ after: fc.integer({ min: 1, max: 8 }), edit: othersEdit }), 4),
  mask: rarely(mask, 4),
  killAfter: rarely(fc.integer({ min: 1, max: 12 }), 12),
});

/** What somebody may change of a slot's object. */
export function changesOf(name: string, subject: Subject): readonly fc.WeightedArbitrary<Edit>[] {
  return [...subject.edits(name), ...memberEdits(subject)].map(({ weight, values }) => ({
    weight: 2 * weight,
    arbitrary: fc.record({ what: fc.constant("change" as const), slot: fc.constant(name), values }),
  }));
}

const edit: fc.Arbitrary<Edit> = fc.oneof(
  ...[...slots].flatMap(([name, subject]) => {
    const slot = fc.constant(name);
    const others = [
      { weight: 1, arbitrary: fc.record({ what: fc.constant("delete" as const), slot }) },
      // An object that conflicts with a creation is rarely there in time.
      { weight: 3, arbitrary: fc.record({ what: fc.constant("create" as const), slot }) },
    ];
    return [...changesOf(name, subject), ...(subject.make ? others : [])];
  }),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("up" as const),
      program: fc.nat(2),
      renamed: fc.oneof(
        { arbitrary: fc.constant([]), weight: 2 },
        { arbitrary: fc.subarray([...slots.keys()]), weight: 1 },
      ),
      end: fc.constantFrom("whole" as const, "whole" as const, "at a failure" as const, "in the program" as const),
      trouble,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("copy" as const), slot: fc.constantFrom(...slots.keys()) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refresh" as const), trouble }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), edit }) },
);

/** Any case. */
export const scenario: fc.Arbitrary<Scenario> = scenarioOf(slots, fc.array(action, { minLength: 1, maxLength: 8 }));

/** The cases in which programs declare nothing but these slots, and this happens. */
export function scenarioOf(chosen: Slots, actions: fc.Arbitrary<readonly Action[]>): fc.Arbitrary<Scenario> {
  return fc.record({ programs: programsOf(chosen), actions });
}
