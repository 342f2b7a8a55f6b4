import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const legacy = new tenant.TokenExchangeProfile("legacy", {
  name: "Legacy sessions",
  subjectTokenType: "urn:example:legacy-session",
  actionId: config.require("legacyActionId"),
  type: "custom_authentication",
});
export const legacyId = legacy.id;
export const legacySince = legacy.createdAt;
