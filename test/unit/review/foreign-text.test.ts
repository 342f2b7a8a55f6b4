import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { signatureKey } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { corp, portal, reportOf, reportOfSteps, stateOf, stepWithOld, was } from "./plans.ts";

describe("foreign text in a review", () => {
  it("contains no secret, neither of the state nor of the plan", () => {
    const secret = { [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:cipher" };
    const options = (client_secret: unknown) => ({ options: { issuer: "https://a.example.com", client_secret } });
    const report = reportOf([
      {
        ...{ ...corp, was: { ...was, ...options(secret) }, is: { ...was, ...options("in clear") } },
        ...{ diff: { "options.client_secret": "update" } },
      },
    ]);
    expect(report.resources[0]?.changes).toEqual([{ path: "options.client_secret", kind: "update", secret: true }]);
    for (const text of [JSON.stringify(report), toText(report), toMarkdown(report)]) {
      expect(text).not.toMatch(/cipher|in clear/);
    }
  });

  it("distinguishes new, changed and removed secrets without their values", () => {
    const options = (secret?: string) => ({ options: { type: "back", ...(secret && { client_secret: secret }) } });
    const changed = (before?: string, after?: string) => {
      const diff = { "options.client_secret": before ? (after ? "update" : "delete") : "add" };
      return toText(
        reportOf([{ ...corp, was: { ...was, ...options(before) }, is: { ...was, ...options(after) }, diff }]),
      );
    };
    expect(changed(undefined, "[secret]")).toContain("    options.client_secret: absent → [secret]\n");
    expect(changed("[secret]", undefined)).toContain("    options.client_secret: [secret] → absent\n");
    expect(changed("[secret]", "[secret]")).toContain("options.client_secret: [secret] → [secret], another value\n");
  });

  it("cannot soften a line: a deletion stays one, whatever a branch prints", () => {
    const adopting: ResourceSketch = { ...portal, name: "decoy", op: "create", is: { name: "Portal", adopt: true } };
    const sketches = [{ ...portal, op: "delete" }, { ...corp, was }, adopting];
    const said = [
      'application "Portal" exists already (id app_1): `pulumi up` adopts it without changes',
      'connection "corp" exists already (id con_1): `pulumi up` adopts it without changes',
      '`pulumi up` manages connection "corp" (id con_1) again: an earlier replacement of this resource did not delete it',
    ];
    const diagnostics = said.map((message) => ({ severity: "info#out", message }));
    const { notes, warnings, ...report } = reportOf(sketches, { diagnostics });
    expect(reportOf(sketches)).toEqual({ ...report, notes: [], warnings: [] });
    expect([...notes, ...warnings]).toHaveLength(said.length);
    expect(report.resources.find(({ name }) => name === "corp")).toMatchObject({ losesContent: true });
  });

  const hostile = fc.string({ unit: "binary", maxLength: 40 }).map((text) => `\u001b[2K\u202e@all \`\`${text}\n# x\r`);

  it("cannot control the terminal, end a code span or begin a line, whatever names and values are", () => {
    fc.assert(
      fc.property(hostile, hostile, hostile, (name, value, id) => {
        const report = reportOf([
          { ...portal, id, was: { name } },
          {
            ...corp,
            name,
            was: { ...was, enabledClients: [id] },
            is: { ...was, name: value, enabledClients: [id] },
            op: "update",
          },
          { name, type: "Role", id, was: { name: value } },
        ]);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there
        expect(toText(report)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e]/);
        const lines = toMarkdown(report).split("\n");
        for (const line of lines) {
          const plain = line.replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
          expect(plain).not.toMatch(/[`@\p{Cc}\p{Cf}]|# x/u);
        }
      }),
    );
  });

  it("is below the heading of its own action, with its losses, however short the comment is", () => {
    const metadata = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key-${n}`, "x".repeat(100)]));
    const database = { ...was, strategy: "auth0" };
    const kept: ResourceSketch = { name: "kept", type: "Role", id: "rol_1", was: { name: "kept" } };
    const report = reportOfSteps([
      stepOf({
        ...corp,
        was: database,
        is: { ...database, options: { email: metadata }, strategy: "oidc" },
        op: "replace",
      }),
      stepOf({ ...portal, op: "update", is: { name: "Shop" }, diff: { name: "update" } }),
      stepOf({ name: "decoy", type: "Role", op: "create", is: { name: "decoy", adopt: true } }),
      stepWithOld(kept, { retainOnDelete: true }),
    ]);
    const heads = { corp: "Replaced", kept: "No longer managed", portal: "Changed", decoy: "Adopted" };
    const seen = new Set<string>();
    for (let limit = 400; limit < 2_500; limit += 7) {
      let head = "";
      for (const line of toMarkdown(report, limit).split("\n")) {
        if (line.startsWith("#### ")) head = line;
        const [, name] = /^\*\*`\w+ (\w+)/.exec(line) ?? [];
        if (name === undefined) continue;
        seen.add(name);
        expect(head).toContain(heads[name as keyof typeof heads]);
      }
    }
    expect([...seen].toSorted()).toEqual(["corp", "decoy", "kept", "portal"]);
    const short = toMarkdown(report, 1_200);
    expect(short).toMatch(/Connection corp .*\n\n- deleted with it: its users/);
    expect(short).toMatch(/… \d+ leaves, omitted for length\n- affects /);
  });

  it("fits into a comment, which counts the omitted parts", () => {
    const many = Array.from({ length: 3_000 }, (_, n): ResourceSketch => {
      return { name: `role-${n}`, type: "Role", id: `rol_${n}`, was: { name: `Role ${n}` } };
    });
    const markdown = toMarkdown(reportOf(many));
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toMatch(/… and \d+ more, omitted for length\n/);
    expect(markdown).toContain("3000 deleted");
  });

  it("takes time in proportion to its size", () => {
    const grown = (size: number) =>
      Array.from({ length: size }, (_, n): readonly ResourceSketch[] => [
        { name: `r-${n}`, type: "Role", id: `rol_${n}`, was: { name: `Role ${n}` } },
        {
          name: `m-${n}`,
          type: "OrganizationMemberRoles",
          was: { organizationId: "org_1", userId: `u${n}`, roles: ["rol_1", `rol_${n}`] },
        },
      ]).flat();
    const timeOf = (size: number) => {
      const text = previewText(grown(size));
      // All that stays refers to what goes.
      const staying = grown(size).map((one): ResourceSketch => ({ ...one, name: `stays-${one.name}` }));
      const state = stateOf([...grown(size), ...staying]);
      const before = process.threadCpuUsage().user;
      reviewReport(parsePreview(text), state);
      return (process.threadCpuUsage().user - before) / 1000;
    };
    const small = Math.max(20, timeOf(1_000));
    expect(timeOf(4_000)).toBeLessThan(small * 10);
  });
});
