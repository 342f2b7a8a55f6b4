import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Stack } from "./stack.ts";

/** What the emulated tenant of the quickstart holds from the start. */
export const quickstartSeed = join(import.meta.dirname, "../../examples/quickstart/tenant.json");

/** The member of that tenant whose roles the quickstart manages. */
export const quickstartMember = {
  organizationId: "org_0000000000000001",
  userId: "auth0|000000000000000000000001",
  roles: ["rol_0000000000000001", "rol_0000000000000002"],
} as const;

/** Gives a stack of the quickstart its configuration. Answers the secret of its connection, made up for this stack. */
export async function configureQuickstart(stack: Stack): Promise<string> {
  const secret = randomBytes(24).toString("base64url");
  const { organizationId, userId, roles } = quickstartMember;
  const plain = Object.entries({ organizationId, userId, roles: JSON.stringify(roles) });
  await stack.run([
    ...["config", "set-all", "--secret", `corpClientSecret=${secret}`],
    ...plain.flatMap(([key, value]) => ["--plaintext", `${key}=${value}`]),
  ]);
  return secret;
}
