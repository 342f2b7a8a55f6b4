import { sanitize } from "../client/index.ts";
import type { Change } from "../report/types.ts";
import type { Definition } from "../schema/definition.ts";
import { describePath, equal, isObject, type Json, toPointer } from "../schema/json.ts";
import { matcherOf } from "../schema/names.ts";
import { elementsOf, same } from "../state/canonical.ts";
import { targetOf } from "../state/references.ts";
import { definitions, type TypeName, typeNames } from "../types/registry.ts";
import type { ExistingObject } from "../types/tenant-object.ts";
import { tools } from "../types/tools.made.ts";
import {
  type Expected,
  type NamedObject,
  nothingExpected,
  type Pair,
  Permissions,
  type Permitted,
  type Replacement,
  Replacements,
} from "./expected.ts";
import { type ComparedLeaf, comparedLeaves, saysNothing, withoutSecrets, withoutSecretsOfBoth } from "./leaves.ts";
import { keyProperties, nameOfId, type Rename, type Side, type SideIndex, SideNames } from "./side.ts";

/** A leaf that differs: `was` is the value of the first side, `is` that of the second one. */
export interface ComparedChange extends Change {
  /** Why the value matters for security, if it does. */
  readonly safeguard?: string;
}

/** An object in a report. All texts are untrusted. */
export interface ComparedObject {
  readonly type: TypeName;
  /** The name. For an object that links other objects, such as a client grant, the names of the linked objects. */
  readonly name: string;
  readonly title: string;
}

/** An object that only one side has. */
export interface MissingObject extends ComparedObject {
  /** The side that lacks the object. */
  readonly on: SideIndex;
  readonly id: string;
}

/** An object of both sides that differs. */
export interface DifferentObject extends ComparedObject {
  readonly ids: readonly [string, string];
  /** The differing leaves, those that matter for security first. */
  readonly changes: readonly ComparedChange[];
  /** The rules of the security baseline that the object breaks on only one side: the side `on`. */
  readonly weaker?: readonly { readonly on: SideIndex; readonly rule: string }[];
}

/** An object of both sides with secrets whose values cannot be compared. */
export interface NotComparable extends ComparedObject {
  /** The paths of the secrets. */
  readonly paths: readonly string[];
}

/** A rule of the security baseline that an object breaks. */
export interface BrokenRule {
  readonly id: string;
  /** The properties that the rule judges. */
  readonly paths: readonly string[];
}

/** A name that several objects of a side share, so that these objects could not be matched. */
export interface AmbiguousName extends ComparedObject {
  readonly ids: readonly [readonly string[], readonly string[]];
}

/** The counts of compared objects of a type. */
export interface TypeCounts {
  readonly type: TypeName;
  readonly same: number;
  readonly different: number;
  /** The objects that the first and the second side lack. */
  readonly missing: readonly [number, number];
}

/** A type that was not compared, or not completely. */
export interface NotCompared {
  readonly type: TypeName;
  /** The side that could not be read. */
  readonly on: SideIndex;
  /** Why it could not be read. Untrusted text. */
  readonly why: string;
}

/** A type that was left out on purpose: it is not read by default, or the tenant's plan does not include it. */
export interface SkippedType {
  readonly type: TypeName;
  readonly why: string;
}

/** An unneeded entry of the file of expected differences: without it, the comparison would have the same result. */
export type IdleEntry =
  | ({ readonly list: "replacements" } & Replacement)
  | ({ readonly list: "same" } & Pair)
  | ({ readonly list: "mayDiffer" } & Permitted);

/** The differences between two sides. Everything that looks like a secret is masked, even within code, URLs and names. */
export interface Comparison {
  /** The names of the two sides. Untrusted text. */
  readonly sides: readonly [string, string];
  /** Objects with a difference that matters for security come first; apart from that, by the documented order of types, then by natural key. */
  readonly different: readonly DifferentObject[];
  readonly missing: readonly MissingObject[];
  /**
   * Objects for the user to check: the file permits a difference that matters for security, or the object breaks a rule of the security baseline
   * on one side only. `changes` contains only the permitted differences that matter for security or that such a rule judges. It is empty if the
   * rule judges values that are equal on both sides, or other objects.
   */
  readonly toCheck: readonly DifferentObject[];
  readonly ambiguous: readonly AmbiguousName[];
  readonly notCompared: readonly NotCompared[];
  /**
   * The secrets that both tenants have, and whose values the API does not return, or only encrypted, so that equal values look different. Without
   * those that may differ, and empty if a side is a state.
   */
  readonly notComparable: readonly NotComparable[];
  readonly skipped: readonly SkippedType[];
  readonly counts: readonly TypeCounts[];
  /** The number of differences that the file permits. */
  readonly expected: number;
  readonly idle: readonly IdleEntry[];
}

/** Options of a comparison. */
export interface CompareOptions {
  readonly expected?: Expected;
  /** The types to compare. Default: all. */
  readonly types?: readonly TypeName[];
  /** Patterns of names or ids of the objects to compare. Default: all objects. */
  readonly only?: readonly string[];
  /** Returns a function that finds the rules of a security baseline that an object of the side breaks. Default: no object is judged. */
  readonly judge?: (side: Side) => (object: ExistingObject) => readonly BrokenRule[];
}

/** The file of expected differences is invalid, or does not fit the compared sides. The message says what to do. */
export class ExpectedError extends Error {
  override readonly name = "ExpectedError";
}

/**
 * Compares the effect of the objects of two sides. An id, for example, is compared by the object that it identifies. The result for `(b, a)` is
 * the mirror image of the result for `(a, b)`.
 *
 * @throws ReplacementError, ExpectedError
 */
export function compare(a: Side, b: Side, options: CompareOptions = {}): Comparison {
  return masked(new Comparing([a, b], options).comparison());
}

/** Whether everything could be compared, and the two sides are the same in effect. */
export function isSame({ different, missing, ambiguous, notCompared }: Comparison): boolean {
  return different.length + missing.length + ambiguous.length + notCompared.length === 0;
}

type Both<T> = readonly [T, T];

class Comparing {
  readonly #sides: Both<Side>;
  readonly #options: CompareOptions;
  readonly #expected: Expected;
  readonly #replacements: Replacements;
  readonly #permissions: Permissions;
  readonly #namings: Both<SideNames>;
  readonly #paired: Both<Map<string, string>> = [new Map(), new Map()];
  /** The side that the file of expected differences calls `from`. */
  readonly #from: SideIndex;
  readonly #unknown: ReadonlySet<TypeName>;
  readonly #judges: readonly ((object: ExistingObject) => readonly BrokenRule[])[];
  /** The indexes of the replacements that have made values or keys equal. */
  readonly #explaining = new Set<number>();
  readonly #usedInKeys = new Map<ExistingObject, ReadonlySet<number>>();
  readonly #idlePairs: Pair[] = [];
  /** The entries that have permitted a difference. */
  readonly #needed = new Set<Permitted>();
  #expectedCount = 0;

  constructor(sides: Both<Side>, options: CompareOptions) {
    this.#sides = sides;
    this.#options = options;
    this.#expected = options.expected ?? nothingExpected;
    this.#replacements = new Replacements(this.#expected.replacements);
    this.#permissions = new Permissions(this.#expected.mayDiffer);
    this.#from = fromOf(this.#expected, sides);
    this.#unknown = new Set(typeNames.filter((type) => sides.some((side) => isUnknown(side, type))));
    for (const [index, pair] of this.#expected.pairs.entries()) this.#pair(pair, index);
    this.#judges = options.judge ? sides.map(options.judge) : [];
    const domains = sides.map(({ objects }) => objects.filter(({ type }) => isDomain(type)));
    const both = domains.every(({ length }) => length === 1);
    this.#namings = [0, 1].map((index) => {
      const [domain] = domains[index] ?? [];
      const host = domain?.properties.domain;
      return new SideNames(sides[index] as Side, {
        rename: index === this.#from ? (text) => this.#replacements.apply(text) : (text) => text,
        paired: this.#paired[index] ?? new Map(),
        unknown: this.#unknown,
        ownDomain: both && typeof host === "string" ? host : undefined,
      });
    }) as unknown as Both<SideNames>;
  }

  comparison(): Comparison {
    const groups = this.#groups();
    const isAmbiguous = this.#ambiguousObjects(groups);
    const counts = new Map<TypeName, { same: number; different: number; missing: [number, number] }>();
    const result = {
      different: [] as DifferentObject[],
      missing: [] as MissingObject[],
      toCheck: [] as DifferentObject[],
      notComparable: [] as NotComparable[],
      ambiguous: [] as AmbiguousName[],
    };
    for (const [here, there] of groups) {
      const first = here[0] ?? there[0];
      if (!first || !this.#isChosen(first, here.length > 0 ? 0 : 1)) continue;
      const count = counts.get(first.type) ?? { same: 0, different: 0, missing: [0, 0] };
      counts.set(first.type, count);
      if (here.length > 0 && there.length > 0 && here.length + there.length > 2) {
        result.ambiguous.push({
          ...this.#shownOf([here[0] ?? first, there[0] ?? first]),
          ids: [here.map(({ id }) => id), there.map(({ id }) => id)],
        });
      } else if (here.some((one) => isAmbiguous(one, 0)) || there.some((one) => isAmbiguous(one, 1))) {
        // The object refers to objects with ambiguous names. These are reported, and this object is not.
      } else if (here[0] && there[0]) {
        const { different, toCheck, notComparable } = this.#differenceOf(here[0], there[0]);
        if (notComparable) result.notComparable.push(notComparable);
        if (toCheck) result.toCheck.push(toCheck);
        if (different) result.different.push(different);
        count[different ? "different" : "same"] += 1;
      } else {
        const on = here.length > 0 ? 1 : 0;
        for (const object of [...here, ...there]) {
          const missing = this.#missingOf(object, on);
          if (missing) result.missing.push(missing);
          if (missing) count.missing[on] += 1;
        }
      }
    }
    const notCompared = this.#notCompared();
    const isGrave = ({ changes }: DifferentObject) => changes.some(({ safeguard }) => safeguard !== undefined);
    return {
      sides: [this.#sides[0].name, this.#sides[1].name],
      ...result,
      different: [...result.different.filter(isGrave), ...result.different.filter((one) => !isGrave(one))],
      notCompared,
      skipped: this.#skipped(),
      counts: typeNames.flatMap((type) => {
        const count = counts.get(type);
        return count ? [{ type, ...count }] : [];
      }),
      expected: this.#expectedCount,
      idle: this.#idle(),
    };
  }

  /** The objects of both sides in groups with the same natural key, in the order of types, then of keys. */
  #groups(): readonly Both<readonly ExistingObject[]>[] {
    const groups = new Map<string, Both<ExistingObject[]>>();
    for (const [index, { objects }] of this.#sides.entries()) {
      for (const object of objects) {
        if (!this.#isCompared(object.type)) continue;
        const [key, used] = this.#replacements.recording(() => this.#naming(index).keyOf(object));
        const group = groups.get(key) ?? [[], []];
        group[index]?.push(object);
        groups.set(key, group);
        if (used.size > 0) this.#usedInKeys.set(object, used);
      }
    }
    for (const group of groups.values()) {
      if (group.some(({ length }) => length === 0)) continue;
      for (const object of group.flat()) this.#explain(this.#usedInKeys.get(object));
    }
    const sorted = [...groups].map(([key, group]) => ({ key, group, type: (group[0][0] ?? group[1][0])?.type }));
    sorted.sort(
      (one, other) => rankOf(one.type) - rankOf(other.type) || (one.key < other.key ? -1 : Number(one.key > other.key)),
    );
    return sorted.map(({ group }) => group);
  }

  /** Returns a function that tests whether an object refers to objects with ambiguous names, such as the client grant of an ambiguous client. */
  #ambiguousObjects(
    groups: readonly Both<readonly ExistingObject[]>[],
  ): (object: ExistingObject, index: SideIndex) => boolean {
    const unsure = new Set<ExistingObject>();
    for (const [here, there] of groups) {
      if (here.length > 0 && there.length > 0 && here.length + there.length > 2) {
        for (const object of [...here, ...there]) unsure.add(object);
      }
    }
    if (unsure.size === 0) return () => false;
    return (object, index) =>
      this.#naming(index)
        .endsOf(object)
        .some((end) => unsure.has(end));
  }

  #isCompared(type: TypeName): boolean {
    return this.#isChosenType(type) && this.#whyNot(type) === undefined;
  }

  /** Whether the options select a type for the comparison. Even then, {@link #whyNot} can prevent a comparison of its objects. */
  #isChosenType(type: TypeName): boolean {
    const { types = typeNames } = this.#options;
    return types.includes(type) && !isPart(type) && !this.#sides.some(({ skipped }) => skipped?.has(type));
  }

  #skipped(): readonly SkippedType[] {
    const { types = typeNames } = this.#options;
    return typeNames.flatMap((type) => {
      const chosen = this.#sides.map(({ skipped }) => skipped?.get(type)).find((one) => one !== undefined);
      const why = chosen ?? this.#outsidePlan(type);
      return why === undefined || !types.includes(type) ? [] : [{ type, why }];
    });
  }

  /** Why a type is skipped if tenants' plans do not include it; undefined if a side has objects of the type, or may have some. */
  #outsidePlan(type: TypeName): string | undefined {
    const hasAny = this.#sides.some(({ objects }) => objects.some((object) => object.type === type));
    const isUnclear = this.#sides.some(({ unread, outsidePlan }) => unread.has(type) && !outsidePlan?.has(type));
    const lacking = this.#sides.filter(({ unread }) => unread.has(type)).map(({ name }) => sanitize(name));
    if (hasAny || isUnclear || lacking.length === 0) return undefined;
    return `the plan of ${lacking.join(" and of ")} does not include them, and no side has any`;
  }

  /** The unread type without which objects of the given type cannot be matched; undefined if they can be matched. */
  #whyNot(type: TypeName): TypeName | undefined {
    if (this.#unknown.has(type)) return type;
    const targets = keyProperties(type).map(([name, field]) => targetOf(field, [name], {})?.type);
    return typeNames.find((one) => this.#unknown.has(one) && targets.includes(one));
  }

  #notCompared(): readonly NotCompared[] {
    return typeNames.flatMap((type) => {
      if (!this.#isChosenType(type) || this.#outsidePlan(type) !== undefined) return [];
      const needed = this.#whyNot(type) ?? type;
      if (!this.#sides.some(({ unread }) => unread.has(needed))) return [];
      const permitting = this.#permissions.ofType(type);
      if (permitting.length > 0) {
        this.#need(permitting);
        this.#expectedCount += 1;
        return [];
      }
      return this.#sides.flatMap(({ unread }, on) =>
        (unread.get(needed) ?? []).map((why) => ({ type, on: on as SideIndex, why })),
      );
    });
  }

  #isChosen(object: ExistingObject, index: SideIndex): boolean {
    const { only } = this.#options;
    if (!only) return true;
    const names = [this.#naming(index).nameOf(object), object.id];
    return only.map(matcherOf).some((matches) => names.some(matches));
  }

  #missingOf(object: ExistingObject, on: SideIndex): MissingObject | undefined {
    const index = on === 0 ? 1 : 0;
    const other = this.#sides[on];
    // If a side's objects of this type could not all be read, the object may exist there although it was not read.
    if (other.unread.has(object.type)) return undefined;
    const shown = this.#shown(object, index);
    // Every tenant has such settings, so a state lacks them only because its program does not declare them.
    if (other.isPartial && definitions[object.type].schema.singleton !== undefined) return undefined;
    const permitting = this.#permissions.ofMissing({ type: object.type, names: this.#namesOf(object, index) });
    if (permitting.length > 0) {
      this.#need(permitting);
      this.#expectedCount += 1;
      return undefined;
    }
    return { ...shown, on, id: object.id };
  }

  #differenceOf(
    here: ExistingObject,
    there: ExistingObject,
  ): {
    readonly different?: DifferentObject;
    readonly toCheck?: DifferentObject;
    readonly notComparable?: NotComparable;
  } {
    const named = { type: here.type, names: [...this.#namesOf(here, 0), ...this.#namesOf(there, 1)] };
    const [mine, theirs] = [comparedLeaves(here), comparedLeaves(there)];
    const isPaired = this.#paired[0].has(nameOfId(here.type, here.id));
    const pointers = [...new Set([...mine.keys(), ...theirs.keys()])].sort();
    const { importRules: rules } = tools[here.type];
    const all = pointers.flatMap((pointer) => {
      const [one, other] = [mine.get(pointer), theirs.get(pointer)];
      const [name = ""] = (one ?? other)?.path ?? [];
      const otherUnit = rules?.otherUnitOf?.(name);
      if (otherUnit !== undefined && [mine, theirs].every((leaves) => leaves.has(toPointer([otherUnit])))) return [];
      // Objects that the file pairs have different names on purpose, so the names are not compared.
      if (isPaired && keyProperties(here.type).some(([key]) => key === name)) return [];
      return this.#changesAt([one, other], [here, there], named);
    });
    const isJudged = (changes: readonly Change[], { paths }: BrokenRule) =>
      changes.some(({ path }) => paths.some((judged) => areRelated(judged, path)));
    // A state lacks undeclared values, which a rule may judge. So if a side is a state, only the rules that judge a differing value count.
    const isKnown = !this.#sides.some(({ isPartial }) => isPartial);
    const changes = all.map(({ change }) => change);
    const weaker = this.#weaker(here, there).filter(({ rule }) => isKnown || isJudged(changes, rule));
    const differenceOf = (changes: readonly ComparedChange[], rules: typeof weaker): DifferentObject => ({
      ...this.#shownOf([here, there]),
      ids: [here.id, there.id],
      changes: [
        ...changes.filter(({ safeguard }) => safeguard !== undefined),
        ...changes.filter(({ safeguard }) => safeguard === undefined),
      ],
      ...(rules.length > 0 && { weaker: rules.map(({ on, rule }) => ({ on, rule: rule.id })) }),
    });
    const unexpected = all.filter(({ isPermitted }) => !isPermitted).map(({ change }) => change);
    const permitted = all.filter(({ isPermitted }) => isPermitted).map(({ change }) => change);
    // If all differences are permitted, all these rules are listed for checking. Otherwise only those that judge a permitted difference are listed:
    // its entry may be meant for another value, and must not hide that one side has become weaker.
    const weakening = unexpected.length === 0 ? weaker : weaker.filter(({ rule }) => isJudged(permitted, rule));
    const rest = weaker.filter((one) => !weakening.includes(one) || isJudged(unexpected, one.rule));
    const grave = permitted.filter(
      (change) => change.safeguard !== undefined || weakening.some(({ rule }) => isJudged([change], rule)),
    );
    const hidden = isKnown ? pointers.flatMap((pointer) => hiddenPathOf(mine.get(pointer), theirs.get(pointer))) : [];
    const paths = hidden.filter((path) => this.#permissions.ofProperty(named, path, false).length === 0);
    return {
      ...(paths.length > 0 && { notComparable: { ...this.#shownOf([here, there]), paths } }),
      ...(unexpected.length > 0 && { different: differenceOf(unexpected, rest) }),
      ...(grave.length + weakening.length > 0 && { toCheck: differenceOf(grave, weakening) }),
    };
  }

  #weaker(...objects: Both<ExistingObject>): readonly { readonly on: SideIndex; readonly rule: BrokenRule }[] {
    const broken = objects.map((object, index) => this.#judges[index]?.(object) ?? []);
    return ([0, 1] as const).flatMap((on) => {
      const other = new Set(broken[on === 0 ? 1 : 0]?.map(({ id }) => id));
      return (broken[on] ?? []).filter(({ id }) => !other.has(id)).map((rule) => ({ on, rule }));
    });
  }

  #changesAt(
    [one, other]: Both<ComparedLeaf | undefined>,
    objects: Both<ExistingObject>,
    named: NamedObject,
  ): readonly { readonly change: ComparedChange; readonly isPermitted: boolean }[] {
    const leaf = one ?? other;
    if (!leaf) return [];
    const path = describePath(leaf.path);
    const changes =
      one && other ? this.#changesOf(one, other, objects, path) : this.#changeOfOne([one, other], objects, path);
    const safeguard = one?.safeguard ?? other?.safeguard;
    const replaced =
      one && other && safeguard !== undefined ? this.#replacedIn(one, other, objects, path, changes) : [];
    const permitting = (at: string) => this.#permissions.ofProperty(named, at, safeguard !== undefined);
    // A secret that cannot be read may differ, so an entry that permits its difference does not count as idle.
    if (one?.secret === "hidden" || other?.secret === "hidden") this.#need(permitting(path));
    const found = changes.map((change) => {
      const entries = permitting(withoutBrackets(change.path));
      this.#need(entries);
      return {
        change: { ...change, ...(safeguard !== undefined && { safeguard }) },
        isPermitted: entries.length > 0,
      };
    });
    if (found.some(({ isPermitted }) => isPermitted)) this.#expectedCount += 1;
    const toCheck = replaced.map((change) => ({ ...change, ...(safeguard !== undefined && { safeguard }) }));
    return [...found, ...toCheck.map((change) => ({ change, isPermitted: true }))];
  }

  #changeOfOne(
    [one, other]: Both<ComparedLeaf | undefined>,
    objects: Both<ExistingObject>,
    path: string,
  ): readonly Change[] {
    const leaf = one ?? other;
    if (!leaf) return [];
    const [has, lacks] = one ? objects : [objects[1], objects[0]];
    if (this.#sides[one ? 1 : 0].isPartial || saysNothing(leaf, lacks, has)) return [];
    const kind = one ? "delete" : "add";
    if (leaf.secret) return [{ path, kind, secret: true }];
    // A set or a map that only one side has is reported member by member.
    const nothing = { ...leaf, value: leaf.field.kind === "set" ? [] : {} };
    if (leaf.field.kind === "set" || leaf.field.kind === "map") {
      return this.#changesOf(one ?? nothing, other ?? nothing, objects, path);
    }
    return [{ path, kind, ...(one ? this.#was(leaf, has, leaf.value) : this.#is(leaf, has, leaf.value)) }];
  }

  /**
   * The differences of a value that matters for security, as far as only replacements explain them: they replace more than references to objects and whole
   * host names. A replacement is meant for the names of two tenants, and could hide any other difference for good.
   *
   * @param changes the differences that no replacement explains
   */
  #replacedIn(
    one: ComparedLeaf,
    other: ComparedLeaf,
    objects: Both<ExistingObject>,
    path: string,
    changes: readonly Change[],
  ): readonly Change[] {
    if (this.#expected.replacements.length === 0) return [];
    const known = new Set(changes.map((change) => JSON.stringify(change)));
    const all = this.#changesOf(one, other, objects, path, (text) => this.#replacements.exchangeHosts(text));
    return all.filter((change) => !known.has(JSON.stringify(change)));
  }

  /** @param rename what is applied to texts of the side `from` that are no references. Default: all replacements */
  #changesOf(
    one: ComparedLeaf,
    other: ComparedLeaf,
    [here, there]: Both<ExistingObject>,
    path: string,
    rename?: Rename,
  ): readonly Change[] {
    if (one.secret || other.secret) {
      const isKnown = one.secret !== "hidden" && other.secret !== "hidden";
      return isKnown && !equal(this.#normal(0, one, here, rename), this.#normal(1, other, there, rename))
        ? [{ path, kind: "update", secret: true }]
        : [];
    }
    const values = () => [this.#normal(0, one, here, rename), this.#normal(1, other, there, rename)] as const;
    const [[mine, theirs], used] = this.#replacements.recording(values);
    if (same(one.field, mine, theirs, one.place)) {
      this.#explain(used);
      return [];
    }
    if (one.field.kind === "set" || one.place.unordered) {
      const [some, others] = [elementsOf(mine), elementsOf(theirs)];
      const [raw, rawOthers] = [elementsOf(one.value), elementsOf(other.value)];
      if (some && others && raw && rawOthers) {
        return [
          ...lacking(some, others).map(({ key, at }) => {
            return { key, path: `${path}[]`, kind: "delete" as const, ...this.#was(one, here, raw[at] ?? null) };
          }),
          ...lacking(others, some).map(({ key, at }) => {
            return { key, path: `${path}[]`, kind: "add" as const, ...this.#is(other, there, rawOthers[at] ?? null) };
          }),
        ]
          .sort((a, b) => (a.key < b.key ? -1 : 1))
          .map(({ key: _, ...change }) => change);
      }
    }
    if (one.field.kind === "map" && isObject(one.value) && isObject(other.value)) {
      return this.#changesOfMap([one, other], [here, there], path, rename);
    }
    return [{ path, kind: "update", ...this.#was(one, here, one.value), ...this.#is(other, there, other.value) }];
  }

  /** The differing entries of a map, matched by the normal forms of their keys. */
  #changesOfMap(
    [one, other]: Both<ComparedLeaf>,
    [here, there]: Both<ExistingObject>,
    path: string,
    rename?: Rename,
  ): readonly Change[] {
    const entries = ([0, 1] as const).map((index) => {
      const [leaf, object] = index === 0 ? [one, here] : [other, there];
      const all = Object.entries(leaf.value as Readonly<Record<string, Json>>);
      return new Map(
        all.map(([key, value]) => {
          const normal = this.#normal(index, { ...leaf, value: { [key]: value } }, object, rename);
          const [[name = "", form = null] = []] = Object.entries(normal as Readonly<Record<string, Json>>);
          return [name, { key, value, form }] as const;
        }),
      );
    });
    const [mine, theirs] = entries;
    const keys = [...new Set(entries.flatMap((map) => [...map.keys()]))].sort();
    return keys.flatMap((key): readonly Change[] => {
      const [was, is] = [mine?.get(key), theirs?.get(key)];
      if (was && is && equal(was.form, is.form)) return [];
      const at = describePath([path, (was ?? is)?.key ?? key]);
      const kind = was && is ? "update" : was ? "delete" : "add";
      return [{ path: at, kind, ...(was && { was: was.value }), ...(is && { is: is.value }) }];
    });
  }

  #normal(
    index: SideIndex,
    { field, value, path }: ComparedLeaf,
    { properties }: ExistingObject,
    rename?: Rename,
  ): Json {
    return this.#naming(index).normal(field, value, path, properties, index === this.#from ? rename : undefined);
  }

  #was({ field, path }: ComparedLeaf, { properties }: ExistingObject, value: Json) {
    const wasName = this.#naming(0).referredBy(field, path, properties, value);
    return { was: value, ...(wasName !== undefined && { wasName }) };
  }

  #is({ field, path }: ComparedLeaf, { properties }: ExistingObject, value: Json) {
    const isName = this.#naming(1).referredBy(field, path, properties, value);
    return { is: value, ...(isName !== undefined && { isName }) };
  }

  #shown(object: ExistingObject, index: SideIndex): ComparedObject {
    const naming = this.#naming(index);
    return { type: object.type, name: naming.nameOf(object), title: naming.titleOf(object) };
  }

  /** An object of both sides, under its name on the side `from`, so that the result does not depend on the order of the sides. */
  #shownOf(objects: Both<ExistingObject>): ComparedObject {
    return this.#shown(objects[this.#from], this.#from);
  }

  #namesOf(object: ExistingObject, index: SideIndex): readonly string[] {
    return [this.#naming(index).nameOf(object), object.id];
  }

  #naming(index: number): SideNames {
    return this.#namings[index === 0 ? 0 : 1];
  }

  #explain(used: ReadonlySet<number> | undefined): void {
    for (const index of used ?? []) this.#explaining.add(index);
  }

  /** Makes two objects count as the same. If one is missing, the entry is idle. @throws ExpectedError if a name is ambiguous or is paired twice */
  #pair(pair: Pair, number: number): void {
    const ends: [SideIndex, string][] = [
      [this.#from, pair.from],
      [this.#from === 0 ? 1 : 0, pair.to],
    ];
    const found = ends.map(([index, name]) => this.#objectCalled(index, pair.type, name));
    if (found.some((object) => object === undefined)) {
      this.#idlePairs.push(pair);
      return;
    }
    for (const [at, [index]] of ends.entries()) {
      const key = nameOfId(pair.type, found[at]?.id ?? "");
      if (this.#paired[index].has(key)) {
        throw new ExpectedError(
          `same: ${JSON.stringify(ends[at]?.[1])} is paired twice. Remove one of the two entries.`,
        );
      }
      this.#paired[index].set(key, JSON.stringify(["pair", number]));
    }
  }

  #objectCalled(index: SideIndex, type: TypeName, name: string): ExistingObject | undefined {
    const ofKind = this.#sides[index].objects.filter((object) => object.type === type);
    const byId = ofKind.find(({ id }) => id === name);
    if (byId) return byId;
    const called = ofKind.filter(({ properties }) => keyProperties(type).some(([key]) => properties[key] === name));
    if (called.length > 1) {
      throw new ExpectedError(
        `same: ${called.length} objects of ${this.#sides[index].name} are called ${JSON.stringify(name)}. Use the id of one: ${called.map(({ id }) => id).join(", ")}.`,
      );
    }
    return called[0];
  }

  #idle(): readonly IdleEntry[] {
    // If only some objects or values are compared, the others may need an entry that looks unneeded. So no entry is reported as idle.
    if (this.#options.types || this.#options.only || this.#sides.some(({ isPartial }) => isPartial)) return [];
    return [
      ...this.#expected.replacements.flatMap(({ from, to }, index) =>
        this.#explaining.has(index) ? [] : [{ list: "replacements" as const, from, to }],
      ),
      ...this.#idlePairs.map((pair) => ({ list: "same" as const, ...pair })),
      ...this.#expected.mayDiffer.flatMap((entry) =>
        this.#needed.has(entry) ? [] : [{ list: "mayDiffer" as const, ...entry }],
      ),
    ];
  }

  #need(entries: readonly Permitted[]): void {
    for (const entry of entries) this.#needed.add(entry);
  }
}

/** The path of a secret that both sides have and whose values cannot be compared; empty if there is none. */
function hiddenPathOf(one: ComparedLeaf | undefined, other: ComparedLeaf | undefined): readonly string[] {
  if (!one?.secret || !other?.secret || (one.secret === "readable" && other.secret === "readable")) return [];
  return [describePath(one.path)];
}

function masked(comparison: Comparison): Comparison {
  const { sides, different, missing, toCheck, notComparable, ambiguous } = comparison;
  const object = <T extends ComparedObject>(one: T): T => {
    return { ...one, name: withoutSecrets(one.name), title: withoutSecrets(one.title) };
  };
  const change = (one: ComparedChange): ComparedChange => {
    const [was, is] = withoutSecretsOfBoth([one.was, one.is], one.path, sides);
    const { wasName, isName } = one;
    return {
      ...one,
      ...(was !== undefined && { was }),
      ...(is !== undefined && { is }),
      ...(wasName !== undefined && { wasName: withoutSecrets(wasName) }),
      ...(isName !== undefined && { isName: withoutSecrets(isName) }),
    };
  };
  const ids = (all: readonly string[]) => all.map(withoutSecrets);
  const differing = (one: DifferentObject): DifferentObject => {
    const [mine, theirs] = one.ids.map(withoutSecrets);
    return { ...object(one), ids: [mine ?? "", theirs ?? ""], changes: one.changes.map(change) };
  };
  return {
    ...comparison,
    different: different.map(differing),
    toCheck: toCheck.map(differing),
    notComparable: notComparable.map(object),
    missing: missing.map((one) => ({ ...object(one), id: withoutSecrets(one.id) })),
    ambiguous: ambiguous.map((one) => ({ ...object(one), ids: [ids(one.ids[0]), ids(one.ids[1])] })),
  };
}

/** The path of a list for the path of its elements: `scopes` for `scopes[]`. Other paths are returned unchanged. */
export function withoutBrackets(path: string): string {
  return path.replace(/\[\]$/, "");
}

/** Whether two paths are equal, or one of them leads to a part of the other's value. */
export function areRelated(one: string, other: string): boolean {
  const [short = "", long = ""] = [one, withoutBrackets(other)].toSorted((a, b) => a.length - b.length);
  return long === short || long.startsWith(`${short}.`) || long.startsWith(`${short}[`);
}

/** The elements of a list that another list lacks, each as JSON and with its position. */
function lacking(
  list: readonly Json[],
  other: readonly Json[],
): readonly { readonly key: string; readonly at: number }[] {
  const known = new Set(other.map((item) => JSON.stringify(item)));
  return list.map((item, at) => ({ key: JSON.stringify(item), at })).filter(({ key }) => !known.has(key));
}

/** The side that the file of expected differences calls `from`. */
function fromOf({ sides }: Expected, [a, b]: Both<Side>): SideIndex {
  if (!sides || (sides.from === a.name && sides.to === b.name)) return 0;
  if (sides.from === b.name && sides.to === a.name) return 1;
  throw new ExpectedError(
    `"sides" names ${sides.from} and ${sides.to}, but ${a.name} and ${b.name} are compared. Name another file with --expected, or correct "sides".`,
  );
}

/** Whether the objects of a type are domains of the tenant. */
function isDomain(type: TypeName): boolean {
  return keyProperties(type).some(([name]) => name === "domain");
}

/** Whether objects of a type are compared only as properties of other objects. */
function isPart(type: TypeName): boolean {
  const { listing, schema }: Definition = definitions[type];
  return listing === undefined && schema.singleton === undefined;
}

/** Whether a side's objects of a type could not be read at all. */
function isUnknown({ unread, objects }: Side, type: TypeName): boolean {
  return unread.has(type) && !objects.some((object) => object.type === type);
}

function rankOf(type: TypeName | undefined): number {
  return type === undefined ? typeNames.length : typeNames.indexOf(type);
}
