import { promptTexts } from "../../definitions/prompt-texts.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { membersProblems, withoutEmptyScreens } from "../../lifecycle/screens.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";

/** The texts of a prompt: `GET|PUT /prompts/{prompt}/custom-text/{language}`. */
export const promptTextsType: ResourceType = singletonOf(promptTexts, {
  rules: (args) => membersProblems(args, "texts"),
  normalize: (args) => withoutEmptyScreens(args, "texts"),
});
