// Puts back what the program declares, for the one resource that drifts. Run it where `pulumi up` runs, with a client that may write.
//   pulumi-tenant watch --exec "node exec/repair.mjs"
import { readDocument, run } from "./words.mjs";

const { stack, urn, drift, reports } = await readDocument();
// Also where it is right again: a repair that failed half-way can have written the edit into the state, and nothing differs from that.
if (drift || reports.some(({ kind }) => kind === "drift")) {
  const pulumi = process.env.PULUMI_CLI || "pulumi";
  const preview = JSON.parse(
    run(pulumi, ["preview", "--json", "--non-interactive", "--stack", stack, "--target", urn], { timeout: 8 * 60_000 }),
  );
  // A run with a target does not see what else the program has, and this can be an old entry of an object that it keeps.
  if (preview.steps?.some((step) => step.op === "delete" && step.urn === urn)) {
    console.log(`${urn} is not in the program: it is left to a whole \`pulumi up\``);
    process.exit();
  }
  const always = ["up", "--yes", "--skip-preview", "--non-interactive", "--refresh", "--stack", stack];
  // What is created anew gets another id, which resources that name it have to learn.
  const dependents = reports.some(({ state }) => state === "deleted") ? ["--target-dependents"] : [];
  run(pulumi, [...always, "--target", urn, ...dependents], {
    stdio: ["ignore", "inherit", "inherit"],
    // The watch kills what takes longer than 10 minutes, and a killed update leaves the stack locked: this ends it in order before.
    timeout: 8 * 60_000,
    killSignal: "SIGINT",
  });
}
