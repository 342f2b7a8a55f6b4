import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { equal, type Json, type JsonObject, own, type Path } from "../../schema/json.ts";
import { type Field, wireName } from "../../schema/schema.ts";
import { experienceFlag, freshFlags, shownFlags, tenantSettings } from "./definition.ts";

/** Tenant settings: `GET|PATCH /tenants/settings`. */
export const tenantSettingsType: ResourceType = singletonOf(tenantSettings, {
  fromBody: withMinutes,
  adjust: withOneUnit,
  rules: (args) => [...problemsOfLifetimes(args), ...problemsOfFlags(args)],
  importRules: {
    isFresh: ([property, flag = ""], value) => property === "flags" && equal(own(freshFlags, flag), value),
    isConsequence: isInOtherUnit,
    otherUnitOf: (property) => pairs.find(({ minutes }) => property === minutes)?.hours,
    isDerived: ([property, flag = ""]) => property === "flags" && [...shownFlags, experienceFlag].includes(flag),
  },
});

const pairs = Object.entries<Field>(tenantSettings.schema.fields).flatMap(([minutes, { sameAs }]) =>
  sameAs ? [{ hours: sameAs.property, minutes, times: sameAs.times ?? 1 }] : [],
);

/** Adds each lifetime in minutes. The service returns hours only: 181 minutes as 3.0166666666666666. */
function withMinutes(body: JsonObject): JsonObject {
  const added = pairs.flatMap(({ hours, minutes, times }) => {
    const value = own(body, wireName(hours, undefined));
    return typeof value === "number" ? [[wireName(minutes, undefined), Math.round(value * times)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(added) };
}

/** If the program declares a lifetime in one unit, omits its reset in the other unit: the service accepts only one unit in a request. */
function withOneUnit(changes: JsonObject, inputs: JsonObject): JsonObject {
  const others = pairs.flatMap(({ hours, minutes }) => {
    if (own(inputs, minutes) !== undefined) return [hours];
    return own(inputs, hours) !== undefined || own(changes, hours) !== undefined ? [minutes] : [];
  });
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !others.some((other) => other === name)));
}

function problemsOfLifetimes(args: JsonObject): readonly Problem[] {
  return pairs.flatMap(({ hours, minutes }) =>
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

/** Whether an import declares a lifetime in the other unit: whole hours in hours, and other lifetimes in minutes. */
function isInOtherUnit([property = ""]: Path, _: Json, live: JsonObject): boolean {
  const pair = pairs.find(({ hours, minutes }) => property === hours || property === minutes);
  if (pair === undefined) return false;
  const isWhole = Number.isInteger(own(live, pair.hours));
  return property === pair.minutes ? isWhole : !isWhole;
}
