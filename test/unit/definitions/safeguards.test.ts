import { describe, expect, test } from "vitest";
import { rules } from "../../../provider/src/baseline/audit.ts";
import { Others, type Rule, Values, verdictOf } from "../../../provider/src/baseline/rule.ts";
import { keyProperties } from "../../../provider/src/compare/side.ts";
import type { Path } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, fieldAt, hintsAt } from "../../../provider/src/schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { argumentsOf, commentsOf, declarations } from "./comments.ts";

/* What matters for security is marked in the definition: all that a rule of the baseline reads, and all of which a doc comment warns. */

/** The properties that rules read: those of the object that they judge, and those of other objects. */
const judged = rules.flatMap((rule) => [
  ...rule.paths.map((path) => ({ rule: rule.id, type: rule.type, path })),
  ...Object.entries(rule.looksUp ?? {}).flatMap(([type, paths]) =>
    paths.map((path) => ({ rule: rule.id, type: type as TypeName, path })),
  ),
]);

/** Why a property that a rule reads needs no mark, and what proves it. */
const reasons = {
  "A comparison finds the objects of both sides by it, so it never differs, and an import always declares it.": (
    type,
    [name],
  ) => keyProperties(type).some(([key]) => key === name),
  "Only the service sets it: no program declares it, and no comparison shows it.": (type, path) =>
    fieldAt(definitions[type].schema.fields, path)?.computed === true,
  "It is an argument of the provider: a tenant has no such value.": (type, [name = ""]) =>
    Object.hasOwn(definitions[type].schema.metaArguments ?? {}, name),
  "The service derives it from the certificate, which is marked: an import and a comparison leave it out.": (
    type,
    path,
  ) => tools[type].importRules?.isDerived?.(path, null, { strategy: "samlp" }) === true,
} as const satisfies Record<string, (type: TypeName, path: Path) => boolean>;

const [isKey, isOfService, isArgument, isDerived] = Object.keys(reasons) as (keyof typeof reasons)[];

/** The properties that rules read and that are not marked, each with the reason. */
const exceptions: Readonly<Record<string, keyof typeof reasons | undefined>> = {
  "action allChangesDeployed": isOfService,
  "client readClientSecret": isArgument,
  "clientAuthentication clientId": isKey,
  "clientGrant audience": isKey,
  "clientGrant clientId": isKey,
  "connection options.expires": isDerived,
  "connectionClients connectionId": isKey,
  "customDomain domain": isKey,
  "customDomain status": isOfService,
  "organizationConnection connectionId": isKey,
  "resourceServer identifier": isKey,
  "rolePermissions resourceServerIdentifier": isKey,
  "triggerActions triggerId": isKey,
};

/** Whether a property is marked: itself, or everything inside it that a program can declare. */
function isMarked(fields: Fields, path: Path): boolean {
  if (hintsAt(fields, path, {}).safeguard !== undefined) return true;
  const field = fieldAt(fields, path);
  if (field?.kind !== "object") return false;
  const inside = Object.entries<Field>(field.fields).filter(([, { computed }]) => !computed);
  return inside.length > 0 && inside.every(([name]) => isMarked(fields, [...path, name]));
}

describe("a property that a rule of the baseline reads", () => {
  test("is marked as a safeguard, or is an exception with a reason", () => {
    const unmarked = judged.filter(({ type, path }) => !isMarked(definitions[type].schema.fields, path.split(".")));
    expect(unmarked.filter(({ type, path }) => exceptions[`${type} ${path}`] === undefined)).toEqual([]);
    const needed = new Set(unmarked.map(({ type, path }) => `${type} ${path}`));
    expect(Object.keys(exceptions).filter((one) => !needed.has(one))).toEqual([]);
  });

  test.each(Object.entries(exceptions))("%s: the reason for no safeguard is true", (place, reason) => {
    const [type = "", path = ""] = place.split(" ");
    expect(reason && reasons[reason](type as TypeName, path.split("."))).toBe(true);
  });

  test("is listed by the rule, which can read no other property", () => {
    const object = {
      type: "client",
      id: "judged",
      tenant: "",
      properties: { name: "a", jwtConfiguration: { alg: "RS256" } },
    } as const;
    const values = new Values(object, ["jwtConfiguration"]);
    expect(values.get("jwtConfiguration.alg", "text")).toBe("RS256");
    expect(() => values.find("name", "text")).toThrow("a rule reads name of applications, and does not name it");
    const [known] = rules.filter(({ type }) => type === "client");
    const judgedBy = (judge: Rule["judge"]) => () =>
      verdictOf({ ...(known as Rule), paths: [], judge }, object, new Others([object]));
    expect(judgedBy((client) => (client.has("name") ? "fails" : "passes"))).toThrow("does not name it");
    expect(judgedBy((_, others) => (others.any("role", () => true) ? "fails" : "passes"))).toThrow("roles");
    expect(judgedBy((_, others) => (others.one("client", "name", "a") ? "fails" : "passes"))).toThrow("applications");
  });
});

/* The warnings of doc comments. Their one tag is a paragraph that begins with `**Security**`. */

/** A comment that warns, or that speaks about security. */
const warning = /\*\*Security\*\*|\bsecurity\b|\battack/i;
/** Other beginnings of a paragraph that would be a warning. */
const otherTag = /\*\*(?:Danger|Warning|Caution|Lock-?out|Attention|Beware)\b|@(?:danger|warning|security)\b/i;

/** Comments that speak of security and warn of nothing. */
const harmless: readonly string[] = [
  // The security keys of users are devices.
  "MultiFactor factors.webauthnRoaming",
  "MultiFactorWebAuthn roaming",
];

describe.each(typeNames.map((name) => definitions[name]))("the comments of $type", ({ type, schema }) => {
  const fields: Fields = schema.fields;

  test("warn only of properties that are marked as safeguards", () => {
    const warned = commentsOf(argumentsOf(type)).filter(({ text }) => warning.test(text));
    const unmarked = warned
      .filter(({ path }) => !isMarkedAt(fields, path))
      .map(({ path }) => `${type} ${path.join(".")}`);
    expect(unmarked.filter((place) => !harmless.includes(place))).toEqual([]);
  });

  test("have one tag for warnings, which names properties marked as safeguards", () => {
    const comment = declarations.comment(type);
    const texts = [comment, ...commentsOf(argumentsOf(type)).map(({ text }) => text)];
    expect(texts.filter((text) => otherTag.test(text))).toEqual([]);
    for (const paragraph of comment.split(/\n\s*\n/).filter((one) => one.startsWith("**Security**"))) {
      const named = [...paragraph.matchAll(/`([\w.]+)/g)].map(([, name = ""]) => name.split("."));
      const properties = named.filter((path) => fieldAt(fields, path) !== undefined);
      expect(properties.length).toBeGreaterThan(0);
      expect(properties.filter((path) => !isMarked(fields, path))).toEqual([]);
    }
  });
});

/** Like {@link isMarked}, for a path that also leads into the elements of lists. */
function isMarkedAt(fields: Fields, path: Path): boolean {
  return path.some((_, index) => isMarked(fields, path.slice(0, index + 1)));
}

test("the search for warnings finds one about an unmarked property", () => {
  const fields = { own: { kind: "object", fields: { weak: { kind: "boolean" } } } } as const satisfies Fields;
  expect(isMarkedAt(fields, ["own", "weak"])).toBe(false);
  expect(isMarkedAt({ own: { ...fields.own, safeguard: "It matters." } }, ["own", "weak"])).toBe(true);
  expect(warning.test("**Security**: it matters.")).toBe(true);
  expect(otherTag.test("**Danger**: it matters.")).toBe(true);
});

test.each(Object.entries(definitions))(
  "%s: the value that a safeguard's sentence describes is the weaker value",
  (_, { schema }) => {
    const marked = placesIn(schema.fields).flatMap((path) => hintsAt(schema.fields, path, {}));
    for (const { safeguard = "", weaker } of marked) {
      const [, value] = /^If (true|false), (?!.*are blocked)/.exec(safeguard) ?? [];
      if (value !== undefined) expect([safeguard, weaker]).toEqual([safeguard, value === "true"]);
    }
  },
);

/** The paths of all properties, also of those in objects. */
function placesIn(fields: Fields): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => [
    [name],
    ...(field.kind === "object" ? placesIn(field.fields).map((path) => [name, ...path]) : []),
  ]);
}
