import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { incompleteMarker } from "../../../provider/src/lifecycle/errors.ts";
import { PreviewFormatError, parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../../provider/src/report/drift.ts";
import { driftReport as report } from "../../../provider/src/report/report.ts";
import { describePath } from "../../../provider/src/schema/json.ts";
import { keysOfPath, objectPath, parsePropertyPath } from "../../../provider/src/schema/property-path.ts";
import { previewText, type ResourceSketch, urnOf } from "../helpers/preview.ts";

const reportOf = (sketches: readonly ResourceSketch[], more?: object) =>
  report(parsePreview(previewText(sketches, more)));
const changesOf = (sketch: Omit<ResourceSketch, "name">) => reportOf([{ name: "it", ...sketch }]).resources[0]?.changes;

describe("a drift report", () => {
  it("has no resources without differences", () => {
    const { drift, complete, counts, resources, stack, project } = reportOf([{ name: "a", was: {}, is: {} }]);
    expect({ drift, complete, counts, resources, stack, project }).toEqual({
      drift: false,
      complete: true,
      counts: { total: 1, unchanged: 1, changed: 0, deleted: 0, failed: 0 },
      resources: [],
      stack: "dev",
      project: "shop",
    });
  });

  it("has each changed property with both values, by the CLI's path", () => {
    expect(
      changesOf({
        was: { tokenLifetime: 3600, scopes: { "read:orders": "Read", "write:orders": "Write" } },
        is: { tokenLifetime: 7200, scopes: { "write:orders": "Write", "admin:orders": "All" } },
        diff: { tokenLifetime: "update", 'scopes["read:orders"]': "delete", 'scopes["admin:orders"]': "add" },
      }),
    ).toEqual([
      { path: 'scopes["admin:orders"]', kind: "add", is: "All" },
      { path: 'scopes["read:orders"]', kind: "delete", was: "Read" },
      { path: "tokenLifetime", kind: "update", was: 3600, is: 7200 },
    ]);
  });

  it("has every property of an object that was created or deleted", () => {
    expect(
      changesOf({ was: { options: {} }, is: { options: { a: { b: 1, c: [true] } } }, diff: { "options.a": "add" } }),
    ).toEqual([
      { path: "options.a.b", kind: "add", is: 1 },
      { path: "options.a.c[]", kind: "add", is: true },
    ]);
  });

  it("has only the added and removed elements of a list, however far others were moved", () => {
    expect(
      changesOf({
        was: { roles: ["a", "b", "c"] },
        is: { roles: ["b", "c", "d"] },
        diff: { "roles[0]": "update", "roles[1]": "update", "roles[2]": "update" },
      }),
    ).toEqual([
      { path: "roles[]", kind: "delete", was: "a" },
      { path: "roles[]", kind: "add", is: "d" },
    ]);
  });

  it("has the whole list if only its order differs", () => {
    expect(
      changesOf({
        was: { roles: ["a", "b"] },
        is: { roles: ["b", "a"] },
        diff: { "roles[0]": "update", "roles[1]": "update" },
      }),
    ).toEqual([{ path: "roles", kind: "update", was: ["a", "b"], is: ["b", "a"] }]);
  });

  it("finds differences also without the engine's details", () => {
    const was = { name: "a", options: { x: 1 } };
    const is = { name: "b", options: { x: 1 } };
    const expected = [{ path: "name", kind: "update", was: "a", is: "b" }];
    expect(changesOf({ was, is, op: "update" })).toEqual(expected);
    expect(changesOf({ was, is, op: "update", extra: { diffReasons: ["name"] } })).toEqual(expected);
  });

  it("lists deleted objects, and the parents of resources with drift", () => {
    const parent = urnOf("shop", "my:index:Shop");
    const made = reportOf([
      { name: "shop", type: "my:index:Shop", was: {}, is: {} },
      { name: "gone", was: { name: "x" } },
      { name: "child", parent, was: { name: "a" }, is: { name: "b" }, diff: { name: "update" } },
    ]);
    expect(made.counts).toEqual({ total: 3, unchanged: 1, changed: 1, deleted: 1, failed: 0 });
    expect(made.resources.map(({ name, state }) => [name, state])).toEqual([
      ["child", "changed"],
      ["gone", "deleted"],
    ]);
    expect(toText(made)).toContain('my:index:Shop shop\n  ResourceServer child (id-child)\n    name: "a" → "b"\n');
  });

  it("counts a change of provider metadata only, as the CLI does, and does not show the metadata", () => {
    const made = reportOf([
      {
        name: "it",
        was: { __managed: 1 },
        is: { __managed: 2 },
        diff: { "__managed.paths[0]": "update", __managed: "update" },
      },
    ]);
    expect(made).toMatchObject({ drift: true, resources: [{ name: "it", changes: [] }] });
    expect(JSON.stringify(made)).not.toContain("__");
  });

  it("does not take a scope whose name starts with underscores for metadata", () => {
    expect(
      changesOf({ was: { scopes: { __x: "a" } }, is: { scopes: { __x: "b" } }, diff: { "scopes.__x": "update" } }),
    ).toEqual([{ path: "scopes.__x", kind: "update", was: "a", is: "b" }]);
  });
});

describe("failures of the preview", () => {
  const failed = urnOf("b", "Connection");
  const diagnostics = [
    { message: "TenantError: Could not read it: 403\n\n", severity: "info#err" },
    { urn: failed, message: "error: Preview failed: Could not read it: 403\n", severity: "error" },
    { message: "warning: the options of connection c cannot be read\n", severity: "info#err" },
    { urn: urnOf("a"), message: "warning: take care\n", severity: "warning" },
    { message: "error: preview failed\n", severity: "error" },
  ];

  it("are separate from drift, each once, and make the report incomplete", () => {
    const sketches: ResourceSketch[] = [
      { name: "a", was: { name: "a" }, is: { name: "b" }, diff: { name: "update" } },
      { name: "b", type: "Connection", was: {}, is: {} },
    ];
    const made = reportOf(sketches, { diagnostics });
    expect(made).toMatchObject({
      drift: true,
      complete: false,
      counts: { total: 2, unchanged: 0, changed: 1, deleted: 0, failed: 1 },
      errors: [],
      warnings: ["the options of connection c cannot be read", "take care"],
    });
    expect(made.resources.filter(({ state }) => state === "failed")).toMatchObject([
      { urn: failed, name: "b", error: "Could not read it: 403", changes: [] },
    ]);
  });

  it("make the report incomplete even if only some objects could not be read", () => {
    const unread = {
      message: `warning: this token cannot read the options of any connection${incompleteMarker}\n`,
      severity: "info#err",
    };
    expect(reportOf([], { diagnostics: [unread] })).toMatchObject({
      ...{ drift: false, complete: false },
      warnings: ["this token cannot read the options of any connection"],
    });
    const quoted = { ...unread, message: `warning: the role "a${incompleteMarker}" is new\n` };
    expect(reportOf([], { diagnostics: [quoted] }).complete).toBe(true);
  });

  it("are shown without the colours of a program's stack trace", () => {
    const message = "\u001b[31mCannot find module\u001b[39m\n\u001b[90m    at run\u001b[39m\n";
    expect(reportOf([], { diagnostics: [{ message, severity: "error" }] }).errors).toEqual([
      "Cannot find module\n    at run",
    ]);
  });

  it("are reported even if they are about no resource, or have no reason", () => {
    expect(reportOf([], { diagnostics: [{ message: "error: no passphrase", severity: "error" }] })).toMatchObject({
      complete: false,
      errors: ["no passphrase"],
    });
    expect(report(parsePreview(previewText([])), "ended with 1")).toMatchObject({
      complete: false,
      errors: ["ended with 1"],
    });
  });
});

describe("the CLI's output", () => {
  it("is accepted for a stack without resources", () => {
    expect(report(parsePreview('{"duration":1,"changeSummary":{}}'))).toMatchObject({
      drift: false,
      complete: true,
      counts: { total: 0 },
    });
    expect(report(parsePreview(`warning: something\n${previewText([])}`)).complete).toBe(true);
  });

  it.each([
    ["", "empty"],
    ["Previewing refresh (dev):", "not one JSON document"],
    ['{"error":"no"}', "neither steps nor"],
    ['[{"sequence":1}]', "unknown format"],
    ['{"changeSummary":{},"new":[{}]}', "newer CLI"],
    ['{"steps":[{"urn":"x"}]}', "steps.0.op"],
    ['{"steps":[],"changeSummary":{"update":1}}', "summary counts changes"],
  ])("is refused if its format is unknown: %s", (text, why) => {
    expect(() => parsePreview(text)).toThrow(PreviewFormatError);
    expect(() => parsePreview(text)).toThrow(why);
  });
});

describe("secrets", () => {
  const signature = "4dabf18193072939515e22adb298388d";
  const envelope = { [signature]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:never-shown" };

  it.each([
    ["[secret]", "[secret]"],
    [envelope, envelope],
    ["[secret]", "never-shown"],
    ["never-shown", envelope],
    [undefined, "[secret]"],
  ])("are shown as changed, without their values: %j", (was, is) => {
    const wrap = (value: unknown) => ({ options: value === undefined ? {} : { client_secret: value } });
    const made = reportOf([{ name: "it", was: wrap(was), is: wrap(is), diff: { "options.client_secret": "update" } }]);
    expect(made.resources[0]?.changes).toMatchObject([{ path: "options.client_secret", secret: true }]);
    const printed = JSON.stringify(made) + toText(made) + toMarkdown(made);
    expect(printed).not.toMatch(/never-shown|ciphertext/);
    expect(toText(made)).toContain("[secret]");
  });

  it("are not assumed for an edit to the literal text [secret]", () => {
    const was = {
      name: "corp",
      strategy: "oidc",
      displayName: "Corp",
      options: { issuer: "a", client_secret: "[secret]" },
    };
    const is = { ...was, displayName: "[secret]", options: { issuer: "[secret]", client_secret: "[secret]" } };
    const diff = { displayName: "update", "options.issuer": "update", "options.client_secret": "update" };
    const edit = { name: "it", type: "Connection", was, is, diff };
    const made = reportOf([edit]);
    expect(made.resources[0]?.changes).toEqual([
      { path: "displayName", kind: "update", was: "Corp", is: "[secret]" },
      { path: "options.client_secret", kind: "update", secret: true },
      { path: "options.issuer", kind: "update", was: "a", is: "[secret]" },
    ]);
    expect(toText(made)).toContain('displayName: "Corp" → "[secret]"\n');
    // Where the program marked a value, the same text is the CLI's mask: what stood there before must not be shown.
    const marked = { ...edit, is: { ...is, __secrets: ["/displayName", "/options/issuer"] } };
    expect(reportOf([marked]).resources[0]?.changes.map(({ secret }) => secret)).toEqual([true, true, true]);
    // Of other providers it is unknown what is secret.
    const foreign = reportOf([{ ...edit, type: "other:index:Thing" }]);
    expect(JSON.stringify(foreign)).not.toContain("Corp");
  });

  it("stay secret if the state has a secret and the tenant a text", () => {
    const was = { name: "corp", strategy: "oidc", displayName: "[secret]" };
    const diff = { displayName: "update" };
    const made = reportOf([{ name: "it", type: "Connection", was, is: { ...was, displayName: "never-shown" }, diff }]);
    expect(made.resources[0]?.changes).toEqual([{ path: "displayName", kind: "update", secret: true }]);
  });

  it("include all values below a secret and beside it in a list", () => {
    for (const [was, is] of [
      [{ options: envelope }, { options: { client_secret: "never-shown" } }],
      [{ options: "[secret]" }, { options: { client_secret: "never-shown" } }],
      [{ options: { client_secret: ["never-shown"] } }, { options: { client_secret: ["[secret]"] } }],
      [{ options: { client_secret: [{ a: "[secret]" }] } }, { options: { client_secret: [{ a: "never-shown" }] } }],
    ]) {
      const made = reportOf([
        { name: "it", was: was ?? {}, is: is ?? {}, diff: { "options.client_secret": "update" } },
      ]);
      expect(made.drift).toBe(true);
      expect(JSON.stringify(made)).not.toContain("never-shown");
    }
  });

  it("are never shown, whatever values are around them", () => {
    const key = fc.constantFrom("a", "b", "options", "x.y", '"', "[0]", "__z");
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.constantFrom<unknown>(1, "text", null, envelope, "[secret]"),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(key, tie("tree"), { maxKeys: 3 }),
      ),
    }));
    const properties = fc.dictionary(key, tree, { maxKeys: 3 });
    fc.assert(
      fc.property(properties, properties, fc.array(fc.string(), { maxLength: 3 }), (was, is, paths) => {
        const diff = Object.fromEntries(paths.map((path) => [path, "update"]));
        const made = reportOf([{ name: "it", was, is, op: "update", ...(paths.length > 0 && { diff }) }]);
        const printed = JSON.stringify(made) + toText(made) + toMarkdown(made);
        expect(printed).not.toMatch(/never-shown|4dabf18193072939515e22adb298388d/);
      }),
    );
  });
});

describe("property paths", () => {
  it("are parsed as they were written", () => {
    const name = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom("a", "client_id", "read:orders", 'x"y', "x\\y", "a.b"),
    );
    const path = fc
      .tuple(name, fc.array(fc.oneof(name, fc.nat(99)), { maxLength: 4 }))
      .map(([root, rest]) => [root, ...rest]);
    fc.assert(
      fc.property(path, (given) => {
        // The CLI escapes nothing but quotes and backslashes.
        fc.pre(!given.some((part) => typeof part === "string" && JSON.stringify(part).includes("\\u")));
        fc.pre(!given.some((part) => typeof part === "string" && /[\b\f\n\r\t]/.test(part)));
        expect(parsePropertyPath(describePath(given))).toEqual(given);
        expect(keysOfPath(describePath(given))).toEqual(given.map(String));
        expect(keysOfPath(`${describePath(given)}[]`)).toEqual(given.map(String));
        const list = given.findIndex((part) => typeof part === "number");
        expect(objectPath(describePath(given))).toEqual(given.slice(0, list < 0 ? given.length : list));
        expect(objectPath(`${describePath(["a", ...given])}[*].b`)).toEqual(objectPath(describePath(["a", ...given])));
      }),
    );
  });
});
