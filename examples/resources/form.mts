import * as tenant from "pulumi-tenant";

const save = new tenant.Flow("save", { name: "Save the address" });
const address = new tenant.Form("address", {
  name: "Address",
  languages: { primary: "en" },
  nodes: [
    {
      id: "ask",
      type: "STEP",
      config: {
        components: [
          { id: "address", category: "FIELD", type: "TEXT", label: "Your address", required: true, config: {} },
          { id: "next", category: "BLOCK", type: "NEXT_BUTTON", config: { text: "Continue" } },
        ],
        next_node: "save",
      },
    },
    { id: "save", type: "FLOW", config: { flow_id: save.id, next_node: "$ending" } },
  ],
  start: { next_node: "ask" },
});
export const formId = address.id;
