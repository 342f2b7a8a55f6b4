import * as tenant from "pulumi-tenant";

const support = new tenant.Role("support", { name: "Support" });
new tenant.UserRoles("alice", { userId: "auth0|0123456789abcdef01234567", roles: [support.id] });
