import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PackWaivers } from "../../../provider/src/policy/policies.ts";
import { later } from "../helpers/days.ts";

function configure(waivers: PackWaivers, config: object): void {
  const { validateResource } = waivers.configured;
  if (typeof validateResource !== "function") throw new Error("no function");
  void validateResource({ getConfig: () => config } as never, () => undefined);
}

test("a file that is missing or wrong is an error that names it", () => {
  const folder = mkdtempSync(join(tmpdir(), "waivers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "tenant-baseline.yaml");
  expect(() => new PackWaivers(file)).toThrow(`no such file or directory, open '${file}'`);
  writeFileSync(file, `waivers:\n  - { rule: client-no-implicit-grant, resource: '*', reason: r, until: ${later} }\n`);
  expect(() => new PackWaivers(file)).toThrow(`${file}, line 2: resource: "*" matches every resource`);
});

test("a misspelled configuration key is an error with the likely key", () => {
  expect(() => configure(new PackWaivers(undefined), { fiel: "tenant-baseline.yaml" })).toThrow(
    'baseline-waivers: unknown key "fiel". Did you mean "file"?',
  );
});
