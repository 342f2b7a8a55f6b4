import type { TenantTraits } from "../../provider/src/emulator/shared/module.ts";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "./kinds.ts";

/** An object with secrets that the service sends to an address. All paths are JSON pointers. */
export interface SecretPlace {
  readonly type: TypeName;
  /** What tells the cases of a type apart. */
  readonly about: string;
  readonly traits?: Partial<TenantTraits>;
  /** What all programs declare besides the identity. */
  readonly base: JsonObject;
  /** The addresses, each with the values that programs and other clients give it. */
  readonly addresses: Readonly<Record<string, readonly [Json, Json]>>;
  /** The addresses that a program may leave out. */
  readonly optional?: readonly string[];
  /** The secrets, each with the two values that programs declare, and the one of another client. */
  readonly secrets: Readonly<Record<string, readonly [Json, Json, Json]>>;
  /** The secrets that every program has to declare. */
  readonly required?: readonly string[];
  /** What stands beside each declared secret, of programs and of other clients. */
  readonly beside?: Readonly<Record<string, Json>>;
  /** A property that is no address, with two values. */
  readonly other: readonly [pointer: string, Json, Json];
}

const hosts = ["https://one.example.com/", "https://two.example.com/"] as const;
const texts = ["declared-1", "declared-2", "theirs-1"] as const;
const gateway = (secret: string) => ({ method: "bearer", audience: "sms", secret });
const twilio = (authToken: string) => ({ authToken });
const headers = (value: string) => [{ header: "X-Key", value }];
const http: SecretPlace = {
  type: "logStream",
  about: "http, whose sink an update replaces",
  base: { type: "http" },
  addresses: { "/sink/httpEndpoint": hosts },
  secrets: {
    "/sink/httpAuthorization": texts,
    "/sink/httpCustomHeaders": [headers("declared-1"), headers("declared-2"), headers("theirs-1")],
  },
  other: ["/sink/httpContentType", "text/plain", "application/json"],
};
const client = (strategy: string, more: JsonObject = {}) => ({ strategy, options: { client_id: "tenant", ...more } });
const icon = ["/options/icon_url", "https://one.example.com/1.png", "https://one.example.com/2.png"] as const;

/** A case for each destination of each type, but for code. */
export const secretPlaces: readonly SecretPlace[] = [
  {
    type: "phoneProvider",
    about: "twilio",
    base: { name: "twilio", configuration: { deliveryMethods: ["text"], defaultFrom: "+12025550100" } },
    addresses: { "/configuration/sid": [`AC${"1".repeat(32)}`, `AC${"2".repeat(32)}`] },
    secrets: { "/credentials": [twilio("declared-1"), twilio("declared-2"), twilio("theirs-1")] },
    required: ["/credentials"],
    other: ["/disabled", true, false],
  },
  {
    type: "eventStream",
    about: "a webhook with a bearer token",
    base: { subscriptions: ["user.created"], webhook: { authorization: { method: "bearer" } } },
    addresses: { "/webhook/endpoint": hosts },
    secrets: { "/webhook/authorization/token": texts },
    required: ["/webhook/authorization/token"],
    other: ["/subscriptions", ["user.created"], ["user.deleted"]],
  },
  http,
  { ...http, about: "http, whose sink keeps what an update omits", traits: { mergedSinks: true } },
  {
    type: "connection",
    about: "OpenID Connect",
    base: client("oidc"),
    addresses: { "/options/token_endpoint": hosts, "/options/issuer": hosts },
    optional: ["/options/token_endpoint", "/options/issuer"],
    secrets: { "/options/client_secret": texts, "/options/upstream_api_key": texts },
    other: icon,
  },
  {
    type: "connection",
    about: "okta",
    base: client("okta"),
    addresses: { "/options/domain": ["one.example.com", "two.example.com"] },
    secrets: { "/options/client_secret": texts },
    other: icon,
  },
  {
    type: "connection",
    about: "OAuth 2",
    base: client("oauth2", { authorizationURL: "https://one.example.com/authorize" }),
    addresses: { "/options/tokenURL": hosts },
    secrets: { "/options/client_secret": texts, "/options/customHeaders/X-Key": texts },
    other: icon,
  },
  {
    type: "connection",
    about: "an SMS gateway",
    base: { strategy: "sms", options: { provider: "sms_gateway" } },
    addresses: { "/options/gateway_url": hosts },
    // The service accepts the parts of the authentication only together.
    secrets: {
      "/options/gateway_authentication": [gateway("declared-1"), gateway("declared-2"), gateway("theirs-1")],
    },
    other: ["/options/template", "one", "two"],
  },
  {
    type: "connection",
    about: "Twilio",
    base: { strategy: "sms", options: { provider: "twilio" } },
    addresses: { "/options/twilio_sid": ["account-1", "account-2"] },
    secrets: { "/options/twilio_token": texts },
    other: ["/options/template", "one", "two"],
  },
  {
    type: "client",
    about: "SAP",
    base: {},
    addresses: { "/addons/sap_api/tokenEndpointUrl": hosts },
    secrets: { "/addons/sap_api/servicePassword": texts },
    other: ["/addons/sap_api/scope", "one", "two"],
  },
  {
    type: "captcha",
    about: "Arkose Labs",
    base: { arkose: { siteKey: "site-1" } },
    addresses: { "/arkose/verifySubdomain": ["one", "two"] },
    secrets: { "/arkose/secret": texts },
    required: ["/arkose/secret"],
    other: ["/arkose/failOpen", true, false],
  },
  {
    type: "multiFactorPhone",
    about: "Twilio",
    base: {},
    addresses: { "/twilio/sid": ["account-1", "account-2"] },
    secrets: { "/twilio/authToken": texts },
    other: ["/twilio/from", "+1", "+2"],
  },
  {
    type: "multiFactorPush",
    about: "SNS",
    base: { sns: { awsAccessKeyId: "key-1" } },
    addresses: { "/sns/awsRegion": ["eu-west-1", "eu-west-3"] },
    secrets: { "/sns/awsSecretAccessKey": texts },
    required: ["/sns/awsSecretAccessKey"],
    other: ["/sns/snsApnsPlatformApplicationArn", "arn-1", "arn-2"],
  },
  {
    type: "multiFactorDuo",
    about: "Duo",
    base: {},
    addresses: { "/host": ["one.example.com", "two.example.com"] },
    secrets: { "/skey": texts },
    other: ["/ikey", "key-1", "key-2"],
  },
  {
    type: "emailProvider",
    about: "SMTP",
    base: { name: "smtp" },
    addresses: {
      "/credentials/smtp_host": ["one.example.com", "two.example.com"],
      "/credentials/smtp_port": [25, 587],
    },
    secrets: { "/credentials/smtp_pass": texts },
    beside: { "/credentials/smtp_user": "tenant" },
    other: ["/defaultFromAddress", "a@example.com", "b@example.com"],
  },
];
