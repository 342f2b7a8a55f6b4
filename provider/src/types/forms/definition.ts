import { type Definition, defaultsTo, scopesFor } from "../../schema/definition.ts";
import type { JsonObject, Path } from "../../schema/json.ts";
import type { Hints, PathRules } from "../../schema/schema.ts";

/** The members that each type of setup needs, by application. Setups of newer types and applications are not checked. */
export const neededOfSetup: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  ACTIVECAMPAIGN: { API_KEY: ["api_key", "base_url"] },
  AIRTABLE: { API_KEY: ["api_key"] },
  AUTH0: { OAUTH_APP: ["client_id", "client_secret", "domain"] },
  BIGQUERY: { OAUTH_JWT: [] },
  CLEARBIT: { API_KEY: ["secret_key"] },
  DOCUSIGN: { OAUTH_CODE: [] },
  GOOGLE_SHEETS: { OAUTH_CODE: [] },
  HTTP: {
    BEARER: ["token"],
    BASIC_AUTH: ["username"],
    API_KEY: ["in", "name", "value"],
    OAUTH_CLIENT_CREDENTIALS: ["client_id", "client_secret", "token_endpoint"],
  },
  HUBSPOT: { API_KEY: ["api_key"], OAUTH_CODE: [] },
  JWT: { JWT: ["algorithm"] },
  MAILCHIMP: { API_KEY: ["secret_key"], OAUTH_CODE: [] },
  MAILJET: { API_KEY: ["api_key", "secret_key"] },
  PIPEDRIVE: { TOKEN: ["token"], OAUTH_CODE: [] },
  SALESFORCE: { OAUTH_CODE: [] },
  SENDGRID: { API_KEY: ["api_key"] },
  SLACK: { WEBHOOK: ["url"], OAUTH_CODE: [] },
  STRIPE: { KEY_PAIR: ["private_key", "public_key"], OAUTH_CODE: [] },
  TELEGRAM: { TOKEN: ["token"] },
  TWILIO: { API_KEY: ["account_id", "api_key"] },
  WHATSAPP: { TOKEN: ["token"] },
  ZAPIER: { WEBHOOK: ["url"] },
};

const name = { kind: "string", required: true, min: 1, max: 150 } as const;

/**
 * A vault connection: the credentials with which flows call another service, such as an HTTP API, Twilio or the Management API.
 *
 * {@example}
 *
 * **Setup**: declare all of it, under the service's own names, because an update replaces it as a whole. Its `type` says how flows authenticate.
 * By `appId`; members with a question mark are optional:
 * - `HTTP`: `BEARER` with `token`; `BASIC_AUTH` with `username`, `password`?; `API_KEY` with `in`, `name`, `value`; `OAUTH_CLIENT_CREDENTIALS` with
 *   `client_id`, `client_secret`, `token_endpoint`, `audience`?, `resource`?, `scope`?
 * - `AUTH0`: `OAUTH_APP` with `client_id`, `client_secret`, `domain`, `audience`?
 * - `ACTIVECAMPAIGN`: `API_KEY` with `api_key`, `base_url`
 * - `AIRTABLE`, `SENDGRID`, `HUBSPOT`: `API_KEY` with `api_key`
 * - `CLEARBIT`, `MAILCHIMP`: `API_KEY` with `secret_key`
 * - `MAILJET`: `API_KEY` with `api_key`, `secret_key`
 * - `TWILIO`: `API_KEY` with `account_id`, `api_key`
 * - `PIPEDRIVE`, `TELEGRAM`, `WHATSAPP`: `TOKEN` with `token`
 * - `SLACK`, `ZAPIER`: `WEBHOOK` with `url`
 * - `STRIPE`: `KEY_PAIR` with `private_key`, `public_key`
 * - `BIGQUERY`: `OAUTH_JWT` with `project_id`?, `client_email`?, `private_key`?
 * - `JWT`: `JWT` with `algorithm` and the key
 *
 * **Secret**: the setup is write-only as a whole. The API never returns it, and the state has a keyed hash of it. After a change outside Pulumi, also
 * after a rename, the tenant has another `fingerprint`: a refresh then shows the setup as changed, and `pulumi up` sends the declared one again.
 *
 * **Authorization in a browser**: setups of the type `OAUTH_CODE` need a browser. Declare the connection without a setup, and authorize it in the
 * dashboard. Until then, `ready` is false, and flows cannot use it.
 *
 * **Order**: pass the `id` to the actions of a `Flow`. A connection for `AUTH0` logs in when it is created, so its client grant must exist before:
 * name the grant in `dependsOn`.
 *
 * **Updates** send only the changed properties. A change of `appId` replaces the connection, and is refused if the tenant has a setup that the program
 * does not declare: it would be lost.
 *
 * **Destroy** deletes the connection. Flows that still use it fail when they run.
 *
 * @arguments Only declared properties are managed. The setup cannot be cleared: it stays at the tenant.
 *
 * @id The connection's id: `ac_…`.
 */
export const vaultConnection = {
  type: "VaultConnection",
  schema: {
    noun: "vault connection",
    secretsAtRest: [
      {
        secrets: ["/setup"],
        why: "The addresses are in the setup, which each update replaces together with its secrets.",
      },
    ],
    fields: {
      /**
       * The display name: {@bounds}. Several vault connections can have the same name.
       *
       * @answers The display name.
       * @example Order service
       */
      name,
      /**
       * The application or service that flows call.
       *
       * @answers {string} The application or service that flows call.
       */
      appId: {
        kind: "string",
        required: true,
        forceNew: true,
        oneOf: [
          ...["ACTIVECAMPAIGN", "AIRTABLE", "AUTH0", "BIGQUERY", "CLEARBIT", "DOCUSIGN", "GOOGLE_SHEETS", "HTTP"],
          ...["HUBSPOT", "JWT", "MAILCHIMP", "MAILJET", "PIPEDRIVE", "SALESFORCE", "SENDGRID", "SLACK", "STRIPE"],
          ...["TELEGRAM", "TWILIO", "WHATSAPP", "ZAPIER"],
        ],
        safeguard: "Flows send the data of users to this application or service.",
      },
      /** The credentials, under the service's own names. */
      setup: {
        kind: "document",
        safeguard: "It determines to which address, and in whose name, flows send the data of users.",
        secret: true,
        sealed: true,
        reads: { how: "never", hint: "fingerprint", isOfObject: true },
        clear: { how: "release" },
      },
      /** The service's mask of the credentials, such as `Bearer my-***ken`. */
      accountName: { kind: "string", computed: true, volatile: true },
      /** A text that changes with every change of the connection. */
      fingerprint: { kind: "string", computed: true, volatile: true },
      /** Whether the connection has a setup, so that flows can use it. */
      ready: { kind: "boolean", computed: true, volatile: true },
    },
  },
  plural: "vault connections",
  route: "flows/vault/connections",
  // An update reads the fingerprint first: another one than the last known one shows that another client has changed the connection.
  scopes: {
    ...scopesFor("flows_vault_connections"),
    update: ["read:flows_vault_connections", "update:flows_vault_connections"],
  },
  setByService: ["environment", "created_at", "updated_at", "refreshed_at"],
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "offset", names: ["name", "id"] },
  lookUps: { by: "name", filters: ["name", "appId"] },
} as const satisfies Definition;

/** The annotations of ids in a document: values under a name at the end of a path refer to objects of a type. */
const idsUnder = (key: string, type: string) => {
  const hints: Hints = { idOf: type };
  return { idTypes: [type], hints: (path: Path): Hints => (path.at(-1) === key ? hints : {}) };
};
const vaultIds = idsUnder("connection_id", "vaultConnection");
const flowIds = idsUnder("flow_id", "flow");

/**
 * A flow: actions that the service runs when a form starts it.
 *
 * {@example}
 *
 * **Actions** are objects under the service's own names, in the order in which they run: `id`, `type`, `action`, `params`, and more. The list is one
 * value: an update replaces it as a whole.
 *
 * **Vault connections**: pass the `id` of a `VaultConnection` as `params.connection_id`. So it is created before the flow, and deleted after it.
 *
 * **Secrets**: if an action has a value that is or looks like a secret, such as `params.basic.password`, the whole list is encrypted in the state and
 * hidden in previews. Put secrets into a `VaultConnection`, so that reviewers can read the actions.
 *
 * **Security**: `actions` can send the data of users to any address.
 *
 * **Updates** send only the changed properties.
 *
 * **Destroy** deletes the flow. Forms that still use it fail at its step.
 *
 * @arguments Only declared properties are managed. A property that you remove from the program gets the default of a new flow.
 *
 * @id The flow's id: `af_…`.
 */
export const flow = {
  type: "Flow",
  schema: {
    noun: "flow",
    secretsAtRest: [
      {
        secrets: ["/actions"],
        why: "An update replaces all actions together, so each secret goes along with its address.",
      },
    ],
    fields: {
      /**
       * The display name: {@bounds}. Several flows can have the same name.
       *
       * @answers The display name.
       * @example Save the address
       */
      name,
      /** The actions, in the order in which they run. When cleared: none. */
      actions: {
        kind: "list",
        item: { kind: "document", ...vaultIds },
        ...defaultsTo([]),
        safeguard: "The actions can send the data of users to any address.",
      },
    },
  },
  plural: "flows",
  route: "flows",
  scopes: scopesFor("flows"),
  setByService: ["created_at", "updated_at", "executed_at"],
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "offset", names: ["name", "id"], isPartial: true },
  lookUps: { by: "name", filters: ["name"] },
} as const satisfies Definition;

/** The parts of a form that refer to each other. The service checks them together, so an update sends all of them if one changes. */
export const graphOfForm: readonly string[] = ["nodes", "start", "ending"];

const text = (max: number) => ({ min: 1, max, isText: true }) as const;
const number = (min: number, max: number) => ({ min, max, isText: false }) as const;
const place = number(-999_999, 999_999);

/** The bounds of texts (their characters) and whole numbers in a form's documents, by JSON pointers in which `*` matches any one key. */
export const boundsOfForm: Readonly<Record<string, ReturnType<typeof text> | ReturnType<typeof number>>> = {
  "/languages/*": text(55),
  "/messages/*/*": text(255),
  "/style/css": text(5_000),
  "/start/coordinates/*": place,
  "/start/hidden_fields/*/value": text(500),
  "/ending/redirection/target": text(1_024),
  "/ending/redirection/delay": number(0, 10),
  "/ending/after_submit/flow_id": text(30),
  "/ending/coordinates/*": place,
};

/** What the objects in `start` and `ending` need. */
function rulesOfPart(path: Path): PathRules {
  if (path.length !== 1) return {};
  if (path[0] === "redirection") return { needs: [{ at: ["target"] }] };
  return path[0] === "coordinates" ? { needs: [{ at: ["x"] }, { at: ["y"] }] } : {};
}

/** The end of a form, as a node's successor. */
export const endOfForm = "$ending";

/** The ids of the nodes to which a part of a form refers. */
export function nodesNamedIn(part: unknown): readonly unknown[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]: readonly [string, unknown]) =>
    ["next_node", "fallback"].includes(key) && typeof value === "string" ? [value] : nodesNamedIn(value),
  );
}

/** What a form does at its end, if nothing else is declared: the login continues. */
export const usualEnding: JsonObject = { resume_flow: true };

/**
 * A form: pages that users see and fill in during a login, and their routes through them.
 *
 * {@example}
 *
 * **Documents**: all properties besides the name are under the service's own names, as the dashboard exports them. `nodes` is one value; in the others,
 * only declared keys are managed, at any depth.
 *
 * **Nodes** have the types `STEP` (a page), `FLOW` and `ROUTER`. Their ids are the program's own: letters, digits, `_`. `start`, nodes and components
 * name their successors by these ids, or `$ending`. The service checks these references, so an update that changes `nodes`, `start` or `ending` sends
 * all three, and a preview names references to nodes that the program does not declare.
 *
 * **Flows**: pass the `id` of a `Flow` as `config.flow_id` of a node, or as `ending.after_submit.flow_id`. So it is created before the form, and deleted
 * after it.
 *
 * **Actions**: an action shows the form by its id. Pass the `id` of the form as a secret of the `Action`, because code cannot contain an output.
 *
 * **Secrets**: if a component has a value that is or looks like a secret, such as the `secret_key` of a captcha, all `nodes` are encrypted in the state
 * and hidden in previews.
 *
 * **Security**: the code of a component in `nodes` runs in the browser of the user and can read what the user enters. A redirection in `ending` sends
 * users to another address.
 *
 * **Updates** read the form first, because the API replaces each document as a whole.
 *
 * **Destroy** deletes the form. Logins whose action shows it fail.
 *
 * @arguments Only declared properties are managed. A property that you remove from the program gets the default of a new form.
 *
 * @id The form's id: `ap_…`.
 */
export const form = {
  type: "Form",
  schema: {
    noun: "form",
    secretsAtRest: [
      {
        secrets: ["/nodes"],
        why: "An update replaces all nodes together, so each secret goes along with its address.",
      },
    ],
    fields: {
      /**
       * The display name: {@bounds}. Several forms can have the same name.
       *
       * @answers The display name.
       * @example Address
       */
      name,
      /** The languages, such as `{ primary: "en" }`. */
      languages: { kind: "document", notSecret: true },
      /** The pages, flows and routers of the form, in any order. When cleared: none. */
      nodes: {
        kind: "list",
        item: { kind: "document", ...flowIds },
        ...defaultsTo([]),
        safeguard: "The code of a component can read what users enter.",
      },
      /** The first node (`next_node`), and hidden fields. */
      start: {
        kind: "document",
        notSecret: true,
        rulesAt: rulesOfPart,
        safeguard: "Nodes before the first one are skipped, such as a check or a consent.",
      },
      /** The end of the form: a redirection, a flow after the submission, or `{ resume_flow: true }`, which is the default: the login continues. */
      ending: {
        kind: "document",
        notSecret: true,
        rulesAt: rulesOfPart,
        ...flowIds,
        safeguard: "A redirection sends users to another address.",
      },
      /** Your own messages: `{ errors, custom }`. */
      messages: { kind: "document", notSecret: true },
      /** Your own texts, by language. */
      translations: { kind: "document", notSecret: true },
      /** The style sheet: `{ css }`. */
      style: { kind: "document", notSecret: true },
    },
  },
  plural: "forms",
  route: "forms",
  scopes: { ...scopesFor("forms"), update: ["read:forms", "update:forms"] },
  setByService: ["created_at", "updated_at", "embedded_at", "submitted_at", "flow_count"],
  uniqueBy: ["name"],
  sharesNames: true,
  listing: { paging: "offset", names: ["name", "id"], isPartial: true },
  lookUps: { by: "name", filters: ["name"] },
} as const satisfies Definition;
