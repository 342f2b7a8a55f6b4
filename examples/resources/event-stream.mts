import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const stream = new tenant.EventStream("users", {
  name: "Users",
  subscriptions: ["user.created", "user.updated", "user.deleted"],
  webhook: {
    endpoint: "https://events.example.com/tenant",
    authorization: { method: "bearer", token: config.requireSecret("eventsToken") },
  },
});
export const streamStatus = stream.status;
