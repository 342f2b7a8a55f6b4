import { readFileSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const plans = new tenant.ActionModule("plans", {
  name: "plans",
  code: readFileSync("actions/plans.js", "utf8"),
  dependencies: [{ name: "undici", version: "7.16.0" }],
  secrets: { PLANS_KEY: config.requireSecret("plansKey") },
});
new tenant.Action("enrich", {
  name: "Add the customer's plan",
  supportedTriggers: [{ id: "post-login", version: "v3" }],
  code: readFileSync("actions/enrich.js", "utf8"),
  modules: [{ moduleId: plans.id, moduleVersionId: plans.versionId }],
});
