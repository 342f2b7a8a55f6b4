import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { isObject, type Json, type JsonObject } from "../../schema/json.ts";
import type { prompts } from "../../types/prompts/definition.ts";

/** The arguments of one {@link PromptTexts}, made from one file. */
export interface PromptTextsOfFile {
  /** The prompt: the name of the file. The provider refuses the name of an unknown prompt. */
  readonly prompt: (typeof prompts)[number];
  readonly language: string;
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Reads the texts of prompts from JSON files `<language>/<prompt>.json` in a folder. Each file has the texts of its prompt by screen and key:
 * `{ "login": { "title": "Welcome" } }`.
 *
 * ```ts
 * for (const args of tenant.readPromptTexts("texts")) {
 *   new tenant.PromptTexts(`${args.prompt}-${args.language}`, args);
 * }
 * ```
 *
 * @param folder a path, from the folder of the program
 * @returns the arguments of one resource for each file, in the order of languages and prompts
 * @throws pulumi.RunError if a folder or file cannot be read, or if a file does not have this form. The message names the folder or file
 */
export function readPromptTexts(folder: string): readonly PromptTextsOfFile[] {
  return namesIn(folder, (entry) => entry.isDirectory()).flatMap((language) =>
    namesIn(join(folder, language), (entry) => entry.isFile() && entry.name.endsWith(".json")).map((file) => {
      return {
        prompt: basename(file, ".json") as (typeof prompts)[number],
        language,
        texts: textsIn(join(folder, language, file)),
      };
    }),
  );
}

type Entry = ReturnType<typeof entriesOf>[number];

function entriesOf(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}

function namesIn(folder: string, isMeant: (entry: Entry) => boolean): readonly string[] {
  try {
    const meant = entriesOf(folder).filter((entry) => !entry.name.startsWith(".") && isMeant(entry));
    return meant.map(({ name }) => name).toSorted();
  } catch (error) {
    throw new pulumi.RunError(`The texts of prompts in ${folder} cannot be read: ${reasonOf(error)}.`);
  }
}

function textsIn(file: string): PromptTextsOfFile["texts"] {
  let content: Json;
  try {
    content = JSON.parse(readFileSync(file, "utf8")) as Json;
  } catch (error) {
    throw new pulumi.RunError(`The texts in ${file} cannot be read: ${reasonOf(error)}.`);
  }
  if (isTexts(content)) return content;
  throw new pulumi.RunError(
    `The texts in ${file} cannot be used: the file must have texts by screen and key, such as ` +
      '{ "login": { "title": "Welcome" } }.',
  );
}

function isTexts(content: Json): content is JsonObject & PromptTextsOfFile["texts"] {
  const isScreen = (screen: Json) =>
    isObject(screen) && Object.values(screen).every((text) => typeof text === "string");
  return isObject(content) && Object.values(content).every(isScreen);
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
