import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { isSegment } from "./objects.ts";
import { sequencesOf } from "./steps.ts";
import { mostly, type Subject } from "./subject.ts";

/** A set of members that belongs to one object, of which the path has the id, and that others can fill, too. */
export interface MemberSet {
  /** The property with the id of the owner, and the one with the members. */
  readonly of: string;
  readonly property: string;
  /** The path of the set below the API, in place of the owner's id a star. */
  readonly route: string;
  /** All members that a set may have: more than `max`, if the service has a limit. */
  readonly all: readonly string[];
  readonly max?: number;
  /** The id of an owner, another one for each number. */
  ownerOf(n: number): string;
  /** Makes an owner that is not there yet. */
  make(tenant: Emulator, owner: string): void;
  held(tenant: Emulator, owner: string): readonly string[] | undefined;
  add(tenant: Emulator, owner: string, members: readonly string[]): void;
  take(tenant: Emulator, owner: string, members: readonly string[]): void;
  /** What a program declares besides, to declare the set as a whole. Default: nothing. */
  readonly whole?: JsonObject;
  /** What the page says of a set that a program declares as a whole. */
  readonly documented: string;
  /** What the page says of the limit. */
  readonly limit?: string;
  /** Answers to the listing that a refresh must refuse. */
  readonly misshapen: readonly string[];
}

type Common = Omit<Subject, "name" | "resource" | "path" | "prepare" | "remove" | "scopes" | "writes">;

/** What the subjects of all such sets have in common. */
export function membersOf(
  set: MemberSet,
): Common & { readonly owners: readonly string[]; readonly bench: Subject["bench"] } {
  const { of, property, all, max = all.length, ownerOf, whole = {} } = set;
  const slots = ["first", "second"].map((name) => `${property}-${name}`);
  // Owners of slots, of the scopes, of the bystanders and the stranger.
  const ofSlot = (slot: string) => [0, 1].map((n) => ownerOf(900_000 + slots.indexOf(slot) * 2 + n));
  const [own, bystander, stranger] = [0, 1, 2].map((n) => ownerOf(900_010 + n)) as [string, string, string];
  const [one = "", two = "", three = ""] = all;
  const given = (owner: string, members: readonly string[]): JsonObject => ({ [of]: owner, [property]: members });
  const give = (tenant: Emulator, owner: string, members: readonly string[]) => {
    set.take(tenant, owner, set.held(tenant, owner) ?? []);
    if (members.length > 0) set.add(tenant, owner, members);
  };
  const upTo = (maxLength: number) => fc.uniqueArray(fc.constantFrom(...all), { maxLength });
  const declared = (maxLength: number) => upTo(maxLength).map((members) => ({ [property]: members }));
  const few = all.slice(0, 8);
  const wholly = (members: readonly string[]): JsonObject => ({ [property]: members, ...whole });
  const path = (owner: string) => set.route.split("/").map((part) => (part === "*" ? owner : part));
  const many = all.slice(1, max + 1);
  return {
    owners: [...slots.flatMap(ofSlot), own, bystander, stranger],
    keyOf: (args) => String(args[of]),
    foreign: (tenant) => set.held(tenant, stranger),
    identity(tenant, n) {
      set.make(tenant, ownerOf(n));
      return { [of]: ownerOf(n) };
    },
    held(tenant, id) {
      const members = set.held(tenant, id);
      return members && { id, live: given(id, members) };
    },
    answered(tenant, id) {
      const members = set.held(tenant, id);
      return members && { [property]: members };
    },
    edit: (tenant, id, _, members) => give(tenant, id, members as string[]),
    isEmpty: ({ [property]: members }) => Array.isArray(members) && members.length === 0,

    exceptions: [
      {
        law: "preservation",
        how: "lost",
        paths: [`/${property}`],
        exclusive: true,
        why: "the set is authoritative while the resource exists",
        documented: set.documented,
        examples: [[{ program: wholly([one]) }, { edit: { [property]: [two, three] }, program: wholly([one]) }]],
      },
      ...(set.limit === undefined
        ? []
        : [
            {
              law: "convergence",
              how: "refused",
              paths: [`/${property}`],
              unseen: true,
              why: "the limit counts those that nobody has seen yet",
              documented: set.limit,
              examples: [
                [{ program: wholly([]) }, { edit: { [property]: many }, unseen: true, program: wholly([one]) }],
              ],
            } as const,
          ]),
    ],
    laws: [
      {
        root: whole,
        steps: fc.oneof(
          sequencesOf({ program: declared(max), edit: declared(max), unseen: fc.constant(false) }),
          sequencesOf({ program: declared(4), edit: declared(4), unseen: fc.boolean() }),
        ),
        share: 1,
      },
      {
        root: { exclusive: false },
        steps: sequencesOf({ program: declared(4), edit: declared(4), unseen: fc.boolean() }),
        share: 1 / 4,
      },
    ],
    shared: {
      property,
      max,
      given: upTo(10),
      bystanders(tenant, _, values) {
        set.make(tenant, bystander);
        give(tenant, bystander, values);
        return [bystander];
      },
    },

    slots,
    keys: ofSlot,
    programs: (slot) =>
      fc.constant(
        fc
          .tuple(mostly(ofSlot(slot)), fc.uniqueArray(fc.constantFrom(...few), { maxLength: 5 }))
          .map(([owner, members]) => ({ ...given(owner, members), ...whole })),
      ),
    edits: () => [
      { weight: 1, values: fc.record({ [property]: fc.tuple(fc.constantFrom(...few), fc.boolean()) }) as never },
    ],

    hostile: {
      targets: new RegExp(`^/api/v2/${path("[^/?]+").join("/")}(\\?.*)?$`),
      versions(tenant, n) {
        set.make(tenant, ownerOf(n));
        return [given(ownerOf(n), [one, two]), given(ownerOf(n), [two, three])];
      },
      misshapen: set.misshapen.map((body) => ({ path: new RegExp(property), body })),
      ids: (text) => text,
      asked: (id) => (isSegment(id) ? path(id) : undefined),
      programs: (text) =>
        text.map((owner) => ({ args: given(owner, [one]), mayAsk: isSegment(owner) ? [path(owner)] : [] })),
    },
    bench: [given(own, [one]), given(own, [two])],
  };
}
