import { outsideServiceOf } from "../../lifecycle/requests/outside-service.ts";
import { singletonOf } from "../../lifecycle/requests/singleton.ts";
import { entryOf } from "../../lifecycle/requests/singleton-requests.ts";
import type { ResourceType } from "../../lifecycle/resource-type.ts";
import { isObject, type JsonObject, own } from "../../schema/json.ts";
import { credentialsOf, onlyTwilio, phoneProvider, phoneProviderProtection, phoneTemplate } from "./definition.ts";

const outside = outsideServiceOf(phoneProvider, {
  credentialsOf,
  // A part of the old configuration could belong to the other provider.
  sentWithName: (_, { configuration }) => (configuration === undefined ? {} : { configuration }),
});

/** The tenant's phone provider: `GET|POST /branding/phone/providers`, `PATCH|DELETE /branding/phone/providers/{id}`. */
export const phoneProviderType: ResourceType = singletonOf(phoneProvider, {
  ...outside,
  rules: (args, target, before) => [...outside.rules(args, target, before), ...configurationProblems(args)],
  refusals: (args, live) => [...outside.refusals(args, live), ...incomplete(args, live)],
  adjust: (changes, inputs, live) => withWhatTwilioNeeds(outside.adjust(changes, inputs, live), live),
  requests: entryOf(phoneProvider),
  // No response contains credentials, so they count as present.
  fromBody: ({ credentials, ...body }) =>
    own(body, "name") === undefined ? body : { ...body, credentials: credentials ?? {} },
});

/** The senders of messages at Twilio, which needs one of them. */
const senders = ["defaultFrom", "mssid"];

/** Adds to a configuration what it no longer declares, but Twilio needs, as the tenant has it: the account, and a sender. */
function withWhatTwilioNeeds(changes: JsonObject, live: JsonObject): JsonObject {
  const [configuration, current] = [own(changes, "configuration"), own(live, "configuration") ?? null];
  const isAnother = own({ ...live, ...changes }, "name") !== own(live, "name");
  if (!isObject(configuration) || isAnother) return changes;
  const hasSender = senders.some((name) => own(configuration, name) !== undefined);
  const needed = hasSender ? ["sid"] : ["sid", ...senders];
  const kept = needed.flatMap((name) => {
    const value = own(current, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...changes, configuration: { ...Object.fromEntries(kept), ...configuration } };
}

function configurationProblems({ name, configuration }: JsonObject) {
  if (name !== "custom" || !isObject(configuration)) return [];
  const foreign = onlyTwilio.filter((key) => own(configuration, key) !== undefined);
  return foreign.map((key) => ({ path: ["configuration", key], says: 'is not a setting of the provider "custom"' }));
}

/** The refusal of Twilio without an account or a sender, at a tenant that does not use Twilio yet. */
function incomplete({ name, configuration }: JsonObject, live: JsonObject = {}): readonly string[] {
  if (name !== "twilio" || own(live, "name") === name || !isObject(configuration)) return [];
  const has = (...keys: readonly string[]) => keys.some((key) => own(configuration, key) !== undefined);
  if (has("sid") && has(...senders)) return [];
  return ['configuration: the provider "twilio" needs `sid`, and `defaultFrom` or `mssid`. Declare them.'];
}

const parts = ["text", "voice", "from"];

/** The tenant's own messages: `GET|POST /branding/phone/templates`, `PATCH|DELETE /branding/phone/templates/{id}`. */
export const phoneTemplateType: ResourceType = singletonOf(phoneTemplate, {
  requests: entryOf(phoneTemplate),
  adjust(changes, _, live) {
    if (!parts.some((name) => Object.hasOwn(changes, name)) || changes.text === null) return changes;
    const kept = Object.entries(live).filter(([name]) => parts.includes(name));
    return { ...Object.fromEntries(kept), ...changes };
  },
  fromBody({ content, ...others }) {
    const [from, text, voice] = [
      own(content, "from"),
      own(own(content, "body"), "text"),
      own(own(content, "body"), "voice"),
    ];
    return {
      ...others,
      ...(text !== undefined && { text }),
      ...(voice !== undefined && { voice }),
      // A template without a sender has an empty text.
      ...(from !== undefined && from !== "" && { from }),
    };
  },
  toBody({ text, voice, from, ...others }) {
    if (text === null) return { text };
    const body = { ...(text !== undefined && { text }), ...(voice !== undefined && { voice }) };
    const content = { ...(from !== undefined && { from }), ...(Object.keys(body).length > 0 && { body }) };
    return { ...others, ...(Object.keys(content).length > 0 && { content }) };
  },
});

/** The protection of the phone provider: `GET|PATCH /attack-protection/phone-provider-protection`. A PATCH without the type is refused. */
export const phoneProviderProtectionType: ResourceType = singletonOf(phoneProviderProtection, {
  adjust: (changes, inputs, live) => ({ type: own(live, "type") ?? own(inputs, "type") ?? null, ...changes }),
});
