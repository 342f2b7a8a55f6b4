import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { typedOptions } from "../../provider/src/types/connection/definition-options.made.ts";
import { type KnownOption, optionsIn } from "../../provider/src/types/connection/definition-options.ts";
import { madeFile, makeOptions } from "../harness/made-options.ts";
import { OptionTypes } from "../harness/option-types.ts";

const root = join(import.meta.dirname, "../..");
const made = makeOptions(new OptionTypes(root));

// `npm run docs` runs this file so that it writes the made one first.
if (process.env.WRITE_PAGES === "true") writeFileSync(join(root, madeFile), made);
const written = readFileSync(join(root, madeFile), "utf8");

test("the generated file is up to date with the types of options", () => {
  expect(written === made, `${madeFile} is stale: the types beside it have changed. npm run docs makes it again`).toBe(
    true,
  );
});

describe("the generated file follows a changed type:", () => {
  /** What is made where the type of one strategy has these members. */
  const madeWith = (members: string) => {
    const text = `
      import type { ConnectionOptionsCommon, Option } from "./shared.ts";
      export interface ConnectionOptionsEmail extends ConnectionOptionsCommon {}
      export interface ConnectionOptionsSms extends ConnectionOptionsCommon { ${members} }
    `;
    return makeOptions(new OptionTypes(root, { "passwordless.ts": text }));
  };

  test("kinds of values, lists, maps, and names that look secret", () => {
    const text = madeWith(`
      how?: Option<"b" | "a">;
      sent?: Option<{ token_sent?: Option<boolean>; token?: Option<string> }[]>;
      by_name?: Option<Record<string, string[] | number>>;
    `);
    expect(text).toContain(`  sms: \`extends: ConnectionOptionsCommon
    boolean: sent.[].token_sent
    number: by_name.*
    oneOf: how=a|b
    string: by_name.*.[] sent.[].token\`,
`);
    const plain = text.slice(text.indexOf("plainByType")).split(/[\s`]+/);
    expect(plain).toContain("sent.[].token_sent");
    expect(plain).not.toContain("sent.[].token");
  });

  test("a property that narrows an inherited one is written in full", () => {
    expect(madeWith('non_persistent_attrs?: Option<"ip"[]>;')).toContain(
      "  sms: `oneOf: non_persistent_attrs.[]=ip`,\n",
    );
  });

  test("a type without JSON values is refused", () => {
    expect(() => madeWith("how?: Option<() => void>;")).toThrow("how: nothing is known of values of type () => void");
  });
});

describe("the comparison of the generated file with the types of options, by the compiler,", () => {
  /** A type that is written for what is made. */
  function typeOf(options: readonly KnownOption[]): string {
    const here = options.filter(({ path }) => path.length === 0);
    const alone = here.map(({ kind, texts }) =>
      kind === "oneOf" ? texts.map((text) => JSON.stringify(text)).join(" | ") : kind.replace("any", "unknown"),
    );
    const names = new Set(options.flatMap(({ path: [name] }) => name ?? []));
    const within = (name: string) =>
      options.filter(({ path }) => path[0] === name).map((one) => ({ ...one, path: one.path.slice(1) }));
    const below = new Map([...names].map((name) => [name, typeOf(within(name))]));
    const [item, any] = [below.get("[]"), below.get("*")];
    const members = [...below].filter(([name]) => name !== "[]" && name !== "*");
    return [
      ...alone,
      ...(item ? [`(${item})[]`] : []),
      ...(any ? [`Record<string, ${any}>`] : []),
      ...(members.length > 0 ? [`{ ${members.map(([name, type]) => `${name}: ${type}`).join("; ")} }`] : []),
    ].join(" | ");
  }

  /** A program that compiles if the types are the same but for members that may be absent. */
  const comparison = (options: Readonly<Record<string, string>>) => `
    import type { ConnectionOptionsByStrategy } from "./index.ts";
    type Whole<T> = T extends readonly (infer I)[] ? Whole<I>[] : T extends object ? { [K in keyof T]-?: Whole<T[K]> } : T;
    type Made = { ${Object.entries(options)
      .map(([strategy, text]) => `"${strategy}": ${typeOf(optionsIn(text))}`)
      .join("; ")} };
    declare const made: Made;
    declare const written: Whole<ConnectionOptionsByStrategy>;
    export const both: [Made, Whole<ConnectionOptionsByStrategy>] = [written, made];
  `;

  const without = (strategy: string, text: string, other = "") => {
    expect(typedOptions[strategy]).toContain(text);
    return { ...typedOptions, [strategy]: typedOptions[strategy]?.replace(text, other) ?? "" };
  };

  test("finds no difference, and finds planted ones", () => {
    const types = new OptionTypes(root, {
      "same.ts": comparison(typedOptions),
      "no-name.ts": comparison(without("auth0", " attributes.email.unique")),
      "no-text.ts": comparison(without("okta", "basic_profile|")),
      "no-list.ts": comparison(without("samlp", " fieldsMap.*.[]")),
      "new-name.ts": comparison(without("sms", "from ", "from brand_new ")),
    });
    expect(new Set(types.problems().map(({ file }) => file))).toEqual(
      new Set(["no-name.ts", "no-text.ts", "no-list.ts", "new-name.ts"]),
    );
  });
});
