import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { refusals } from "../../subjects/refusals/all.made.ts";
import { othersOfEmulator } from "../../subjects/refusals/others.ts";

const root = "provider/src/emulator";
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
const quoted = '("(?:[^"\\\\]|\\\\.)*"|`(?:[^`\\\\]|\\\\.)*`)';
const forms = [
  new RegExp(`ServiceError\\(\\s*4(?:00|02|03|04|09|12),\\s*${quoted}`, "g"),
  new RegExp(`\\b(?:refused|refusal)\\(\\s*${quoted}`, "g"),
  new RegExp(`\\b(?:missing|taken): \\[?${quoted}`, "g"),
];

/** The texts of refusals in the emulator's code, with `*` in place of values. */
function textsIn(file: string): readonly string[] {
  const code = readFileSync(join(root, file), "utf8");
  const all = forms.flatMap((form) => [...code.matchAll(form)].map(([, text = ""]) => text.slice(1, -1)));
  return all.map((text) => text.replaceAll(/\$?\{[^}]*\}/g, "*").replaceAll("\\`", "`"));
}

const texts = [...new Set(files.flatMap(textsIn))].toSorted();

/** Whether a message has a text, in which `*` stands for any value. */
function isOf(text: string, message: string): boolean {
  const parts = text.split("*").map((part) => part.replaceAll(/[.?+^$[\]\\(){}|]/g, "\\$&"));
  return new RegExp(`(^|: )${parts.join(".+")}$`).test(message);
}

test("each error in the emulator's code has a row in the table of refusals, or a reason for none", () => {
  expect(texts.length).toBeGreaterThan(80);
  const missing = texts.filter((text) => !refusals.some(({ message }) => isOf(text, message)));
  expect(missing).toEqual(Object.keys(othersOfEmulator).toSorted());
});

test("rows have unique names, and each refusal that depends on the program alone is foreseen before the run", () => {
  const names = refusals.map(({ refuses }) => refuses);
  expect(names).toEqual([...new Set(names)]);
  expect(refusals.filter(({ decides, said }) => decides !== "tenant" && said === "run")).toEqual([]);
  expect(refusals.filter(({ said, program, says }) => said !== "run" && !(program && says))).toEqual([]);
  expect(refusals.filter(({ said }) => said !== "run").length).toBeGreaterThanOrEqual(60);
});
