import { anyObject, bodyOf, flag, list, object, text } from "../shared/validation.ts";

const trigger = object(
  "",
  { id: text("Id of the trigger", { min: 1 }), version: text("Version of the trigger", { min: 1 }) },
  ["id", "version"],
);
const dependency = object(
  "",
  {
    name: text("Name of the package", { min: 1 }),
    version: text("Version of the package", { min: 1 }),
    registry_url: text("Registry of the package", { min: 1 }),
  },
  ["name", "version"],
);
const secret = object(
  "",
  { name: text("Name of the secret", { min: 1 }), value: text("Value of the secret", { min: 1 }) },
  ["name", "value"],
);

const changeable = {
  name: text("Name of the action", { min: 1 }),
  supported_triggers: list("Triggers of the action", trigger, { min: 1, max: 1 }),
  code: text("Source code of the action", { max: 102_400 }),
  dependencies: list("Packages that the action uses", dependency, { max: 10, uniqueBy: "name" }),
  runtime: text("Runtime of the action", { min: 1 }),
  secrets: list("Secrets of the action", secret, { max: 30, uniqueBy: "name" }),
};

const id = text("Id of the action", { min: 1 });

/** The body of a creation. Only direct access can choose the id. */
export const created = bodyOf({ id, ...changeable, deploy: flag("Whether to deploy the action at once") }, [
  "name",
  "supported_triggers",
]);

/** The body of a PATCH. */
export const changed = bodyOf(changeable);

/** What an object of a seed may have besides: what the service answers. */
export const seeded = {
  id,
  created_at: text("Time in ISO 8601"),
  updated_at: text("Time in ISO 8601"),
  status: text("How far the build is"),
  deployed_version: anyObject("The version that runs"),
  current_version: anyObject("The same"),
  all_changes_deployed: flag("Whether all changes are deployed"),
  installed_integration_id: text("Id of the integration that it came with"),
  secrets: list(
    "Secrets of the action",
    object("", { name: text("Name"), value: text("Value"), updated_at: text("Time in ISO 8601") }, ["name"]),
  ),
};
