import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { Seed } from "../../../provider/src/emulator/index.ts";
import { isObject, type Json, type JsonObject, own } from "../../../provider/src/schema/json.ts";
import { closeAll, setup } from "./client.ts";

/*
 * The emulator returns every object of the service unchanged if a seed contains it. `answered.jsonl` has the properties of recorded responses by
 * type, each with values that the service returns: those of enumerations, defaults, bounds, and values that only responses have. A `#` stands for
 * the number of the object.
 */

interface Answered {
  readonly object: string;
  /** The path of a setting, or the key of a collection in seeds. */
  readonly setting?: string;
  readonly collection?: keyof Seed;
  /** The property of the setting that contains the object. */
  readonly under?: string;
  /** The property that contains the id. */
  readonly id?: string;
  /** The route that returns the object, or the objects. */
  readonly get: string;
  /** The object with only the properties that all tenants return. Absent if there is no such object. */
  readonly base?: JsonObject;
  /** The values of each property. The empty name stands for the whole object. */
  readonly values: Readonly<Record<string, readonly Json[]>>;
}

const lines = readFileSync(new URL("answered.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n");
const answered = lines.map((line) => JSON.parse(line) as Answered);

afterAll(closeAll);

/** The object with one property or another value. */
function variants({ base, values }: Answered): readonly Json[] {
  const others = Object.entries(values).flatMap(([name, all]) =>
    all.map((value) => (name === "" ? value : { ...base, [name]: value })),
  );
  return base === undefined ? others : [base, ...others];
}

function numbered(value: Json, number: number): Json {
  if (value === "#") return number;
  if (typeof value === "string") return value.replaceAll("#", String(number).padStart(3, "0"));
  if (Array.isArray(value)) return value.map((one) => numbered(one, number));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, numbered(one, number)]));
}

describe("settings that the service returned are returned unchanged", () => {
  test.each(answered.filter(({ setting }) => setting !== undefined))("$object", async (one) => {
    for (const object of variants(one)) {
      const values = one.under === undefined ? (object as JsonObject) : { [one.under]: object };
      const { call, emulator } = await setup({ seed: { settings: [{ id: one.setting, ...values }] } });
      expect((await call("GET", one.get)).body, JSON.stringify(object)).toEqual(object);
      await emulator.close();
    }
  });
});

/** The objects to which those of a collection refer. */
const others: Seed = {
  organizations: [{ id: "org_0000000000000001", name: "example" }],
};

describe("an object that the service returned is returned unchanged", () => {
  test.each(answered.filter(({ collection }) => collection !== undefined))("$object", async (one) => {
    const objects = variants(one).map((object, number) => numbered(object, number + 1) as JsonObject);
    const links = one.collection === "organizationConnections";
    for (let first = 0; first < objects.length; first += links ? 10 : objects.length) {
      const some = links ? objects.slice(first, first + 10) : objects;
      const connections = some.flatMap(({ connection_id: id, connection }) =>
        links ? [{ id, ...(connection as JsonObject), options: { client_id: "c" } }] : [],
      );
      const seeded = links ? some.map((object) => ({ ...object, organization_id: "org_0000000000000001" })) : some;
      const { call, emulator } = await setup({ seed: { ...others, connections, [String(one.collection)]: seeded } });
      for (const object of some) {
        const path = `${one.get}/${encodeURIComponent(String(own(object, one.id ?? "id")))}`;
        expect((await call("GET", path)).body, JSON.stringify(object)).toEqual(object);
      }
      await emulator.close();
    }
  });
});
