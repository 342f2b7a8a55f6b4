import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBrowser } from "../harness/browser.ts";
import { pageOf } from "../unit/map/tenant.ts";
import { mapScene } from "./map-scene.ts";
import { root, textOf } from "./markdown.ts";

const picture = join(root, "docs/map.png");

if (process.env.WRITE_PAGES === "true") await draw();

/** Makes the picture of a map for README.md. A browser draws texts a little differently on each machine, so nothing compares it. */
async function draw(): Promise<void> {
  const [browser, folder] = [await startBrowser({ width: 1200, height: 620 }), await mkdtemp(join(tmpdir(), "map-"))];
  await writeFile(join(folder, "map.html"), pageOf(mapScene));
  await writeFile(picture, await (await browser.open(join(folder, "map.html"))).screenshot());
  await Promise.all([browser.close(), rm(folder, { recursive: true })]);
}

test("README.md shows the map as a small picture, which `npm run docs` draws", async () => {
  expect(textOf("README.md")).toContain("](docs/map.png)");
  const drawn = await readFile(picture);
  expect(drawn.subarray(1, 4).toString()).toBe("PNG");
  expect(drawn.length).toBeLessThan(150_000);
});
