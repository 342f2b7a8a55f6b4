import { createHash, createPublicKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { compare } from "../../../provider/src/compare/compare.ts";
import { toText as compareText } from "../../../provider/src/compare/words.ts";
import { signingCertificate } from "../../../provider/src/emulator/shared/certificates.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { keysInWords } from "../../../provider/src/report/certificates.ts";
import { toText as driftText } from "../../../provider/src/report/drift.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { changeInWords } from "../../../provider/src/report/words.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { previewText } from "../helpers/preview.ts";
import { reportOf } from "../review/plans.ts";

let one: string;
let other: string;
beforeAll(async () => {
  [one, other] = (await Promise.all(["one", "other"].map(async (name) => (await signingCertificate(name)).cert))) as [
    string,
    string,
  ];
});

const describe = (pem: string) => {
  const { fingerprint256, validToDate } = new X509Certificate(pem);
  return `certificate, SHA-256 ${fingerprint256}, expires ${validToDate.toISOString().slice(0, 10)}`;
};
const bodyOf = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, "");

test.each<[string, (pem: string) => string]>([
  ["PEM", (pem) => pem],
  ["PEM with line feeds of Windows", (pem) => pem.replaceAll(/\r?\n/g, "\r\n")],
  ["the Base64 of a certificate", bodyOf],
  ["the Base64 of PEM", (pem) => Buffer.from(pem).toString("base64")],
])("a certificate is described by its fingerprint and expiry: %s", (_, form) => {
  expect(keysInWords(form(one))).toBe(describe(one));
});

test("each certificate of a chain is described", () => {
  expect(keysInWords(`${one}\n${other}`)).toBe(`${describe(one)}; ${describe(other)}`);
});

test.each(["spki", "pkcs1"] as const)("a public key is described by the fingerprint of its SPKI form: %s", (type) => {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const pem = publicKey.export({ type, format: "pem" }).toString();
  const hash = createHash("sha256")
    .update(createPublicKey(pem).export({ type: "spki", format: "der" }))
    .digest("hex");
  expect(keysInWords(pem)?.replaceAll(":", "").toLowerCase()).toBe(`rsa public key, sha-256 ${hash}`);
});

test("a text that is not only certificates stays a text: with others, broken, a private key, or a similar beginning", () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const broken = one.replace(/\n.{20}/, "\nAAAAAAAAAAAAAAAAAAAA");
  for (const text of [
    ...[`${one}\nexports.x = 1;`, `// ${one}`, `${one}${broken}`, broken],
    ...[privateKey.export({ type: "pkcs8", format: "pem" }).toString(), "MII is a name", "LS0t", "", "-----BEGIN "],
    one.padEnd(200_000, "\n"),
  ]) {
    expect(keysInWords(text)).toBeUndefined();
  }
});

test("a review, a drift report and a comparison show fingerprints instead of certificates", () => {
  const options = (signingCert: string) => ({ name: "corp", strategy: "samlp", options: { signingCert } });
  const expected = `options.signingCert: ${describe(one)} → ${describe(other)}`;
  const plan = {
    ...{ name: "corp", type: "Connection", id: "con_1", was: options(one), is: options(other), op: "update" },
    diff: { "options.signingCert": "update" },
  };
  const side = (name: string, cert: string) => ({
    ...{ name, hosts: [`${name}.tenants.example.com`], unread: new Map() },
    objects: [{ type: "connection" as const, id: name, properties: options(cert) }],
  });
  const review = reportOf([plan]);
  for (const text of [
    toText(review),
    toMarkdown(review).replaceAll("`", ""),
    driftText(driftReport(parsePreview(previewText([plan])))),
    compareText(compare(side("dev", one), side("prod", other))),
  ]) {
    expect(text).toContain(expected);
    expect(text).not.toContain(bodyOf(one).slice(100, 140));
  }
});

test("a new object has fingerprints of certificates within its values", () => {
  const credentials = [{ name: "first", pem: one }];
  const created = { name: "keys", type: "ClientAuthentication", op: "create", is: { clientId: "app_1", credentials } };
  const text = toText(reportOf([created]));
  expect(text).toContain(describe(one));
  expect(text).not.toContain("BEGIN");
});

test("two texts of the same certificate are shown by their difference", () => {
  const change = { path: "pem", kind: "update" } as const;
  const [line = "", ...lines] = changeInWords({ ...change, was: one, is: `${one.trim()}\n\n` });
  expect(line).not.toContain("SHA-256");
  expect(lines.length).toBeGreaterThan(0);
  const [said] = changeInWords({ ...change, was: bodyOf(one), is: `${bodyOf(one)} ` });
  expect(said).not.toContain("SHA-256");
});
