import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type JsonObject, type Path, toPointer, unknownValue } from "../../../provider/src/schema/json.ts";
import { classOf } from "../../../provider/src/schema/provider-code.ts";
import { type Fields, hintsAt } from "../../../provider/src/schema/schema.ts";
import { referencesOf } from "../../../provider/src/state/references.ts";
import { outsideTypes } from "../../../provider/src/types/outside.ts";
import { classesReferringTo, definitions, isTypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { subjects } from "../../subjects/index.ts";
import { fieldOf, places } from "../../subjects/references.ts";

/** An action for one trigger that is not deployed. */
const bindable = { supportedTriggers: [{ id: "post-login", version: "v3" }], deploy: false };

/** The last words of names of properties that are, by their name, about another object; plural or not. */
const aboutAnother = new Set([
  "id",
  "identifier",
  "kid",
  "client",
  "connection",
  "organization",
  "role",
  "member",
  "user",
  "action",
  "audience",
  "permission",
]);

const lastWordOf = (name: string) => (name.match(/[A-Z]?[a-z\d]+/g)?.at(-1) ?? name).toLowerCase().replace(/s$/, "");

/** What has such a name, and refers to no object that a program could have. */
const exceptions = subjects.flatMap(({ name, noReferences = {} }) =>
  Object.keys(noReferences).map((at) => `${name} ${at}`),
);

/** The paths of a table, those in elements of lists included. */
function pathsIn(fields: Fields, above: Path = []): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const item = field.kind === "list" ? field.item : undefined;
    if (item?.kind === "object") return [path, ...pathsIn(item.fields, [...path, "0"])];
    return field.kind === "object" ? [path, ...pathsIn(field.fields, path)] : [path];
  });
}

const all = typeNames.flatMap((kind) => {
  const { fields } = definitions[kind].schema;
  return pathsIn(fields).map((path) => {
    const { idOf, refersTo } = hintsAt(fields, path, {});
    return { at: `${kind} ${toPointer(path)}`, name: path.at(-1) ?? "", idOf, refersTo };
  });
});

describe("every id that a program needs comes from the program:", () => {
  test("a property about another object names its type, or is an exception with a reason", () => {
    const silent = all.filter(({ name, idOf, refersTo }) => aboutAnother.has(lastWordOf(name)) && !idOf && !refersTo);
    expect(silent.map(({ at }) => at).toSorted()).toEqual(exceptions.toSorted());
  });

  test("the named type exists or is listed as outside, and the named property identifies its objects", () => {
    const outside = all.filter(({ idOf }) => idOf !== undefined && !Object.hasOwn(definitions, idOf));
    expect(new Set(outside.map(({ idOf }) => idOf))).toEqual(new Set(outsideTypes.keys()));
    for (const { at, refersTo } of all.filter(({ refersTo }) => refersTo !== undefined)) {
      const { type = "", property = "" } = refersTo ?? {};
      const target = Object.entries(definitions).find(([name]) => name === type)?.[1];
      expect(target?.uniqueBy, at).toContain(property);
    }
  });

  const samples = subjects.flatMap(({ name, bench, slots: [slot = ""], programs }) =>
    [...bench, ...fc.sample(programs(slot), 3).flatMap((some) => fc.sample(some, 10))].map(
      (args) => [name, args] as const,
    ),
  );

  test("the classes that refer to an object by its id are known, at any depth of their values", () => {
    const missing = samples.flatMap(([name, args]) =>
      referencesOf(definitions[name].schema.fields, args).flatMap(({ type, property, path }) =>
        property !== "id" || !isTypeName(type) || classesReferringTo(definitions[type].schema).includes(classOf(name))
          ? []
          : [`${name} ${toPointer(path)} → ${type}`],
      ),
    );
    expect([...new Set(missing)]).toEqual([]);
  });

  test("types come after the types that they refer to, so that imports can declare objects in that order", () => {
    for (const { at, idOf, refersTo } of all) {
      const [of = "", to] = [at.split(" ")[0], idOf ?? refersTo?.type];
      const [here, there] = [of, to].map((kind) => (typeNames as readonly string[]).indexOf(String(kind)));
      // Of one kind, they are put in order one by one.
      if (to !== of) expect(there, at).toBeLessThan(Number(here));
    }
  });
});

test("a rule about refused targets of a reference names their class", () => {
  const ruled = places.filter((place) => fieldOf(place)?.refusedTargets !== undefined);
  expect(ruled.length).toBeGreaterThan(4);
  expect(ruled.filter((place) => fieldOf(place)?.refusedTargets?.type !== classOf(place.target.name))).toEqual([]);
});

test.each<[string, JsonObject, boolean, JsonObject, RegExp | undefined]>([
  ["connectionScim.connectionId", { strategy: "auth0" }, true, {}, /the strategy "auth0".*samlp, oidc, okta, waad$/],
  ["connectionScim.connectionId", { strategy: "okta" }, true, {}, undefined],
  ["connectionDirectory.connectionId", { strategy: "okta" }, false, {}, /only connections of google-apps$/],
  ["organizationConnection.connectionId", { strategy: "okta" }, true, { isSignupEnabled: true }, /only for databases$/],
  ["organizationConnection.connectionId", { strategy: "okta" }, true, { isSignupEnabled: false }, undefined],
  ["organizationConnection.connectionId", { strategy: "auth0" }, true, { isSignupEnabled: true }, undefined],
  ["clientAuthentication.clientId", { jwtConfiguration: { alg: "HS256" } }, false, {}, /jwtConfiguration\.alg "HS256"/],
  ["clientAuthentication.clientId", { jwtConfiguration: { alg: "PS256" } }, false, {}, undefined],
  ["triggerActions.actions.#.actionId", bindable, true, { triggerId: "send-phone-message" }, /does not support/],
  ["triggerActions.actions.#.actionId", bindable, true, { triggerId: "post-login" }, /was deployed$/],
  ["triggerActions.actions.#.actionId", bindable, false, { triggerId: "post-login" }, undefined],
  ["triggerActions.actions.#.actionId", bindable, false, { triggerId: unknownValue }, undefined],
  ["defaultCustomDomain.domain", {}, true, {}, /only a verified domain/],
  ["defaultCustomDomain.domain", {}, false, {}, undefined],
])("%s refers to %j, which is new: %s, from %j", (at, target, isNew, root, says) => {
  const place = places.find(({ source, path }) => `${source.name}.${path.join(".")}` === at);
  const why = place && fieldOf(place)?.refusedTargets?.why(target, isNew, root);
  expect(why ?? "").toMatch(says ?? /^$/);
});
