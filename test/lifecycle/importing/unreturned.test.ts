import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { declarationOf } from "../../../provider/src/import/resource.ts";
import { takeInventory } from "../../../provider/src/import/take-inventory.ts";
import { describePath, fromPointer, type Json, type JsonObject, valueAt } from "../../../provider/src/schema/json.ts";
import { Draft } from "../../../provider/src/state/leaves.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { pairs } from "../../harness/keys.ts";
import { MiniEngine } from "../../harness/mini-engine.ts";
import { subjects } from "../../subjects/index.ts";
import { kinds, type TypeName } from "../../subjects/kinds.ts";
import { type SecretPlace, secretPlaces } from "../../subjects/secret-places.ts";
import { startTenant } from "../../unit/import/tenant.ts";
import { providerFor } from "../world.ts";

/*
 * An import declares each secret of an object, or names it with the reason: otherwise nobody would know that an object created again lacks it.
 */

/** An object, and the secret that its creation gives it. */
interface Case {
  readonly type: TypeName;
  readonly about: string;
  readonly traits?: SecretPlace["traits"];
  readonly args: JsonObject;
  /** The secret, as a JSON pointer. */
  readonly at: string;
}

function withValues(base: JsonObject, values: Readonly<Record<string, Json>>): JsonObject {
  const draft = new Draft(base);
  for (const [pointer, value] of Object.entries(values)) draft.put(fromPointer(pointer), value);
  return draft.root;
}

const firstOf = (values: Readonly<Record<string, readonly Json[]>>) =>
  Object.fromEntries(Object.entries(values).map(([pointer, [first = null]]) => [pointer, first]));

/** One case for each secret that the service sends to an address. */
const sent = secretPlaces.flatMap(
  ({ type, about, traits = {}, base, addresses, secrets, required = [], beside = {} }) => {
    const always = Object.fromEntries(Object.entries(secrets).filter(([pointer]) => required.includes(pointer)));
    const common = { ...firstOf(addresses), ...beside, ...firstOf(always) };
    return Object.entries(firstOf(secrets)).map(
      ([at, secret]): Case => ({ type, about, traits, args: withValues(base, { ...common, [at]: secret }), at }),
    );
  },
);

const [pem = ""] = pairs(1).map((pair) => pair.pem);
const keys = { credentials: [{ credentialType: "public_key", pem }] };
const ping = { strategy: "pingfederate", options: { pingFederateBaseUrl: "https://idp.example.com" } };
const encryption = { format: "compact-nested-jwe", encryptionKey: { name: "one", alg: "RSA-OAEP-256", pem } };

/** Secrets that the service keeps. */
const kept: readonly (readonly [type: TypeName, base: JsonObject, at: string, secret: Json])[] = [
  ["action", { code: "// one" }, "/secrets/KEY", "one"],
  ["actionModule", { code: "// one" }, "/secrets/KEY", "one"],
  ["connection", { strategy: "auth0" }, "/options/configuration/KEY", "one"],
  ["connection", ping, "/options/signingCert", "one"],
  ["client", {}, "/signedRequestObject", keys],
  ["client", {}, "/tokenVaultPrivilegedAccess", keys],
  ["resourceServer", {}, "/tokenEncryption", encryption],
  ["user", {}, "/password", "Passw0rd-of-an-example"],
];

const cases = [
  ...sent,
  ...kept.map(
    ([type, base, at, secret]): Case => ({ type, about: "kept", args: withValues(base, { [at]: secret }), at }),
  ),
];

beforeEach(() => {
  for (const method of ["warn", "info"] as const) vi.spyOn(console, method).mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe("an import declares a secret, or names it as missing", () => {
  test.each(cases)("$type, $about: $at", async ({ type, traits = {}, args, at }) => {
    const { emulator, client, access } = await startTenant({ traits });
    const subject = subjects.find(({ name }) => name === type);
    if (!subject) throw new Error(`no subject ${type}`);
    subject.prepare(emulator);
    const { schema } = kinds[type];
    const declared = { ...subject.identity(emulator, 1), ...args };
    const config = { "tenant:domain": emulator.domain, "tenant:token": emulator.issueToken() };
    const engine = new MiniEngine(providerFor(kinds[type], config));
    const managed = schema.singleton === undefined ? {} : { resetOnDestroy: true };
    for (const { failure } of await engine.up({ it: { ...declared, ...managed } })) if (failure) throw failure;

    const { items } = await takeInventory(client, { access, types: [type] });
    const id = subject.held(emulator, subject.keyOf(declared))?.id;
    const item = schema.singleton === undefined ? items.find((one) => one.id === id) : items[0];
    const { importRules = {} } = tools[type];
    const imported = declarationOf(schema, importRules, item?.properties ?? {}, { all: false, refused: new Map() });
    const place = describePath(fromPointer(at));
    const isNamed = imported.notes.some((note) => place.startsWith(note.place) || note.place.startsWith(place));
    const isDeclared = valueAt(imported.args, fromPointer(at)) !== undefined;
    expect(isNamed || isDeclared, JSON.stringify(imported)).toBe(true);
  });
});
