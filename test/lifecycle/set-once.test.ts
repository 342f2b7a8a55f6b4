import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { previewKey } from "../../provider/src/schema/provider-code.ts";
import type { Field, Fields } from "../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../provider/src/types/registry.ts";
import type { MiniEngine } from "../harness/mini-engine.ts";
import { kinds } from "../subjects/kinds.ts";
import { gatherWarnings } from "./warnings.ts";
import { startWorld, type World } from "./world.ts";

/*
 * The law: a property of which each change replaces the object, and that a program may leave out, is not written when a program declares it later. If the
 * object has another value, the preview says that the run will fail, and the run sends nothing. Without that, the state would have the declared value, and
 * the run after the next refresh would replace the object.
 */

interface Case {
  readonly without: JsonObject;
  readonly equal: (made: WireObject) => JsonObject;
  readonly other: JsonObject;
}

const user = { connection: "staff", email: "tester@example.com" };
const worker = { name: "Worker", appType: "non_interactive" };
const cases: Readonly<Record<string, Case>> = {
  "user: userId": {
    without: user,
    equal: ({ user_id }) => ({ userId: String(user_id).replace("auth0|", "") }),
    other: { userId: "another" },
  },
  "client: resourceServerIdentifier": {
    without: worker,
    equal: () => ({}),
    other: { appType: "resource_server", resourceServerIdentifier: "https://orders.example.com" },
  },
  "client: thirdPartySecurityMode": {
    without: { name: "Partner", isFirstParty: false },
    equal: ({ third_party_security_mode }) => ({ thirdPartySecurityMode: third_party_security_mode as string }),
    other: { thirdPartySecurityMode: "permissive" },
  },
  "client: jwtConfiguration.secretEncoded": {
    without: worker,
    equal: ({ jwt_configuration }) => ({
      jwtConfiguration: { secretEncoded: (jwt_configuration as WireObject).secret_encoded as boolean },
    }),
    other: { jwtConfiguration: { secretEncoded: true } },
  },
};

/** The properties that are set once, that a program may leave out, and that the API returns. */
function setOnceIn(fields: Fields, path: readonly string[] = []): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]: readonly [string, Field]): readonly string[] => {
    const at = [...path, name];
    const inside = field.kind === "object" && !field.required ? setOnceIn(field.fields, at) : [];
    const isIt = field.forceNewIfDeclared && !field.required && field.reads === undefined;
    return isIt ? [at.join("."), ...inside] : inside;
  });
}

const warnings = gatherWarnings();
let world: World;
beforeEach(() => void vi.spyOn(console, "info").mockImplementation(() => undefined));
afterEach(() => world.close());

test("each type with a property that can be set only once has a case", async () => {
  world = await startWorld();
  const all = Object.entries(definitions).flatMap(([type, { schema }]) =>
    setOnceIn(schema.fields).map((path) => `${type}: ${path}`),
  );
  expect(Object.keys(cases).toSorted()).toEqual(all.toSorted());
});

describe.each(Object.entries(cases))("%s", (title, { without, equal, other }) => {
  const name = title.split(":")[0] as TypeName;
  const writes = () => world.calls().filter((call) => !call.startsWith("GET"));
  const made = () => {
    const all = name === "user" ? world.tenant.users.list() : world.tenant.clients.list();
    return all.find((one) => one.email === user.email || one.name === without.name) ?? {};
  };
  beforeEach(async () => {
    world = await startWorld({}, kinds[name]);
    world.tenant.resourceServers.create({ identifier: "https://orders.example.com" });
    expect(await failureOf(without)).toBe("");
    world.tenant.clearRequests();
  });
  const failureOf = async (args: JsonObject, engine: MiniEngine = world.engine) =>
    (await engine.up({ it: args })).flatMap(({ failure }) => failure?.message ?? []).join();

  test("the object's own value sends nothing", async () => {
    expect(await failureOf({ ...without, ...equal(made()) })).toBe("");
    expect(writes()).toEqual([]);
  });

  test("another value is refused by preview and run", async () => {
    const args = { ...without, ...other };
    await world.engine.preview({ it: { ...args, [previewKey]: true } });
    expect(warnings.join()).toMatch(/`pulumi up` will fail: .* can only be set when the .* is created/);
    expect(await failureOf(args)).toMatch(/can only be set when the .* is created/);
    expect(writes()).toEqual([]);
    expect(await world.engine.refresh()).toEqual([{ name: "it", op: "same" }]);
  });
});
