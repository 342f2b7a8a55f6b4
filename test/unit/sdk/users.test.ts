import * as pulumi from "@pulumi/pulumi";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { getUser } from "../../../provider/src/index.ts";
import { runProgram } from "../helpers/program.ts";

/** The user of an e-mail address: a stranger who signs up with a user's address must not become an admin. */
let tenant: Emulator;
const email = "alice@example.com";

/** The tenant has these users, each in a connection of its own name. */
function seed(users: readonly Record<string, unknown>[], connections: readonly Record<string, unknown>[] = []) {
  return startEmulator({ seed: { users, connections } });
}

async function open(given: Promise<Emulator>, scopes?: readonly string[]): Promise<void> {
  tenant = await given;
  vi.stubEnv("TENANT_DOMAIN", tenant.domain);
  vi.stubEnv("TENANT_TOKEN", tenant.issueToken(scopes));
  await runProgram();
}

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith("TENANT_")) vi.stubEnv(name, undefined);
  pulumi.runtime.setAllConfig({});
  return async () => {
    vi.unstubAllEnvs();
    await tenant.close();
  };
});

const stranger = { user_id: "auth0|stranger", email, connection: "users" };
const alice = { user_id: "samlp|corp|alice", email, connection: "corp", email_verified: true, name: "Alice" };

describe("getUser by e-mail address", () => {
  it("does not find a stranger who signed up with a user's address, so that no stranger becomes an admin", async () => {
    await open(seed([stranger], [{ name: "users", strategy: "auth0", options: {} }]));
    const refusal = /auth0\|stranger, connection users, not verified.*`connection`.*`unverified: true`/s;
    await expect(getUser({ email })).rejects.toThrow(refusal);
  });

  it("returns the verified user, with the connection, and skips a stranger with the same address", async () => {
    await open(seed([stranger, alice]));
    const expected = { userId: alice.user_id, email, emailVerified: true, connection: "corp", name: "Alice" };
    expect(await getUser({ email })).toEqual(expected);
    expect(await getUser({ email: "Alice@Example.com" })).toEqual(expected);
    expect(await getUser({ email, connection: "corp" })).toEqual(expected);
    expect(await getUser({ email, connection: "users", unverified: true })).toMatchObject({ emailVerified: false });
    await expect(getUser({ email, unverified: true })).rejects.toThrow(/2 users.*auth0\|stranger.*samlp\|corp\|alice/s);
  });

  it("finds any user by id, and says whether the address is verified", async () => {
    await open(seed([stranger]));
    const found = await getUser({ userId: stranger.user_id });
    expect(found).toEqual({ userId: stranger.user_id, email, emailVerified: false, connection: "users", name: email });
  });

  it.each([
    ["a database that everybody may sign up in", "auth0", {}, /anyone can sign up.*disable_signup/s],
    ["a passwordless connection", "email", { name: "email" }, /anyone can sign up.*disable_signup/s],
    ["a social connection", "github", { client_id: "c" }, /strategy "github"/],
    ["a connection of a program's own making", "oauth2", { client_id: "c" }, /strategy "oauth2"/],
    ["Microsoft accounts of any company", "waad", { client_id: "c", useCommonEndpoint: true }, /useCommonEndpoint/],
  ])(
    "refuses an unverified address in %s, although the program names the connection",
    async (_name, strategy, options, why) => {
      await open(seed([stranger], [{ name: "users", strategy, options }]));
      await expect(getUser({ email, connection: "users" })).rejects.toThrow(why);
    },
  );

  it.each([
    ["a database without sign-up", "auth0", { disable_signup: true }],
    ["a company's own identity provider", "samlp", { signInEndpoint: "https://idp.example.com/login" }],
    ["a company's own directory", "waad", { client_id: "c" }],
  ])("accepts an unverified address in %s, if the program names the connection", async (_name, strategy, options) => {
    await open(seed([stranger], [{ name: "users", strategy, options }]));
    expect(await getUser({ email, connection: "users" })).toMatchObject({ userId: stranger.user_id });
  });

  it("counts only the connection that the address comes from, not a linked one", async () => {
    const identities = [
      { connection: "users", user_id: "stranger", provider: "auth0", isSocial: false },
      { connection: "corp", user_id: "corp|mallory", provider: "samlp", isSocial: false },
    ];
    await open(
      seed(
        [{ ...stranger, identities }],
        [{ name: "corp", strategy: "samlp", options: { signInEndpoint: "https://idp.example.com/login" } }],
      ),
    );
    await expect(getUser({ email, connection: "corp" })).rejects.toThrow(/no user.*connection "corp"/s);
  });

  it("needs only the scope of users unless an unverified address needs the connection, and then names the scopes", async () => {
    await open(seed([alice, { ...stranger, email: "bob@example.com" }]), ["read:users"]);
    expect(await getUser({ email })).toMatchObject({ userId: alice.user_id });
    await expect(getUser({ email: "bob@example.com", connection: "users" })).rejects.toThrow(/read:connections\b/);
    await tenant.close();
    const database = { name: "users", strategy: "auth0", options: { disable_signup: true } };
    await open(seed([stranger], [database]), ["read:users", "read:connections"]);
    await expect(getUser({ email, connection: "users" })).rejects.toThrow(/read:connections_options/);
  });
});
