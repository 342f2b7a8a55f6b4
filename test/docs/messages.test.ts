import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, textOf } from "./markdown.ts";

/** The sources as one text, in which messages that are put together of several strings stand in one piece. */
const sources = readdirSync(join(root, "provider/src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) =>
    readFileSync(join(root, "provider/src", file), "utf8")
      .replace(/["`] \+\s*["`]/g, "")
      .replaceAll("\\`", ""),
  )
  .join("\n");

const pages = ["docs/troubleshooting.md", "docs/troubleshooting-runs.md"].map(textOf).join("\n");
const headings = [...pages.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => heading);

test.each(headings.filter((heading) => heading.includes("`") && !/\(from (?:Pulumi|TypeScript|pnpm)/.test(heading)))(
  "the sources print the message of the heading: %s",
  (heading) => {
    const messages = [...heading.matchAll(/`([^`]+)`/g)].map(([, message = ""]) => message);
    const fragments = messages.flatMap((message) => message.split("…").map((part) => part.trim()));
    expect(fragments.filter((fragment) => fragment.length > 3 && !sources.includes(fragment))).toEqual([]);
  },
);
