import { expect, test } from "vitest";
import { redact } from "../../../provider/src/emulator/shared/secrets.ts";
import type { Json, Path } from "../../../provider/src/schema/json.ts";
import { type Field, type Fields, wireName } from "../../../provider/src/schema/schema.ts";
import { definitions } from "../../../provider/src/types/registry.ts";

/* The log of the emulator's requests, which users' tests print, contains no secret of a type. */

/** The places of the secrets in the bodies of a type's requests. */
function secretsOf(fields: Fields, above: Path = []): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => secretsAt(field, [...above, wireName(name, field)]));
}

function secretsAt(field: Field, path: Path): readonly Path[] {
  if (field.computed) return [];
  if (field.secret) return [path];
  if (field.kind === "object") return secretsOf(field.fields, path);
  if (field.kind === "list" || field.kind === "set") return secretsAt(field.item, path);
  if (field.kind === "map") return secretsAt(field.value, [...path, "name"]);
  if (field.kind !== "document") return [];
  return (field.documented?.({ strategy: "auth0", type: "http" }).secret ?? []).map((place) => [...path, ...place]);
}

const places = Object.values(definitions).flatMap(({ type, schema }) =>
  secretsOf(schema.fields).map((path) => [type, path] as const),
);

test("the types have secrets", () => {
  expect(places.length).toBeGreaterThan(30);
});

test.each(places.map(([type, path]) => [type, path.join("."), path] as const))("%s: %s", (type, _, path) => {
  const holder = type === "NetworkAclKey" ? { alg: "hmac-sha256" } : {};
  const body = path.toReversed().reduce<Json>((value, name) => ({ ...holder, [name]: value }), "plain text");
  expect(JSON.stringify(redact(body))).not.toContain("plain text");
});
