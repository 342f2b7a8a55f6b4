import { byProgram, inRun, named, ofReferred, payload, type Refusal, renamed, taken } from "./refusal.ts";

/** Refusals of the service. */
export const roleRefusals: readonly Refusal[] = [
  byProgram("role", "no name", {}, payload("Missing required property: name", "name"), /^name: is required/),
  renamed("role", { name: "Editor" }, { name: "Author" }, ["/roles", { name: "Author" }], "The role already exists."),
  taken("role", { name: "Editor" }, named({ name: "Editor" }, "/roles"), "The role already exists."),
  ofReferred(inRun("a role that is gone", ["GET", "/roles/rol_0000000000000000"], [404, "The role does not exist."])),
  inRun(
    "the deletion of a role that is gone",
    ["DELETE", "/roles/rol_0000000000000000"],
    [404, "The role does not exist."],
  ),
];
