import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Impact, labelOf, ObjectGraph } from "../../../provider/src/graph/graph.ts";
import type { MapSource } from "../../../provider/src/map/map.ts";
import { classOf } from "../../../provider/src/schema/provider-code.ts";
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
/** Types each character as a key. */
const type = async (page: Page, keys: string) => {
  for (const key of keys) await page.press(key);
};

const details = (page: Page) => text(page, "#details");
const shown = (page: Page) => text(page, "#count");
const found = (page: Page) =>
  page.evaluate<string[]>('[...document.querySelectorAll("#found li")].map((entry) => entry.textContent)');
/** Clicks on the box whose label begins so. */
const toggle = (page: Page, label: string) =>
  page.evaluate(
    `[...document.querySelectorAll("label")].find((one) => one.innerText.trim().startsWith("${label}")).click()`,
  );

/** The product, of which a stack has all but the role, and an API that only a grant of it names. */
const source: MapSource = {
  objects: [
    ...product.map((object) => (object.type === "role" ? object : { ...object, stack: "dev" })),
    {
      ...objectOf("clientGrant", "cgr_2", { clientId: "app_1", audience: "https://billing.example.com" }),
      stack: "dev",
    },
  ],
  stacks: ["dev"],
};

describe("the page of a map", () => {
  it("needs no network, satisfies its own content policy, and shows every object", async () => {
    const page = await opened(source);
    expect(page.complaints).toEqual([]);
    expect(page.requests).toEqual([]);
    expect(await shown(page)).toBe("16 of 16 objects, 16 references");
    expect(await text(page, "#kinds")).toContain("organizations (2)");
    expect(await details(page)).toContain("example.com");
  });

  it("runs no other script and loads nothing, even if an attacker puts a script into the page", async () => {
    const page = await opened(source);
    await page.evaluate(`(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'owned'";
      document.body.append(script);
      const image = document.createElement("img");
      const refused = new Promise((resolve) => image.addEventListener("error", resolve));
      image.src = "http://127.0.0.1:9/x.png";
      document.body.append(image);
      return refused.then(() => true);
    })()`);
    expect(await page.evaluate("document.title")).toBe("Map of example.com");
    expect(page.requests).toEqual([]);
  });

  it("can be used with the keyboard: search, choose and go back", async () => {
    const page = await opened(source);
    await type(page, "/corp");
    expect(await found(page)).toEqual([
      "corp · Connection",
      "north · corp · OrganizationConnection",
      "south · corp · OrganizationConnection",
    ]);
    await page.press("ArrowDown");
    await page.press("Enter");
    const said = await details(page);
    expect(said).toContain("Connection · con_1 · example.com · in dev");
    expect(said).toContain("It refers to (1)\nPortal · enabledClients");
    // Its application and the grants of that, both organizations with what they have, and the members.
    expect(said).toContain("What depends on it (11)");
    expect(said).toMatch(/organizations \(2\)\nnorth\nsouth[\s\S]*users \(2\)\nalice\nbob/);
    await page.press("ArrowDown");
    expect(await details(page)).toContain("OrganizationConnection");
    await page.press("Escape");
    expect(await details(page)).toContain("Stacks: dev");
    expect((await found(page)).length).toBe(16);
  });

  it("lists the objects that depend on the chosen one, and can show only these", async () => {
    const page = await opened(source);
    await type(page, "/orders.example.com");
    await page.press("ArrowDown");
    const said = await details(page);
    expect(said).toMatch(/What depends on it \(7\)[\s\S]*roles \(1\)\nAdmin[\s\S]*users \(1\)\nalice/);
    await page.evaluate('document.getElementById("only").click()');
    expect(await shown(page)).toMatch(/^8 of 16 objects/);
    await page.press("Escape");
    expect(await shown(page)).toMatch(/^16 of 16 objects/);
  });

  it("lists the same organizations, applications and members as a review does", async () => {
    const page = await opened({ objects: product, stacks: ["dev"] });
    const graph = new ObjectGraph(product);
    const shownOf = new Map([
      ["organizations", "Organization"],
      ["applications", "Client"],
      ["members", "User"],
    ]);
    for (const object of product) {
      const node = graph.nodeOf(object);
      if (!node) throw new Error("every object is in the graph");
      const impact = new Impact();
      impact.addChangeOf(node);
      const named = impact.groups().flatMap(({ who, names }) => names.map((name) => `${shownOf.get(who)} ${name}`));
      const related = await page.evaluate<string[]>(
        `[...tenantMap.dependents(${JSON.stringify(node.key)})].map((key) => tenantMap.byKey.get(key)).map(({ kind, label }) => kind + " " + label)`,
      );
      const itself = named.filter((name) => name === `${classOf(object.type)} ${labelOf(node)}`);
      const sorts = [...shownOf.values()].map((kind) => `${kind} `);
      const people = related.filter((name) => sorts.some((sort) => name.startsWith(sort)));
      expect([...people, ...itself].sort(), node.key).toEqual(named.sort());
    }
  });

  it("marks unmanaged objects, and can show only these", async () => {
    const page = await opened(source);
    const unmanaged = 'document.querySelectorAll("#found li.unmanaged").length';
    expect(await page.evaluate(unmanaged)).toBe(2);
    await toggle(page, "only unmanaged objects");
    expect(await found(page)).toEqual(["https://billing.example.com · ResourceServer", "Admin · Role"]);
    expect(await shown(page)).toMatch(/^2 of 16 objects/);
  });

  it("hides the types that a user switches off, and reacts to a click on a drawn object", async () => {
    const page = await opened(source);
    for (const kind of await page.evaluate<string[]>(
      '[...document.querySelectorAll("#kinds label")].map((one) => one.innerText.trim())',
    )) {
      if (!kind.startsWith("connections (")) await toggle(page, kind);
    }
    expect(await shown(page)).toBe("1 of 16 objects, 0 references");
    const [x = 0, y = 0] = await page.evaluate<number[]>(`(() => {
      const { left, top, width, height } = document.getElementById("graph").getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    })()`);
    // The only object is in the middle, with its name below it.
    for (const by of [0, -10, -20]) await page.click(x, y + by);
    expect(await details(page)).toContain("Connection · con_1");
  });

  it("shows hostile names as text, and runs none of them", async () => {
    const hostile = [
      "</script><script>document.title = 1</script>",
      "<img src=x onerror=document.title=2>",
      '"]}</script><!--',
      "\u2028\u2029'\"`",
      "__proto__",
      "\u202egnp.exe\u0000",
    ];
    const objects = hostile.flatMap((name, at) => [
      { ...objectOf("client", `app ${name}`, { name }), stack: name },
      objectOf("clientGrant", `cgr_${at}`, { clientId: `app ${name}`, audience: name }),
    ]);
    const page = await opened({ objects, stacks: hostile, unread: hostile });
    expect(page.complaints).toEqual([]);
    expect(await page.evaluate("document.title")).toBe("Map of example.com");
    expect(await page.evaluate('document.querySelectorAll("img, script:not([id])").length')).toBe(5);
    const entries = await found(page);
    expect(entries).toContain(`${hostile[0]} · Client`);
    expect(entries).toContain("\\u202egnp.exe · Client".replace(" ·", "\\u0000 ·"));
    for (let at = 0; at < 5; at++) await page.press("ArrowDown");
    expect(page.complaints).toEqual([]);
  });

  it("stays usable with 2,000 objects and as many references", async () => {
    const names = Array.from({ length: 500 }, (_, at) => `customer-${at}`);
    const objects = [
      objectOf("client", "app_1", { name: "Portal" }),
      ...names.flatMap((name) => [
        objectOf("organization", `org_${name}`, { name }),
        objectOf("connection", `con_${name}`, { name, enabledClients: ["app_1"] }),
        objectOf("organizationConnection", `org_${name}::con_${name}`, {
          ...{ organizationId: `org_${name}`, connectionId: `con_${name}` },
        }),
        objectOf("organizationMemberRoles", `org_${name}::u`, {
          ...{ organizationId: `org_${name}`, userId: `u-${name}`, roles: ["rol_1"] },
        }),
      ]),
    ];
    const page = await opened({ objects, stacks: undefined });
    expect(await shown(page)).toBe("2502 of 2502 objects, 3000 references");
    // On a machine with nothing else to do, about a second until it is drawn, and a tenth of one for the rest.
    expect(await page.evaluate("performance.now()")).toBeLessThan(20_000);
    const began = performance.now();
    await type(page, "/customer-499");
    await page.press("ArrowDown");
    expect(await details(page)).toMatch(/What depends on it \(\d+\)/);
    expect(performance.now() - began).toBeLessThan(15_000);
  });
});
