import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { WireObject } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
const begin = async (options: Parameters<typeof startWorld>[0] = {}) => {
  world = await startWorld(options, resourceTypes.user);
};
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
  vi.spyOn(console, "info").mockImplementation(() => undefined);
  await begin();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await world.close();
});

const tester: JsonObject = { connection: "staff", email: "tester@example.com" };
const up = async (...args: readonly JsonObject[]) => {
  const steps = await world.engine.up(Object.fromEntries(args.map((one, n) => [`user-${n}`, one])));
  return steps.flatMap(({ failure }) => failure?.message ?? []).join("\n");
};
const stored = () => world.tenant.users.list()[0] ?? {};
const id = () => String(stored().user_id);
const bodies = (method: string) =>
  world.tenant.requests
    .filter((one) => one.method === method && one.path.startsWith("/api/v2/users"))
    .map((one) => one.body as WireObject);
const passwordOf = () => (world.tenant.export("users").users as readonly WireObject[])[0]?.password;

describe("the metadata of a user", () => {
  const theirs = { theme: "dark", settings: { size: 3, colour: "red" } };
  const ours = { plan: "free", settings: { colour: "blue" } };

  test.each(["userMetadata", "appMetadata"])(
    "keeps other clients' keys and members at each change: %s",
    async (name) => {
      const wire = name === "userMetadata" ? "user_metadata" : "app_metadata";
      const metadata = () => stored()[wire];
      expect(await up({ ...tester, [name]: ours })).toBe("");
      world.tenant.users.update(id(), { [wire]: { theme: "dark", settings: { ...ours.settings, size: 3 } } });
      expect(await up({ ...tester, [name]: { plan: "paid", settings: { colour: "green" } } })).toBe("");
      expect(metadata()).toEqual({ plan: "paid", theme: "dark", settings: { size: 3, colour: "green" } });
      expect(await up({ ...tester, [name]: { settings: { colour: "green" } } })).toBe("");
      expect(metadata()).toEqual({ theme: "dark", settings: { size: 3, colour: "green" } });
      expect(bodies("PATCH").at(-1)).toEqual({ [wire]: { plan: null } });
      expect(await up({ ...tester, [name]: {} })).toBe("");
      expect(metadata()).toEqual({ theme: "dark", settings: { size: 3 } });
      expect(await up(tester)).toBe("");
      expect(metadata()).toEqual({ theme: "dark", settings: { size: 3 } });
      for (const body of bodies("PATCH")) expect(body[wire]).not.toEqual({});
    },
  );

  test("loses a removed key that has only declared members", async () => {
    expect(await up({ ...tester, appMetadata: ours })).toBe("");
    expect(await up({ ...tester, appMetadata: { plan: "free" } })).toBe("");
    expect(stored().app_metadata).toEqual({ plan: "free" });
  });

  test("is changed by an adoption only in its declared keys", async () => {
    world.tenant.users.create({ connection: "staff", email: "tester@example.com", app_metadata: theirs });
    expect(await up({ ...tester, appMetadata: ours })).toMatch(/exists already/);
    expect(await up({ ...tester, appMetadata: ours, adopt: true })).toBe("");
    expect(stored().app_metadata).toEqual({ theme: "dark", plan: "free", settings: { size: 3, colour: "blue" } });
  });
});

describe("an update of a user", () => {
  const before = { ...tester, name: "One", phoneNumber: "+12025550101", username: "tester", password: "Pa55word-1" };
  const after = {
    ...{ connection: "staff", email: "new@example.com", emailVerified: true, name: "Two" },
    ...{ phoneNumber: "+12025550102", username: "tester_2", password: "Pa55word-2" },
  };

  test("sends the profile and each kind of login separately, the latter with the connection, without an e-mail to the user", async () => {
    expect(await up(before)).toBe("");
    expect(await up(after)).toBe("");
    const connection = "staff";
    expect(bodies("PATCH")).toEqual([
      { name: "Two" },
      { email: "new@example.com", email_verified: true, verify_email: false, connection },
      { phone_number: "+12025550102", connection },
      { username: "tester_2", connection },
      { password: "[redacted]", connection },
    ]);
    expect(stored()).toMatchObject({ email: "new@example.com", email_verified: true, username: "tester_2" });
    expect(passwordOf()).toBe("Pa55word-2");
  });

  test.each([1, 2, 3, 4])(
    "whose request %s fails saves the stored values, and the next run sends the rest",
    async (skip) => {
      expect(await up(before)).toBe("");
      world.tenant.inject({ kind: "status", status: 400, method: "PATCH", path: "/api/v2/users", skip, times: 1 });
      expect(await up(after)).toContain("Only a part");
      const outputs = world.engine.state.get("user-0")?.outputs ?? {};
      expect(outputs).toMatchObject({ name: "Two", email: stored().email, username: stored().username });
      expect(await up(after)).toBe("");
      expect(stored()).toMatchObject({ email: "new@example.com", phone_number: "+12025550102", username: "tester_2" });
      expect(passwordOf()).toBe("Pa55word-2");
      expect(bodies("PATCH").filter(({ name }) => name !== undefined)).toHaveLength(1);
      expect(await world.engine.refresh()).toMatchObject([{ op: "same" }]);
    },
  );

  test.each(["a later update", "an adoption"])("names the way out if %s sends another user's value", async (how) => {
    world.tenant.users.create({ connection: "staff", email: "theirs@example.com", phone_number: after.phoneNumber });
    if (how === "an adoption") world.tenant.users.create(tester);
    else expect(await up(tester)).toBe("");
    const wanted = { ...tester, name: "Two", phoneNumber: after.phoneNumber, adopt: true };
    const failure = await up(wanted);
    expect(failure).toMatch(
      /Another user has this phoneNumber\. Change or delete that user, or declare another value\./,
    );
    expect(failure).toContain("Only a part");
    expect(await up({ ...wanted, phoneNumber: before.phoneNumber })).toBe("");
  });

  test("sends the declared verification with a new address", async () => {
    expect(await up({ ...tester, emailVerified: true })).toBe("");
    expect(await up({ ...tester, email: "new@example.com", emailVerified: true, verifyEmail: true })).toBe("");
    expect(bodies("PATCH")).toMatchObject([{ email_verified: true, verify_email: true }]);
    expect(stored().email_verified).toBe(true);
  });

  test("removes no login from the user", async () => {
    expect(await up(before)).toBe("");
    expect(await up({ connection: "staff", email: "tester@example.com" })).toBe("");
    expect(stored()).toMatchObject({ phone_number: "+12025550101", username: "tester" });
    expect(passwordOf()).toBe("Pa55word-1");
  });

  test("of a social user sends the profile only if it changes, and then reports the service's refusal", async () => {
    world.tenant.users.create({
      id: "google-oauth2|1",
      connection: "google",
      email: "tester@example.com",
      name: "One",
    });
    const social = { connection: "google", email: "tester@example.com", name: "One", blocked: false, adopt: true };
    expect(await up(social)).toBe("");
    expect(await up({ ...social, blocked: true })).toBe("");
    expect(bodies("PATCH")).toEqual([{ blocked: true }]);
    expect(await up({ ...social, name: "Two", blocked: true })).toMatch(/cannot be updated: name/);
  });

  test("does not confuse two social users of one connection without address, number or user name", async () => {
    const social = ["one@example.com", "two@example.com"].map((email) => ({ connection: "google", email }));
    for (const [n, one] of social.entries()) world.tenant.users.create({ ...one, id: `google-oauth2|${n}` });
    expect(await up(...social.map((one) => ({ ...one, adopt: true })))).toBe("");
    const nameless = { connection: "google", blocked: true };
    expect(await up(nameless, nameless)).toBe("");
    expect(world.tenant.users.list().map(({ blocked }) => blocked)).toEqual([true, true]);
  });
});

describe("a user", () => {
  test("has an id with the declared part, and a password that is not in the state", async () => {
    expect(await up({ ...tester, userId: "tester-1", password: "Pa55word-1" })).toBe("");
    expect(id()).toBe("auth0|tester-1");
    expect(world.engine.state.get("user-0")?.id).toBe("auth0|tester-1");
    expect(JSON.stringify(world.engine.state.get("user-0")?.outputs)).not.toContain("Pa55word-1");
    expect(bodies("POST")).toMatchObject([{ user_id: "tester-1", verify_email: false }]);
    expect(await world.engine.refresh()).toMatchObject([{ op: "same" }]);
  });

  test("has addresses in lower case, without a difference", async () => {
    expect(await up({ ...tester, email: "Tester@Example.com", username: "Tester" })).toBe("");
    expect(stored()).toMatchObject({ email: "tester@example.com", username: "tester" });
    expect(await world.engine.refresh()).toMatchObject([{ op: "same" }]);
    expect(await up({ ...tester, username: "tester" })).toBe("");
    expect(bodies("PATCH")).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ["e-mail address", { email: "tester@example.com" }],
    ["phone number", { phoneNumber: "+12025550101" }],
    ["user name", { username: "tester" }],
    ["id", { userId: "tester-1", email: "other@example.com" }],
  ])("of another team with the same %s is adopted only with adopt", async (_, named) => {
    const { userId: chosen } = named;
    const wire = { email: named.email, phone_number: named.phoneNumber, username: named.username };
    const known = Object.fromEntries(Object.entries(wire).filter(([, value]) => value !== undefined));
    world.tenant.users.create({ connection: "other", ...known });
    world.tenant.users.create({
      ...{ connection: "staff", nickname: "theirs", ...known },
      ...(chosen !== undefined && { id: `auth0|${chosen}`, email: "tester@example.com" }),
    });
    const ours = { connection: "staff", ...named, nickname: "ours" };
    expect(await up(ours)).toMatch(/exists already/);
    expect(await up({ ...ours, adopt: true })).toBe("");
    expect(world.tenant.users.list().filter(({ nickname }) => nickname === "ours")).toHaveLength(1);
    expect(world.tenant.users.list()).toHaveLength(2);
  });

  test("is found by its address after a lost creation, while searches do not show it yet", async () => {
    await world.close();
    await begin({ listingsBehindMs: 60_000 });
    world.tenant.inject({ kind: "reset-after", method: "POST", path: "/api/v2/users", times: 1 });
    expect(await up(tester)).toBe("");
    expect(world.tenant.users.list()).toHaveLength(1);
  });

  test.each([
    ["a search that still shows the name of another user", "bob", { start: 0, limit: 50, total: 1 }],
    ["a search that takes `*` as any text", "ro*", undefined],
  ])("with a user name adopts no other user: %s", async (_, username, late) => {
    const theirs = { connection: "staff", email: "theirs@example.com", username: "rob", password: "Pa55word-1" };
    const { user_id } = world.tenant.users.create(theirs);
    const body = { ...late, users: [{ user_id, username }] };
    if (late) world.tenant.inject({ kind: "status", status: 200, method: "GET", path: /users\?/, body });
    expect(await up({ connection: "staff", username, password: "Pa55word-2", adopt: true })).toBe("");
    expect(world.tenant.users.get(String(user_id))).toMatchObject({ username: "rob" });
    expect(passwordOf()).toBe("Pa55word-1");
    expect(world.tenant.users.list()).toHaveLength(2);
  });

  test("of a tenant with several custom domains needs one of them, and the message says so", async () => {
    await world.close();
    await begin({ traits: { namedDomains: true } });
    for (const domain of ["login.example.com", "login.example.org"]) {
      const { custom_domain_id } = world.tenant.customDomains.create({ domain, type: "auth0_managed_certs" });
      world.tenant.customDomains.publish(domain);
      world.tenant.customDomains.verify(String(custom_domain_id));
    }
    expect(await up(tester)).toMatch(/multiple verified custom domains.*Declare `customDomain`/s);
    const named = { ...tester, customDomain: "login.example.com" };
    expect(await up(named)).toBe("");
    expect(await up({ ...named, name: "Two" })).toBe("");
    expect(stored().name).toBe("Two");
  });

  test("is replaced by another id after its deletion, because both have the same address", async () => {
    expect(await up({ ...tester, userId: "one" })).toBe("");
    expect(await up({ ...tester, userId: "two" })).toBe("");
    expect(world.tenant.users.list()).toMatchObject([{ user_id: "auth0|two" }]);
  });

  test.each<[string, JsonObject, RegExp]>([
    ["an id with a space", { ...tester, userId: "a b" }, /^userId: must not contain spaces/],
    ["no address", { ...tester, email: "tester" }, /^email: must be an e-mail address/],
    ["a phone number without a plus", { ...tester, phoneNumber: "12025550101" }, /^phoneNumber: must be \+/],
    ["a long user name", { ...tester, username: "x".repeat(129) }, /^username: must (have|be) /],
    ["a header in the domain", { ...tester, customDomain: "a\r\nx: y" }, /^customDomain: must be the name/],
  ])("with %s is refused before anything is sent", async (_, args, says) => {
    const { failures } = await world.port.check({}, args);
    expect(failures.join("\n")).toMatch(says);
  });
});
