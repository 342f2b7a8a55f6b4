// Restores the declared values of one drifted resource. Run it where `pulumi up` runs, with a client that has write scopes.
//   pulumi-tenant watch --exec "node exec/repair.mjs"
import { readDocument, run } from "./words.mjs";

const { stack, urn, drift, reports } = await readDocument();
// Runs also after `drift: false`: a repair that failed half-way may have written the edit into the state, which then equals the tenant.
if (drift || reports.some(({ kind }) => kind === "drift")) {
  const pulumi = process.env.PULUMI_CLI || "pulumi";
  const preview = JSON.parse(
    run(pulumi, ["preview", "--json", "--non-interactive", "--stack", stack, "--target", urn], { timeout: 8 * 60_000 }),
  );
  // A run with a target does not see the program's other resources, and the target may be an old entry of an object that another one keeps.
  if (preview.steps?.some((step) => step.op === "delete" && step.urn === urn)) {
    console.log(`${urn} is not in the program: it is left to a whole \`pulumi up\``);
    process.exit();
  }
  const always = ["up", "--yes", "--skip-preview", "--non-interactive", "--refresh", "--stack", stack];
  // A resource that is created again gets another id, so its dependents need an update.
  const dependents = reports.some(({ state }) => state === "deleted") ? ["--target-dependents"] : [];
  run(pulumi, [...always, "--target", urn, ...dependents], {
    stdio: ["ignore", "inherit", "inherit"],
    // The watch kills a command after 10 minutes, and a killed update leaves the stack locked: this timeout ends the update before.
    timeout: 8 * 60_000,
    killSignal: "SIGINT",
  });
}
