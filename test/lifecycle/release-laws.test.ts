import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Fields, fieldAt } from "../../provider/src/schema/schema.ts";
import { clientSchema, credentialFields } from "../../provider/src/types/client/definition.ts";
import { createOnlyOptions } from "../../provider/src/types/connection/definition-options.ts";
import { cases, few, longest } from "../harness/scale.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import { fixation, release } from "./laws.ts";
import { everywhere, staged } from "./stages.ts";

everywhere(
  "release: members of documents are removed from the program one by one or all at once",
  (stage, { steps, share }) =>
    fc.assert(
      fc.asyncProperty(steps, steps, ([step], [other]) => release(stage, step?.program ?? {}, other?.program ?? {})),
      cases(share, few),
    ),
);

/** Where values stand that only a creation can set: in documents by the values of the root, in elements of lists by the list. */
const inDocuments = Object.entries(createOnlyOptions).map(
  ([strategy, options]) => ["connection", { strategy }, Object.keys(options).map((at) => `/options${at}`)] as const,
);
const { signedRequestObject, tokenVaultPrivilegedAccess } = clientSchema.fields;
const inLists = {
  clientAuthentication: { credentials: credentialFields },
  // `hidden-elements.test.ts` tries them.
  client: {
    "signedRequestObject.credentials": signedRequestObject.fields.credentials.item.fields,
    "tokenVaultPrivilegedAccess.credentials": tokenVaultPrivilegedAccess.fields.credentials.item.fields,
  },
};

describe("create-only:", () => {
  test("all create-only values are tested: in documents by the law, in lists by tests of their types", () => {
    const found = subjects.flatMap(({ name }) => fixedIn(kinds[name].schema.fields).map((path) => `${name} ${path}`));
    const known = Object.entries(inLists).flatMap(([name, lists]) =>
      Object.entries(lists).flatMap(([list, fields]) => fixedIn(fields).map((path) => `${name} ${list}.${path}`)),
    );
    expect(found.toSorted()).toEqual(known.toSorted());
  });

  describe.each(inDocuments)("%s %j", (name, root, pointers) => {
    const subject = subjects.find((one) => one.name === name);
    if (!subject) throw new Error(`no subject ${name}`);
    const stage = staged(subject);
    const { steps, share = 1 } = subject.laws.find((one) => JSON.stringify(one.root) === JSON.stringify(root)) ?? {};
    if (!steps) throw new Error(`no laws of ${JSON.stringify(root)}`);

    test("a change is refused, as the preview says; a removal makes the value unmanaged", {
      timeout: longest,
    }, async () => {
      const tried = new Set<string>();
      await fc.assert(
        fc.asyncProperty(steps, async ([step]) => {
          for (const pointer of await fixation(stage(root), step?.program ?? {})) tried.add(pointer);
        }),
        cases(share * 10, few),
      );
      expect([...tried].toSorted()).toEqual([...pointers].toSorted());
    });
  });
});

/** The paths of fields that only a creation can set, outside of documents. */
function fixedIn(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]): readonly string[] => {
    if (field.createOnly) return [name];
    const below = field.kind === "list" ? fieldAt({ item: field.item }, ["item"]) : field;
    return below?.kind === "object" ? fixedIn(below.fields).map((path) => `${name}.${path}`) : [];
  });
}
