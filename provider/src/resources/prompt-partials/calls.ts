import { maxPartial, promptPartials } from "../../definitions/prompts.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { membersProblems, withoutEmptyScreens } from "../prompt-texts/calls.ts";

/** The partials of a prompt: `GET|PUT /prompts/{prompt}/partials`. */
export const promptPartialsType: ResourceType = singletonOf(promptPartials, {
  rules: (args) => membersProblems(args, "partials", maxPartial),
  normalize: (args) => withoutEmptyScreens(args, "partials"),
});
