import type { Emulator } from "../../provider/src/emulator/index.ts";

/**
 * Loses the answer to the next creation, and refuses all reads around it: a run then cannot know whether the object exists.
 *
 * @param readsBefore the number of reads that succeed, for example of a run that looks for the object before it creates it
 */
export function loseCreation(tenant: Emulator, path: string | RegExp, readsBefore = 1): void {
  const reads = { method: "GET", path: "/api/v2/", skip: readsBefore } as const;
  tenant.inject({ kind: "reset-after", method: "POST", path });
  tenant.inject({ kind: "status", status: 400, times: Number.POSITIVE_INFINITY, ...reads });
}
