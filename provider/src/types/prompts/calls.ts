import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import type { Problem, ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { maxPartial, promptPartials, promptTexts } from "./definition.ts";

/** The texts of a prompt: `GET|PUT /prompts/{prompt}/custom-text/{language}`. */
export const promptTextsType: ResourceType = singletonOf(promptTexts, {
  rules: (args) => membersProblems(args, "texts"),
  normalize: (args) => withoutEmptyScreens(args, "texts"),
});

/* Functions for documents that contain texts by screen and key. An update replaces such a document as a whole. */

/** Arguments without empty screens, because the service does not store them. */
function withoutEmptyScreens(args: JsonObject, name: string): JsonObject {
  const all = own(args, name);
  if (!isObject(all)) return args;
  const kept = Object.entries(all).filter(([, screen]) => !isObject(screen) || Object.keys(screen).length > 0);
  return { ...args, [name]: Object.fromEntries(kept) };
}

/**
 * The problems of the document with a prompt's texts or partials. Its keys are screens, and each value must be an object with the screen's texts.
 *
 * @param max the maximum length of a text, in characters
 */
function membersProblems(args: JsonObject, name: string, max = Number.POSITIVE_INFINITY): readonly Problem[] {
  const all = own(args, name);
  if (!isObject(all)) return [];
  return Object.entries(all).flatMap(([screen, texts]) => {
    if (texts === unknownValue) return [];
    if (!isObject(texts))
      return [{ path: [name, screen], says: "must be an object: texts are nested under the name of their screen" }];
    return Object.entries(texts).flatMap(([key, text]) => {
      const says =
        typeof text !== "string"
          ? "must be a text"
          : [...text].length > max
            ? `must have at most ${max.toLocaleString("en")} characters`
            : undefined;
      return says === undefined ? [] : [{ path: [name, screen, key], says }];
    });
  });
}

/** The partials of a prompt: `GET|PUT /prompts/{prompt}/partials`. */
export const promptPartialsType: ResourceType = singletonOf(promptPartials, {
  rules: (args) => membersProblems(args, "partials", maxPartial),
  normalize: (args) => withoutEmptyScreens(args, "partials"),
});
