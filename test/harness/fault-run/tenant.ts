import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { type Json, type JsonObject, own, type Path, valueAt } from "../../../provider/src/schema/json.ts";
import { fieldAt } from "../../../provider/src/schema/schema.ts";
import { canonical } from "../../../provider/src/state/canonical.ts";
import { leafAt } from "../../../provider/src/state/leaves.ts";
import { subjects } from "../../subjects/index.ts";
import { fieldsOf, slots, subjectOf } from "./programs.ts";
import type { Edit } from "./scenario.ts";
import { memberPartsOf } from "./undeclared.ts";

/** A tenant whose tokens can run out. */
export interface MortalTenant extends Emulator {
  /** Lets the tenant's clock pass the end of all tokens so far. */
  expireTokens(): void;
}

/**
 * Starts a tenant with all that scenarios need.
 *
 * @param listingsBehindMs how long a listing does not show what has changed. Default: it shows everything at once
 */
export async function startTenant(listingsBehindMs = 0): Promise<MortalTenant> {
  let passed = 0;
  const lifetime = 3_600;
  const emulator = await startEmulator({
    tokenLifetime: lifetime,
    ...(listingsBehindMs > 0 && { listingsBehindMs }),
    lenientPatch: false,
    now: () => Date.now() + passed,
  });
  const expireTokens = () => {
    passed += (lifetime + 1) * 1_000;
  };
  const tenant: MortalTenant = Object.assign(emulator, { expireTokens });
  for (const subject of subjects) subject.prepare(tenant);
  return tenant;
}

/** All that nobody may touch, to be compared with later. */
export function foreignIn(tenant: Emulator): unknown {
  return subjects.map((subject) => subject.foreign(tenant));
}

/** An object of a slot as it is at the tenant, under the names that programs use. */
export interface Found {
  readonly slot: string;
  /** What people call it by, at the moment. */
  readonly key: string;
  readonly id: string;
  readonly live: JsonObject;
}

/** All objects that slots have. */
export function objectsIn(tenant: Emulator): readonly Found[] {
  return [...slots.keys()].flatMap((slot) => objectsOf(tenant, slot));
}

function objectsOf(tenant: Emulator, slot: string): readonly Found[] {
  const subject = subjectOf(slot);
  const found = (key: string) => subject.namesakes?.(tenant, key) ?? [key];
  return subject.keys(slot).flatMap((key) => found(key).flatMap((at) => objectAt(tenant, slot, at, key) ?? []));
}

/** @param at the id, or what people call it by */
function objectAt(tenant: Emulator, slot: string, at: string, key = at): Found | undefined {
  const held = subjectOf(slot).held(tenant, at);
  return held && { slot, key, ...held };
}

/**
 * What a declared resource is at the tenant, if it is there.
 *
 * @param id the one that it has in the state: by it several of one name are told apart
 */
export function objectOf(tenant: Emulator, slot: string, args: JsonObject, id?: string): Found | undefined {
  const key = subjectOf(slot).keyOf(args);
  const isNamesake = id !== undefined && subjectOf(slot).namesakes?.(tenant, key).includes(id);
  return objectAt(tenant, slot, isNamesake ? id : key, key);
}

/** Whether nothing of a program's is left of an object that is always there. */
export function isEmpty({ slot, live }: Found): boolean {
  return subjectOf(slot).isEmpty?.(live) ?? false;
}

/** A value of an object in a form in which what means the same is the same. */
export function comparable({ slot, live }: Found, path: Path): unknown {
  const field = fieldAt(fieldsOf(slot), path);
  const isWhole = field?.kind !== "document" || path.length === 1;
  const { absent, clear } = (isWhole && field) || {};
  const like = clear?.how === "like" && clear.as === "value" ? own(live, clear.property) : absent;
  // The default of a member of an object counts as none: a fresh one has no such object.
  const fresh = like ?? (clear?.how === "default" ? clear.value : undefined);
  const value = field ? leafAt(field, live, path) : valueAt(live, path);
  return unordered(value ?? fresh ?? null);
}

/** The order of strings has no meaning in anything that scenarios declare, nor has that of words. */
function unordered(value: Json): Json {
  if (typeof value === "string") return value.split(" ").toSorted().join(" ");
  if (!Array.isArray(value)) return value;
  return value.every((item) => typeof item === "string") ? value.toSorted() : value;
}

/** A value that another client set and that no version of the program ever declares. */
export interface Theirs {
  readonly id: string;
  readonly path: Path;
  readonly value: unknown;
}

/**
 * Carries out what another client does at the tenant, as far as the service allows it.
 *
 * @param isDeclared whether any version of the program has a say in a property
 * @returns what must be left alone from now on
 */
export function carryOut(
  tenant: Emulator,
  edit: Edit,
  isDeclared: (slot: string, path: Path) => boolean,
): readonly Theirs[] {
  const { slot } = edit;
  const subject = subjectOf(slot);
  const found = objectsOf(tenant, slot);
  const [first] = found;
  const [key = ""] = subject.keys(slot);
  switch (edit.what) {
    case "create":
      if (!first) subject.make?.(tenant, key);
      return [];
    case "delete":
      if (first) subject.remove(tenant, first.key);
      return [];
    case "change": {
      const changed = found.flatMap((object) => change(tenant, object, edit.values).map((path) => ({ object, path })));
      return changed.flatMap(({ object, path }) => {
        // The service answers such a value only sometimes, so its absence proves nothing.
        const isSteady = fieldAt(fieldsOf(slot), path)?.reads?.how !== "sometimes";
        const after = objectAt(tenant, slot, object.id);
        if (!after || !isSteady || isDeclared(slot, path)) return [];
        return [{ id: after.id, path, value: comparable(after, path) }];
      });
    }
  }
}

/** Sets properties of an object; answers the paths of those that the service took. */
function change(tenant: Emulator, { slot, id, live }: Found, values: JsonObject): readonly Path[] {
  const fields = fieldsOf(slot);
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    fields[name]?.kind === "set" ? toggled(own(live, name), value) : value,
  ]);
  const parts = memberPartsOf(fields, canonical(fields, Object.fromEntries(entries), undefined));
  return parts.flatMap(({ path, name, value }) => {
    try {
      subjectOf(slot).edit(tenant, id, name, value);
      return [path];
    } catch (error) {
      // The service's rules count for everybody.
      if (error instanceof Error && error.name === "ServiceError") return [];
      throw error;
    }
  });
}

/** A set in which one item is or is not. */
function toggled(before: Json | undefined, change: Json): Json {
  const [item, isIn] = change as readonly [string, boolean];
  const others = Array.isArray(before) ? before.filter((one) => one !== item) : [];
  return isIn ? [...others, item] : others;
}
