import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { toPointer } from "../../../provider/src/schema/json.ts";
import { secrecyOfDocument } from "../../../provider/src/schema/secrecy/by-path.ts";
import { markSecrets, secretPaths } from "../../../provider/src/sdk/base.ts";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: (args) => ({ id: args.name, state: args.inputs }),
    call: (args) => args.inputs,
  }),
);

function resolved<T>(output: pulumi.Output<T>): Promise<T> {
  return new Promise((resolve) => output.apply((value) => resolve(value as T)));
}

/** A tree of values, wrapped here and there, with the pointers of what is secret in it. */
interface Tree {
  readonly value: unknown;
  readonly secrets: readonly (readonly string[])[];
}

const wraps: readonly ((value: unknown) => unknown)[] = [
  (value) => value,
  (value) => Promise.resolve(value),
  (value) => pulumi.output(Promise.resolve(0)).apply(() => value),
];

/** Names with everything that a pointer has to escape; the SDK itself cannot carry the name that is left out. */
const names = fc
  .oneof(fc.constantFrom("a", "b", "a/b", "~", "*", "toString"), fc.string())
  .filter((name) => name !== "__proto__");

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc
    .tuple(
      fc.nat({ max: wraps.length - 1 }),
      fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc
          .oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null))
          .map((value): Tree => ({ value, secrets: [] })),
        fc.jsonValue({ maxDepth: 1 }).map((value): Tree => ({ value: pulumi.secret(value), secrets: [[]] })),
        fc.array(tie("tree"), { maxLength: 3 }).map(
          (items): Tree => ({
            value: items.map(({ value }) => value),
            // A secret in an array makes the array one.
            secrets: items.some(({ secrets }) => secrets.length > 0) ? [[]] : [],
          }),
        ),
        fc.dictionary(names, tie("tree"), { maxKeys: 4 }).map(
          (members): Tree => ({
            value: Object.fromEntries(Object.entries(members).map(([key, { value }]) => [key, value])),
            secrets: Object.entries(members).flatMap(([key, { secrets }]) => secrets.map((path) => [key, ...path])),
          }),
        ),
      ),
    )
    .map(([wrap, { value, secrets }]): Tree => ({ value: wraps[wrap]?.(value), secrets })),
}));

describe("the paths of secret values in a program", () => {
  test("contain every secret output, at any depth, behind promises and outputs, and nothing else", () =>
    fc.assert(
      fc.asyncProperty(tree, async ({ value, secrets }) => {
        const pointers = secrets.map((path) => toPointer(["options", ...path])).sort();
        const found = await resolved(secretPaths({ options: value }));
        expect(found).toEqual(pointers.length > 0 ? pointers : undefined);
      }),
      { numRuns: 200 },
    ));

  test("contain an unknown secret, and are no secret themselves", async () => {
    const unknown = pulumi.secret(pulumi.unknown as unknown as string);
    const found = secretPaths({ options: { token: unknown, later: pulumi.unknown } });
    expect(await resolved(found)).toEqual(["/options/token"]);
    expect(await pulumi.isSecret(found)).toBe(false);
  });

  test("are undefined if an argument fails: the registration reports the failure", async () => {
    const failing = Promise.reject(new Error("no such value"));
    expect(await resolved(secretPaths({ options: { failing } }))).toBeUndefined();
    await expect(failing).rejects.toThrow("no such value");
  });
});

/** A document in which these paths are documented as secret. */
const known = (secret: readonly (readonly string[])[]) => secrecyOfDocument({ secret, plain: [], names: new Set() });

describe("marking values as secret by their known paths", () => {
  test("changes no value, whatever is marked and however the values are wrapped", () =>
    fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.array(names, { maxLength: 3 }), { maxLength: 4 }),
        async ({ value }, paths) => {
          const marked = await resolved(pulumi.output(markSecrets(value, known(paths))));
          expect(marked).toEqual(await resolved(pulumi.output(value)));
        },
      ),
      { numRuns: 200 },
    ));

  test("makes exactly the values at the paths secret, except null and missing ones", async () => {
    const marked = markSecrets(
      { a: { x: 1, y: 2 }, b: null, d: pulumi.output({ x: 1 }) },
      known([["a", "*"], ["b"], ["c"], ["d", "x"]]),
    );
    const options = marked as pulumi.Inputs;
    expect(await resolved(secretPaths(options))).toEqual(["/a/x", "/a/y", "/d/x"]);
    expect(Object.keys(options)).toEqual(["a", "b", "d"]);
  });
});
