import fc from "fast-check";
import { readOnly, scopesOf, settingOf } from "./settings.ts";
import { casesOf } from "./steps.ts";
import type { Subject } from "./subject.ts";

const themeId = "5ba7c1e09d3f4862a1b0c9d8e7f60543";
const color = "#0059d6";
const letters = { bold: false, size: 87.5 };
const borders = {
  ...{ buttonBorderRadius: 3, buttonBorderWeight: 1, buttonsStyle: "rounded", inputBorderRadius: 3 },
  ...{ inputBorderWeight: 1, inputsStyle: "rounded", showWidgetShadow: true, widgetBorderWeight: 0 },
  widgetCornerRadius: 5,
};
const colors = {
  ...{ bodyText: color, error: color, header: color, icons: color, inputBackground: color, inputBorder: color },
  ...{ inputFilledText: color, inputLabelsPlaceholders: color, linksFocusedComponents: color, primaryButton: color },
  ...{ primaryButtonLabel: color, secondaryButtonBorder: color, secondaryButtonLabel: color, success: color },
  ...{ widgetBackground: color, widgetBorder: color },
};
const fonts = {
  ...{
    bodyText: letters,
    buttonsText: letters,
    inputLabels: letters,
    links: letters,
    subtitle: letters,
    title: letters,
  },
  ...{ fontUrl: "", linksStyle: "normal", referenceTextSize: 16 },
};
const pageBackground = { backgroundColor: "#000000", backgroundImageUrl: "", pageLayout: "center" };
const widget = {
  ...{ headerTextAlignment: "center", logoHeight: 52, logoPosition: "center", logoUrl: "" },
  socialButtonsLayout: "bottom",
};
/** A whole theme. */
export const wholeTheme = { borders, colors, fonts, pageBackground, widget };

const hues = fc.constantFrom("#000", "#AbCdEf", "#ffffff80");
const values = {
  borders: fc
    .record({ buttonBorderRadius: fc.constantFrom(1, 2.5, 10), showWidgetShadow: fc.boolean() })
    .map((some) => ({ ...borders, ...some })),
  colors: fc
    .record({ primaryButton: hues, baseFocusColor: hues }, { requiredKeys: ["primaryButton"] })
    .map((some) => ({ ...colors, ...some })),
  widget: fc.constantFrom("", "https://www.example.com/logo.svg").map((logoUrl) => ({ ...widget, logoUrl })),
};
const some = fc.record(values).map((rest) => ({ ...wholeTheme, ...rest }));
const edit = fc.record(values, { requiredKeys: [] });

const other = { ...wholeTheme, borders: { ...borders, widgetCornerRadius: 7.5 } };
const remove = ["read:branding", "delete:branding"];

export const brandingTheme: Subject<"brandingTheme"> = {
  ...settingOf("brandingTheme"),
  identity: () => wholeTheme,
  exceptions: [],
  laws: [casesOf(some, edit, 0.2)],
  writes: 1,
  share: 0.3,
  programs: () => fc.constant(some.map((rest) => ({ ...rest, resetOnDestroy: true }))),
  edits: () => [{ weight: 1, values: edit }],
  scopes: scopesOf("branding", wholeTheme, other).map((row) =>
    row.operation.startsWith("delete with") ? { ...row, scopes: remove } : row,
  ),
  hostile: {
    ...readOnly("brandingTheme"),
    targets: /^\/api\/v2\/branding\/themes(\/[^/?]+)?$/,
    versions: (_, n) => [
      { ...wholeTheme, displayName: `theme ${n}` },
      { ...wholeTheme, displayName: `theme ${n}, new` },
    ],
    misshapen: ["[]"].map((body) => ({ path: /default$/, body })),
    programs: (text) =>
      text.map((end) => ({
        args: { ...wholeTheme, displayName: `x${end.replace(/[<>]/g, "")}` },
        mayAsk: [
          ["branding", "themes"],
          ["branding", "themes", "default"],
          ["branding", "themes", themeId],
        ],
      })),
  },
  bench: [wholeTheme, other],
  harmless: {
    "the looks of pages": `borders.* colors.* fonts.* pageBackground.* widget.* displayName identifiers.loginDisplay
      identifiers.otpAutocomplete identifiers.phoneDisplay.formatting`,
  },
  answeredOnly: ["themeId"],
  noReferences: { "/identifiers": "a group of settings" },
  elsewhere: [["auth0_branding_theme", "login_theme", { id: "0".repeat(32) }]],
  namesElsewhere: ["login_theme"],
};
