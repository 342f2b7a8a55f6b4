import fc from "fast-check";
import type { FaultKind } from "../../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../../provider/src/model/json.ts";
import { resourceServerProperties } from "../../model/arbitraries.ts";
import type { Program } from "../mini-engine.ts";
import { programs, roleIds, slots } from "./programs.ts";
import type { KindName } from "./runtime.ts";

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
  /** The process is killed when so many requests have arrived. */
  readonly killAfter?: number | undefined;
}

/** Something that somebody does at the tenant, behind the program's back. */
export type Edit =
  | { readonly what: "set"; readonly slot: string; readonly properties: JsonObject }
  | { readonly what: "option"; readonly slot: string; readonly key: string; readonly value: string }
  | { readonly what: "client"; readonly slot: string; readonly client: string; readonly isEnabled: boolean }
  | { readonly what: "role"; readonly slot: string; readonly role: number; readonly isGiven: boolean }
  | { readonly what: "delete"; readonly slot: string }
  | { readonly what: "create"; readonly slot: string };

export type Action =
  | { readonly do: "up"; readonly program: number; readonly trouble: Trouble }
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
/** Most of them hit whatever comes. */
const paths = fc.constantFrom(
  ...["/", "/api/v2/", "/api/v2/", "/api/v2/", "/oauth/token"],
  ...["/api/v2/resource-servers", "/api/v2/connections", "/api/v2/organizations"],
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
  // Answers that come late, and such that come when nobody waits for them any more.
  fc.record({ ...aim, kind: fc.constant<FaultKind>("slow"), delayMs: fc.constantFrom(5, 50, 160, 300) }),
);

const trouble: fc.Arbitrary<Trouble> = fc.record({
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
  killAfter: rarely(fc.integer({ min: 1, max: 12 }), 12),
});

const slotNames = (kind: KindName) =>
  fc.constantFrom(...slots.filter((slot) => slot.kind === kind).map(({ name }) => name));

/** The lifetimes are tied to each other: an edit of one could make a program that declares the other impossible. */
const foreignProperties = resourceServerProperties.map(
  ({ tokenLifetime: _, tokenLifetimeForWeb: __, ...rest }) => rest,
);

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    what: fc.constant("set" as const),
    slot: slotNames("resourceServer"),
    properties: foreignProperties,
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant("option" as const),
      slot: slotNames("connection"),
      key: fc.constantFrom("theirs_a", "theirs_b", "client_secret", "scope", "issuer"),
      value: fc.constantFrom("foreign-1", "foreign-2"),
    }),
  },
  fc.record({
    what: fc.constant("client" as const),
    slot: slotNames("connection"),
    client: fc.constantFrom("a", "b", "theirs"),
    isEnabled: fc.boolean(),
  }),
  fc.record({
    what: fc.constant("role" as const),
    slot: slotNames("organizationMemberRoles"),
    role: fc.nat(roleIds.length - 1),
    isGiven: fc.boolean(),
  }),
  fc.record({
    what: fc.constant("delete" as const),
    slot: fc.oneof(slotNames("resourceServer"), slotNames("connection")),
  }),
  fc.record({
    what: fc.constant("create" as const),
    slot: fc.oneof(slotNames("resourceServer"), slotNames("connection")),
  }),
);

const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant("up" as const), program: fc.nat(2), trouble }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("refresh" as const), trouble }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("edit" as const), edit }) },
);

/** Any case. */
export const scenario: fc.Arbitrary<Scenario> = fc.record({
  programs,
  actions: fc.array(action, { minLength: 1, maxLength: 8 }),
});
