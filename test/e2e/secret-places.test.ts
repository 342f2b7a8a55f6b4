import { expect, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../provider/src/report/drift.ts";
import { driftReport } from "../../provider/src/report/report.ts";
import { upNow } from "./project.ts";
import { expectNoSecretIn, program, secrets, urlWith } from "./secret-program.ts";
import { startWatch } from "./watcher.ts";
import { withWorld } from "./world.ts";

const world = withWorld();

test("headers, passwords in URLs and private keys are masked in output, state, and reports of drift and watch", async () => {
  // The way: declare them without a mark, export the state, edit them by hand, and read both reports.
  const { tenant, stack } = world();
  await stack.declare(program);
  const preview = await stack.run(["preview", "--diff"]);
  const up = await stack.run(upNow);
  const exported = await stack.run(["stack", "export"]);
  expectNoSecretIn(preview.stdout, up.stdout, exported.stdout);
  expect(preview.stdout).toContain('passwordPolicy: "good"');

  tenant.connections.editOptions("social", { customHeaders: { Authorization: `Basic ${secrets.byHand}` } });
  tenant.connections.editOptions("texts", { gateway_url: urlWith(secrets.byHand), from: urlWith(secrets.byHand) });
  const refresh = await stack.run(["refresh", "--preview-only", "--json"]);
  const report = driftReport(parsePreview(refresh.stdout));
  const watch = startWatch(stack, ["--once"]);
  expect(await watch.ended).toBe(7);
  expectNoSecretIn(
    refresh.stdout,
    toText(report),
    toMarkdown(report),
    JSON.stringify([report, watch.reports, watch.log]),
  );
  for (const found of [report.resources, watch.reports]) {
    const leaves = found.flatMap(({ name, changes }) => changes.map(({ path }) => `${name}: ${path}`));
    expect(leaves.toSorted()).toEqual([
      "social: options.customHeaders",
      "texts: options.from",
      "texts: options.gateway_url",
    ]);
  }
  expectNoSecretIn((await stack.run([...upNow, "--refresh"])).stdout);
  await stack.settled();
}, 120_000);
