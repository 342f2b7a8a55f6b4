import fc from "fast-check";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { Exception } from "./exception.ts";
import { casesOf, sequencesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

/** What actions and action modules have in common: code, and secrets that the API takes only all together and never returns. */
export const codes = fc.constantFrom("// a", "// b\n// c\n", "const text = 'ü𝒳';", "");

const secretValues = fc.constantFrom("one", "two", "x".repeat(300));
const secrets = fc.record({ KEY: secretValues, "other key": secretValues }, { requiredKeys: [] });
/** Always the same ones: of others that a killed run has left, the next one does not know whose they are, and refuses. */
export const sameSecrets = fc.record({ KEY: secretValues, "other key": secretValues });
const withSecrets = fc.record({ code: codes, secrets }, { requiredKeys: [] });
const secretEdits = fc.record({ secrets: fc.record({ KEY: fc.constant("theirs") }, { requiredKeys: [] }) });

/** The stored secrets, and those that a user at the dashboard adds or changes, as the API takes them. */
export function secretsAfter(stored: readonly JsonObject[], value: Json): readonly JsonObject[] {
  const before = stored.map(({ name, value: known }) => [String(name), known as Json] as const);
  const all = Object.entries({ ...Object.fromEntries(before), ...(value as JsonObject) });
  return all.map(([name, text]) => ({ name, value: text }));
}

/** Programs with and without secrets, and edits of both. */
export function lawsOfCode(
  properties: fc.Arbitrary<JsonObject>,
  edits: fc.Arbitrary<JsonObject>,
): NonNullable<Subject["laws"]> {
  const unseen = fc.constant(false);
  const ofSecrets = sequencesOf({ program: withSecrets, edit: secretEdits, unseen });
  return [
    casesOf(properties, edits, 0.2, unseen),
    { root: {}, steps: ofSecrets, share: 0.1 },
    { root: { exclusiveSecrets: true }, steps: ofSecrets, share: 0.1 },
  ];
}

export const exceptionsOfSecrets: readonly Exception[] = [
  {
    law: "preservation",
    how: "shown",
    paths: ["/secrets"],
    why: "whoever sends one secret sends all, and the service shows when they were sent",
    documented: "a change of one secret through the API shows as drift of all of them",
    examples: [
      [
        { program: { secrets: { KEY: "one" } } },
        { edit: { secrets: { other: "theirs" } }, program: { secrets: { KEY: "one" } } },
      ],
    ],
  },
  {
    law: "preservation",
    how: "refused",
    paths: ["/secrets"],
    why: "the service takes secrets only all together, and shows no values",
    documented: "refuses an update of secrets while the action or module has undeclared secrets",
    examples: [
      [{ program: { secrets: { KEY: "one" } } }, { edit: { secrets: { other: "theirs" } }, program: { secrets: {} } }],
    ],
  },
];
