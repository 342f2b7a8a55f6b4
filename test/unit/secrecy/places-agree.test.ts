import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { resolveSettings, TenantClient } from "../../../provider/src/client/index.ts";
import { programOf } from "../../../provider/src/import/program.ts";
import { Importer } from "../../../provider/src/import/resource.ts";
import { Lifecycle } from "../../../provider/src/lifecycle/lifecycle.ts";
import { redactorOf } from "../../../provider/src/lifecycle/outputs.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { describePath, fromPointer, isObject, type Json, type JsonObject } from "../../../provider/src/schema/json.ts";
import { secretsKey } from "../../../provider/src/schema/provider-code.ts";
import { markSecrets, secretPaths } from "../../../provider/src/sdk/base.ts";
import { askedOptions, optionPaths } from "../../../provider/src/sdk/resources/connection-asked-options.ts";
import { Draft } from "../../../provider/src/state/leaves.ts";
import { inPlain, secrecyOfFields } from "../../../provider/src/state/secrets.ts";
import { fromWire, toWire } from "../../../provider/src/state/wire.ts";
import { connectionType } from "../../../provider/src/types/connection/calls.ts";
import { connectionSchema as table } from "../../../provider/src/types/connection/definition.ts";
import { comparer } from "../../../provider/src/watch/compare.ts";
import { inClear } from "../../harness/mini-engine.ts";
import { cases } from "../../harness/scale.ts";
import { json, startService } from "../helpers/fake-service.ts";
import { previewText, urnOf } from "../helpers/preview.ts";

/** How a text can stand in a document. Put together here, as the files of this repository are looked through for secrets. */
const forms: Readonly<Record<string, (text: string) => string>> = {
  text: (text) => text,
  "a URL": (text) => `https://idp.example.com:8443/${text}?at=a@b`,
  "a URL with a password": (text) => [`https://user:${text}`, "idp.example.com/"].join("@"),
  "a URL with a token": (text) => `https://idp.example.com/?token=${text}`,
  "a webhook": (text) => `https://idp.example.com/B1x8QkZ0aLm2Tr9Y/${text}`,
  "a URL with a variable for a password": (text) => `https://user:\${password}@${text}.example.com/`,
  "a private key": (text) =>
    ["-----BEGIN RSA PRIV", `ATE KEY-----\n${text}\n-----END RSA PRIV`, "ATE KEY-----"].join(""),
  "a private key in Base64": (text) => btoa(["-----BEGIN EC PRIV", "ATE KEY-----\nMHcC"].join("")) + text,
  "a certificate": (text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`,
  "a public key": (text) => `-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----`,
};
const leaf = fc.constantFrom(...Object.keys(forms));
const leafName = fc.constantFrom(
  ...[
    "client_secret",
    "decryptionKey",
    "api_key",
    "password",
    "Authorization",
    "customHeaders",
    "client_secrte",
    "key",
  ],
  ...["token_endpoint", "passwordPolicy", "password_policy", "token_lifetime", "jwks_uri", "public_key", "signingCert"],
  ...["note", "a", "gateway_url"],
);
const holderName = fc.constantFrom(
  ...["upstream_params", "nested", "signing_key", "gateway_authentication", "credentials", "oidc_metadata"],
);

const { document } = fc.letrec<{ document: JsonObject }>((tie) => ({
  document: fc
    .tuple(
      fc.dictionary(leafName, leaf, { maxKeys: 4 }),
      fc.dictionary(holderName, fc.oneof({ depthSize: "small" }, fc.dictionary(leafName, leaf), tie("document")), {
        maxKeys: 2,
      }),
      fc.dictionary(
        fc.constantFrom("list", "domain_aliases", "credentials"),
        fc.array(fc.oneof(leaf, fc.dictionary(leafName, leaf, { maxKeys: 2 })), { maxLength: 3 }),
        { maxKeys: 1 },
      ),
    )
    .map((parts): JsonObject => Object.assign({}, ...parts)),
}));

const connection = fc
  .record({
    strategy: fc.constantFrom("custom", "oidc", "okta", "adfs"),
    options: document,
    metadata: fc.dictionary(leafName, leaf, { maxKeys: 2 }),
  })
  .map((args): JsonObject => numbered({ name: "corp", ...args }));

/** The same with a text of its own at every place, in its form. */
function numbered(args: JsonObject): JsonObject {
  let n = 0;
  const number = (value: Json): Json => {
    if (typeof value === "string") return forms[value]?.(`leaf-${String(n++).padStart(3, "0")}-was`) ?? value;
    if (Array.isArray(value)) return value.map(number);
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, number(item)]))
      : value;
  };
  return number(args) as JsonObject;
}

/** The numbers of the leaves whose texts can be read. */
function readable(shown: unknown): readonly string[] {
  const text = JSON.stringify(shown);
  return [...new Set([...text.matchAll(/leaf-(\d{3})-(?:was|now)/g)].map(([, n = ""]) => n))].sort();
}

const edited = <T extends Json>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll("-was", "-now"));

function placesIn(value: Json, path: readonly (string | number)[] = []): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => placesIn(item, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([key, item]) => placesIn(item, [...path, key]));
  return [describePath(path)];
}

/** The paths of options that a look-up can ask for. An array is asked for as a whole. */
function pathsIn(value: Json, path: readonly string[] = []): string[] {
  if (!isObject(value)) return [path.join(".")];
  return Object.entries(value).flatMap(([key, item]) => pathsIn(item, [...path, key]));
}

const resolved = <T>(output: pulumi.Output<T>) =>
  new Promise<T>((resolve) => output.apply((value) => resolve(value as T)));

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ name, inputs }) => ({ id: name, state: inputs }), call: () => ({}) }),
);

let live: JsonObject = {};
let client: TenantClient;
let importer: Importer;
let config: Readonly<Record<string, string>>;
beforeEach(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  const service = await startService((_, response) => json(response, 200, live));
  config = { domain: service.origin, token: "t" };
  const settings = resolveSettings({ config: (key) => config[key], env: {} });
  client = new TenantClient(settings);
  importer = new Importer({ client, target: settings, config: (key) => config[key], all: true });
  return async () => {
    vi.restoreAllMocks();
    await client.close();
  };
});

const type = "pulumi-nodejs:dynamic/tenant:Connection";

/** What can be read at each place where a connection's values are shown or kept. */
async function readableAt(args: JsonObject): Promise<Readonly<Record<string, readonly string[]>>> {
  const bodyOf = (of: JsonObject): JsonObject => ({ id: "con_1", ...toWire(table.fields, of) });
  const seen = fromWire(table.fields, bodyOf(args));
  const imported = await importer.import({
    type: "connection",
    id: "con_1",
    label: "corp",
    names: ["corp"],
    properties: seen,
  });
  const program = programOf(
    [imported],
    { main: "index", isEntry: true, ending: ".ts" },
    { names: [], keys: [], chosen: new Map(), known: new Map() },
  );

  const lifecycle = new Lifecycle(connectionType, () => client);
  const get = (key: string) => config[key.replace("tenant:", "")];
  void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } });
  // An existing connection, which needs no further options.
  const { inputs } = await lifecycle.check({}, { ...args, adopt: true });

  const marked =
    (await resolved(secretPaths(markSecrets(args, secrecyOfFields(table.fields, args)) as pulumi.Inputs))) ?? [];
  const registered = new Draft(args);
  for (const pointer of marked) registered.remove(fromPointer(pointer));

  const diff = Object.fromEntries(placesIn(args).map((path) => [path, "update"]));
  const preview = previewText([{ name: "corp", type: "Connection", was: args, is: edited(args), diff }]);

  // As a version has saved it that knew of no secrets.
  const before = (props: JsonObject) => {
    const { [secretsKey]: _, ...rest } = inPlain(props);
    return rest;
  };
  live = edited(bodyOf(args));
  const state = { inputs: before(imported.inputs), outputs: before(imported.outputs), ignored: [] };
  const finding = await comparer(
    client,
    (key) => config[key],
    "directly",
  )({ urn: urnOf("corp", type), type, id: "con_1", ...state });

  return {
    "what the program registers": readable(registered.root),
    "a state": readable(inClear(inputs as JsonObject)),
    "an import's state": readable(inClear({ inputs: imported.inputs, outputs: imported.outputs })),
    "an imported program": readable(program.files),
    "a drift report": readable(driftReport(parsePreview(preview))),
    "a watch report": readable(finding ?? {}),
    "an error": readable(redactorOf(table, args).hide(JSON.stringify(args))),
  };
}

it("resources, import, drift, watch, look-ups and errors hide the same texts in any document", async () => {
  // The way: put a secret where only one of them looks, and read it from another.
  let [shown, hidden] = [0, 0];
  await fc.assert(
    fc.asyncProperty(connection, async (args) => {
      const { "a state": expected = [], "an error": told = [], ...others } = await readableAt(args);
      for (const [place, found] of Object.entries(others)) expect(found, place).toEqual(expected);
      // An error also hides what has 32 characters in common with a secret.
      expect(told.filter((n) => !expected.includes(n))).toEqual([]);

      const ofOptions = readable(args.options);
      const answers = pathsIn(args.options ?? {}).flatMap((path) => {
        if (optionPaths.problem([path]) !== undefined) return [];
        try {
          return [askedOptions(args, { options: [path] })];
        } catch {
          return [];
        }
      });
      expect(readable(answers), "a look-up").toEqual(expected.filter((n) => ofOptions.includes(n)));
      shown += expected.length;
      hidden += readable(args).length - expected.length;
    }),
    cases(0.3),
  );
  expect(Math.min(shown, hidden)).toBeGreaterThan(100);
});
