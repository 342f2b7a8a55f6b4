import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { describePath, fromPointer, type Json, type JsonObject, own, valueAt } from "../../provider/src/schema/json.ts";
import type { Field, Fields } from "../../provider/src/schema/schema.ts";
import { Draft } from "../../provider/src/state/leaves.ts";
import { ciphertextOptions, neverReadOptions } from "../../provider/src/types/connection/definition-options.ts";
import { definitions, typeNames } from "../../provider/src/types/registry.ts";
import { pairs } from "../harness/keys.ts";
import { subjects } from "../subjects/index.ts";
import type { TypeName } from "../subjects/kinds.ts";
import { stackOfEachTest } from "./runs.ts";

/*
 * A write-only value that another client has changed is neither overwritten nor removed by an update whose preview did not show the change: for every
 * write-only value of every definition of which the tenant shows whether it has changed.
 */

interface Case {
  readonly type: TypeName;
  /** The write-only value, as a JSON pointer with the names of members. */
  readonly at: string;
  /** What the program declares. */
  readonly program: JsonObject;
  /** A value that the API replaces together with the write-only value, and the value to which the program changes it. */
  readonly beside: readonly [pointer: string, Json];
  /** A property of the program with another write-only value. */
  readonly anew: readonly [property: string, Json];
  /** What another client writes: a property, and its value. */
  readonly theirs: readonly [property: string, Json];
  /** Whether the program can leave the value out. */
  readonly isRequired?: true;
}

const [one, two, three] = pairs(3).map(({ pem }) => pem) as [string, string, string];
const encryption = (pem: string) => ({
  format: "compact-nested-jwe",
  encryptionKey: { name: "one", alg: "RSA-OAEP-256", pem },
});
const database = (configuration: JsonObject) => ({
  strategy: "auth0",
  options: { brute_force_protection: true, configuration },
});

const metadata = (certificate: string) =>
  '<EntityDescriptor><SingleSignOnService Binding="urn:one" Location="https://idp.example.com"/>' +
  `<X509Certificate>${certificate}</X509Certificate></EntityDescriptor>`;
const saml = (metadataXml: string) => ({ strategy: "samlp", options: { debug: true, metadataXml } });
const ping = (signingCert: string) => ({
  strategy: "pingfederate",
  options: { debug: true, pingFederateBaseUrl: "https://idp.example.com", signingCert },
});

const cases: readonly Case[] = [
  {
    type: "action",
    at: "/secrets/KEY",
    program: { code: "// one", secrets: { KEY: "one", OTHER: "one" } },
    beside: ["/secrets/OTHER", "two"],
    anew: ["secrets", { KEY: "two", OTHER: "two" }],
    theirs: ["secrets", { KEY: "theirs", OTHER: "one" }],
  },
  {
    type: "actionModule",
    at: "/secrets/KEY",
    program: { code: "// one", secrets: { KEY: "one", OTHER: "one" } },
    beside: ["/secrets/OTHER", "two"],
    anew: ["secrets", { KEY: "two", OTHER: "two" }],
    theirs: ["secrets", { KEY: "theirs", OTHER: "one" }],
  },
  {
    type: "connection",
    at: "/options/configuration/KEY",
    program: database({ KEY: "one" }),
    beside: ["/options/brute_force_protection", false],
    anew: ["options", database({ KEY: "two" }).options],
    theirs: ["options", { brute_force_protection: true, configuration: { KEY: "theirs" } }],
  },
  {
    type: "resourceServer",
    at: "/tokenEncryption/encryptionKey/pem",
    program: { tokenEncryption: encryption(one) },
    beside: ["/tokenEncryption/encryptionKey/name", "two"],
    anew: ["tokenEncryption", encryption(three)],
    theirs: ["tokenEncryption", encryption(two)],
    isRequired: true,
  },
  {
    type: "connection",
    at: "/options/metadataXml",
    program: saml(metadata("one")),
    beside: ["/options/debug", false],
    anew: ["options", saml(metadata("two")).options],
    theirs: ["options", saml(metadata("theirs")).options],
    isRequired: true,
  },
  {
    type: "connection",
    at: "/options/signingCert",
    program: ping("one"),
    beside: ["/options/debug", false],
    anew: ["options", ping("two").options],
    theirs: ["options", ping("theirs").options],
    isRequired: true,
  },
];

/** Values that need no case, each with the reason. */
const exempt: Readonly<Record<string, string>> = {
  "vaultConnection:/setup": "an update sends it only if the program changes it",
  "client:/signedRequestObject/credentials": "an update sends the keys only if the program changes them",
  "client:/tokenVaultPrivilegedAccess/credentials": "an update sends back the ids of the tenant's keys",
};

function hintedIn(fields: Fields, above: string): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]): readonly string[] => {
    const pointer = `${above}/${name}`;
    if (field.reads?.hint !== undefined) return [pointer];
    return field.kind === "object" ? hintedIn(field.fields, pointer) : [];
  });
}

test("each write-only value whose changes the tenant shows has a case, or a reason for none", () => {
  const options = [ciphertextOptions, neverReadOptions].flatMap((table) => Object.values(table).flat());
  const all = [
    ...typeNames.flatMap((type) => hintedIn(definitions[type].schema.fields, `${type}:`)),
    ...options.map((pointer) => `connection:/options${pointer.replace(/\/\*$/, "")}`),
  ];
  const known = [...cases.map(({ type, at }) => `${type}:${at}`), ...Object.keys(exempt)];
  expect(all.filter((place) => !known.some((one) => one.startsWith(place)))).toEqual([]);
  expect(Object.keys(exempt).filter((place) => !all.includes(place))).toEqual([]);
});

const stack = stackOfEachTest();

describe.each(cases.map((one) => [`${one.type}: ${one.at}`, one] as const))("%s", (_, one) => {
  const subject = subjects.find(({ name }) => name === one.type);
  if (!subject) throw new Error(`no subject ${one.type}`);
  const resource = `${one.type}-it`;
  const path = fromPointer(one.at);
  const withValue = (args: JsonObject, pointer: string, value: Json | undefined) => {
    const draft = new Draft(args);
    if (value === undefined) draft.remove(fromPointer(pointer));
    else draft.put(fromPointer(pointer), value);
    return draft.root;
  };

  const edited = async () => {
    subject.prepare(stack.tenant);
    const args = { ...subject.identity(stack.tenant, 1), ...one.program };
    expect(await stack.up({ [resource]: args })).toEqual([]);
    subject.edit(stack.tenant, subject.keyOf(args), ...one.theirs);
    return args;
  };
  const held = (args: JsonObject) => valueAt(subject.held(stack.tenant, subject.keyOf(args))?.live, path);
  const refreshed = async (program: JsonObject) => {
    const { engine } = await stack.runs.next();
    expect(await engine.refresh()).toEqual([{ name: resource, op: "update" }]);
    expect(await stack.up({ [resource]: program })).toEqual([]);
  };

  test("another client's value is overwritten with a change beside it only after a preview has shown that", async () => {
    const args = await edited();
    const theirs = held(args);
    const next = withValue(args, ...one.beside);
    const { engine } = await stack.runs.next();
    await engine.changes({ [resource]: next });
    expect((await stack.up({ [resource]: next })).join()).toContain(`would overwrite ${describePath(path)}`);
    expect(held(args)).toEqual(theirs);
    await refreshed(next);
    expect(held(args)).not.toEqual(theirs);
  });

  test("a newly declared value replaces another client's", async () => {
    const args = await edited();
    const theirs = held(args);
    expect(await stack.up({ [resource]: { ...args, [one.anew[0]]: one.anew[1] } })).toEqual([]);
    expect(held(args)).not.toEqual(theirs);
  });

  if (!one.isRequired) {
    test("another client's value is removed with the declared one only after a preview has shown that", async () => {
      const args = await edited();
      const theirs = held(args);
      const next = withValue(args, one.at, undefined);
      expect((await stack.up({ [resource]: next })).join()).toContain(`would remove ${describePath(path)}`);
      expect(held(args)).toEqual(theirs);
      await refreshed(next);
      expect(held(args)).toBeUndefined();
    });
  }

  test("an update that does not send the value keeps it", async () => {
    const args = await edited();
    const theirs = held(args);
    const [property, value] = beyond[one.type] ?? [];
    expect(await stack.up({ [resource]: { ...args, [property ?? ""]: value ?? null } })).toEqual([]);
    expect(held(args)).toEqual(theirs);
  });
});

/*
 * An update is the first to declare a write-only value, its response is lost, and the program is rolled back. The hint from before the update shows
 * whether the update has arrived: another client's value stays, also one beside it, and the value of the lost update goes.
 */

const removable = cases.filter(({ isRequired }) => !isRequired);
describe.each(removable.map((one) => [`${one.type}: ${one.at}`, one] as const))("a lost update, %s", (_, one) => {
  const subject = subjects.find(({ name }) => name === one.type);
  if (!subject) throw new Error(`no subject ${one.type}`);
  const resource = `${one.type}-it`;
  const path = fromPointer(one.at);
  const [key, holder] = [path.at(-1) ?? "", path.slice(0, -1)];
  const [property] = one.theirs;
  const field = definitions[one.type].schema.fields[property] as Field;
  const exclusive = field.kind === "map" && typeof field.exclusive === "object" ? field.exclusive.argument : undefined;
  const withMembers = (args: JsonObject, members: JsonObject | undefined) => {
    const draft = new Draft(args);
    if (members === undefined) draft.remove(holder);
    else draft.put(holder, members);
    return draft.root;
  };
  const [arrives, fails] = ["reset-after", "reset-before"] as const;
  const all = [arrives, fails].flatMap((kind) =>
    [undefined, key, "BESIDE"].flatMap((theirs) =>
      [false, true].flatMap((isRefreshed) =>
        (exclusive === undefined ? [false] : [false, true]).map((isWhole) => ({ kind, theirs, isRefreshed, isWhole })),
      ),
    ),
  );
  // An update that is not exclusive is refused while the tenant has a further value: the API replaces the whole.
  const possible = all.filter(({ theirs, isWhole }) => theirs !== "BESIDE" || isWhole);

  /** The program before the update and with it, and what the tenant has then. */
  const versions = ({ isWhole }: (typeof all)[number]) => {
    subject.prepare(stack.tenant);
    const before = withMembers({ ...subject.identity(stack.tenant, 1), ...one.program }, undefined);
    const after = { ...withMembers(before, { [key]: "ours" }), ...(isWhole && { [exclusive ?? ""]: true }) };
    const held = () => valueAt(subject.held(stack.tenant, subject.keyOf(before))?.live, holder) ?? {};
    return { before, after, held };
  };
  /** Another client sets a value. */
  const edit = (before: JsonObject, name: string) => {
    const edited = withMembers(before, { [name]: "theirs" });
    subject.edit(stack.tenant, subject.keyOf(before), property, valueAt(edited, [property]) ?? null);
  };

  test.each(possible)("$kind, another client's $theirs, refreshed: $isRefreshed, exclusive: $isWhole", async (now) => {
    const { before, after, held } = versions(now);
    expect(await stack.up({ [resource]: before })).toEqual([]);
    if (now.theirs !== undefined) edit(before, now.theirs);
    const theirs = held();
    stack.tenant.inject({ kind: now.kind, times: Number.POSITIVE_INFINITY, method: "PATCH", path: "/api/v2/" });
    expect(await stack.up({ [resource]: after })).not.toEqual([]);
    stack.tenant.clearFaults();
    const arrived = held();
    if (now.isRefreshed) await (await stack.runs.next()).engine.refresh();
    expect(await stack.up({ [resource]: before })).toEqual([]);
    const { [key]: _ours, ...left } = arrived as JsonObject;
    expect(held()).toEqual(now.kind === arrives ? left : theirs);
    expect(await stack.up({ [resource]: after })).toEqual([]);
    expect(own(held(), key)).toBeDefined();
    expect(own(held(), key)).not.toEqual(own(theirs, key));
  });

  // A refresh shows an exclusive set whose times are not known as one value: the rollback is refused then, and the refusal names the way out.
  const readable = possible.filter(({ kind, isRefreshed, isWhole }) => kind === arrives && !(isRefreshed && isWhole));
  test.each(readable)(
    "after failing reads, another client's $theirs, refreshed: $isRefreshed, exclusive: $isWhole",
    async (now) => {
      const { before, after, held } = versions(now);
      expect(await stack.up({ [resource]: before })).toEqual([]);
      if (now.theirs !== undefined) edit(before, now.theirs);
      const theirs = held();
      // The faults begin one read later each time, until the update is sent.
      for (let skip = 0; isDeepStrictEqual(held(), theirs); skip += 1) {
        stack.tenant.inject({
          ...{ kind: "status", status: 400, method: "GET", path: "/api/v2/" },
          ...{ skip, times: Number.POSITIVE_INFINITY },
        });
        await stack.up({ [resource]: after });
        stack.tenant.clearFaults();
      }
      const { [key]: _ours, ...left } = held() as JsonObject;
      if (now.isRefreshed) await (await stack.runs.next()).engine.refresh();
      expect(await stack.up({ [resource]: before })).toEqual([]);
      expect(held()).toEqual(left);
      expect(await stack.up({ [resource]: after })).toEqual([]);
      expect(own(held(), key)).toBeDefined();
    },
  );
});

/** A property that the API does not replace together with write-only values, and a value of it. */
const beyond: Partial<Record<TypeName, readonly [string, Json]>> = {
  action: ["code", "// two"],
  actionModule: ["code", "// two"],
  connection: ["displayName", "Another name"],
  resourceServer: ["tokenLifetime", 1_000],
};
