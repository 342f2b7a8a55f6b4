import * as tenant from "pulumi-tenant";

new tenant.OrganizationMemberRoles("alice", {
  organizationId: "org_0123456789abcdef",
  userId: "auth0|0123456789abcdef01234567",
  roles: ["rol_0123456789abcdef", "rol_fedcba9876543210"],
});
