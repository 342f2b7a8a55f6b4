import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import { isObject, type JsonObject } from "../../provider/src/schema/json.ts";
import type { Fields } from "../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import { pairs } from "../harness/keys.ts";
import { kinds } from "../subjects/kinds.ts";
import { startWorld, type World } from "./world.ts";

/*
 * The law: of an element that no response contains, a run that changes a member reports no success without the change. A key that stays in force under the
 * declared id of its successor would otherwise be in nobody's sight: the API returns neither.
 */

const [one, two] = pairs(2).map(({ pem }) => pem) as [string, string];
const named = { pem: one, name: "First", algorithm: "RS256" };
/** With an id of its own, and with the one that follows from the key. */
const elements: readonly JsonObject[] = [{ ...named, kid: "key-of-the-worker" }, named];

/** The programs with a list of elements, and the elements that the tenant then has in force. */
interface Case {
  readonly type: TypeName;
  readonly declared: (element: JsonObject, tenant: World["tenant"]) => JsonObject;
  readonly held: (client: WireObject) => unknown;
}

const credentialsIn = (holder: unknown) => (isObject(holder as JsonObject) ? (holder as WireObject).credentials : []);
const keyOf = (element: JsonObject) => ({ ...element, credentialType: "public_key" });
const cases: Readonly<Record<string, Case>> = {
  "client: signedRequestObject.credentials": {
    type: "client",
    declared: (element) => ({ name: "Worker", signedRequestObject: { credentials: [keyOf(element)] } }),
    held: ({ signed_request_object }) => credentialsIn(signed_request_object),
  },
  "client: tokenVaultPrivilegedAccess.credentials": {
    type: "client",
    declared: (element) => ({ name: "Worker", tokenVaultPrivilegedAccess: { credentials: [keyOf(element)] } }),
    held: ({ token_vault_privileged_access }) => credentialsIn(token_vault_privileged_access),
  },
};

/** The lists of objects that no response contains. */
function hiddenListsIn(fields: Fields, path: readonly string[] = []): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]): readonly string[] => {
    if (field.kind === "object") return hiddenListsIn(field.fields, [...path, name]);
    const isIt = field.kind === "list" && field.item.kind === "object" && field.reads?.how === "never";
    return isIt ? [[...path, name].join(".")] : [];
  });
}

const changes: Readonly<Record<string, JsonObject>> = {
  "another key under the same id": { pem: two },
  "another id of the same key": { kid: "another-key-id" },
  "another name": { name: "Second" },
  "another algorithm": { algorithm: "PS256" },
  "another key": { pem: two, kid: "another-key-id" },
};

let world: World;
beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

test("each list of objects that no response contains has a case", async () => {
  world = await startWorld();
  const all = Object.entries(definitions).flatMap(([type, { schema }]) =>
    hiddenListsIn(schema.fields).map((path) => `${type}: ${path}`),
  );
  expect(Object.keys(cases).toSorted()).toEqual(all.toSorted());
});

const tried = Object.entries(cases).flatMap(([title, one]) =>
  elements.map((element) => [title, Object.keys(element).join(", "), one, element] as const),
);

describe.each(tried)("%s with %s", (_, __, { type, declared, held }, element) => {
  const stored = () =>
    (world.tenant.export("clients").clients as readonly WireObject[]).find((each) => each.name === "Worker") ?? {};
  const shown = ({ kid, ...others }: WireObject) => (element.kid === undefined ? others : { ...others, kid });
  /** The elements in force, with what no response contains. */
  const inForce = () => {
    const client = stored();
    const all = (client.credentials ?? held(client)) as readonly WireObject[];
    return all.map(({ pem, kid, name, alg }) => shown({ pem, kid, name, algorithm: alg }));
  };
  const failureOf = async (args: JsonObject) =>
    (await world.engine.up({ it: args })).flatMap(({ failure }) => failure?.message ?? []).join();
  beforeEach(async () => {
    world = await startWorld({}, kinds[type]);
    expect(await failureOf(declared(element, world.tenant))).toBe("");
    expect(inForce()).toEqual([element]);
  });

  test.each(Object.entries(changes))("%s is applied, or refused", async (_title, change) => {
    const failure = await failureOf(declared({ ...element, ...change }, world.tenant));
    expect(inForce()).toEqual([failure === "" ? shown({ ...element, ...change }) : element]);
  });

  test.each(Object.entries(changes))(
    "%s after the state was lost is applied, refused, or named",
    async (_title, change) => {
      world.engine.state.clear();
      const said = vi.mocked(console.warn);
      const failure = await failureOf({ ...declared({ ...element, ...change }, world.tenant), adopt: true });
      if (failure !== "") expect(inForce()).toEqual([element]);
      else if (!said.mock.calls.flat().join().includes("has a key with the kid"))
        expect(inForce()).toEqual([shown({ ...element, ...change })]);
    },
  );
});
