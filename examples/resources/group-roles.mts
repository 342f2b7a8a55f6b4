import * as tenant from "pulumi-tenant";

const support = new tenant.Role("support", { name: "Support" });
const { id: groupId } = await tenant.getGroup({ name: "Support team" });
new tenant.GroupRoles("support", { groupId, roles: [support.id] });
