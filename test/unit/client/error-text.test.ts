import fc from "fast-check";
import { expect, test } from "vitest";
import { comparableReasonIn, failureText, reasonIn, requestIdText } from "../../../provider/src/client/errors.ts";
import { sanitize } from "../../../provider/src/client/index.ts";

const noun = fc.constantFrom("role", "the roles of member", "resource server", "client grant of");
const subject = fc.tuple(noun, fc.string({ unit: "grapheme" })).map(([of, name]) => `${of} "${sanitize(name)}"`);
const subjects = fc.array(subject, { minLength: 1, maxLength: 2 }).map((all) => all.join(" of "));

test("the service's reason is found in the text of a failed call, whatever the name of the object is", () => {
  fc.assert(
    fc.property(fc.constantFrom("read", "add to", "create"), subjects, (action, of) => {
      const reason = "tenant.example.com answered 403 Forbidden (code insufficient_scope): a: b.";
      expect(reasonIn(failureText(action, of, reason))).toBe(reason);
    }),
  );
  expect(reasonIn("another text: of another provider")).toBe("another text: of another provider");
});

test("the same failure of two objects gives the same comparable reason", () => {
  const text = (of: string, id: string) =>
    failureText("read", of, `answered 403 Forbidden (code x, ${requestIdText(id)}): no`);
  expect(comparableReasonIn(text('role "a: b"', "1"))).toBe(comparableReasonIn(text('role "c"', "2")));
});
