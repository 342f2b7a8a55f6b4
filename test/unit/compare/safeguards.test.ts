import fc from "fast-check";
import { expect, test } from "vitest";
import { areRelated, type ComparedChange, compare } from "../../../provider/src/compare/compare.ts";
import type { Replacement } from "../../../provider/src/compare/expected.ts";
import { proposedPermissions, proposedReplacements } from "../../../provider/src/compare/learn.ts";
import { keyProperties, type Side } from "../../../provider/src/compare/side.ts";
import { describePath, fromPointer, type Json, type JsonObject, type Path } from "../../../provider/src/schema/json.ts";
import { type Fields, hintsAt } from "../../../provider/src/schema/schema.ts";
import { Draft, leavesOf } from "../../../provider/src/state/leaves.ts";
import { safeguards } from "../../../provider/src/types/connection/definition-options.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import type { ExistingObject } from "../../../provider/src/types/tenant-object.ts";
import { cases, few, longest } from "../../harness/scale.ts";
import { fullValue } from "../../subjects/object-properties.ts";

/* What matters for security is never accepted for good by `compare --learn`, nor hidden by a replacement: all properties of all types, at any depth. */

/** A value inside an object, and two values that it can have. */
interface Place {
  readonly path: Path;
  readonly values: readonly [Json, Json];
}

/** All values of an object, once as the first side and once as the second side has them. */
function fullOf(type: TypeName, n: 0 | 1): JsonObject {
  const keys = new Set(keyProperties(type).map(([name]) => name));
  const fields: Fields = definitions[type].schema.fields;
  const own = Object.entries(fields).flatMap(([name, field]) => {
    if (field.computed || name === "undocumented") return [];
    return [[name, keys.has(name) ? `the ${name}` : fullValue(field, name, n)] as const];
  });
  const full = Object.fromEntries(own);
  return type === "connection" ? { ...full, options: optionsOf(n) } : full;
}

/** Options of a connection: those that matter for security, and what can stand inside them. */
function optionsOf(n: 0 | 1): JsonObject {
  const draft = new Draft();
  for (const { at } of safeguards) {
    const path = fromPointer(at).map((key) => (key === "*" ? "any" : key));
    draft.put([...path, "inside", "deeply"], `login-${n === 0 ? "dev" : "prod"}.example.com`);
  }
  return draft.root;
}

/** The places in an object that matter for security. */
function placesIn(type: TypeName): readonly Place[] {
  const { fields } = definitions[type].schema;
  const keys = new Set(keyProperties(type).map(([name]) => name));
  const [one, other] = [0, 1].map((n) => leavesOf(fields, fullOf(type, n as 0 | 1)));
  const others = new Map(other?.map(({ pointer, value }) => [pointer, value]));
  return (one ?? []).flatMap(({ path, pointer, value }) => {
    const theirs = others.get(pointer);
    const isMarked = !keys.has(path[0] ?? "") && hintsAt(fields, path, fullOf(type, 0)).safeguard !== undefined;
    return isMarked && theirs !== undefined ? [{ path, values: [value, theirs] as const }] : [];
  });
}

function side(name: string, objects: readonly ExistingObject[]): Side {
  return { name, hosts: [`${name}.tenants.example.com`], objects, unread: new Map() };
}

/** Two tenants with one object of a type each, which differ in some places. */
function sidesThatDiffer(type: TypeName, places: readonly Place[]): readonly [Side, Side] {
  const [here, there] = [new Draft(fullOf(type, 0)), new Draft(fullOf(type, 0))];
  for (const { path, values } of places) {
    here.put(path, values[0]);
    there.put(path, values[1]);
  }
  return [
    side("dev", [{ type, id: type, properties: here.root }]),
    side("prod", [{ type, id: type, properties: there.root }]),
  ];
}

const marked = typeNames.flatMap((type) => {
  const places = placesIn(type);
  return places.length > 0 ? [{ type, places }] : [];
});

/** Places whose differences are not reported, with the reason. */
const silent: Readonly<Record<string, readonly string[]>> = {
  "the tests have only one value for it": [
    ...["resourceServer tokenEncryption.format", "tokenExchangeProfile type", "logStream piiConfig.algorithm"],
    ...["networkAcl rule.action", "networkAcl rule.matchAll", "rateLimitPolicy action"],
    ...["userAttributeProfile userId.oidcMapping", "connectionProfile connectionConfig", "form start.next_node"],
    ...["client defaultOrganization.flows", "client myOrganizationConfiguration.thirdPartyClientAccess.defaultValue"],
    ...["customDomain tlsPolicy", "resourceServer consentPolicy"],
    ...["okta", "waad"].map((strategy) => `connectionProfile strategyOverrides.${strategy}.connectionConfig`),
  ],
  "the service generates it, so that it differs always": ["resourceServer signingSecret"],
  "the API never returns it": [
    ...["client signedRequestObject.credentials", "client tokenVaultPrivilegedAccess.credentials"],
    ...["accessKeyId", "api_key", "clientId", "clientSecret", "connectionString", "secretAccessKey", "smtp_pass"].map(
      (name) => `emailProvider credentials.${name}`,
    ),
    ...["emailProvider credentials.tenantId", "multiFactorPush apns.p12", "multiFactorPush sns.awsSecretAccessKey"],
    ...["user password", "vaultConnection setup"],
    "connectionScimToken tokenLifetime",
    "resourceServer tokenEncryption.encryptionKey.pem",
    ...["token", "password", "headerValue"].map((name) => `eventStream webhook.authorization.${name}`),
  ],
  "its name looks secret, because the connection of the tests has no strategy": ["api_behavior", "signup_behavior"].map(
    (name) => `connection options.authentication_methods.password.${name}.inside.deeply`,
  ),
  "it is compared with the API to which it belongs": [
    "resourceServerScopes scopes.ours",
    "resourceServerScopes scopes.theirs",
  ],
  "the same value in hours is compared": ["session", "idleSession", "ephemeralSession", "idleEphemeralSession"].map(
    (name) => `tenantSettings ${name}LifetimeInMinutes`,
  ),
};

test("a difference of each property that matters for security is reported, with the reason", () => {
  const unsaid = marked.flatMap(({ type, places }) =>
    places.flatMap((place) => {
      const changes = compare(...sidesThatDiffer(type, [place]), { types: [type] }).different.flatMap(
        (one) => one.changes,
      );
      return changes.length > 0 && changes.every(({ safeguard }) => safeguard !== undefined)
        ? []
        : [`${type} ${describePath(place.path)}`];
    }),
  );
  expect(marked.flatMap(({ places }) => places).length).toBeGreaterThan(150);
  expect(unsaid.toSorted()).toEqual(Object.values(silent).flat().toSorted());
});

/** A value with another text in place of each text, and the replacements that turn the ones into the others. */
function replacedIn(value: Json): readonly [Json, readonly Replacement[]] {
  const texts = new Set<string>();
  const other = (one: Json): Json => {
    if (typeof one === "string") {
      texts.add(one);
      return `${one} other`;
    }
    if (Array.isArray(one)) return one.map(other);
    if (typeof one !== "object" || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, other(item as Json)]));
  };
  const replaced = other(value);
  return [replaced, [...texts].map((from) => ({ from, to: `${from} other` }))];
}

test("no replacement hides a difference of a property that matters for security, in either order of the sides", () => {
  const known = Object.values(silent).flat();
  let replaced = 0;
  const hidden = marked.flatMap(({ type, places }) =>
    places.flatMap(({ path, values: [value] }) => {
      const [other, replacements] = replacedIn(value);
      const at = describePath(path);
      if (replacements.length === 0 || known.includes(`${type} ${at}`)) return [];
      const [a, b] = sidesThatDiffer(type, [{ path, values: [value, other] }]);
      const expected = { sides: { from: "dev", to: "prod" }, replacements, pairs: [], mayDiffer: [] };
      return [[a, b] as const, [b, a] as const].flatMap((sides) => {
        const { different, toCheck } = compare(...sides, { types: [type], expected });
        const changesIn = (some: typeof different) => some.flatMap(({ changes }) => changes);
        const isHere = (change: ComparedChange) => areRelated(at, change.path) && change.safeguard !== undefined;
        replaced += changesIn(toCheck).filter(isHere).length;
        return changesIn([...different, ...toCheck]).some(isHere) ? [] : [`${type} ${at}`];
      });
    }),
  );
  expect(replaced).toBeGreaterThan(150);
  expect(hidden).toEqual([]);
});

test.each(marked)(
  "--learn accepts no difference of $type that matters for security",
  { timeout: longest },
  ({ type, places }) => {
    const property = fc.property(fc.subarray([...places], { minLength: 1 }), (some) => {
      const found = compare(...sidesThatDiffer(type, some), { types: [type] });
      expect(proposedPermissions(found, "2026-12-31")).toEqual([]);
      expect(proposedReplacements(found)).toEqual([]);
    });
    fc.assert(property, cases(1, few));
  },
);
