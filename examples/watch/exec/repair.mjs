// Puts back what the program declares, for the one resource that drifts. Run it where `pulumi up` runs, with a client that may write.
//   pulumi-tenant watch --exec "node exec/repair.mjs"
import { spawnSync } from "node:child_process";
import { readDocument } from "./words.mjs";

const { stack, urn, reports } = await readDocument();
// Also where it is right again: a repair that failed half-way can have written the edit into the state, and nothing differs from that.
if (reports.some(({ kind }) => kind === "drift")) {
  const always = ["up", "--yes", "--skip-preview", "--non-interactive", "--refresh", "--stack", stack];
  // What is created anew gets another id, which resources that name it have to learn.
  const dependents = reports.some(({ state }) => state === "deleted") ? ["--target-dependents"] : [];
  const { status, error } = spawnSync(process.env.PULUMI_CLI || "pulumi", [...always, "--target", urn, ...dependents], {
    stdio: ["ignore", "inherit", "inherit"],
    // The watch kills what takes longer than 10 minutes, and a killed update leaves the stack locked: this ends it in order before.
    timeout: 8 * 60_000,
    killSignal: "SIGINT",
  });
  if (error) console.error(error.message);
  process.exitCode = status ?? 1;
}
