import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import ts from "typescript";
import { describe, expect, expectTypeOf, test } from "vitest";
import type { Connection, ConnectionArgs, ConnectionOptionsOidc, Undocumented } from "../../../provider/src/index.ts";

declare const text: string;
declare const promised: Promise<string>;
declare const output: pulumi.Output<string>;
declare const input: pulumi.Input<string>;
declare const count: pulumi.Output<number>;
declare const anything: ConnectionArgs;

/** Never called: the compiler is the test (`tsc -p tsconfig.json`). */
export function programs(Manages: typeof Connection): void {
  new Manages("c", { name: "c", strategy: "oidc", options: { issuer: "https://idp.example.com/" } });
  new Manages("c", { name: "c", strategy: "google-oauth2", options: { scope: ["email"], analytics: true } });
  new Manages("c", { name: "c", strategy: "auth0", options: { attributes: { email: { unique: true } } } });
  new Manages("c", { name: "c", strategy: "samlp", options: { fieldsMap: { name: ["displayName", output] } } });
  new Manages("c", { name: "c", strategy: "samlp", options: { decryptionKey: { key: output, cert: text } } });
  new Manages("c", { name: "c", strategy: "email" });

  // @ts-expect-error an issuer is text
  new Manages("c", { name: "c", strategy: "oidc", options: { issuer: 5 } });
  // @ts-expect-error no such way of talking to a provider
  new Manages("c", { name: "c", strategy: "oidc", options: { type: "side_channel" } });
  // @ts-expect-error wrong at depth
  new Manages("c", { name: "c", strategy: "auth0", options: { password_history: { size: "5" } } });
  // @ts-expect-error a misspelt option
  new Manages("c", { name: "c", strategy: "oidc", options: { isuer: "https://idp.example.com/" } });
  // @ts-expect-error another one
  new Manages("c", { name: "c", strategy: "samlp", options: { signSAMLRequst: true } });
  // @ts-expect-error an option of another strategy
  new Manages("c", { name: "c", strategy: "oidc", options: { signInEndpoint: "https://idp.example.com/" } });
  // @ts-expect-error misspelt at depth
  new Manages("c", { name: "c", strategy: "auth0", options: { attributes: { email: { uniqe: true } } } });
  // @ts-expect-error misspelt in a map
  new Manages("c", { name: "c", strategy: "oidc", options: { upstream_params: { prompt: { valu: "login" } } } });
  // @ts-expect-error an argument that does not exist
  new Manages("c", { name: "c", strategy: "oidc", enabledClient: ["a"] });
  // @ts-expect-error a connection has a strategy
  new Manages("c", { name: "c", options: {} });
  // @ts-expect-error a connection has a name
  new Manages("c", { strategy: "oidc" });
  // @ts-expect-error a strategy is text
  new Manages("c", { name: "c", strategy: 5 });

  // Inputs at any depth, and in place of all options.
  new Manages("c", {
    name: output,
    strategy: "oidc",
    options: { issuer: promised, attribute_map: { attributes: { email: output } }, domain_aliases: [output, "a.test"] },
    realms: [output],
    metadata: { owner: output },
  });
  new Manages("c", { name: "c", strategy: "sms", options: { totp: { length: count } } });
  new Manages("c", { name: "c", strategy: "oidc", options: output.apply((issuer) => ({ issuer })) });

  // Options that are not documented, and what is documented with another value.
  new Manages("c", {
    name: "c",
    strategy: "oidc",
    options: {
      issuer: "https://idp.example.com/",
      ["brand_new" as Undocumented]: output,
      ["type" as Undocumented]: "side_channel",
      connection_settings: { pkce: "auto", ["brand_new" as Undocumented]: { at: ["any", "depth"] } },
    },
  });
  // @ts-expect-error the options beside it are still checked
  new Manages("c", { name: "c", strategy: "oidc", options: { ["brand_new" as Undocumented]: 1, isuer: "x" } });
  // @ts-expect-error also their values
  new Manages("c", { name: "c", strategy: "oidc", options: { ["brand_new" as Undocumented]: 1, issuer: 5 } });

  // Any other strategy, with whatever options; one that is a text, a promise or an output.
  new Manages("c", { name: "c", strategy: "adfs", options: { issuer: 5, adfs_server: "https://adfs.example.com" } });
  new Manages("c", { name: "c", strategy: "not-invented-yet", options: { issuer: 5 } });
  new Manages("c", { name: "c", strategy: text, options: { issuer: 5 } });
  new Manages("c", { name: "c", strategy: promised, options: { issuer: 5 } });
  new Manages("c", { name: "c", strategy: output, options: { issuer: 5 } });
  new Manages("c", { name: "c", strategy: input, options: { issuer: 5 } });

  // Arguments that were made elsewhere, one kind or several.
  new Manages("c", anything);
  for (const strategy of ["oidc", "okta"] as const)
    new Manages("c", { name: "c", strategy, options: { issuer: text } });
  for (const args of [
    { name: "a", strategy: "oidc" },
    { name: "b", strategy: "custom" },
  ])
    new Manages("c", args);
}

test("the strategy narrows the type of an annotated variable", () => {
  const fine: ConnectionArgs[] = [
    { name: "c", strategy: "oidc", options: { issuer: "https://idp.example.com/", ["free" as Undocumented]: 1 } },
    { name: "c", strategy: "adfs", options: { issuer: 5 } },
  ];
  const any: ConnectionArgs<string> = { name: "c", strategy: "not-invented-yet" };
  // @ts-expect-error an issuer is text
  const wrong: ConnectionArgs = { name: "c", strategy: "oidc", options: { issuer: 5 } };
  // @ts-expect-error a misspelt option
  const slip: ConnectionArgs = { name: "c", strategy: "oidc", options: { isuer: "https://idp.example.com/" } };
  // @ts-expect-error of texts the known strategies only
  const misspelled: ConnectionArgs = { name: "c", strategy: "odic" };
  expect([...fine, any, wrong, slip, misspelled]).toHaveLength(6);

  type Oidc = Extract<ConnectionArgs, { strategy: "oidc" }>;
  expectTypeOf<Oidc["options"]>().toEqualTypeOf<pulumi.Input<ConnectionOptionsOidc | undefined> | undefined>();
  expectTypeOf<{ name: string; strategy: pulumi.Output<string> }>().toExtend<ConnectionArgs>();
});

test("outputs have the type of the strategy's options, and every connection is a Connection", () => {
  type Options<C> = C extends { options: pulumi.Output<infer T> } ? NonNullable<T> : never;
  expectTypeOf<Options<Connection<"oidc">>["issuer"]>().toEqualTypeOf<string | undefined>();
  expectTypeOf<Options<Connection<"oidc">>["domain_aliases"]>().toEqualTypeOf<string[] | undefined>();
  expectTypeOf<Options<Connection<"oidc">>["free"]>().toBeUnknown();
  expectTypeOf<Options<Connection>["issuer"]>().toBeUnknown();
  expectTypeOf<Connection<"oidc">>().toExtend<Connection>();
  expectTypeOf<Connection["enabledClients"]>().toEqualTypeOf<pulumi.Output<string[] | undefined>>();
  expectTypeOf<Connection["provisioningTicketUrl"]>().toEqualTypeOf<pulumi.Output<string | undefined>>();
});

describe("an editor", () => {
  const root = join(import.meta.dirname, "..", "..", "..");
  const file = join(import.meta.dirname, "in-the-editor.ts");
  const head = 'import * as tenant from "../../../provider/src/index.ts";\n';
  let program = "";
  let version = 0;
  const options = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    root,
  ).options;
  const editor = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? String(version) : "0"),
    getScriptSnapshot: (name) => {
      const content = name === file ? program : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });

  function open(code: string): void {
    program = head + code;
    version++;
  }

  /** What it says of a program: the lines of each error. */
  function said(code: string): string[][] {
    open(code);
    return editor
      .getSemanticDiagnostics(file)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n").split("\n"));
  }

  /** The suggestions at the place marked with `|`. */
  function offered(code: string): string[] {
    const at = head.length + code.indexOf("|");
    open(code.replace("|", ""));
    return (editor.getCompletionsAtPosition(file, at, {})?.entries ?? []).map(({ name }) => name);
  }

  test.each([
    ["oidc", "discovery_url", "signInEndpoint"],
    ["okta", "domain", "discovery_url"],
    ["samlp", "signInEndpoint", "client_secret"],
    ["waad", "tenantId", "issuer"],
    ["auth0", "password_options", "client_id"],
    ["google-oauth2", "allowed_audiences", "issuer"],
    ["github", "read_org", "allowed_audiences"],
    ["sms", "twilio_sid", "client_id"],
    ["email", "authParams", "twilio_sid"],
  ])("%s: offers the options of the strategy, and no others", (strategy, its, another) => {
    const names = offered(`new tenant.Connection("c", { name: "c", strategy: "${strategy}", options: { | } });`);
    expect(names).toContain(its);
    expect(names).toContain("non_persistent_attrs");
    expect(names).not.toContain(another);
  });

  test("shows a missing strategy as one error with one line of explanation", () => {
    const [error, ...more] = said(
      'new tenant.Connection("c", { name: "c", options: { issuer: "https://idp.example.com/" } });',
    );
    expect(more).toEqual([]);
    expect(error).toEqual([
      expect.stringMatching(
        /^Argument of type .* is not assignable to parameter of type 'OtherConnectionArgs<AnyStrategy>'\.$/,
      ),
      expect.stringMatching(/^ {2}Property 'strategy' is missing in type /),
    ]);
  });

  test.each([
    ["oidc", "isuer: 'x', client_id: 'y'", "isuer"],
    ["samlp", "signSAMLRequst: true", "signSAMLRequst"],
    ["auth0", "mfa: { activ: true }", "activ"],
  ])("%s: shows a misspelled option (%s) as one line, at the misspelled name", (strategy, options, slip) => {
    const lines = said(`new tenant.Connection("c", { name: "c", strategy: "${strategy}", options: { ${options} } });`);
    const expected = `Object literal may only specify known properties, and '${slip}' does not exist in type`;
    expect(lines).toEqual([[expect.stringContaining(expected)]]);
  });

  test("offers the strategies, the values of an option, and nested options", () => {
    expect(offered('new tenant.Connection("c", { name: "c", strategy: "|" });')).toContain("oidc");
    const oidc = 'new tenant.Connection("c", { name: "c", strategy: "oidc", options: ';
    expect(offered(`${oidc} { type: "|" } });`).sort()).toEqual(["back_channel", "front_channel"]);
    expect(offered(`${oidc} { connection_settings: { | } } });`)).toContain("pkce");
    expect(offered('const args: tenant.ConnectionArgs = { name: "c", strategy: "sms", options: { | } };')).toContain(
      "twilio_sid",
    );
  });
});
