import * as tenant from "pulumi-tenant";

const prompts = new tenant.PromptSettings("prompts", { universalLoginExperience: "new", identifierFirst: true });
export const loginExperience = prompts.universalLoginExperience;
