import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const push = new tenant.MultiFactorPush("push", {
  selectedProvider: "direct",
  fcmv1: { serverCredentials: config.requireSecret("fcmCredentials") },
});
export const pushProvider = push.selectedProvider;
