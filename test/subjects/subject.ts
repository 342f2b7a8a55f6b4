import fc from "fast-check";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { Sample } from "../acceptance/sample.ts";
import type { Row } from "../harness/whole-tenant-ids.ts";
import type { Exception } from "./exception.ts";
import type { TypeName } from "./kinds.ts";
import type { Step } from "./steps.ts";
import type { Switch } from "./switches.ts";

/** An object as the tenant really has it, under the names that programs use. */
export interface Held {
  readonly id: string;
  readonly live: JsonObject;
}

/** Cases of the laws. */
export interface LawCases {
  /** What all programs declare besides the identity. */
  readonly root: JsonObject;
  readonly steps: fc.Arbitrary<readonly Step[]>;
  /** The part of all cases that these get. */
  readonly share: number;
}

/** Values of one property that several programs and people share: each takes away only what it has given. A list has an order besides. */
export interface Shared {
  readonly property: string;
  /** How many values there can be. */
  readonly max: number;
  /** What another client gives before a destroy. */
  readonly given: fc.Arbitrary<readonly string[]>;
  /** The property with these values. Default: an array of them. */
  asValue?(values: readonly string[]): Json;
  /** Makes objects that look like this one, with these values; answers their keys. */
  bystanders(tenant: Emulator, key: string, values: readonly string[]): readonly string[];
}

/** Something that another client does to an object at the tenant, out of several things. */
export interface Edit {
  readonly weight: number;
  /** Properties with new values. For a set it is one item, and whether it is in the set afterwards. */
  readonly values: fc.Arbitrary<JsonObject>;
}

/** What the law about lock-outs needs, of a type whose objects can lock out. */
export interface LockOutCases {
  /** Programs of one of two stacks that share a tenant, by the names of their resources. Many of them lock out. */
  programs(stack: "one" | "other"): fc.Arbitrary<Readonly<Record<string, JsonObject>>>;
  /** Programs of one stack, one after the other, that few generated cases contain. Default: none. */
  readonly examples?: readonly (readonly Readonly<Record<string, JsonObject>>[])[];
  /** Whether users, operators or the provider are locked out, judged without the provider's rules. */
  isLockedOut(tenant: Emulator): boolean | Promise<boolean>;
}

/** One line of the table of scopes: an operation, and the scopes that are enough and all needed. */
export interface ScopeCase {
  /** As the table names it. */
  readonly operation: string;
  readonly scopes: readonly string[];
  /** What is at the tenant already, made with all scopes. Default: nothing. */
  readonly before?: JsonObject;
  /** What the program declares then; undefined for the resource's removal, "refresh" for a refresh. */
  readonly run: JsonObject | "refresh" | undefined;
  /** The object exists at the tenant, but the state does not know it. */
  readonly adopted?: true;
  /** Scopes without which the operation continues, with a warning. */
  readonly warned?: readonly string[];
}

/** What a tenant is made to answer, and what a program asks for then. */
export interface Hostile {
  /** All that may ever be asked for, with segments in between that are one each. */
  readonly targets: RegExp;
  /** Two versions of the program of one object, which no other number has. */
  versions(tenant: Emulator, n: number): readonly [JsonObject, JsonObject];
  /** The secrets in them, which nothing may ever print. */
  readonly secrets?: readonly string[];
  /** Answers to a GET that a refresh must refuse. */
  readonly misshapen: readonly { readonly path: RegExp; readonly body: string }[];
  /** Ids to be read, and the path below the API that a read of one must ask for; undefined where it must not ask at all. */
  readonly ids: (text: fc.Arbitrary<string>) => fc.Arbitrary<string>;
  asked(id: string): readonly string[] | undefined;
  /** The further paths that such a read asks for, if the object has several routes. */
  readonly askedToo?: readonly (readonly string[])[];
  /** Programs with such texts for names, and all paths that they may ask for. */
  readonly programs: (
    text: fc.Arbitrary<string>,
  ) => fc.Arbitrary<{ readonly args: JsonObject; readonly mayAsk: readonly (readonly string[])[] }>;
  /** A program whose messages hold what a terminal would obey, where the service admits such a thing. */
  readonly loud?: JsonObject;
}

/** All that a generic test has to know about one resource type. A natural key may change in place: it is not the identity. */
export interface Subject<Name extends TypeName = TypeName> {
  readonly name: Name;
  /** The class, as the documentation names it. */
  readonly resource: string;
  /** Where the calls for this kind go to. */
  readonly path: string;
  /** The property that people see and that no two objects share, or a text made of several. */
  keyOf(args: JsonObject): string;

  /** Puts at a tenant what objects of this kind need, and what belongs to others. */
  prepare(tenant: Emulator): void;
  /** All that belongs to others, of which nothing may ever change. */
  foreign(tenant: Emulator): unknown;
  /** The identity of an object that is not there yet, but could be: another one for each number. */
  identity(tenant: Emulator, n: number): JsonObject;
  /** All that the tenant has of an object, by id or key: secrets, and what it never answers, too. */
  held(tenant: Emulator, key: string): Held | undefined;
  /** An object without the values that are as good as absent. Default: the object. */
  notable?(tenant: Emulator, live: JsonObject): JsonObject;
  /** The ids of all that have a name, where several can. */
  namesakes?(tenant: Emulator, key: string): readonly string[];
  /** An object as the service answers it. */
  answered(tenant: Emulator, key: string): JsonObject | undefined;
  /** The answer to a read of the object. Default: the object. */
  read?(answered: JsonObject, key: string): Json;
  /** Sets one property, as a user at the dashboard would; throws where the tenant refuses. */
  edit(tenant: Emulator, key: string, name: string, value: Json): void;
  /** The properties that an edit changes besides the named one, because the tenant cannot hold its value without them. Default: none. */
  readonly carries?: Readonly<Record<string, readonly string[]>>;
  /** Makes an object by hand, where there is something to make. */
  make?(tenant: Emulator, key: string): void;
  /** Takes an object away, with whatever was put there for it. */
  remove(tenant: Emulator, key: string): void;
  /** Whether nothing is left of an object; only where it is always there, and others fill it, too. */
  isEmpty?(live: JsonObject): boolean;

  readonly exceptions: readonly Exception[];
  /**
   * The part of the usual number of hostile answers and names that is enough in `npm test`: less than 1 for a kind of few
   * plain properties whose calls are those of other kinds. Default: 1.
   */
  readonly share?: number;
  readonly laws: readonly LawCases[];
  readonly shared?: Shared;
  /** Required of a type whose objects can lock out. */
  readonly lockOuts?: LockOutCases;
  /** Most requests by which one run may change an object. */
  readonly writes: number;

  /** The resources that programs of the fault run may declare. */
  readonly slots: readonly string[];
  /** All keys that an object of a slot may ever have. Slots share none. */
  keys(slot: string): readonly string[];
  /** What the versions of a program may declare for a slot: first what they have in common mostly, then each of them. */
  programs(slot: string): fc.Arbitrary<fc.Arbitrary<JsonObject>>;
  edits(slot: string): readonly Edit[];

  readonly scopes: readonly ScopeCase[];
  readonly hostile: Hostile;
  /** Two versions of a program of the usual size. */
  readonly bench: readonly [JsonObject, JsonObject];

  /**
   * The properties that are no safeguards, by the reason why they are harmless. A list or a map is one property. No entry is a pattern, except those of
   * groups that have only looks: `colors.*`. Default: none.
   */
  readonly harmless?: Readonly<Record<string, string>>;
  /**
   * The members that the service answers, and refuses or ignores in a write of the same object: those of recorded traffic, of the service's description
   * and of other tools. They can stand in the response to one request only. Default: none.
   */
  readonly answeredOnly?: readonly string[];
  /** The properties whose names are those of other objects, and that refer to no object that a program could have, by JSON pointer: why. Default: none. */
  readonly noReferences?: Readonly<Record<string, string>>;
  /** Where the definition differs from the emulator's table of rules, after the name of the type: patterns, each with the reason. Default: none. */
  readonly unlikeTable?: readonly (readonly [place: string, reason: string])[];
  /** What programs with a property that is an object declare besides, so that the service takes them. Default: the identity alone. */
  readonly besides?: JsonObject;
  /** The same, by the name of the property, where it needs something else. */
  readonly besidesOf?: Readonly<Record<string, JsonObject>>;
  /** What a resource needs besides the values of a case of the baseline. References lead to resources of their own. */
  inCases?(
    name: string,
    given: JsonObject,
  ): { readonly args?: JsonObject; readonly idsOf?: Readonly<Record<string, string>> };
  /** What the law about switches needs, for each switch of the type's definition. Default: it has none. */
  readonly switches?: readonly Switch[];
  /** The objects of the whole tenant as Terraform's provider manages them. Those of several types stand at the first of them. Default: it manages none. */
  readonly elsewhere?: readonly Row[];
  /** The names that these resources have there and keep in an import. One that stands for a part of another has no name of its own. Default: none. */
  readonly namesElsewhere?: readonly string[];
  /** How a run at a real tenant creates an object and what it tries, or why no run does. Absent for settings, whose samples are in `acceptance/disposable.ts`. */
  readonly sample?: Sample | string;
}

/** Mostly the first, as keys and identities change rarely. */
export function mostly<T>([first, ...others]: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { arbitrary: fc.constant(first as T), weight: 6 },
    { arbitrary: fc.constantFrom(...others), weight: 1 },
  );
}
