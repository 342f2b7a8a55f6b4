import * as pulumi from "@pulumi/pulumi";
import * as tenant from "pulumi-tenant";

const config = new pulumi.Config();
const duo = new tenant.MultiFactorDuo("duo", {
  host: "api-00000000.duo.example.com",
  ikey: config.require("duoIkey"),
  skey: config.requireSecret("duoSkey"),
});
export const duoHost = duo.host;
