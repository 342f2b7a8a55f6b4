import * as tenant from "pulumi-tenant";

const signup = new tenant.PromptPartials("signup", {
  prompt: "signup",
  partials: { signup: { "form-content-end": '<p>By signing up you accept <a href="/terms">our terms</a>.</p>' } },
});
export const signupPartials = signup.partials;
