import type { Rule } from "../../provider/src/baseline/rule.ts";
import { isObject, type Json, type JsonObject } from "../../provider/src/schema/json.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { withNeeded } from "../subjects/needed-options.ts";
import { type Case, casesOf } from "../subjects/rules/index.ts";
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
    const one = casesOf(rule).fails.find(({ isLive }) => !isLive);
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

/** The name of a resource. A program declares the settings that a tenant has once in one resource. */
function nameOf(name: string, type: TypeName): string {
  const { listing, uniqueBy } = definitions[type];
  return listing === undefined && uniqueBy.length === 0 ? `the-${type}` : name;
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

function resourcesOf(rule: Rule, { properties, others = [] }: Case): Program {
  const names = new Map<string, string>([["judged", rule.id]]);
  for (const [index, { id }] of others.entries()) if (id !== undefined) names.set(id, `${rule.id}-${index}`);
  const all = [
    [nameOf(rule.id, rule.type), rule.type, properties] as const,
    ...others.map(({ type, properties: given }, index) => [nameOf(`${rule.id}-${index}`, type), type, given] as const),
  ];
  // A resource stands after those to which it refers.
  const sorted = all.toSorted((a, b) => Number(refersTo(a[2], names, b[0])) - Number(refersTo(b[2], names, a[0])));
  const declarations = sorted.map(([name, type, given]) => [name, declared(name, type, given, names)] as const);
  const known = new Set(all.map(([name]) => name));
  const targets = declarations.flatMap(([, { idsOf = {} }]) => Object.values(idsOf)).filter((name) => !known.has(name));
  return { ...Object.fromEntries(targets.map((name) => [name, target(name)])), ...Object.fromEntries(declarations) };
}

/** What a resource needs besides the values of a case. References lead to resources of their own. */
const needed: Partial<
  Record<TypeName, (name: string, given: JsonObject) => { args?: JsonObject; idsOf?: Readonly<Record<string, string>> }>
> = {
  client: (name) => ({ args: { name } }),
  clientAuthentication: (name) => ({ idsOf: { clientId: `${name}-client` } }),
  logStream: (name) => ({ args: { name } }),
  customDomain: (name) => ({ args: { domain: `${name}.example.com` } }),
  // An identifier of a case can be that of the management API, whose name is the service's.
  resourceServer: (name, { identifier = `https://${name}.example.com` }) => ({
    args: { identifier, ...(String(identifier).endsWith("/api/v2/") ? {} : { name }) },
  }),
  connection: (name) => ({ args: { name, strategy: "oidc" } }),
  organization: (name) => ({ args: { name } }),
  organizationConnection: (name) => ({
    idsOf: { organizationId: `${name}-organization`, connectionId: `${name}-connection` },
  }),
  action: (name) => ({
    args: {
      name,
      code: "exports.onExecutePostLogin = async () => {};",
      supportedTriggers: [{ id: "post-login", version: "v3" }],
    },
  }),
  clientGrant: (name, { defaultFor, allowAllScopes }) => ({
    args: { audience: `https://${name}.example.com`, ...(allowAllScopes !== true && { scope: [] }) },
    ...(defaultFor === undefined && { idsOf: { clientId: `${name}-client` } }),
  }),
  rolePermissions: (name) => ({
    args: { resourceServerIdentifier: "https://base.example.com", permissions: [] },
    idsOf: { roleId: `${name}-role` },
  }),
};

/** A resource to which another one refers, of the type with which its name ends. */
function target(name: string): Declared {
  const type = name.slice(name.lastIndexOf("-") + 1) as "client" | "organization" | "connection" | "role";
  return {
    kind: definitions[type].type as NonNullable<Declared["kind"]>,
    args: { name, ...(type === "connection" && { strategy: "auth0" }) },
  };
}

function declared(name: string, type: TypeName, given: JsonObject, names: ReadonlyMap<string, string>): Declared {
  const { args = {}, idsOf = {} } = needed[type]?.(name, given) ?? {};
  const own = Object.fromEntries(Object.entries(idsOf).filter(([key]) => given[key] === undefined));
  const all: JsonObject = { ...args, ...given };
  const options = isObject(all.options) ? all.options : {};
  const complete = type === "connection" ? { options: withNeeded(String(all.strategy), options) } : {};
  return {
    kind: definitions[type].type as NonNullable<Declared["kind"]>,
    args: { ...all, ...complete },
    idsOf: { ...own, ...idsIn(given, names) },
  };
}

function refersTo(given: JsonObject, names: ReadonlyMap<string, string>, other: string): boolean {
  return Object.values(idsIn(given, names)).includes(other);
}

function idsIn(value: Json, names: ReadonlyMap<string, string>, path: readonly string[] = []): Record<string, string> {
  if (typeof value === "string") {
    const name = names.get(value);
    return name === undefined ? {} : { [path.join("/")]: name };
  }
  if (typeof value !== "object" || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, item]) => idsIn(item as Json, names, [...path, key])));
}
