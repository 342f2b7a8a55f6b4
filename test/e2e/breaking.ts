import type { Rule } from "../../provider/src/baseline/rule.ts";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { type Case, casesOf } from "../subjects/rules/index.ts";
import { nameOf, programOf } from "../subjects/rules/programs.ts";
import type { Declared } from "./project/index.ts";
import type { Program } from "./project.ts";

/** A program whose resources break rules. */
export interface Breaking {
  readonly program: Program;
  /** The names of the resources by the rules that they break. */
  readonly broken: ReadonlyMap<string, string>;
}

interface Started extends Breaking {
  readonly program: Record<string, Declared>;
  readonly broken: Map<string, string>;
}

/**
 * Programs that break all rules that a program can break, made of the rules' own cases. A tenant has some settings once, so rules that judge the
 * same setting are in different programs.
 */
export function breakingPrograms(inForce: readonly Rule[]): readonly Breaking[] {
  const programs: Started[] = [];
  for (const rule of inForce) {
    const one = casesOf(rule).fails.find(({ isLive, isNew }) => !isLive && !isNew);
    if (!one) continue;
    // The cases of all rules have one API.
    const text = JSON.stringify(resourcesOf(rule, one)).replaceAll("orders.example.com", `${rule.id}.example.com`);
    const resources: Program = JSON.parse(text);
    const place: Started = programs.find(({ program }) => isCompatible(program, resources)) ?? {
      program: {},
      broken: new Map(),
    };
    if (!programs.includes(place)) programs.push(place);
    for (const [name, declared] of Object.entries(resources)) {
      place.program[name] = { ...declared, args: merged(place.program[name]?.args, declared.args) };
    }
    place.broken.set(rule.id, nameOf(rule.id, rule.type));
  }
  return programs;
}

function isCompatible(program: Program, resources: Program): boolean {
  return Object.entries(resources).every(([name, { args }]) => agree(program[name]?.args as Json, args as Json));
}

/** Whether two declarations say nothing different about the same property. */
function agree(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  if (!isObject(a) || !isObject(b)) return JSON.stringify(a) === JSON.stringify(b);
  return Object.keys(a).every((key) => agree(a[key], b[key]));
}

function merged(a: object | undefined, b: object | undefined): object {
  const entries = Object.entries((b ?? {}) as JsonObject).map(([key, value]) => {
    const known = (a as JsonObject | undefined)?.[key];
    return [key, isObject(known) && isObject(value) ? merged(known, value) : value];
  });
  return { ...a, ...Object.fromEntries(entries) };
}

function resourcesOf(rule: Rule, one: Case): Program {
  const resources = Object.entries(programOf(rule, one)).map(([name, { type, ...declared }]) => {
    return [name, { ...declared, kind: definitions[type].type as NonNullable<Declared["kind"]> }] as const;
  });
  return Object.fromEntries(resources);
}
