import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const platform = new pulumi.StackReference("platform");
new tenant.ConnectionClients("orders", {
  connectionId: platform.requireOutput("corporateLogin"),
  clients: ["0123456789abcdefghijklmnopqrstuv"],
});
