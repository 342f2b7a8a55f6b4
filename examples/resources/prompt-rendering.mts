import * as tenant from "pulumi-tenant";

const login = new tenant.PromptRendering("login", {
  prompt: "login-id",
  screen: "login-id",
  renderingMode: "advanced",
  contextConfiguration: ["branding.settings", "screen.texts"],
  headTags: [{ tag: "script", attributes: { src: "https://cdn.example.com/login.js", defer: true } }],
});
export const loginRendering = login.renderingMode;
