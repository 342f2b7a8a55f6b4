import { randomBytes } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { getConnection, getConnectionOutput, getConnections } from "../../../provider/src/index.ts";
import { isObject, type Json, type JsonObject } from "../../../provider/src/schema/json.ts";
import { askedOptions, optionPaths } from "../../../provider/src/sdk/resources/connection-asked-options.ts";
import { secretTexts } from "../../../provider/src/state/secrets.ts";
import { connectionSchema } from "../../../provider/src/types/connection/definition.ts";
import { cases } from "../../harness/scale.ts";
import { connectionOptions, optionStrategies } from "../../model/connection-arbitraries.ts";
import { json, type Service, startService } from "../helpers/fake-service.ts";
import { look, runProgram } from "../helpers/program.ts";

describe("the path of an option is refused by its name before a request:", () => {
  it.each([
    ["client_secret", "is secret"],
    ["configuration.API_URL", "is secret"],
    ["decryptionKey.cert", "is secret"],
    ["gateway_authentication.secret", "is secret"],
    ["signing_key.key", "is secret"],
    ["configuration", "holds a secret"],
    ["gateway_authentication", "holds a secret"],
    ["signing_key", "holds a secret"],
    ["api_key", "looks secret"],
    ["Client_Secret", "looks secret"],
    ["upstream_params.login_token.value", "looks secret"],
    ["client_secrte", "looks secret"],
    ["client_secet", "looks secret"],
    ["twilio_tokn", "looks secret"],
    ["signingkey.key", "looks secret"],
    ["password", "looks secret"],
  ])("%s, which %s", (path, why) => {
    expect(optionPaths.problem(["issuer", path])).toMatch(`must not name ${path}, which ${why}`);
  });

  it("all wrong paths are in one error", () => {
    expect(optionPaths.problem(["client_secret", "issuer", "api_key"])).toBe(
      "must not name client_secret, which is secret, and must not name api_key, which looks secret",
    );
  });

  it.each([
    "issuer",
    "scope",
    "connection_settings.pkce",
    "gateway_authentication.subject",
    "gateway_authentication.secret_base64_encoded",
    "signing_key.cert",
    "oidc_metadata.token_endpoint",
    "password_options.complexity.min_length",
    "passwordPolicy",
    "authentication_methods.password.enabled",
    "token_endpoint_auth_method",
    "disable_self_service_change_password",
  ])("%s is accepted", (path) => {
    expect(optionPaths.problem([path])).toBeUndefined();
  });
});

describe("the value at an accepted path", () => {
  const asked = (strategy: string, options: JsonObject, ...paths: string[]) =>
    askedOptions({ name: "corp", strategy, options }, { options: paths });

  it("is refused if a nested value looks secret, with the nested path and without the value", () => {
    const options = { upstream_params: { api_key: { value: "hunter2-hunter2" }, plain: { value: "a" } } };
    expect(() => asked("oidc", options, "upstream_params")).toThrow(
      'option upstream_params of connection "corp" contains values that look secret (upstream_params.api_key.value). Request only',
    );
    expect(asked("oidc", options, "upstream_params.plain")).toEqual({
      options: { upstream_params: { plain: { value: "a" } } },
    });
  });

  // Put together here, as the files of this repository are looked through for secrets.
  it.each<[string, Json]>([
    ["a private key", ["-----BEGIN PRIV", "ATE KEY-----\nMIIE\n-----END PRIV", "ATE KEY-----"].join("")],
    ["a URL with a password", ["https://user:hunter2", "sms.example.com/send"].join("@")],
    ["an object in a list", [{ plain: 1 }, { token: "hunter2-hunter2" }]],
    ["a number", { pin_token: 1234 }],
  ])("is refused if it is %s", (_, value) => {
    expect(() => asked("custom", { thing: value }, "thing")).toThrow("values that look secret (thing");
  });

  it("is refused if only another strategy makes its name harmless", () => {
    expect(asked("auth0", { passwordPolicy: "good" }, "passwordPolicy")).toEqual({
      options: { passwordPolicy: "good" },
    });
    expect(() => asked("custom", { passwordPolicy: "good" }, "passwordPolicy")).toThrow("values that look secret");
  });

  it("is refused if Pulumi reserves its form", () => {
    const value = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value: "x" };
    expect(() => asked("custom", { thing: value }, "thing")).toThrow(/thing of connection "corp" .* Pulumi reserves/);
  });

  it("is absent if it is null or missing at the tenant", () => {
    expect(asked("custom", { a: null }, "a", "b", "c.d")).toEqual({ options: {} });
  });
});

const secret = fc.constant(0).map(() => `s${randomBytes(12).toString("hex")}`);
const secretName = fc.constantFrom(
  ...["client_secret", "api_key", "apiKey", "password", "login_token", "client_secrte", "Twilio_Token", "private_key"],
);
const name = fc.constantFrom(
  "a",
  "upstream_params",
  "signing_key",
  "gateway_authentication",
  "configuration",
  "oidc_metadata",
);

/** Options with texts at places whose names look secret, at any depth. */
const { foreign } = fc.letrec<{ foreign: Json }>((tie) => ({
  foreign: fc.oneof(
    { depthSize: "small" },
    fc.dictionary(secretName, secret, { maxKeys: 2 }),
    fc.dictionary(name, tie("foreign"), { maxKeys: 3 }),
    fc.array(tie("foreign"), { maxLength: 2 }),
    fc.constant({ plain: "plain" }),
  ),
}));

const connection = fc
  .constantFrom(...optionStrategies)
  .chain((strategy) =>
    fc
      .tuple(
        connectionOptions(strategy),
        fc.dictionary(fc.oneof(name, secretName), fc.oneof(foreign, secret), { maxKeys: 4 }),
      )
      .map(([own, more]) => ({ name: "corp", strategy, options: { ...own, ...more } as JsonObject })),
  );

/** All paths of options, as a program can write them. */
function pathsIn(value: Json, path = ""): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => {
    const inside = path === "" ? key : `${path}.${key}`;
    return [inside, ...pathsIn(item, inside)];
  });
}

/** The secrets among the options, by the judgement of the code that keeps them out of a state in clear. */
function secretsOf(args: JsonObject): string[] {
  return secretTexts(connectionSchema.fields, args).filter((text) => /^s?[0-9a-f]{24}$/.test(text));
}

describe("no secret of any options is returned", () => {
  it("at any path, in results and in errors", () => {
    let answered = 0;
    fc.assert(
      fc.property(connection, (args) => {
        const said: string[] = [];
        for (const path of pathsIn(args.options)) {
          const problem = optionPaths.problem([path]);
          if (problem !== undefined) {
            said.push(problem);
            continue;
          }
          try {
            said.push(JSON.stringify(askedOptions(args, { options: [path] })));
            answered += 1;
          } catch (error) {
            expect(pulumi.RunError.isInstance(error)).toBe(true);
            said.push(String(error));
          }
        }
        for (const one of secretsOf(args)) expect(said.join("\n")).not.toContain(one);
      }),
      cases(),
    );
    expect(answered).toBeGreaterThan(0);
  });

  let live: JsonObject = {};
  let service: Service;
  beforeEach(async () => {
    service = await startService(({ url }, response) =>
      json(response, 200, url.includes("/con_1") ? live : { connections: [live] }),
    );
    for (const key of Object.keys(process.env)) if (key.startsWith("TENANT_")) vi.stubEnv(key, undefined);
    for (const [key, value] of Object.entries({ DOMAIN: service.origin, TOKEN: "t", LOG: "debug" })) {
      vi.stubEnv(`TENANT_${key}`, value);
    }
    await runProgram();
    return () => vi.unstubAllEnvs();
  });

  it("by the look-up functions, or written to the log", { timeout: 120_000 }, async () => {
    const printed = (["error", "warn", "info", "log"] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    );
    const stack = vi.spyOn(pulumi.runtime, "getStackResource");
    await fc.assert(
      fc.asyncProperty(connection, async (args) => {
        stack.mockReturnValue({} as ReturnType<typeof pulumi.runtime.getStackResource>);
        live = { id: "con_1", ...args, metadata: { note: "m".repeat(30) }, provisioning_ticket_url: "p".repeat(30) };
        const paths = pathsIn(args.options);
        const named = paths.filter((path) => optionPaths.problem([path]) === undefined);
        const answers = await Promise.allSettled([
          getConnection({ name: "corp" }),
          getConnections({ options: paths }),
          getConnections({ options: named }),
          ...named.slice(0, 5).map((path) => getConnection({ name: "corp", options: [path] })),
          ...named.slice(0, 5).map((path) => look(getConnectionOutput({ id: "con_1", options: [path] }))),
        ]);
        const said = JSON.stringify([
          answers.map((one) => (one.status === "fulfilled" ? one.value : String(one.reason))),
          printed.flatMap((spy) => spy.mock.calls.splice(0)),
        ]);
        for (const one of [...secretsOf(args), "m".repeat(30), "p".repeat(30)]) expect(said).not.toContain(one);
      }),
      cases(0.05),
    );
    vi.restoreAllMocks();
    expect(service.calls.length).toBeGreaterThan(50);
  });
});
