import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const audit = new tenant.LogStream("audit", {
  name: "Audit",
  type: "http",
  sink: {
    httpEndpoint: "https://logs.example.com/tenant",
    httpContentFormat: "JSONLINES",
    httpAuthorization: config.requireSecret("auditToken"),
  },
  filters: ["auth.login.fail", "management.success", "management.fail"],
  piiConfig: { logFields: ["email", "phone"] },
});
export const auditId = audit.id;
