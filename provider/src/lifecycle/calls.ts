import { TenantError } from "../tenant/index.ts";

/** What a call answers; undefined where the service says that there is no such object. */
export async function orAbsent<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return undefined;
    throw error;
  }
}
