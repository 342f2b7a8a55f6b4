import { expect, test } from "vitest";
import { findUncleanText } from "./hygiene.ts";

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
  ["a token", join("ey", "Jhbgcidefgh0123", ".ey", "Jzdwiabcdefgh01", ".c2ln")],
])("%s is found", (_, line) => {
  expect(find(`fine\n${line}\n`)).toEqual([expect.stringMatching(/^some\/file\.ts:2 \S/)]);
});

test("an address of a package in the lock file, and a registry in .npmrc", () => {
  expect(find('"resolved": "https://npm.example.com/a.tgz",', "package-lock.json")).toHaveLength(1);
  expect(find('"resolved": "provider",', "package-lock.json")).toEqual([]);
  expect(find("registry = https://npm.example.com/", ".npmrc")).toHaveLength(1);
});

test("the words of ordinary code are not", () => {
  const text = [
    "import x from 'golang.org/x/net'; // npm, pypi and crates are words",
    "GET https://tenant.example.com/home/page/1",
    "-----BEGIN PUBLIC KEY-----",
    'const path = "./home/page/"; const home = "/home/";',
    "/checkouts/mine-too/x",
  ].join("\n");
  expect(find(text)).toEqual([]);
});
