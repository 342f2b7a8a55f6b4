import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const page = (text: string) => `<html>{%- auth0:head -%}<p>${text}</p>{%- auth0:widget -%}</html>`;
const some = fc.record({ body: fc.constantFrom("a", "b ü 𝒳", "\n c \n").map(page) });

const one = { body: page("one") };
const other = { body: page("other") };
const remove = ["read:branding", "delete:branding"];

export const loginPageTemplate: Subject<"loginPageTemplate"> = {
  ...settingOf("loginPageTemplate"),
  exceptions: [],
  laws: [casesOf(some, some, 0.2, fc.boolean())],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: some }],
  scopes: scopesOf("branding", one, other).map((row) =>
    row.operation.startsWith("delete with") ? { ...row, scopes: remove } : row,
  ),
  hostile: {
    ...readOnly("loginPageTemplate"),
    versions: (_, n) => [{ body: page(`${n}`) }, { body: page(`${n}, new`) }],
    misshapen: ["[]"].map((body) => ({ path: /universal-login$/, body })),
    programs: (text) =>
      text.map((end) => ({ args: { body: page(end) }, mayAsk: [["branding", "templates", "universal-login"]] })),
  },
  bench: [one, other],
  namesElsewhere: ["looks"],
};
