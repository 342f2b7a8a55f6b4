import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { type JsonObject, own } from "../../schema/json.ts";
import { wireName } from "../../schema/schema.ts";
import { experienceFlag, lifetimePairs, tenantSettings } from "./definition.ts";

/** Tenant settings: `GET|PATCH /tenants/settings`. */
export const tenantSettingsType: ResourceType = singletonOf(tenantSettings, {
  fromBody: withMinutes,
  adjust: withOneUnit,
  rules: (args) => [...problemsOfLifetimes(args), ...problemsOfFlags(args)],
});

/** Adds each lifetime in minutes. The service returns hours only: 181 minutes as 3.0166666666666666. */
function withMinutes(body: JsonObject): JsonObject {
  const added = lifetimePairs.flatMap(({ hours, minutes, times }) => {
    const value = own(body, wireName(hours, undefined));
    return typeof value === "number" ? [[wireName(minutes, undefined), Math.round(value * times)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(added) };
}

/** If the program declares a lifetime in one unit, omits its reset in the other unit: the service accepts only one unit in a request. */
function withOneUnit(changes: JsonObject, inputs: JsonObject): JsonObject {
  const others = lifetimePairs.flatMap(({ hours, minutes }) => {
    if (own(inputs, minutes) !== undefined) return [hours];
    return own(inputs, hours) !== undefined || own(changes, hours) !== undefined ? [minutes] : [];
  });
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !others.some((other) => other === name)));
}

function problemsOfLifetimes(args: JsonObject): readonly Problem[] {
  return lifetimePairs.flatMap(({ hours, minutes }) =>
    own(args, hours) === undefined || own(args, minutes) === undefined
      ? []
      : [
          {
            path: [minutes],
            says: `cannot be declared together with ${hours}: the service accepts only one of the two`,
          },
        ],
  );
}

/** Refuses the flag of the login experience, because PromptSettings manages the same value. */
function problemsOfFlags(args: JsonObject): readonly Problem[] {
  if (own(own(args, "flags"), experienceFlag) === undefined) return [];
  return [
    {
      path: ["flags", experienceFlag],
      says: "is managed by universalLoginExperience of PromptSettings: declare it there",
    },
  ];
}
