import { promptTexts } from "../../definitions/prompt-texts.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { isObject, type JsonObject, own, unknownValue } from "../../schema/json.ts";

/** The texts of a prompt: `GET|PUT /prompts/{prompt}/custom-text/{language}`. */
export const promptTextsType: ResourceType = singletonOf(promptTexts, {
  rules: (args) => textProblems(args, "texts"),
  normalize: (args) => withoutEmptyScreens(args, "texts"),
});

/** Screens without texts, which the service does not keep. */
export function withoutEmptyScreens(args: JsonObject, name: string): JsonObject {
  const all = own(args, name);
  if (!isObject(all)) return args;
  const kept = Object.entries(all).filter(([, screen]) => !isObject(screen) || Object.keys(screen).length > 0);
  return { ...args, [name]: Object.fromEntries(kept) };
}

/** The service accepts texts below a screen only. */
export function textProblems(args: JsonObject, name: string): readonly Problem[] {
  const all = own(args, name);
  if (!isObject(all)) return [];
  return Object.entries(all).flatMap(([screen, texts]) => {
    if (texts === unknownValue) return [];
    if (!isObject(texts))
      return [{ path: [name, screen], says: "must be an object: texts are below the name of their screen" }];
    return Object.entries(texts).flatMap(([key, text]) =>
      typeof text === "string" ? [] : [{ path: [name, screen, key], says: "must be a text" }],
    );
  });
}
