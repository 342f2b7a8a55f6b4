import fc from "fast-check";
import { toWire } from "../../provider/src/state/wire.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const color = fc.constantFrom("#0059d6", "#FFF", "#11223344", "red");
const url = fc.constantFrom("https://www.example.com/a.svg", "https://cdn.example.com/b.png?v=1");
const gradient = fc.record({ start: color, end: color, angleDeg: fc.integer({ min: 0, max: 360 }) });
const colors = fc.oneof(
  fc.record({ primary: color, pageBackground: color }, { requiredKeys: [] }),
  fc.record({ primary: color, pageBackgroundGradient: gradient }, { requiredKeys: [] }),
);
const values = { colors, logoUrl: url, faviconUrl: url, font: fc.record({ url }) };
const some = fc.record(values, { requiredKeys: [] });
const edits = fc.record({ logoUrl: url, colors: fc.record({ primary: color }) }, { requiredKeys: [] });

const one = { logoUrl: "https://www.example.com/a.svg", colors: { primary: "#0059d6" } };
const other = { logoUrl: "https://www.example.com/b.svg", colors: { primary: "#0059d6", pageBackground: "#ffffff" } };

export const branding: Subject<"branding"> = {
  ...settingOf("branding"),
  // Without colors, an edit would change a setting of the login pages, too.
  edit: (tenant, _, property, value) =>
    void tenant.settings.update("branding", {
      colors: tenant.settings.get("branding")?.colors ?? { primary: null },
      ...toWire(definitions.branding.schema.fields, { [property]: value }),
    }),
  exceptions: [],
  laws: [casesOf(some, edits, 0.4)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [
    { weight: 1, values: fc.record({ logoUrl: url }) },
    { weight: 1, values: fc.record({ colors: fc.record({ primary: color }) }) },
  ],
  scopes: scopesOf("branding", one, other),
  hostile: {
    ...readOnly("branding"),
    versions: (_, n) => [
      { ...one, faviconUrl: `https://www.example.com/${n}.ico` },
      { ...one, faviconUrl: `https://www.example.com/${n}-b.ico` },
    ],
    misshapen: ["[]", '{"colors":7}', '{"font":[]}'].map((body) => ({ path: /branding$/, body })),
    programs: (text) =>
      text.map((end) => ({ args: { logoUrl: `https://www.example.com/${end}` }, mayAsk: [["branding"]] })),
  },
  bench: [one, other],
  harmless: { "the looks of pages": "colors.* logoUrl faviconUrl font.url" },
  unlikeTable: [
    [
      "PATCH colors.page_background_gradient: *",
      "The service has the color and the gradient in one property, whose rule is code.",
    ],
  ],
  elsewhere: [
    [
      "auth0_branding",
      "looks",
      { id: "looks", logo_url: "https://www.example.com/logo.svg", universal_login: [{ body: "<html></html>" }] },
    ],
  ],
  namesElsewhere: ["looks"],
};
