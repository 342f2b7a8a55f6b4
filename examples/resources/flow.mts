import * as tenant from "pulumi-tenant";

const orders = new tenant.VaultConnection("orders", { name: "Order service", appId: "HTTP" });
const save = new tenant.Flow("save", {
  name: "Save the address",
  actions: [
    {
      id: "save",
      type: "HTTP",
      action: "SEND_REQUEST",
      params: {
        connection_id: orders.id,
        method: "POST",
        url: "https://orders.example.com/addresses",
        content_type: "JSON",
        payload: { address: "{{fields.address}}" },
      },
    },
  ],
});
export const flowId = save.id;
