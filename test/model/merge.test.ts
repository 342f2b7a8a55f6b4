import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import { canonical } from "../../provider/src/state/canonical.ts";
import { leavesOf } from "../../provider/src/state/leaves.ts";
import { planChange } from "../../provider/src/state/plan.ts";
import { recordedPaths } from "../../provider/src/state/record.ts";
import { connectionSchema as table } from "../../provider/src/types/connection/definition.ts";
import { mergeOptions } from "../../provider/src/types/connection/options.ts";

/** The options that an update sends: from what a program declared before to what it declares now. */
function sent(strategy: string, before: JsonObject, now: JsonObject, live: JsonObject): JsonObject {
  const [outputs, inputs] = [before, now].map((options) =>
    canonical(table.fields, { name: "c", strategy, options }, undefined),
  ) as [JsonObject, JsonObject];
  const paths = recordedPaths(leavesOf(table.fields, outputs));
  const merged = mergeOptions(planChange(table, outputs, { paths, unsure: [] }, inputs), inputs, { options: live });
  if (merged.refused) throw new Error(merged.refused);
  return merged.options as JsonObject;
}

describe("mutually exclusive options of a database connection", () => {
  const attributes = { email: { profile_required: true } };
  const theirs = { attributes, requires_username: true, validation: { username: { min: 1 } } };

  test("an update of another option keeps both, if the tenant has both", () => {
    const [before, now] = [false, true].map((enabled) => ({ authentication_methods: { passkey: { enabled } } }));
    const live = { ...theirs, ...before, password_options: { history: {} }, passwordPolicy: "good" };
    expect(sent("auth0", before ?? {}, now ?? {}, live)).toEqual({ ...live, ...now });
  });

  test("an update of one option keeps both, if the tenant has both", () => {
    const [before, now] = [{ password_dictionary: { enable: false } }, { password_dictionary: { enable: true } }];
    const live = {
      ...before,
      password_options: { history: {} },
      passwordPolicy: "good",
      password_history: { size: 5 },
    };
    expect(sent("auth0", before, now, live)).toEqual({ ...live, ...now });
    const attribute = (required: boolean) => ({ attributes: { email: { profile_required: required } } });
    expect(sent("auth0", attribute(true), attribute(false), theirs)).toEqual({ ...theirs, ...attribute(false) });
  });

  test("an option that the program adds displaces the one that excludes it", () => {
    const { attributes: _, ...older } = theirs;
    expect(sent("auth0", {}, { attributes }, { ...older, mfa: {} })).toEqual({ attributes, mfa: {} });
    const introduced = { password_history: { enable: true } };
    expect(sent("auth0", {}, introduced, { password_options: { history: {} } })).toEqual(introduced);
  });

  test("an option that is turned off displaces nothing, and is not displaced", () => {
    const off = { requires_username: false };
    expect(sent("auth0", {}, off, { attributes })).toEqual({ attributes, ...off });
    expect(sent("auth0", {}, { attributes }, off)).toEqual({ attributes, ...off });
  });
});

test("google-oauth2: a removed scope leaves on the flags that a new connection has on", () => {
  const live = {
    email: true,
    profile: true,
    calendar: true,
    scope: ["profile", "https://www.googleapis.com/auth/calendar"],
  };
  const flags = { email: true, profile: true };
  expect(sent("google-oauth2", { scope: live.scope }, {}, live)).toEqual(flags);
});

describe("a removed member of an option that has other members at the tenant", () => {
  const declared = { passkey_options: { local_enrollment_enabled: false } };
  const live = { passkey_options: { challenge_ui: "button", local_enrollment_enabled: false } };

  test("gets the default of a new connection", () => {
    const passkeys = { challenge_ui: "button", local_enrollment_enabled: true };
    expect(sent("auth0", declared, {}, live)).toMatchObject({ passkey_options: passkeys });
  });

  test("gets its default, and so do its siblings if the program declares none of them", () => {
    const before = { password_options: { history: { active: true } } };
    const merged = sent("auth0", before, {}, { password_options: { ...before.password_options, dictionary: {} } });
    expect(merged.password_options).toEqual({ history: { active: false, size: 3 }, dictionary: {} });
  });

  test("is removed if the program still declares another member of the option", () => {
    const now = { passkey_options: { challenge_ui: "button" } };
    const before = { passkey_options: { ...declared.passkey_options, ...now.passkey_options } };
    expect(sent("auth0", before, now, before).passkey_options).toEqual(now.passkey_options);
  });

  test("is removed with the option if the tenant has no other member", () => {
    expect(sent("auth0", declared, {}, declared)).not.toHaveProperty("passkey_options");
  });
});

describe.each([
  ["google-oauth2", { email: "email", profile: "profile", calendar: "https://www.googleapis.com/auth/calendar" }],
  ["google-oauth2", { gmail: "https://mail.google.com/mail/feed/atom", youtube: "https://gdata.youtube.com" }],
  ["github", { email: "user:email", read_user: "read:user", repo: "repo", admin_repo_hook: "admin:repo_hook" }],
  ["github", { follow: "user:follow", repo_status: "repo:status", write_public_key: "write:public_key", gist: "gist" }],
])("the flags and the scope of %s: %j", (strategy, words: Readonly<Record<string, string>>) => {
  const names = fc.constantFrom(...Object.keys(words));
  const foreign = fc.uniqueArray(fc.constantFrom("theirs", "https://theirs.example.com/read"));
  const flags = fc.dictionary(names, fc.boolean());

  test("a changed flag adds or removes only its own scope", () => {
    const cases = fc.tuple(
      names,
      fc.boolean(),
      flags,
      foreign.filter((list) => list.length > 0),
      fc.boolean(),
    );
    fc.assert(
      fc.property(cases, ([flag, isOn, others, theirs, isText]) => {
        const own = words[flag] ?? "";
        const granted = Object.keys(others).filter((name) => others[name] && name !== flag);
        const kept = [...theirs, ...granted.map((name) => words[name] ?? "")];
        const form = (list: readonly string[]) => (isText ? list.join(" ") : list);
        const live = { ...others, [flag]: isOn, scope: form(isOn ? [...kept, own] : kept) };
        const merged = sent(strategy, { [flag]: isOn }, { [flag]: !isOn }, live);
        expect(merged).toEqual({ ...others, [flag]: !isOn, scope: form(isOn ? kept : [...kept, own]) });
      }),
    );
  });

  test("a scope that the flags alone determine is not sent: the service derives it", () => {
    fc.assert(
      fc.property(names, fc.boolean(), flags, (flag, isOn, others) => {
        const before = { ...others, [flag]: isOn };
        const scope = Object.keys(before)
          .filter((name) => before[name])
          .map((name) => words[name] ?? "");
        expect(sent(strategy, { [flag]: isOn }, { [flag]: !isOn }, { ...before, scope })).toEqual({
          ...before,
          [flag]: !isOn,
        });
      }),
    );
  });

  test("a changed scope adds or removes only its own flags", () => {
    const some = fc.uniqueArray(fc.constantFrom(...Object.values(words), "theirs"));
    fc.assert(
      fc.property(some, some, flags, (before, now, others) => {
        fc.pre(before.length !== now.length || before.some((word) => !now.includes(word)));
        const expected: Record<string, unknown> = { ...others, scope: now };
        for (const [flag, word] of Object.entries(words)) {
          if (now.includes(word) && !before.includes(word)) expected[flag] = true;
          if (before.includes(word) && !now.includes(word) && others[flag]) delete expected[flag];
        }
        expect(sent(strategy, { scope: before }, { scope: now }, { ...others, scope: before })).toEqual(expected);
      }),
    );
  });

  test("an update of another option changes neither flags nor scope", () => {
    fc.assert(
      fc.property(flags, foreign, (others, scope) => {
        const live = { ...others, scope, client_id: "one" };
        expect(sent(strategy, { client_id: "one" }, { client_id: "two" }, live)).toEqual({ ...live, client_id: "two" });
      }),
    );
  });
});
