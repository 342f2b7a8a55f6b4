import { byProgram, inRun, ofReferred, payload, type Refusal, type Request } from "./refusal.ts";

const bindings = (trigger: string, id = "{last}"): Request => [
  "PATCH",
  `/actions/triggers/${trigger}/bindings`,
  { bindings: [{ ref: { type: "action_id", value: id }, display_name: "a" }] },
];
const action: Request = [
  "POST",
  "/actions/actions",
  { name: "a", supported_triggers: [{ id: "post-login", version: "v3" }], code: "a" },
];

/** Refusals of the service. */
export const actionRefusals: readonly Refusal[] = [
  byProgram(
    "triggerActions",
    "a trigger to which nothing can be bound",
    { triggerId: "custom-token-exchange", actions: [] },
    [400, "cannot bind actions to an entity-bound trigger"],
    /is a trigger to which no action can be bound/,
    ["PATCH", "/actions/triggers/custom-token-exchange/bindings", { bindings: [] }],
  ),
  byProgram(
    "action",
    "two versions of one package",
    {
      name: "a",
      code: "a",
      supportedTriggers: [{ id: "post-login", version: "v3" }],
      dependencies: ["1.0.0", "2.0.0"].map((version) => ({ name: "undici", version })),
    },
    payload("Array items are not unique (indexes 0 and 1)", "dependencies"),
    /^dependencies\[1\]: occurs twice/,
  ),
  byProgram(
    "action",
    "no trigger",
    { name: "a", code: "a", supportedTriggers: [] },
    payload("Array is too short (0), minimum 1", "supported_triggers"),
    /^supportedTriggers: must have exactly 1/,
  ),
  ofReferred(
    inRun(
      "an action that is gone",
      ["GET", "/actions/actions/00000000-0000-4000-8000-000000000000"],
      [404, "That action does not exist."],
    ),
  ),
  inRun(
    "the deletion of an action that is gone",
    ["DELETE", "/actions/actions/00000000-0000-4000-8000-000000000000"],
    [404, "That action does not exist."],
  ),
  inRun("an execution that is not there", ["GET", "/actions/executions/a"], [404, "That execution does not exist."]),
  ofReferred(
    inRun(
      "a binding of an action for another trigger",
      bindings("pre-user-registration"),
      [400, "Trying to create a binding between an incompatible action and trigger."],
      [action],
    ),
  ),
  ofReferred(
    inRun(
      "a binding of an action that is not deployed",
      bindings("post-login"),
      [400, "Trying to create a binding for an action that has not been deployed."],
      [action],
    ),
  ),
  inRun(
    "the deletion of an action that is bound",
    ["DELETE", "/actions/actions/{first}"],
    [409, "Unable to delete an action bound to a trigger."],
    [action, ["POST", "/actions/actions/{last}/deploy"], bindings("post-login", "{first}")],
  ),
  inRun(
    "a runtime that the trigger does not offer",
    [
      "POST",
      "/actions/actions",
      { name: "a", supported_triggers: [{ id: "post-login", version: "v3" }], code: "a", runtime: "node8" },
    ],
    [400, "runtime is not supported"],
  ),
  inRun(
    "another trigger of an action",
    ["PATCH", "/actions/actions/{last}", { supported_triggers: [{ id: "pre-user-registration", version: "v2" }] }],
    [400, "can't upgrade to this trigger."],
    [action],
  ),
];
