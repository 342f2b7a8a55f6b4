import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const formRefusals: readonly Refusal[] = [
  {
    refuses: "form: a reference to a node that is not there",
    decides: "program",
    said: "preview",
    status: 400,
    message: "Some nodes point to unknown node IDs",
    program: {
      type: "form",
      args: { name: "Profile", nodes: [{ id: "ask", type: "STEP" }], start: { next_node: "as" } },
    },
    says: /will fail: .*start: refers to the node "as"/,
  },
  inRun("a form that is not there", ["DELETE", "/forms/a"], [404, "Form not found"]),
];
