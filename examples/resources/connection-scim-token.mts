import * as tenant from "pulumi-tenant";

const scim = new tenant.ConnectionScim("north", { connectionId: "con_0123456789abcdef" });
const token = new tenant.ConnectionScimToken("north", {
  connectionId: scim.connectionId,
  scopes: ["get:users", "post:users", "put:users", "patch:users", "delete:users"],
  tokenLifetime: 15_552_000,
});
export const scimToken = token.token;
