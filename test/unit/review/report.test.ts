import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { failureWarning } from "../../../provider/src/lifecycle/errors.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { unstyled } from "../../../provider/src/report/document.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { corp, portal, reportOf, reportOfSteps, stepWithOld, was } from "./plans.ts";

describe("what the next up does", () => {
  it("is a failure where the preview says so, above everything else and in red", () => {
    const [first, second] = ["corp will not be changed: a", "orders exists already"];
    const message = (reason: string) => `<{%reset%}>${failureWarning(reason)}`;
    const diagnostics = [first, second, first].map((reason) => ({ severity: "info#err", message: message(reason) }));
    const other = { severity: "info#err", message: "warning: quota" };
    const steps = [stepOf({ ...corp, op: "create", is: was })];
    const report = reviewReport(parsePreview(JSON.stringify({ steps, diagnostics: [...diagnostics, other] })), []);
    expect(report).toMatchObject({ complete: false, willFail: [first, second], warnings: ["quota"] });
    const head = "The next up of stack dev will fail: 1 created";
    expect(toText(report)).toContain(`${head}\n\nwill fail: ${first}\nwill fail: ${second}\n`);
    expect(toText(report, { ...unstyled, ...createColors(true) })).toContain(
      `\u001b[31m\u001b[1mwill fail\u001b[22m: ${second}\u001b[39m`,
    );
    const rows = `- **will fail**: \`${first}\`\n- **will fail**: \`${second}\`\n`;
    const markdown = toMarkdown(report);
    expect(markdown.startsWith(`### ${head}\n`)).toBe(true);
    expect(markdown.indexOf(rows)).toBe(markdown.indexOf("- "));
  });

  it("is a failure with a bounded number of reasons, so that they displace no change", () => {
    const diagnostics = Array.from({ length: 2000 }, (_, n) => ({ severity: "info", message: failureWarning(`${n}`) }));
    const steps = [stepOf({ ...corp, op: "create", is: was })];
    const report = reviewReport(parsePreview(JSON.stringify({ steps, diagnostics })), []);
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text).toContain("… and 1980 more");
      expect(text).toContain("Connection corp");
    }
  });

  it("is a failure with one line for a reason of several lines", () => {
    expect(failureWarning("no.\n  Because.\n\n")).toBe("warning: `pulumi up` will fail: no. Because.");
  });

  it("is nothing where nothing changes", () => {
    const report = reportOf([portal]);
    expect(report).toMatchObject({ changes: false, complete: true, resources: [], concerns: [] });
    expect(toText(report)).toBe("The next up of stack dev changes nothing\n");
  });

  it.each(["discard", "discard-replaced", "remove-pending-replace"])(
    "is nothing where the engine only forgets: %s",
    (op) => {
      const read = stepWithOld(
        { name: "read", op, was: { identifier: "https://orders.example.com" } },
        { external: true },
      );
      expect(reportOfSteps([read])).toMatchObject({ changes: false, resources: [] });
    },
  );

  it("is each leaf with both values, and whom it concerns", () => {
    const is = { ...was, options: { issuer: "https://b.example.com" } };
    const text = toText(reportOf([portal, { ...corp, was, is, diff: { "options.issuer": "update" } }]));
    expect(text).toContain(
      '  Connection corp (con_1)\n    options.issuer: "https://a.example.com" → "https://b.example.com"\n' +
        "      may be weaker: The service trusts the responses from these addresses, and sends users and secrets there.\n    affects organizations unknown; at least 1 application (Portal); users unknown\n",
    );
  });

  it("is said where it is more than its leaves tell: a secret that counts no more", () => {
    const keys = { clientId: "app_1", method: "private_key_jwt", credentials: [] };
    const text = toText(
      reportOf([
        {
          ...{ ...portal, op: "update", was: { name: "Portal", secretRotation: "spring" } },
          ...{ is: { name: "Portal", secretRotation: "summer" }, diff: { secretRotation: "update" } },
        },
        {
          name: "noted",
          type: "Client",
          id: "app_2",
          was: { name: "Job" },
          op: "update",
          is: { name: "Job", secretRotation: "one" },
        },
        { name: "keys", type: "ClientAuthentication", op: "create", is: keys },
        { name: "old", type: "ClientAuthentication", id: "app_3", was: { ...keys, clientId: "app_3" } },
      ]),
    );
    const said = text.split("\n").flatMap((line) => (line.startsWith("    ") ? [line.trim()] : []));
    expect(said.filter((line) => /secret: programs/.test(line))).toHaveLength(1);
    expect(said.filter((line) => /secret becomes invalid/.test(line))).toHaveLength(1);
    expect(said.filter((line) => /authenticates by its previous method again/.test(line))).toHaveLength(1);
  });

  it("tells those of one name apart by their ids, and takes none for another because a note says so", () => {
    const job = (name: string, more: object): ResourceSketch => ({ name, type: "Client", ...more });
    const report = (adopt: boolean) => {
      const message = 'application "Nightly job" exists already (id client_a): `pulumi up` adopts it without changes';
      const { newState, ...step } = stepOf(job("new", { op: "create", is: { name: "Nightly job", adopt } })) as {
        newState: object;
      };
      const steps = [
        stepOf(job("old", { id: "client_a", was: { name: "Nightly job" } })),
        stepOf(job("other", { id: "client_b", was: { name: "Other" } })),
        { ...step, newState: { ...newState, id: "" } },
      ];
      const diagnostics = adopt ? [{ severity: "info#err", message }] : [];
      return toText(reviewReport(parsePreview(JSON.stringify({ steps, diagnostics })), []));
    };
    expect(report(false)).toContain("3 applications (Nightly job (client_a), Nightly job (new), Other)\n");
    expect(report(true)).toContain("3 applications (Nightly job (client_a), Nightly job (new), Other)\n");
  });

  it("concerns only the members that come or go, where nothing else changes", () => {
    const [two, three] = [
      ["alice", "bob"],
      ["alice", "carol"],
    ].map((members) => ({ organizationId: "org_1", members }));
    const sketch = { name: "north", type: "OrganizationMembers", id: "org_1", was: two, is: three };
    const report = reportOf([{ ...sketch, diff: { "members[1]": "update" } } as ResourceSketch]);
    expect(report.concerns).toEqual([
      { who: "organizations", count: 1, names: ["org_1"] },
      { who: "members", count: 2, names: ["bob", "carol"] },
    ]);
  });

  it.each([
    ["a scope that goes", { read: "Read" }, { 'scopes["write"]': "delete" }, ["Writer", "Everything"]],
    ["another description", { read: "Look", write: "Write" }, { 'scopes["read"]': "update" }, ["Reader", "Everything"]],
    [
      ...(["a scope that comes", { read: "Read", write: "Write", buy: "Buy" }] as const),
      ...([{ 'scopes["buy"]': "add" }, ["Everything"]] as const),
    ],
  ] as const)("concerns of %s only those who name it", (_, scopes, diff, expected) => {
    const audience = "https://orders.example.com";
    const asks = { Reader: { scope: ["read"] }, Writer: { scope: ["write"] }, Everything: { allowAllScopes: true } };
    const others = Object.entries(asks).flatMap(([name, grant]): ResourceSketch[] => [
      { name, type: "Client", id: name, op: "same", was: { name } },
      { name: `${name}-grant`, type: "ClientGrant", op: "same", was: { clientId: name, audience, ...grant } },
    ]);
    const api = { name: "orders", type: "ResourceServer", id: "api_1" };
    const properties = { identifier: audience, scopes: { read: "Read", write: "Write" } };
    const applicationsOf = (is: object, how: object) =>
      reportOf([...others, { ...api, was: properties, is, diff: how } as ResourceSketch]).concerns.find(
        ({ who }) => who === "applications",
      );
    expect(applicationsOf({ ...properties, scopes }, diff)).toEqual({
      ...{ who: "applications", count: expected.length, atLeast: true, names: [...expected].sort() },
    });
    // Anything else that changes concerns all of them.
    const more = { ...properties, scopes, tokenLifetime: 60 };
    expect(applicationsOf(more, { ...diff, tokenLifetime: "add" })?.count).toBe(3);
  });

  it("is unknown for resources of other packages, and empty for providers; components are no objects", () => {
    const [bucket, shop, provider] = ["aws:s3:Bucket", "my:index:Shop", "pulumi:providers:aws"].map((type) => {
      const step = stepOf({ name: "it", type, op: "create", is: {} }) as { newState: object };
      return { ...step, newState: { ...step.newState, custom: type !== "my:index:Shop" } };
    });
    const concernsOf = (step: unknown) =>
      reviewReport(parsePreview(JSON.stringify({ steps: [step] })), []).resources[0]?.concerns.map(
        ({ count }) => count,
      );
    expect([bucket, shop, provider].map(concernsOf)).toEqual([["unknown", "unknown", "unknown"], undefined, []]);
  });

  it("says that the preview failed, and why, in the first line and in all formats", () => {
    const diagnostics = [{ severity: "error", message: "error: it does not compile" }];
    const report = reportOf([portal], { diagnostics });
    expect(report).toMatchObject({ complete: false, errors: ["it does not compile"] });
    expect(toText(report)).toMatch(/^The preview of stack dev failed\n\nerror: it does not compile\n/);
    expect(toMarkdown(report)).toContain("### The preview of stack dev failed\n\n- error: `it does not compile`\n");
  });

  it("is an adoption also of what the stack has only read before", () => {
    const role = { name: "admin", type: "Role", id: "rol_1", was: { name: "Admin" } };
    const read = stepWithOld({ ...role, op: "replace", is: { name: "Admin", adopt: true } }, { external: true });
    expect(reportOfSteps([read])).toMatchObject({ resources: [{ action: "adopt" }] });
  });

  it("is an adoption where the program says so, and what the provider says of its object is a note of one line", () => {
    const said = [
      'role "Admin" exists already (id rol_1): `pulumi up` adopts it and changes:',
      ...['  name: "A" → "Admin"', "  description: absent → [secret]"],
      'role "Reader" exists already (id rol_2): `pulumi up` adopts it and changes:',
      '  name: "A" → "Admin"',
    ];
    const roles = ["Admin", "Reader", "New"].map((name): ResourceSketch => {
      return { name, type: "Role", op: "create", is: { name, ...(name !== "New" && { adopt: true }) } };
    });
    const report = reportOf(roles, {
      // As the engine has them: a line each, without a URN.
      diagnostics: said.map((line) => ({ severity: "info#err", message: `${line}\n\n` })),
    });
    expect(report.counts).toMatchObject({ adopt: 2, create: 1 });
    expect(report.notes).toEqual([
      `${said[0]} name: "A" → "Admin"; description: absent → [secret]`,
      `${said[3]} name: "A" → "Admin"`,
    ]);
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 2 adopted or created, 1 created\n/);
    expect(text).toContain(
      'Adopted if the object exists already, otherwise created\n  Role Admin (id-Admin)\n    adopt: true\n    name: "Admin"\n',
    );
    expect(toMarkdown(report)).toContain('- note: `` role "Reader" exists already');
  });
});
