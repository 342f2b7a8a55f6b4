import { describe, expect, test } from "vitest";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import { textOf } from "./markdown.ts";

/* Pages that are written by hand name every kind of object, and say of it what its descriptor says. */

/** Scopes as tables write them: `create:` and `read:things` are two. */
function scopesIn(cell: string): readonly string[] {
  const spans = [...cell.matchAll(/`(\w+):(\w*)`/g)];
  return spans.map(([, operation, objects], index) => {
    const named = objects || spans.slice(index).find(([, , later]) => later)?.[2];
    return `${operation}:${named}`;
  });
}

describe.each(typeNames.map((name) => ({ ...definitions[name], ...tools[name] })))("$type", (of) => {
  const { type, scopes, listing, route, foreignTypes } = of;

  test("has its scopes on the page about configuration", () => {
    const [, cell = ""] = new RegExp(`^\\| \`${type}\` \\| (.*) \\|$`, "m").exec(textOf("docs/configuration.md")) ?? [];
    expect([...new Set(scopesIn(cell))].toSorted()).toEqual([...new Set(Object.values(scopes).flat())].toSorted());
  });

  test("has its read scopes on the page of imports, if an import lists it, and of the watch", () => {
    const pages = ["docs/watch.md", ...(listing ? ["docs/import.md"] : [])];
    for (const page of pages) for (const scope of scopes.read) expect(textOf(page)).toContain(scope);
  });

  test("has its route on the page about the emulator", () => {
    const [root] = route.split("/{");
    expect(textOf("docs/emulator.md")).toContain(`\`/${root}`);
  });

  test("has its names in other tools on the page about migration", () => {
    for (const foreign of Object.keys(foreignTypes)) expect(textOf("docs/migrate.md")).toContain(`\`${foreign}\``);
  });
});
