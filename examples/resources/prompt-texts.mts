import * as tenant from "pulumi-tenant";

const login = new tenant.PromptTexts("login-texts", {
  prompt: "login",
  language: "en",
  texts: { login: { title: "Welcome", description: "Log in to your orders." } },
});
export const loginTexts = login.texts;
