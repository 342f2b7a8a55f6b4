import { execFileSync } from "node:child_process";
import { generateKeyPairSync, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join as joined } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findUnclean, findUncleanText } from "./hygiene.ts";
import { findSecrets } from "./secrets.ts";

const find = (text: string, file = "some/file.ts") => findUncleanText(text, file, "/checkouts/mine");
// Put together here, as this file is looked through as well.
const join = (...parts: string[]) => parts.join("");

test.each([
  ["a registry's host", `fetch("https://${["registry", "npmjs", "org"].join(".")}/x")`],
  ["a home folder", join("/ho", "me/someone/project/file.ts")],
  ["a home folder of a Mac", join('"/Us', 'ers/someone/x"')],
  ["a home folder of Windows", join("C:", "\\Us", "ers\\someone")],
  ["the checkout's own path", "see /checkouts/mine/provider"],
  ["a private key", join("-----BEGIN RSA PRIV", "ATE KEY-----")],
])("the hygiene check finds %s", (_, line) => {
  expect(find(`fine\n${line}\n`)).toEqual([expect.stringMatching(/^some\/file\.ts:2 \S/)]);
});

test("the hygiene check finds a package's address in the lock file, and a registry in .npmrc", () => {
  expect(find('"resolved": "https://npm.example.com/a.tgz",', "package-lock.json")).toHaveLength(1);
  expect(find('"resolved": "provider",', "package-lock.json")).toEqual([]);
  expect(find("registry = https://npm.example.com/", ".npmrc")).toHaveLength(1);
});

test("the hygiene check accepts ordinary code", () => {
  const text = [
    "import x from 'golang.org/x/net'; // npm, pypi and crates are words",
    "GET https://tenant.example.com/home/page/1",
    "-----BEGIN PUBLIC KEY-----",
    'const path = "./home/page/"; const home = "/home/";',
    "/checkouts/mine-too/x",
  ].join("\n");
  expect(find(text)).toEqual([]);
});

/** Made anew in every run, as this file is looked through as well. */
const pick = (alphabet: string, length: number) =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join("");
const digits = "0123456789";
const hex = `${digits}abcdef`;
const upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const base32 = `${upper}234567`;
const word = `${upper}${upper.toLowerCase()}${digits}`;
/** Random, with what makes every random text look like one: a digit beside letters of both cases. */
const random = (length: number) => `a1B2c3${pick(word, length - 6)}`;

const { privateKey } = generateKeyPairSync("ec", {
  namedCurve: "P-256",
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

describe("the check for secrets", () => {
  const shapes: [string, string, string?][] = [
    ["a cloud's access key", join("AKIA", pick(base32, 16))],
    ["a cloud's secret key", `aws_secret_access_key = ${random(40)}`, "aws/credentials"],
    ["a web token", join("eyJ", random(20), ".eyJ", random(40), ".", random(43))],
    ["a chat's token", join("xoxb-", pick(digits, 12), "-", pick(digits, 12), "-", random(24))],
    ["a payment's key", join("sk_live_", random(24))],
    ["a code host's token", join("ghp_", random(36))],
    ["a code host's fine-grained token", join("github_pat_", random(22), "_", random(59))],
    ["another code host's token", join("glpat-", random(20))],
    ["a package registry's token", join("npm_", random(36))],
    ["another package registry's token", join("pypi-AgE", random(60))],
    ["a deployment's token", join("pul-", pick(hex, 40))],
    ["a password in an address", `https://admin:${random(16)}@db.example.com/`],
    ["a private key", privateKey],
    ["an identity service's client secret", `{ clientSecret: "${random(64)}" }`],
    ["a client secret under the service's name", `"client_secret": "${random(32)}",`],
    ["a client secret in the environment", `export TENANT_CLIENT_SECRET=${random(43)}`, "run.sh"],
    ["a client secret in a stack configuration", `  tenant:clientSecret: ${random(43)}`, "Pulumi.dev.yaml"],
    ["a hexadecimal API key", `const apiKey = "${"a1b2c3"}${pick(hex, 34)}";`],
    ["a passphrase, however simple", join("PULUMI_CONFIG_PASS", "PHRASE: horse"), "pipeline.yml"],
    ["a password, however simple", join("DB_PASS", "WORD=letmein"), ".env.local"],
  ];

  test.each(shapes)("finds %s, and does not print it", async (_name, line, file = "some/file.ts") => {
    const found = await findSecrets(`fine\n${line}\n`, file);
    expect(found.length).toBeGreaterThan(0);
    for (const finding of found) {
      expect(finding).toMatch(/^\S+:2 (holds|assigns) /);
      for (const part of line.match(/[\w+/-]{16,}/g) ?? []) {
        if (/\d/.test(part)) expect(finding).not.toContain(part);
      }
    }
  });

  test("is not disabled by a comment", async () => {
    const line = join("npm_", random(36));
    const comment = join("// secretlint-", "disable\n");
    expect(await findSecrets(`${comment}${line} ${join("// secretlint-", "disable-line")}\n`, "a.ts")).toHaveLength(1);
  });

  test.each([
    ["client_secret: config.requireSecret('corpClientSecret')", "a.ts"],
    [join('TENANT_CLIENT_SECRET: "$', '{{ secrets.TENANT_CLIENT_SECRET }}"'), "ci.yml"],
    ["PULUMI_CONFIG_PASSPHRASE: $PULUMI_CONFIG_PASSPHRASE", "ci.yml"],
    ["export TENANT_CLIENT_SECRET=…", "README.md"],
    ['token_dialect: "rfc9068_profile_authz"', "a.ts"],
    ['const secretPath = "/gateway_authentication/secret_in_base64"', "a.ts"],
    ['tokenEndpoint: "https://idp.example.com/oauth2/v1/token"', "a.ts"],
    [
      '"integrity": "sha512-WZTW4slm/pdkh92K6t/3aEN++44JD1PQ7squ7RCMLI1flHGl43DVOIGXvCjHiZgBMO1V4uYxoFNtqrIA4qGuIQ=="',
      "x.json",
    ],
    ["password: string;", "a.ts"],
    ["tokenLifetime: 3600,", "a.ts"],
    ['signingSecret: "0123456789abcdef"', "a.ts"],
    ["  secure: v1:abcdefghijkl:mnop", "Pulumi.dev.yaml"],
    [join("https://user:$", "{password}@example.com/"), "a.ts"],
  ])("accepts %s", async (line, file) => {
    expect(await findSecrets(line, file)).toEqual([]);
  });

  test("reads all files that git would track", async () => {
    const root = await mkdtemp(joined(tmpdir(), "hygiene-"));
    onTestFinished(() => rm(root, { recursive: true, force: true }));
    execFileSync("git", ["init", "--quiet", root]);
    await writeFile(joined(root, ".gitignore"), "ignored.txt\n");
    await writeFile(joined(root, "ignored.txt"), join("npm_", random(36)));
    await writeFile(joined(root, "kept.txt"), `fine\n${join("npm_", random(36))}\n`);
    expect(await findUnclean(root)).toEqual([expect.stringMatching(/^kept\.txt:2 holds a secret/)]);
  });
});
