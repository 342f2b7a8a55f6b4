import * as tenant from "pulumi-tenant";

const page = new tenant.LoginPageTemplate("login-page", {
  body: "<!DOCTYPE html><html><head>{%- auth0:head -%}</head><body>{%- auth0:widget -%}</body></html>",
});
export const loginPage = page.body;
