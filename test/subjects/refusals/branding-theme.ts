import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const brandingThemeRefusals: readonly Refusal[] = [
  inRun(
    "a theme that was never made",
    ["GET", "/branding/themes/default"],
    [404, "There was an error retrieving branding settings: invalid theme ID", "theme_not_found"],
  ),
];
