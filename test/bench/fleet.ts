/**
 * Measures a run over many tenants, in parallel and one after the other, in one go: `node test/bench/fleet.ts [tenants] [parallel]`.
 * Every tenant is an emulator that answers after 20 to 80 ms.
 */
import { startFleet } from "../harness/fleet.ts";

const [count = "20", parallel = "4"] = process.argv.slice(2);
const names = Array.from({ length: Number(count) }, (_, n) => `t-${n + 1}`);
const fleet = await startFleet(names, { latencyMs: { min: 20, max: 80 } });

async function secondsOf(args: readonly string[]): Promise<number> {
  const started = performance.now();
  const { code, stdout, stderr } = await fleet.run(args);
  if (code !== 0) throw new Error(`${args.join(" ")} ended with ${code}:\n${stdout}${stderr}`);
  return (performance.now() - started) / 1000;
}

try {
  await secondsOf(["up", "--parallel", parallel]);
  process.stdout.write("| command | tenants | one after the other, s | parallel, s | ratio |\n|---|---|---|---|---|\n");
  for (const command of ["drift", "preview"]) {
    const one = await secondsOf([command, "--parallel", "1"]);
    const several = await secondsOf([command, "--parallel", parallel]);
    const cells = [command, count, one.toFixed(1), `${several.toFixed(1)} (${parallel} at a time)`];
    process.stdout.write(`| ${[...cells, (several / one).toFixed(2)].join(" | ")} |\n`);
  }
} finally {
  await fleet.remove();
}
