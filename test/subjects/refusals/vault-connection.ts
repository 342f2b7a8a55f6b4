import { inRun, type Refusal } from "./refusal.ts";

/** Refusals of the service. */
export const vaultConnectionRefusals: readonly Refusal[] = [
  inRun(
    "a vault connection that is not there",
    ["DELETE", "/flows/vault/connections/a"],
    [404, "Connection not found"],
  ),
];
