import { expect, test } from "vitest";
import { describePath, type Path } from "../../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../../provider/src/schema/schema.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";

/** Properties that look like switches, but put nothing of their object into force that another client could have set. By type and path. */
const noSwitches: Readonly<Record<string, string>> = {
  "bruteForceProtection.enabled": "Turning protection on only adds protection.",
  "suspiciousIpThrottling.enabled": "Turning protection on only adds protection.",
  "breachedPasswordDetection.enabled": "Turning protection on only adds protection.",
  "botDetection.monitoringModeEnabled": "It turns challenges off, not on.",
  "organization.isAppEntitlementActive": "The object has no other property for it.",
  "organizationConnection.isSignupEnabled":
    "The service accepts it only together with a declared `assignMembershipOnLogin: true`.",
  "riskAssessment.enabled": "Turning the assessment on only adds protection.",
  "supplementalSignals.akamaiEnabled": "The object has no other property for it.",
  "tenantSettings.sessions.oidcLogoutPromptEnabled": "The object has no other property for it.",
};

/** Whether a name says that the property turns something on. */
const saysOn = /^(is)?(enabled?|active|on|enforce)$|(Enabled|Active|Enforced|On)$/;

function suspects(fields: Fields, above: Path): readonly (readonly [Path, Field])[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    const beside = Object.values(fields).filter((one) => !one.computed && !one.forceNew).length - 1;
    const inside = field.kind === "object" ? suspects(field.fields, path) : [];
    const isSuspect = field.kind === "boolean" && !field.computed && saysOn.test(name) && beside > 0;
    return [...(isSuspect ? [[path, field] as const] : []), ...inside];
  });
}

test.each(Object.keys(definitions) as TypeName[])(
  "each property of %s that activates something says which values it puts into force",
  (type) => {
    const silent = suspects(definitions[type].schema.fields, [])
      .filter(([, field]) => field.activates === undefined)
      .map(([path]) => `${type}.${describePath(path)}`);
    expect(silent.filter((one) => noSwitches[one] === undefined)).toEqual([]);
  },
);

test("every exception names a property that activates something", () => {
  const silent = Object.entries(definitions).flatMap(([type, { schema }]) =>
    suspects(schema.fields, []).flatMap(([path, field]) => (field.activates ? [] : [`${type}.${describePath(path)}`])),
  );
  expect(Object.keys(noSwitches).filter((one) => !silent.includes(one))).toEqual([]);
});
