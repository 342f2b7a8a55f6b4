import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { looksSecret } from "../../../provider/src/schema/secrecy/by-path.ts";
import {
  optionNames,
  plainOptionPaths,
  secretOptionPaths,
} from "../../../provider/src/types/connection/definition-options.ts";

/* What is made of the types of options, and what is written by hand about them. These tests hold both together. */

const folder = join(import.meta.dirname, "../../../provider/src/sdk/resources/connection-options");
const files = readdirSync(folder).map((file) => join(folder, file));
/** The types of the service's own SDK. */
const sdk = join(import.meta.dirname, "../../../node_modules/auth0/dist/cjs/management/api/types/types.d.ts");
const program = ts.createProgram([...files, sdk], {
  strict: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
});
const checker = program.getTypeChecker();

/** All declarations of properties in the types of options. */
function propertiesIn(node: ts.Node): readonly string[] {
  const inside = ts.isPropertySignature(node) ? [node.name.getText()] : [];
  const below: string[] = [];
  ts.forEachChild(node, (child) => void below.push(...propertiesIn(child)));
  return [...inside, ...below];
}

/** The type that a file exports. */
function exported(file: string, name: string): ts.Type {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const found = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name);
  if (!found) throw new Error(`${file} exports no ${name}`);
  return checker.getDeclaredTypeOfSymbol(found);
}

/** The types of options by strategy. */
function typedOptions(): ReadonlyMap<string, ts.Type> {
  const strategies = exported(join(folder, "index.ts"), "ConnectionOptionsByStrategy").getProperties();
  return new Map(strategies.map((strategy) => [strategy.name, checker.getTypeOfSymbol(strategy)]));
}

function typedStrategies(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    [...typedOptions()].map(([strategy, type]) => [strategy, type.getProperties().map(({ name }) => name)]),
  );
}

/** The objects that a type admits, without the promises and outputs around them. */
function objectsIn(type: ts.Type): readonly ts.Type[] {
  const parts = type.isUnion() ? type.types : [type];
  return parts.filter(
    (part) =>
      (part.flags & ts.TypeFlags.Object) !== 0 &&
      !checker.isArrayType(part) &&
      !["Promise", "OutputInstance"].includes(part.symbol?.name),
  );
}

/** The members that the SDK's type names and ours does not, at any depth, each by its path. */
function missingIn(ours: ts.Type, theirs: ts.Type, above = ""): readonly string[] {
  const own = objectsIn(ours);
  // What takes any name lacks none, nor does what is no object here.
  if (own.length === 0 || own.some((type) => checker.getIndexInfoOfType(type, ts.IndexKind.String))) return [];
  const known = new Map(own.flatMap((type) => type.getProperties()).map((member) => [member.name, member]));
  return objectsIn(theirs)
    .flatMap((type) => type.getProperties())
    .flatMap((member) => {
      const twin = known.get(member.name);
      const path = `${above}${member.name}`;
      return twin ? missingIn(checker.getTypeOfSymbol(twin), checker.getTypeOfSymbol(member), `${path}.`) : [path];
    });
}

/** The names of the SDK's types of options. */
const sdkTypes: Readonly<Record<string, string>> = {
  oidc: "Oidc",
  okta: "Okta",
  samlp: "Saml",
  waad: "AzureAd",
  auth0: "Auth0",
  "google-oauth2": "GoogleOAuth2",
  github: "GitHub",
  sms: "Sms",
  email: "Email",
};

test("every typed option is among the known option names", () => {
  const typed = typedStrategies();
  expect([...typed.keys()]).toContain("samlp");
  for (const [strategy, names] of typed) {
    expect(names.length).toBeGreaterThan(5);
    expect(
      names.filter((name) => !optionNames[strategy]?.has(name)),
      strategy,
    ).toEqual([]);
  }
});

/** Known names that have no type, as no program declares them: the service sets them. */
const setByTheService: Readonly<Record<string, readonly string[]>> = {
  okta: ["discovery_url"],
  samlp: ["expires", "subject"],
  auth0: ["custom_headers"],
};

test("every known option name has a type, except options that only the service sets", () => {
  for (const [strategy, names] of typedStrategies()) {
    const known = [...(optionNames[strategy] ?? [])];
    expect(known.filter((name) => !names.includes(name)).toSorted(), strategy).toEqual(setByTheService[strategy] ?? []);
  }
});

test("every option in the types of the service's SDK has a type in this package, at any depth", () => {
  const missing = [...typedOptions()].flatMap(([strategy, ours]) =>
    missingIn(ours, exported(sdk, `ConnectionOptions${sdkTypes[strategy]}`), `${strategy}.`),
  );
  expect(missing).toEqual([]);
});

test("every documented option whose name looks secret is listed as secret or as plain", () => {
  const names = files.flatMap((file) => {
    const source = program.getSourceFile(file);
    return source ? propertiesIn(source) : [];
  });
  const decided = [...secretOptionPaths, ...plainOptionPaths].flatMap((path) => path.split("/"));
  const suspicious = new Set(names.filter(looksSecret));
  expect(suspicious).toContain("client_secret");
  expect([...suspicious].filter((name) => !decided.includes(name))).toEqual([]);
});
