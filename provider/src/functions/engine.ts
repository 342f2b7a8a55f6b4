import * as pulumi from "@pulumi/pulumi";

/**
 * Whether Pulumi's testing mocks stand in for the engine. Told by the shape of what they put in its place, as the class is
 * not public.
 *
 * @throws RunError where there is neither: a forgotten mock must not become a call to somebody's tenant
 */
export function underMocks(label: string): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  if (typeof monitor !== "object" || monitor === null) {
    throw new pulumi.RunError(
      `${label}: the Pulumi engine is not there. Run the program with \`pulumi\`; in a unit test, call ` +
        "`pulumi.runtime.setMocks` first.",
    );
  }
  return "mocks" in monitor && typeof monitor.mocks === "object" && monitor.mocks !== null;
}
