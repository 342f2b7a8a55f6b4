import * as tenant from "pulumi-tenant";

const signals = new tenant.SupplementalSignals("signals", { akamaiEnabled: true });
export const usesAkamai = signals.akamaiEnabled;
