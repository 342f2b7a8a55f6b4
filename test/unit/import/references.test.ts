import { Script } from "node:vm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { programOf } from "../../../provider/src/import/program.ts";
import type { ImportedResource } from "../../../provider/src/import/resource.ts";
import type { JsonObject } from "../../../provider/src/schema/json.ts";
import { classOf, typeToken } from "../../../provider/src/schema/provider-code.ts";
import { definitions, type TypeName } from "../../../provider/src/types/registry.ts";
import { cases } from "../../harness/scale.ts";
import { byPrettier } from "./format.ts";
import { argumentsIn } from "./run-program.ts";

const host = "dev.eu.example.com";
/** An expression in a template literal. */
const code = (expression: string) => `\${${expression}}`;

const layout = { main: "index", isEntry: true, ending: ".ts" } as const;

function resource(type: TypeName, id: string, name: string, args: JsonObject): ImportedResource {
  return {
    item: { type, id, properties: {}, label: `${definitions[type].schema.noun} "${name}"`, names: [name] },
    type: typeToken(classOf(type)),
    ...{ args, secrets: [], notes: [], inputs: {}, outputs: {}, isProtected: false },
  };
}

const imported = (resources: readonly ImportedResource[], undeclared = new Map<string, string>()) =>
  programOf(resources, layout, { names: [], keys: [], chosen: new Map(), known: new Map(), host, undeclared });

const shopId = "shop0000000000000000000000000000";
const shop = (args: JsonObject = {}) => resource("client", shopId, "Shop", { name: "Shop", ...args });
const corpId = "con_0000000000000001";
const corp = (args: JsonObject = {}) =>
  resource("connection", corpId, "corp", { name: "corp", strategy: "oidc", ...args });
const action = (code: string) =>
  resource("action", "11111111-2222-4333-8444-555555555555", "More", {
    ...{ name: "More", supportedTriggers: [{ id: "post-login", version: "v3" }], code },
  });
const role = (id: string, description: string) => resource("role", id, "Reader", { name: "Reader", description });

const textOf = (program: ReturnType<typeof imported>, path = "index.ts") =>
  program.files.find((file) => file.path === path)?.text ?? "";
const reasons = (program: ReturnType<typeof imported>) =>
  program.literals.map(({ file, line, value, place, why }) => `${file}:${line} ${place} ${value}: ${why}`);

describe("references in code of the tenant", () => {
  test("replace ids and the host in a script by placeholders, and the program passes the values", async () => {
    const program = imported([
      shop(),
      action(`const id = "${shopId}";\nfetch("https://${host}/userinfo"); // ${shopId}\n`),
    ]);
    expect(textOf(program, "files/action-more-code.js")).toBe(
      'const id = "##SHOP_CLIENT_ID##";\nfetch("https://##DOMAIN##/userinfo"); // ##SHOP_CLIENT_ID##\n',
    );
    expect(textOf(program)).toContain(
      '  code: tenant.template("files/action-more-code.js", {\n    SHOP_CLIENT_ID: shop.clientId,\n    DOMAIN: tenant.domain(),\n  }),\n',
    );
    expect(textOf(program)).not.toContain("readFileSync");
    expect(program.literals).toEqual([]);
    expect(await byPrettier(textOf(program))).toBe(textOf(program));
  });

  test("leave texts in the form of a placeholder, and do not use their names", async () => {
    const program = imported([shop(), action(`// ##SHOP_CLIENT_ID## @@ORDER@@ ## Title ##\n"${shopId}";\n`)]);
    expect(textOf(program, "files/action-more-code.js")).toBe(
      '// ##SHOP_CLIENT_ID## @@ORDER@@ ## Title ##\n"##SHOP_CLIENT_ID_2##";\n',
    );
    expect(textOf(program)).toContain('{ keep: ["ORDER", "SHOP_CLIENT_ID"] },\n');
    expect(await byPrettier(textOf(program))).toBe(textOf(program));
  });

  test("are none in a script without values of the tenant, which is read unchanged", () => {
    const program = imported([shop(), action("// ##ORDER##\n1;\n")]);
    expect(textOf(program)).toContain('readFileSync("files/action-more-code.js", "utf8")');
    expect(textOf(program)).not.toContain("tenant.template");
  });

  test("replace values in quotes, and no names in code, so that the file stays a script", () => {
    const program = imported([
      shop(),
      role("rol_0000000000000001", "x"),
      action(`const names = { rol_0000000000000001: "reader" };\nuse("${shopId}");\n`),
    ]);
    const file = textOf(program, "files/action-more-code.js");
    expect(file).toContain('use("##SHOP_CLIENT_ID##");');
    expect(() => new Script(file)).not.toThrow();
    // The script comes before the role in the documented order: it refers to it nevertheless, unless that cannot be.
    expect(reasons(program)).toEqual([
      "files/action-more-code.js:1 code rol_0000000000000001: with a placeholder there, the file would not be valid JavaScript",
    ]);
  });

  test("leave a value beside a part of a placeholder, as both would form a placeholder", () => {
    const program = imported([shop(), action(`"##A#${shopId}";\n1;\n`)]);
    expect(textOf(program, "files/action-more-code.js")).toContain(shopId);
    expect(reasons(program)).toEqual([expect.stringMatching(/^files\/action-more-code\.js:1 code shop0+: /)]);
  });
});

describe("references in data of the tenant", () => {
  test("interpolate URLs and metadata, and replace whole values", async () => {
    const program = imported([
      shop({
        initiateLoginUri: `https://${host}/start`,
        callbacks: [`https://${host}/a`, "https://example.com/b"],
        clientMetadata: { tenant: host, note: `"\${\`\\ ${host}` },
      }),
      corp({ metadata: { app: `app:${shopId}`, only: shopId } }),
    ]);
    const text = textOf(program);
    expect(text).toContain(`initiateLoginUri: pulumi.interpolate\`https://${code("tenant.domain()")}/start\`,\n`);
    expect(text).toContain(
      `callbacks: [\n    pulumi.interpolate\`https://${code("tenant.domain()")}/a\`,\n    "https://example.com/b",\n  ]`,
    );
    expect(text).toContain("tenant: tenant.domain(),\n");
    expect(text).toContain(`note: pulumi.interpolate\`"\\\${\\\`\\\\ ${code("tenant.domain()")}\`,\n`);
    expect(text).toContain(`app: pulumi.interpolate\`app:${code("shop.clientId")}\`,\n`);
    expect(text).toContain("only: shop.id,\n");
    expect(text).toContain('import * as pulumi from "@pulumi/pulumi";\n');
    expect(program.literals).toEqual([]);
    expect(await byPrettier(text)).toBe(text);
  });

  test.each([
    `x${shopId}`,
    `${shopId}1`,
    `${shopId}_`,
    `ü${shopId}`,
    `${shopId}\u0301`,
    `prefix-${shopId}`,
    `login.${host}`,
    `${host}.example.org`,
    `my-${host}`,
    `${host}-eu`,
    `é.${host}`,
  ])("leave a value within a longer word: %s", (description) => {
    const program = imported([shop(), role("rol_0000000000000001", description)]);
    expect(textOf(program)).not.toMatch(/interpolate|domain\(\)|shop\.(?:client)?[iI]d/);
    expect(program.literals).toEqual([]);
  });

  test.each([`(${shopId})`, `/${shopId}/`, `${shopId}.png`, `https://${host}.`, `a@${host}`, `${host}:8443/x`])(
    "replace a value beside punctuation: %s",
    (description) => {
      const program = imported([shop(), role("rol_0000000000000001", description)]);
      expect(textOf(program)).toContain("description: pulumi.interpolate`");
    },
  );

  test("leave an object's own id, a circle, a key and nested lists, each listed with file, line and reason", () => {
    const program = imported([
      shop({ description: `I am ${shopId}`, clientMetadata: { connection: `use ${corpId}`, [corpId]: "x" } }),
      corp({ enabledClients: [shopId], options: { tables: [[`a ${shopId}`]] } }),
    ]);
    const text = textOf(program).split("\n");
    expect(text.join("\n")).toContain("enabledClients: [shop.id]");
    expect(reasons(program).map((one) => one.replace(/index\.ts:\d+ /, ""))).toEqual([
      `description ${shopId}: it is the id of this object itself`,
      `clientMetadata.connection ${corpId}: connection "corp" also refers to this object, and a program cannot refer in a circle`,
      `clientMetadata.${corpId} ${corpId}: a key of an object cannot be a reference`,
      `options.tables["0"] ${shopId}: it is an element of a list within a list`,
    ]);
    for (const { line, value } of program.literals) expect(text[line - 1]).toContain(value);
  });

  test("leave ids of objects that the program does not declare, with the reason", () => {
    const undeclared = new Map([["con_0000000000000009", "the import leaves out this object"]]);
    const program = imported(
      [
        shop({ description: "see con_0000000000000009" }),
        resource("organizationMemberRoles", "org_0000000000000001::auth0|jane", "jane", {
          ...{ organizationId: "org_0000000000000001", userId: "auth0|jane", roles: [] },
        }),
      ],
      undeclared,
    );
    expect(reasons(program)).toEqual([
      "index.ts:5 description con_0000000000000009: the import leaves out this object",
      "index.ts:9 organizationId org_0000000000000001: the program does not declare this organization",
      "index.ts:10 userId auth0|jane: the program does not declare this user",
    ]);
  });

  test("put a resource that refers to a later file into a file of its own", async () => {
    const others = Array.from({ length: 9 }, (_, n) => role(`rol_000000000000000${n}`, "x"));
    const program = imported([
      shop({ clientMetadata: { note: `uses ${corpId}` } }),
      resource("client", "other000000000000000000000000000", "Other", { name: "Other" }),
      corp({ enabledClients: ["other000000000000000000000000000"] }),
      ...others,
    ]);
    expect(program.files.map(({ path }) => path)).toContain("clients-2.ts");
    expect(textOf(program, "clients-2.ts")).toContain(`pulumi.interpolate\`uses ${code("connections.corp.id")}\``);
    expect(textOf(program, "connections.ts")).toContain("enabledClients: [clients.other.id]");
    const args = await argumentsIn(program, host);
    expect(args.get("Client Shop") ?? args.get("Client shop")).toMatchObject({
      clientMetadata: { note: `uses ${corpId}` },
    });
  });
});

const kinds = ["client", "connection", "action", "role", "organization", "emailTemplate"] as const;
const idOf: Readonly<Record<(typeof kinds)[number], (n: number) => string>> = {
  client: (n) => `Cl1ent${String(n).padStart(26, "0")}`,
  connection: (n) => `con_${String(n).padStart(16, "0")}`,
  action: (n) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  role: (n) => `rol_${String(n).padStart(16, "0")}`,
  organization: (n) => `org_${String(n).padStart(16, "0")}`,
  emailTemplate: (n) => `template_${n}`,
};
const ids = (["client", "connection", "action", "role", "organization"] as const).flatMap((type) =>
  [0, 1, 2].map((n) => idOf[type](n)),
);
const hostilePart = fc.constantFrom(
  ...ids,
  ...ids,
  ...[
    host,
    host,
    `login.${host}`,
    `${host}.example.org`,
    `-${host}`,
    ".",
    "-",
    "_",
    "x",
    "é",
    "\u0301",
    "𝒙",
    " ",
    "\n",
    "\r\n",
    "\t",
    "\u2028",
  ],
  ...[
    '"',
    "'",
    "`",
    "${",
    "$",
    "{",
    "}",
    "\\",
    "//",
    "/*",
    "*/",
    "</script>",
    "#",
    "@",
    "##",
    "@@",
    "###",
    "##A",
    "##A#",
    "##A##",
    "@@A@@",
  ],
  ...[
    "##A####B##",
    "##CONNECTION_ID##",
    "##DOMAIN##",
    "@@SHOP_CLIENT_ID@@",
    "##SHOP_CLIENT_ID_2##",
    "A",
    "A_1",
    "##a##",
    "line\n".repeat(11),
  ],
);
const hostile = fc.array(hostilePart, { maxLength: 14 }).map((parts) => parts.join(""));
const scripted = fc.oneof(
  hostile,
  fc
    .array(fc.constantFrom(...ids, host, "##A##", "x", "/"), { maxLength: 6 })
    .map((parts) => `const a = 1;\nuse("${parts.join(" ")}");\n`),
  fc.constantFrom(...ids.slice(3, 6)).map((id) => `const a = { ${id}: "${ids[0]}" };\nuse(a);\n`),
);
const names = fc.constantFrom(
  "Shop",
  "shop",
  "SHOP!",
  "注文",
  "Köln",
  "clients 2",
  "roles2",
  "ü",
  "1st",
  "tenant",
  "domain",
  "a".repeat(70),
);
const texts = fc.record({
  name: names,
  text: hostile,
  more: hostile,
  script: scripted,
  list: fc.array(hostile, { maxLength: 4 }),
  key: fc.constantFrom("note", ...ids),
});

/** Resources of one type, each with texts that can name all others. */
function madeOf(
  type: (typeof kinds)[number],
  n: number,
  { name, text, more, script, list, key }: typeof texts extends fc.Arbitrary<infer T> ? T : never,
) {
  const args: Readonly<Record<(typeof kinds)[number], JsonObject>> = {
    client: {
      name: text,
      description: more,
      callbacks: list,
      clientMetadata: { [key]: text },
      organizationUsage: "deny",
    },
    connection: {
      name: `connection-${n}`,
      strategy: "auth0",
      metadata: { [key]: more },
      options: { customScripts: { login: script }, list: [list, text, 1] },
      enabledClients: [...list, idOf.client(n)],
    },
    action: { name: more, code: script, supportedTriggers: [{ id: "post-login", version: "v3" }] },
    role: { name: text, description: more },
    organization: { name: `organization-${n}`, displayName: text, metadata: { [key]: more } },
    emailTemplate: { template: `template_${n}`, body: script, subject: text },
  };
  return resource(type, idOf[type](n), name, args[type]);
}
const tenants = fc
  .record({
    few: fc.array(fc.tuple(fc.constantFrom(...kinds), texts), { minLength: 1, maxLength: 9 }),
    roles: fc.constantFrom(0, 0, 12),
    text: hostile,
  })
  .map(({ few, roles, text }) => {
    const counts = new Map<string, number>();
    const made = few.map(([type, given]) => {
      const n = counts.get(type) ?? 0;
      counts.set(type, n + 1);
      return madeOf(type, n, given);
    });
    // More resources of one form are a loop, and a program of several files.
    const looped = Array.from({ length: roles }, (_, n) => role(`rol_loop00000000000${n}`, n % 2 === 0 ? text : "x"));
    return [...made, ...looped];
  });

const isScript = (text: string) => {
  try {
    return new Script(text) !== undefined;
  } catch {
    return false;
  }
};

test("law: the program has the tenant's properties, every remaining value of the tenant is listed, scripts stay scripts", async () => {
  await fc.assert(
    fc.asyncProperty(tenants, async (resources) => {
      const program = imported(resources);
      expect(imported(resources)).toEqual(program);
      const args = await argumentsIn(program, host);
      expect(args.size).toBe(resources.length);
      for (const { item, name, args: theirs } of program.resources) {
        expect(args.get(`${definitions[item.type].type} ${name}`)).toEqual(theirs);
      }
      const files = new Map(program.files.map(({ path, text }) => [path, text.split("\n")]));
      const listed = new Set(program.literals.map(({ file, line, value }) => `${file}:${line} ${value}`));
      for (const { file, line, value, why } of program.literals) {
        // Other characters can be escapes in the program.
        if (/^[\w.-]+$/.test(value)) expect(files.get(file)?.[line - 1]).toContain(value);
        expect(why).not.toBe("");
      }
      const values = [
        ...resources.filter(({ item }) => item.type !== "emailTemplate").map(({ item }) => item.id),
        host,
      ];
      const letter = "[\\p{L}\\p{M}\\p{N}_-]";
      const patterns = values.map((value) => {
        const [before, after] = value === host ? [`${letter}\\.?`, `\\.?${letter}`] : [letter, letter];
        // An escape can stand for a letter.
        return [value, new RegExp(`(?<!${before})${value.replaceAll(".", "\\.")}(?!${after}|\\\\u)`, "u")] as const;
      });
      for (const [file, lines] of files) {
        for (const [at, line] of lines.entries()) {
          const found = patterns.filter(([, pattern]) => pattern.test(line));
          for (const [value] of found) expect([...listed]).toContain(`${file}:${at + 1} ${value}`);
        }
      }
      const scripts = new Map(
        program.files.filter(({ path }) => path.endsWith(".js")).map(({ path, text }) => [path, text]),
      );
      const originals = program.resources.flatMap(({ args: { code, options } }) => [
        code,
        (options as JsonObject | undefined)?.customScripts,
      ]);
      const valid = originals
        .flatMap((one) => (typeof one === "string" ? [one] : [(one as JsonObject | undefined)?.login]))
        .filter((one) => typeof one === "string" && isScript(one));
      if (valid.length === originals.length) for (const text of scripts.values()) expect(isScript(text)).toBe(true);
    }),
    cases(0.3),
  );
}, 120_000);
