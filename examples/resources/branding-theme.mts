import * as tenant from "pulumi-tenant";

const [blue, dark, white] = ["#0059d6", "#1e212a", "#ffffff"];
const text = { bold: false, size: 87.5 };
const theme = new tenant.BrandingTheme("theme", {
  borders: {
    buttonBorderRadius: 3,
    buttonBorderWeight: 1,
    buttonsStyle: "rounded",
    inputBorderRadius: 3,
    inputBorderWeight: 1,
    inputsStyle: "rounded",
    showWidgetShadow: true,
    widgetBorderWeight: 0,
    widgetCornerRadius: 5,
  },
  colors: {
    bodyText: dark,
    error: "#d03c38",
    header: dark,
    icons: dark,
    inputBackground: white,
    inputBorder: dark,
    inputFilledText: dark,
    inputLabelsPlaceholders: dark,
    linksFocusedComponents: blue,
    primaryButton: blue,
    primaryButtonLabel: white,
    secondaryButtonBorder: dark,
    secondaryButtonLabel: dark,
    success: "#13a688",
    widgetBackground: white,
    widgetBorder: dark,
  },
  fonts: {
    bodyText: text,
    buttonsText: text,
    fontUrl: "",
    inputLabels: text,
    links: { ...text, bold: true },
    linksStyle: "normal",
    referenceTextSize: 16,
    subtitle: text,
    title: { bold: true, size: 150 },
  },
  pageBackground: { backgroundColor: dark, backgroundImageUrl: "", pageLayout: "center" },
  widget: {
    headerTextAlignment: "center",
    logoHeight: 52,
    logoPosition: "center",
    logoUrl: "",
    socialButtonsLayout: "bottom",
  },
});
export const primaryButton = theme.colors.primaryButton;
