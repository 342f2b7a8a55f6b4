import { expect, test } from "vitest";
import { type ImportedResource, programOf } from "../../../provider/src/importer/index.ts";
import type { JsonObject } from "../../../provider/src/model/json.ts";
import { typeToken } from "../../../provider/src/model/type-token.ts";

function api(id: string, args: JsonObject): ImportedResource {
  return {
    item: { kind: "resourceServer", id, live: {}, label: id, names: [String(args.identifier)] },
    type: typeToken("ResourceServer"),
    ...{ args, secrets: [], notes: [], inputs: {}, outputs: {}, isProtected: false },
  };
}

const textOf = (...resources: readonly ImportedResource[]) => {
  const layout = { main: "index", isEntry: true, ending: ".ts" } as const;
  const { files } = programOf(resources, layout, { names: [], keys: [], chosen: new Map() });
  return files.map(({ text }) => text).join("\n");
};

test("a resource comes after those to whose ids it refers", () => {
  const text = textOf(
    api("api_000000000001", { identifier: "users", name: "api_000000000002" }),
    api("api_000000000002", { identifier: "used" }),
  );
  expect(text.match(/const \w+|name: .*/g)).toEqual(["const used", "const users", "name: used.id,"]);
});

test("of resources that name each other, and of one that names itself, an id stays a text", () => {
  const text = textOf(
    api("api_000000000001", { identifier: "first", name: "api_000000000002" }),
    api("api_000000000002", { identifier: "second", name: "api_000000000001" }),
    api("api_000000000003", { identifier: "third", name: "api_000000000003" }),
  );
  expect(text.match(/const \w+|name: .*/g)).toEqual([
    ...["const second", 'name: "api_000000000001",'],
    ...["const first", "name: second.id,"],
    ...["const third", 'name: "api_000000000003",'],
  ]);
});
