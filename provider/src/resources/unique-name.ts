import * as pulumi from "@pulumi/pulumi";

/** How often the program of a run has used a name. Pulumi's Automation API makes several runs in one process. */
const uses = new WeakMap<object, Map<string, number>>();

/** A resource of this program, for people. Below other parents there may be others of the same name: those get a number. */
export function uniqueName(type: string, name: string): string {
  const engine = pulumi.runtime.getMonitor() ?? uses;
  const label = `${type} "${name}"`;
  const counts = uses.get(engine) ?? new Map<string, number>();
  uses.set(engine, counts);
  const count = (counts.get(label) ?? 0) + 1;
  counts.set(label, count);
  return count === 1 ? label : `${label} (${count})`;
}
