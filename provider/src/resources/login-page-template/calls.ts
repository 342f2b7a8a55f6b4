import { loginPageTemplate } from "../../definitions/branding.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { singletonOf } from "../../lifecycle/singleton.ts";
import { type Requests, wholeOf } from "../../lifecycle/singleton-requests.ts";
import { type JsonObject, own, unknownValue } from "../../schema/json.ts";
import { pathOf } from "../../schema/route.ts";

const { schema, route } = loginPageTemplate;
const maxBytes = 102_400;
const tags = ["auth0:head", "auth0:widget"];

const whole = wholeOf(loginPageTemplate, { absent: "inexistent_templates_universal_login" });

/** The page around the login box: `GET|PUT|DELETE /branding/templates/universal-login`. A new tenant has none. */
const requests: Requests = {
  get: whole.get,
  async send(service, { body }) {
    const call = { path: pathOf(route, {}), subject: schema.noun, action: "update", continues: true } as const;
    if (body === null) await service.request({ ...call, method: "DELETE" });
    // The response is an empty object for a new template, and has no body for an existing one.
    else await service.request({ ...call, method: "PUT", body: { template: body ?? "" }, expected: "json" });
  },
};

/** The template of the login page. */
export const loginPageTemplateType: ResourceType = singletonOf(loginPageTemplate, {
  rules: problemsOf,
  keepsChanged: true,
  requests,
});

function problemsOf(args: JsonObject) {
  const body = own(args, "body");
  if (typeof body !== "string" || body === unknownValue) return [];
  const missing = tags.filter((tag) => !new RegExp(`\\{%-?\\s{0,100}${tag}\\s{0,100}-?%\\}`).test(body));
  const says = [
    ...missing.map((tag) => `must contain {%- ${tag} -%}`),
    ...(Buffer.byteLength(body) > maxBytes ? [`must have at most ${maxBytes.toLocaleString("en")} bytes`] : []),
  ];
  return says.map((text) => ({ path: ["body"], says: text }));
}
