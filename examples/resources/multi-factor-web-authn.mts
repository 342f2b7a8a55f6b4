import * as tenant from "pulumi-tenant";

const keys = new tenant.MultiFactorWebAuthn("security-keys", {
  roaming: { userVerification: "required" },
});
export const keysAsk = keys.roaming;
