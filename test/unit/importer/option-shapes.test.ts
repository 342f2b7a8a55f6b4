import type * as pulumi from "@pulumi/pulumi";
import { describe, expect, expectTypeOf, test } from "vitest";
import { fitsTypes, type optionShapes } from "../../../provider/src/importer/option-shapes.ts";
import type { ConnectionOptionsByStrategy } from "../../../provider/src/resources/connection-options/index.ts";

/** The JSON values that have a shape. */
type ValueOf<S> = S extends "string"
  ? string
  : S extends "boolean"
    ? boolean
    : S extends "number"
      ? number
      : S extends { oneOf: readonly (infer T)[] }
        ? T
        : S extends { either: readonly (infer T)[] }
          ? ValueOf<T>
          : S extends { listOf: infer T }
            ? ValueOf<T>[]
            : S extends { mapOf: infer T }
              ? Record<string, ValueOf<T>>
              : S extends { members: infer M }
                ? ValuesOf<M>
                : never;
type ValuesOf<M> = { [K in keyof M]?: ValueOf<M[K]> };

/** A type of an argument without promises, outputs and undefined. */
type Plain<T> = Exclude<T, Promise<unknown> | pulumi.OutputInstance<unknown> | undefined>;

/** The names of members that a type has of its own, besides "any". */
type Own<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** The members of a type for which a shape has none, each with its path. */
type Missing<T, M, Above extends string = ""> = {
  [K in Own<T> & string]: K extends keyof M
    ? M[K] extends { members: infer Inside }
      ? Missing<Plain<T[K]>, Inside, `${Above}${K}.`>
      : never
    : `${Above}${K}`;
}[Own<T> & string];

type Shapes = typeof optionShapes;
type Strategy = keyof ConnectionOptionsByStrategy;

describe("the shapes of options", () => {
  test("are those of the classes: what fits compiles, and all that a class names has a shape", () => {
    type Fitting = { [S in Strategy]: ValuesOf<Shapes[S]> };
    expectTypeOf<Fitting>().toExtend<ConnectionOptionsByStrategy>();
    expectTypeOf<keyof Shapes>().toEqualTypeOf<Strategy>();
    expectTypeOf<{ [S in Strategy]: Missing<ConnectionOptionsByStrategy[S], Shapes[S]> }[Strategy]>().toBeNever();
  });

  test.each([
    ["oidc", { issuer: "https://idp.example.com/", scope: "openid", free: [1] }, true],
    ["oidc", { issuer: 5 }, false],
    ["oidc", { type: "side_channel" }, false],
    ["oidc", { id_token_signed_response_algs: ["RS256", "none"] }, false],
    ["oidc", { attribute_map: { mapping_mode: "basic_profile" } }, false],
    ["okta", { attribute_map: { mapping_mode: "basic_profile", free: 1 } }, true],
    ["samlp", { fieldsMap: { name: ["a", "b"], email: "c" }, decryptionKey: { key: "k", cert: "c" } }, true],
    ["samlp", { fieldsMap: { name: [1] } }, false],
    ["samlp", { decryptionKey: { key: 1 } }, false],
    ["auth0", { password_options: { history: { size: "5" } } }, false],
    ["auth0", { validation: null }, false],
    ["oidc", { upstream_params: { ui: { alias: "ui_locales" }, fixed: { value: "x" } } }, true],
    ["oidc", { upstream_params: { ui: { alias: "not one" } } }, false],
    ["adfs", { issuer: 5 }, true],
    ["constructor", { issuer: 5 }, true],
  ] as const)("%s: %j fits: %s", (strategy, options, expected) => {
    expect(fitsTypes(strategy, options)).toBe(expected);
  });
});
