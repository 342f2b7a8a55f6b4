import { equal, type Json, type JsonObject, own, type Path } from "../../schema/json.ts";
import { setting, textIn, Unresolved } from "../deploy-cli.ts";
import { type FeatureTools, settingTools } from "../tool-data.ts";
import { experienceFlag, freshFlags, lifetimePairs, shownFlags } from "./definition.ts";

/** Whether an import declares a lifetime in the other unit: whole hours in hours, and other lifetimes in minutes. */
function isInOtherUnit([property = ""]: Path, _: Json, live: JsonObject): boolean {
  const pair = lifetimePairs.find(({ hours, minutes }) => property === hours || property === minutes);
  if (pair === undefined) return false;
  const isWhole = Number.isInteger(own(live, pair.hours));
  return property === pair.minutes ? isWhole : !isWhole;
}

/** The pages that are tenant settings, by their names there. */
const pageBlocks: Readonly<Record<string, string>> = {
  password_reset: "change_password",
  guardian_multifactor: "guardian_mfa",
  error_page: "error",
};

/** What the tools need to know of the types in this folder. */
export const tenantSettingsTools = {
  tenantSettings: {
    ...settingTools("tenant-settings"),
    foreignTypes: {
      auth0_tenant: { id: [] },
      // The login page, which `auth0_pages` also contains, belongs to the tenant's global application.
      auth0_pages: {
        id: [],
        blocks: ["change_password", "guardian_mfa", "error"],
        without: { login: "the page stays at the tenant, and no resource type manages it" },
      },
    },
    terraform: { type: "auth0_tenant" },
    importRules: {
      isFresh: ([property, flag = ""], value) => property === "flags" && equal(own(freshFlags, flag), value),
      isConsequence: isInOtherUnit,
      otherUnitOf: (property) => lifetimePairs.find(({ minutes }) => property === minutes)?.hours,
      isDerived: ([property, flag = ""]) => property === "flags" && [...shownFlags, experienceFlag].includes(flag),
    },
    differences: [
      {
        at: "legacy_sandbox_version",
        what: "property only in the description",
        why: "The property concerns rules and hooks, which the service no longer supports.",
      },
    ],
    deployed: {
      tenant: setting("auth0_tenant"),
      pages: (entry) => {
        const block = pageBlocks[textIn(entry, "name") ?? ""];
        if (block === undefined) throw new Unresolved("the page stays at the tenant, and no resource type manages it");
        return [{ type: "auth0_pages", attributes: { [block]: [entry] } }];
      },
    },
  },
} satisfies FeatureTools;
