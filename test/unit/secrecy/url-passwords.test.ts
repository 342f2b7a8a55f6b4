import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../provider/src/schema/json.ts";
import type { Field } from "../../../provider/src/schema/schema.ts";
import { rowFrom, shownFields } from "../../../provider/src/sdk/rows.ts";
import { inPlain, wrapSecrets } from "../../../provider/src/state/secrets.ts";
import { toWire } from "../../../provider/src/state/wire.ts";
import { definitions, typeNames } from "../../../provider/src/types/registry.ts";
import { randomSecret } from "../helpers/fake-service.ts";

/** A password in a URL is in clear neither in the state nor in a look-up, whichever property has the URL. */
const password = randomSecret();
const url = [`https://user:${password}`, "registry.example.com/"].join("@");

/** A value of a property with the URL as each text of it; undefined for one that has no texts. */
function withUrl(field: Field): Json | undefined {
  if (field.kind === "string") return url;
  if (field.kind === "list" || field.kind === "set") {
    const item = withUrl(field.item);
    return item === undefined ? undefined : [item];
  }
  if (field.kind !== "object") return undefined;
  const members = Object.entries(field.fields).flatMap(([name, member]) => {
    const value = withUrl(member);
    return value === undefined ? [] : [[name, value] as const];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

test.each(typeNames)("%s: no text keeps the password of a URL in clear", (type) => {
  const { fields } = definitions[type].schema as { fields: Readonly<Record<string, Field>> };
  for (const [name, field] of Object.entries(fields)) {
    const value = withUrl(field);
    if (value === undefined) continue;
    const wrapped = wrapSecrets(fields, { [name]: value });
    expect(inPlain(wrapped)).toEqual({ [name]: value });
    const signed = JSON.stringify(wrapped, (_, item: Json) =>
      typeof item === "object" &&
      item !== null &&
      !Array.isArray(item) &&
      Object.keys(item).length === 2 &&
      "value" in item
        ? "[secret]"
        : item,
    );
    expect(signed, name).not.toContain(password);
  }
});

test("a look-up of an action leaves out the password of a registry", () => {
  const { fields } = definitions.action.schema;
  const dependencies = [{ name: "left", version: "1.0.0", registryUrl: url }];
  const item = { id: "a", ...toWire(fields, { name: "Enrich", dependencies } as JsonObject) };
  const row = rowFrom({ fields: shownFields(fields) }, item);
  expect(row).toMatchObject({ name: "Enrich", dependencies: [{ name: "left", version: "1.0.0" }] });
  expect(JSON.stringify(row)).not.toContain(password);
});
