import * as pulumi from "@pulumi/pulumi";
import { configurationDoubts } from "../tenant/configuration.ts";

/** The engines of the runs whose configuration has been looked at. Pulumi's Automation API makes several runs in one process. */
const looked = new WeakSet<object>();

/** The SDK's declarations leave it out. */
interface SecretKeys {
  isConfigSecret?(key: string): boolean;
}

/** Warns of what is doubtful in the stack configuration, once in a run. Only the program is told which values are encrypted. */
export function doubtConfiguration(): void {
  const engine = pulumi.runtime.getMonitor();
  if (!engine || looked.has(engine)) return;
  looked.add(engine);
  const { isConfigSecret = () => true } = pulumi.runtime as SecretKeys;
  for (const doubt of configurationDoubts(pulumi.runtime.allConfig(), isConfigSecret)) void pulumi.log.warn(doubt);
}
