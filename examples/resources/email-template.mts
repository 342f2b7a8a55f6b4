import * as tenant from "pulumi-tenant";

const welcome = new tenant.EmailTemplate("welcome", {
  template: "welcome_email",
  enabled: true,
  subject: "Welcome",
  body: "<html><body>Hello {{ user.name }}.</body></html>",
});
export const welcomeSubject = welcome.subject;
