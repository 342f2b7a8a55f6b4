import type { Case, Rule } from "../../provider/src/baseline/rule.ts";
import { definitions, type TypeName } from "../../provider/src/definitions/registry.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { Declared } from "./project/index.ts";
import type { Program } from "./project.ts";

/** A program in which resources break rules, each named after the rule that it breaks. It is made of the rules' own cases. */
export function breakingProgram(inForce: readonly Rule[]): Program {
  const program: Record<string, Declared> = {};
  for (const rule of inForce) {
    const [one] = rule.cases.fails;
    // The cases of all rules have one API.
    const text = JSON.stringify(one && resourcesOf(rule, one)).replaceAll(
      "orders.example.com",
      `${rule.id}.example.com`,
    );
    Object.assign(program, JSON.parse(text));
  }
  return program;
}

function resourcesOf(rule: Rule, { properties, others = [] }: Case): Program {
  const names = new Map<string, string>([["judged", rule.id]]);
  for (const [index, { id }] of others.entries()) if (id !== undefined) names.set(id, `${rule.id}-${index}`);
  const all = [
    [rule.id, rule.type, properties] as const,
    ...others.map(({ type, properties: given }, index) => [`${rule.id}-${index}`, type, given] as const),
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
  resourceServer: (name) => ({ args: { name, identifier: `https://${name}.example.com` } }),
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
  return {
    kind: definitions[type].type as NonNullable<Declared["kind"]>,
    args: { ...args, ...given },
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
