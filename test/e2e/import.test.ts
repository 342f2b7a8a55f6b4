import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../provider/src/emulator/index.ts";
import { exec } from "../harness/exec.ts";
import { outerEnvironment } from "../harness/stack.ts";
import {
  base,
  filesIn,
  type Place,
  placeAt,
  programIn,
  root,
  run,
  script,
  secrets,
  seed,
  stateOf,
  writesAt,
} from "./importing.ts";

let tenant: Emulator;
let place: Place;
beforeAll(async () => {
  tenant = await startEmulator({ seed });
  const { host } = new URL(tenant.url);
  tenant.connections.create({
    ...{ name: "scripted", strategy: "auth0", metadata: { help: `https://${host}/help` } },
    options: {
      customScripts: {
        login: `const ids = ["con_0000000000000001", "##ORDER##"];\nfetch("https://${host}/userinfo");\n`,
        get_user: "// rol_0000000000000000 and org_0000000000000009\nuse('rol_0000000000000001x');\n",
      },
    },
  });
  place = await placeAt("whole", tenant);
});
afterAll(async () => {
  await tenant?.close();
  await rm(base, { recursive: true, force: true });
});

describe("the import of an existing tenant", () => {
  test("makes a project whose next preview is empty, without a write", async () => {
    const { code, stdout, stderr } = await run(place, ["--except", "Legacy"]);
    expect(stdout + stderr).toContain("Nothing would change");
    expect(code).toBe(0);
    expect(writesAt(tenant)).toEqual([]);
    expect(Object.keys(await programIn(place)).toSorted()).toEqual([
      ".gitignore",
      "Pulumi.yaml",
      "connections.ts",
      "custom-domains.ts",
      "email-templates.ts",
      "files/connection-customers-get-user.js",
      "files/connection-scripted-get-user.js",
      "files/connection-scripted-login.js",
      "files/email-welcome-email-body.html",
      "index.ts",
      "organizations.ts",
      "package.json",
      "prompt-partials.ts",
      "prompt-renderings.ts",
      "prompt-texts.ts",
      "resource-servers-data.ts",
      "resource-servers.ts",
      "roles-data.ts",
      "roles.ts",
      "settings.ts",
      "token-exchange-profiles.ts",
      "tsconfig.json",
    ]);
    expect(stdout.match(/OrganizationMemberRoles/g)).toHaveLength(1);
    expect(stdout).toContain("for which the client that this program runs as gets its tokens");
    const program = await programIn(place);
    expect(program["connections.ts"]).toContain("fallback: corp.id");
    expect(program["connections.ts"]).toContain('client0000000000000000000000shop", // "');
    expect(program["connections.ts"]).toContain('readFileSync("files/connection-customers-get-user.js", "utf8")');
    expect(program["connections.ts"]).toContain("login: `function login(email, password, callback) {\n");
    expect(program["files/connection-customers-get-user.js"]).toBe(script.replace(/\u2028/, ""));
    expect(program["files/connection-scripted-login.js"]).toBe(
      'const ids = ["##CORP_ID##", "##ORDER##"];\nfetch("https://##DOMAIN##/userinfo");\n',
    );
    expect(program["connections.ts"]).toContain("CORP_ID: corp.id,\n");
    expect(program["connections.ts"]).toContain('{ keep: ["ORDER"] },\n');
    expect(program["connections.ts"]).toContain("help: pulumi.interpolate`https://$" + "{tenant.domain()}/help`");
    expect(program["prompt-texts.ts"]?.match(/new tenant.PromptTexts\("(?:login|signup)-en"/g)).toHaveLength(2);
    expect(program["prompt-renderings.ts"]).toContain('src: "https://cdn.example.com/login.js"');
  });

  test("makes a program that compiles under strict", async () => {
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const options = { cwd: join(place.folder, "project"), env: outerEnvironment(), timeoutMs: 120_000 };
    const { code, stdout } = await exec(process.execPath, [compiler, "-p", "tsconfig.json"], options);
    expect(stdout).toBe("");
    expect(code).toBe(0);
  });

  test("protects the objects that hold users, as the program does", async () => {
    const isProtected = new Map(
      (await stateOf(place)).map(({ urn, protect }) => [String(urn).split("::").at(-1), protect]),
    );
    expect(isProtected.get("customers")).toBe(true);
    expect(isProtected.get("texts")).toBe(true);
    expect(isProtected.get("corp")).not.toBe(true);
  });

  test("puts no secret into a file, an output or the process list", async () => {
    // The way: look for headers, a URL's password and a private key in the program, the configuration and the state.
    const { stdout, stderr, code } = await run(place, ["--except", "Legacy", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, resources: [], proof: { drift: false, complete: true } });
    const texts = { stdout, stderr, ...(await filesIn(place.folder)) };
    for (const secret of Object.values(secrets)) {
      const found = Object.entries(texts).filter(([, text]) => text.includes(secret.trim()));
      expect(found.map(([path]) => path)).toEqual([]);
    }
  });
});
