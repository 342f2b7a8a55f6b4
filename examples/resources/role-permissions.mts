import * as tenant from "pulumi-tenant";

const orders = new tenant.ResourceServer("orders", {
  identifier: "https://orders.example.com",
  scopes: { "read:orders": "Read orders", "write:orders": "Write orders" },
});
const editor = new tenant.Role("editor", { name: "Editor" });
new tenant.RolePermissions(
  "editor-orders",
  {
    roleId: editor.id,
    resourceServerIdentifier: orders.identifier,
    permissions: ["read:orders", "write:orders"],
  },
  { deletedWith: editor },
);
