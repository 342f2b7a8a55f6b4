import { readFileSync } from "node:fs";
import * as tenant from "pulumi-tenant";

export const branding = new tenant.Branding("branding", {
  colors: { primary: "#0059d6", pageBackground: "#ffffff" },
  logoUrl: "https://www.example.com/logo.svg",
});

export const prompts = new tenant.PromptSettings("prompts", { identifierFirst: true });

export const loginPage = new tenant.LoginPageTemplate("login-page", { body: readFileSync("pages/login.html", "utf8") });

// One file for each language and prompt: texts/<language>/<prompt>.json.
export const texts = tenant
  .readPromptTexts("texts")
  .map((args) => new tenant.PromptTexts(`${args.prompt}-${args.language}`, args));
