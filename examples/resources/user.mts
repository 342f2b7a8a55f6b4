import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const staff = new tenant.Connection("staff", { name: "staff", strategy: "auth0" });
const tester = new tenant.User("tester", {
  connection: staff.name,
  email: "tester@example.com",
  emailVerified: true,
  password: config.requireSecret("testerPassword"),
  appMetadata: { plan: "trial" },
});
const support = new tenant.Role("support", { name: "Support" });
new tenant.UserRoles("tester", { userId: tester.id, roles: [support.id] });
