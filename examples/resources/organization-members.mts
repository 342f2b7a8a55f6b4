import * as tenant from "pulumi-tenant";

const north = new tenant.Organization("north", { name: "north" }, { protect: true });
const alice = await tenant.getUser({ email: "alice@example.com", connection: "staff" });
const members = new tenant.OrganizationMembers("north", { organizationId: north.id, members: [alice.userId] });
export const northMembers = members.members;
