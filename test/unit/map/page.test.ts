import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MapSource } from "../../../provider/src/map/document.ts";
import { type Browser, type Page, startBrowser } from "../../harness/browser.ts";
import { objectOf, product } from "../graph/objects.ts";
import { pageOf } from "./tenant.ts";

let browser: Browser;
let folder: string;
beforeAll(async () => {
  [browser, folder] = await Promise.all([startBrowser(), mkdtemp(join(tmpdir(), "map-"))]);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

async function opened(source: MapSource): Promise<Page> {
  const file = join(folder, "map.html");
  await writeFile(file, pageOf(source));
  const page = await browser.open(file);
  expect(await page.evaluate("document.documentElement.dataset.ready")).toBe("true");
  return page;
}
const text = (page: Page, selector: string) =>
  page.evaluate<string>(`document.querySelector(${JSON.stringify(selector)}).innerText`);
const type = async (page: Page, keys: string) => {
  for (const key of keys) await page.press(key);
};

/** The product, of which a stack has all but the role, and an API that only a grant of it names. */
const source: MapSource = {
  objects: [
    ...product.map((object) => (object.kind === "role" ? object : { ...object, stack: "dev" })),
    objectOf("clientGrant", "cgr_2", { clientId: "app_1", audience: "https://billing.example.com" }),
  ],
  stacks: ["dev"],
};

describe("the page of a map", () => {
  it("needs no network, breaks none of its own rules, and shows everything", async () => {
    const page = await opened(source);
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
    expect(await text(page, "#count")).toBe("16 of 16 objects, 19 references");
    expect(await text(page, "#kinds")).toContain("organizations (2)");
    const picture = await page.screenshot();
    expect(picture.length).toBeGreaterThan(10_000);
  });
});
