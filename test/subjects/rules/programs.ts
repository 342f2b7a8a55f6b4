import type { Rule } from "../../../provider/src/baseline/rule.ts";
import { referencesIn } from "../../../provider/src/graph/graph.ts";
import { isObject, type Json, type JsonObject } from "../../../provider/src/schema/json.ts";
import { definitions, isTypeName, type TypeName } from "../../../provider/src/types/registry.ts";
import { byName } from "../index.ts";
import { withNeeded } from "../needed-options.ts";
import type { Case } from "./cases.ts";

/** A resource of a program that is made of a case. */
export interface CaseResource {
  readonly type: TypeName;
  readonly args: JsonObject;
  /** The arguments that are ids of other resources, by JSON pointers without the first slash: `actions/0/actionId`. */
  readonly idsOf: Readonly<Record<string, string>>;
}

/** The resources of a program by their names. A resource stands after those to which it refers. */
export type CaseProgram = Readonly<Record<string, CaseResource>>;

/** The name of a resource. A program declares the settings that a tenant has once in one resource. */
export function nameOf(name: string, type: TypeName): string {
  const { listing, uniqueBy } = definitions[type];
  return listing === undefined && uniqueBy.length === 0 ? `the-${type}` : name;
}

/** The program of a case: the judged object, the other objects, and those to which they refer. */
export function programOf(rule: Rule, { properties, others = [] }: Case): CaseProgram {
  const judged = nameOf(rule.id, rule.type);
  const all = others.map(({ type, id, properties: given }, index) => {
    return { name: nameOf(`${rule.id}-${index}-${type}`, type), type, id, given };
  });
  const objects = [{ name: judged, type: rule.type, id: "judged", given: properties }, ...all];
  const names = new Map(objects.flatMap(({ id, name }) => (id === undefined ? [] : [[id, name] as const])));
  const targets = new Map<string, TypeName>();
  for (const { type, given } of objects) {
    for (const { type: to, property, value } of referencesIn(type, given)) {
      if (property !== "id" || value === undefined || names.has(value) || !isTypeName(to)) continue;
      names.set(value, `${rule.id}-${to}`);
      targets.set(`${rule.id}-${to}`, to);
    }
  }
  const program = new Map(objects.map(({ name, type, given }) => [name, declared(name, type, given, names)]));
  for (const { idsOf } of program.values()) {
    for (const name of Object.values(idsOf)) {
      if (!program.has(name)) targets.set(name, name.slice(name.lastIndexOf("-") + 1) as TypeName);
    }
  }
  for (const [name, type] of targets) program.set(name, declared(name, type, {}, names));
  addApis(rule, program);
  return inOrder(program);
}

/** Adds the APIs to which resources of a program refer, and the scopes that roles get. */
function addApis(rule: Rule, program: Map<string, CaseResource>): void {
  const byIdentifier = new Map(
    [...program].flatMap(([name, { type, args }]) => (type === "resourceServer" ? [[args.identifier, name]] : [])),
  );
  for (const [index, { type, args }] of [...program.values()].entries()) {
    for (const { type: to, property, value } of referencesIn(type, args)) {
      if (to !== "resourceServer" || property !== "identifier" || value?.endsWith("/api/v2/")) continue;
      const name = byIdentifier.get(value as Json) ?? `${rule.id}-${index}-api`;
      byIdentifier.set(value as Json, name);
      const api = program.get(String(name)) ?? {
        type: "resourceServer",
        args: { identifier: value as Json, name },
        idsOf: {},
      };
      const granted = type === "rolePermissions" ? (args.permissions as readonly string[]) : [];
      const scopes = Object.fromEntries(granted.map((scope) => [scope, scope]));
      program.set(String(name), { ...api, args: { ...(granted.length > 0 && { scopes }), ...api.args } });
    }
  }
}

/** A program in which each resource stands after those to which it refers. */
function inOrder(program: ReadonlyMap<string, CaseResource>): CaseProgram {
  const ordered = new Map<string, CaseResource>();
  const add = (name: string) => {
    const resource = program.get(name);
    if (!resource || ordered.has(name)) return;
    for (const to of Object.values(resource.idsOf)) add(to);
    // A reference by another value than the id.
    for (const { property, value } of referencesIn(resource.type, resource.args)) {
      for (const [to, { args }] of program) if (property !== "id" && to !== name && args[property] === value) add(to);
    }
    ordered.set(name, resource);
  };
  for (const name of program.keys()) add(name);
  return Object.fromEntries(ordered);
}

function declared(name: string, type: TypeName, given: JsonObject, names: ReadonlyMap<string, string>): CaseResource {
  const { args = {}, idsOf = {} } = byName[type].inCases?.(name, given) ?? {};
  const own = Object.fromEntries(Object.entries(idsOf).filter(([key]) => given[key] === undefined));
  const all: JsonObject = { ...args, ...given };
  const options = isObject(all.options) ? all.options : {};
  const complete = type === "connection" ? { options: withNeeded(String(all.strategy), options) } : {};
  return { type, args: { ...all, ...complete }, idsOf: { ...own, ...idsIn(given, names) } };
}

function idsIn(value: Json, names: ReadonlyMap<string, string>, path: readonly string[] = []): Record<string, string> {
  if (typeof value === "string") {
    const name = names.get(value);
    return name === undefined ? {} : { [path.join("/")]: name };
  }
  if (typeof value !== "object" || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, item]) => idsIn(item as Json, names, [...path, key])));
}
