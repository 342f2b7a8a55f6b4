import { describe, expect, test } from "vitest";
import { problemsOf } from "../../provider/src/lifecycle/checks/validate.ts";
import { tokenExchangeProfile } from "../../provider/src/types/token-exchange-profile/definition.ts";

const fine = { subjectTokenType: "urn:example:legacy", actionId: "a", type: "custom_authentication" };

describe("a token exchange profile", () => {
  test.each([
    {},
    { name: "abc" },
    { name: "n".repeat(50) },
    { subjectTokenType: "urn:a:bc" },
    { subjectTokenType: "https://example.com/token?type=legacy#1" },
    { subjectTokenType: `urn:${"x".repeat(96)}` },
    { actionId: "a".repeat(36) },
  ])("can be %j", (part) => {
    expect(problemsOf(tokenExchangeProfile.schema, { ...fine, ...part })).toEqual([]);
  });

  test.each([
    [{ name: "ab" }, "name", "must be 3 to 50 characters long"],
    [{ name: "n".repeat(51) }, "name", "must be 3 to 50 characters long"],
    [{ subjectTokenType: "urn:a:b" }, "subjectTokenType", "must be 8 to 100 characters long"],
    [{ subjectTokenType: `urn:${"x".repeat(97)}` }, "subjectTokenType", "must be 8 to 100 characters long"],
    [{ subjectTokenType: "example.com/legacy" }, "subjectTokenType", "must be a URI"],
    [{ subjectTokenType: "urn:example:legacy session" }, "subjectTokenType", "must be a URI"],
    [{ subjectTokenType: "//example.com/legacy" }, "subjectTokenType", "must be a URI"],
    [{ actionId: "" }, "actionId", "must be 1 to 36 characters long"],
    [{ actionId: "a".repeat(37) }, "actionId", "must be 1 to 36 characters long"],
    [{ type: "custom-authentication" }, "type", 'Did you mean "custom_authentication"?'],
    [{ createdAt: "2026-01-01T00:00:00.000Z" }, "createdAt", "is set by the service and cannot be declared"],
  ])("cannot be %j", (part, name, says) => {
    expect(problemsOf(tokenExchangeProfile.schema, { ...fine, ...part })).toEqual([
      { path: [name], says: expect.stringContaining(says) },
    ]);
  });
});
