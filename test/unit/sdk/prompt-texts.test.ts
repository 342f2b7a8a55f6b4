import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readPromptTexts } from "../../../provider/src/sdk/resources/prompt-texts.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "texts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(language: string, file: string, content: string): void {
  mkdirSync(join(folder, language), { recursive: true });
  writeFileSync(join(folder, language, file), content);
}

test("each file of a folder has the texts of one prompt in one language", () => {
  write("en", "signup.json", '{"signup":{"title":"Join"}}');
  write("en", "login.json", '{"login":{"title":"Welcome"}}');
  write("pt-BR", "login.json", "{}");
  write("en", "notes.md", "no texts");
  write(".git", "login.json", "none of ours");
  writeFileSync(join(folder, "README.md"), "no language");
  expect(readPromptTexts(folder)).toEqual([
    { prompt: "login", language: "en", texts: { login: { title: "Welcome" } } },
    { prompt: "signup", language: "en", texts: { signup: { title: "Join" } } },
    { prompt: "login", language: "pt-BR", texts: {} },
  ]);
});

test.each([
  ["is no JSON", "{", /The texts in .*login\.json cannot be read: /],
  [
    "has no screens",
    '{"title":"Welcome"}',
    /The texts in .*login\.json cannot be used: the file must have texts by screen/,
  ],
  ["has no texts", '{"login":{"title":7}}', /cannot be used/],
])("a file that %s is refused by its name", (_, content, why) => {
  write("en", "login.json", content);
  expect(() => readPromptTexts(folder)).toThrow(why);
});

test("a missing folder is refused by its name", () => {
  expect(() => readPromptTexts(join(folder, "none"))).toThrow(/The texts of prompts in .*none cannot be read: ENOENT/);
});
