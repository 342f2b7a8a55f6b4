import * as tenant from "pulumi-tenant";

const codes = new tenant.PhoneTemplate("codes", {
  type: "otp_verify",
  text: "{{ code }} is your code for {{ friendly_name }}.",
  voice: "Your code is {{ pause }} {{ code }}.",
});
export const codeText = codes.text;
