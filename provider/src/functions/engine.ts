import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import { isMocked } from "../resources/mocks.ts";

/**
 * Whether Pulumi's testing mocks stand in for the engine.
 *
 * @throws RunError where there is neither: a forgotten mock must not become a call to somebody's tenant
 */
export function underMocks(label: string): boolean {
  const monitor: unknown = pulumi.runtime.getMonitor();
  if (!isObject(monitor)) {
    throw new pulumi.RunError(
      `${label}: the Pulumi engine is not there. Run the program with \`pulumi\`; in a unit test, call ` +
        "`pulumi.runtime.setMocks` first.",
    );
  }
  return isMocked(monitor);
}
