import { describe, expect, it, test } from "vitest";
import { findingsOfKinds } from "../../../provider/src/review/fail-on.ts";
import { toText } from "../../../provider/src/review/render.ts";
import { notReviewed } from "../../../provider/src/review/reviewed.ts";
import { type JsonObject, type Path, unknownValue } from "../../../provider/src/schema/json.ts";
import { type Fields, hintsAt, identityOf, type Schema } from "../../../provider/src/schema/schema.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { corp, portal, reportOf, updateOf, was } from "./plans.ts";

/* A program can hide a value from the review: as a secret, or by computing it during the run. A hidden value is never taken for a harmless one. */

const secret: JsonObject = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "djE6",
};

function schemaOf(type: TypeName): Schema {
  return definitions[type].schema;
}

/** The properties that protect the tenant, and the objects that contain such properties, at any depth. */
function protectingIn(fields: Fields, root: Fields, above: Path = []): readonly Path[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const path = [...above, name];
    if (field.computed) return [];
    const inside = field.kind === "object" ? protectingIn(field.fields, root, path) : [];
    const isMarked = hintsAt(root, path, {}).safeguard !== undefined;
    return isMarked || inside.length > 0 ? [path, ...inside] : inside;
  });
}

const protecting = typeNames.flatMap((type) => {
  const { fields } = schemaOf(type);
  return protectingIn(fields, fields)
    .filter(([top = ""]) => !identityOf(schemaOf(type)).includes(top))
    .map((path) => [`${type}.${path.join(".")}`, type, path] as const);
});

describe.each(protecting)("%s", (_name, type, path) => {
  const at = path.join(".");
  const found = [expect.objectContaining({ path: at, isUnsure: true })];

  it("may be weaker if it is a secret, and was one before", () => {
    const report = updateOf(type, path, secret, secret);
    expect(report.weaker).toEqual(found);
    expect(toText(report)).not.toContain("nothing is weaker");
    expect(findingsOfKinds(report, ["weaker"])).toContain(`weaker: ${at} of ${definitions[type].type} it`);
    expect(notReviewed(report, { resources: [] })).toContainEqual(expect.stringContaining(`weaker: ${at}: `));
    expect(notReviewed(report, JSON.parse(JSON.stringify(report)))).toEqual([]);
  });

  it("may be weaker if it is new", () => {
    for (const hidden of [secret, unknownValue]) {
      expect(updateOf(type, path, undefined, hidden).weaker).toEqual(found);
    }
  });
});

const options = "Connection corp: may be weaker: options: ";

test("an object that becomes hidden as a whole is one change, and nothing in it is shown as removed", () => {
  for (const hidden of [secret, unknownValue]) {
    // The provider names the hidden object, and each value that it no longer sees.
    const diff = { options: "update", ...(hidden === secret && { "options.issuer": "delete" }) };
    const report = reportOf([{ ...corp, op: "update", was, is: { ...was, options: hidden }, diff }]);
    expect(report.resources[0]?.changes.map(({ path }) => path)).toEqual(["options"]);
    expect(toText(report)).toContain(`WEAKER: ${options}`);
    expect(toText(report)).not.toContain("absent");
  }
});

test("an object that another resource adopts may be weaker by a secret as a whole, and a new object is not", () => {
  const is = { name: "Portal", refreshToken: secret, __tenant: "shop.example.com" };
  const gone = { ...portal, op: "delete", was: { name: "Portal", __tenant: "shop.example.com" } };
  const adopted = { name: "it", type: "Client", op: "create", is: { ...is, adopt: true } };
  expect(reportOf([gone, adopted]).weaker).toMatchObject([{ path: "refreshToken", isUnsure: true, secret: true }]);
  expect(reportOf([{ ...adopted, is }]).weaker).toBeUndefined();
});

test("rights that are a secret as a whole are rights", () => {
  const grant = { clientId: "app_1", audience: "https://orders.example.com", scope: secret };
  const report = reportOf([portal, { name: "grant", type: "ClientGrant", op: "create", is: grant }]);
  expect(toText(report)).toContain('PRIVILEGE: application "Portal" gets rights that are secret');
});
