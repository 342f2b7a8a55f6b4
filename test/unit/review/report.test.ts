import { createColors } from "picocolors";
import { describe, expect, it } from "vitest";
import { failureWarning } from "../../../provider/src/lifecycle/errors.ts";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { unstyled } from "../../../provider/src/report/document.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { type ResourceSketch, stepOf } from "../helpers/preview.ts";
import { corp, portal, reportOf, reportOfSteps, stepWithOld, was } from "./plans.ts";

describe("the review of the next up", () => {
  it("begins with a failure in red if the preview foresees one", () => {
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

  it("has a bounded number of failure reasons, which displace no change", () => {
    const diagnostics = Array.from({ length: 2000 }, (_, n) => ({ severity: "info", message: failureWarning(`${n}`) }));
    const steps = [stepOf({ ...corp, op: "create", is: was })];
    const report = reviewReport(parsePreview(JSON.stringify({ steps, diagnostics })), []);
    for (const text of [toText(report), toMarkdown(report)]) {
      expect(text).toContain("… and 1980 more");
      expect(text).toContain("Connection corp");
    }
  });

  it("has one line for a failure reason of several lines", () => {
    expect(failureWarning("no.\n  Because.\n\n")).toBe("warning: `pulumi up` will fail: no. Because.");
  });

  it("has no changes if nothing changes", () => {
    const report = reportOf([portal]);
    expect(report).toMatchObject({ changes: false, complete: true, resources: [], concerns: [] });
    expect(toText(report)).toBe("The next up of stack dev changes nothing\n");
  });

  it.each(["discard", "discard-replaced", "remove-pending-replace"])(
    "has no changes if the engine only removes entries from the state: %s",
    (op) => {
      const read = stepWithOld(
        { name: "read", op, was: { identifier: "https://orders.example.com" } },
        { external: true },
      );
      expect(reportOfSteps([read])).toMatchObject({ changes: false, resources: [] });
    },
  );

  it("lists each changed property with both values, and the affected objects", () => {
    const is = { ...was, options: { issuer: "https://b.example.com" } };
    const text = toText(reportOf([portal, { ...corp, was, is, diff: { "options.issuer": "update" } }]));
    expect(text).toContain(
      '  Connection corp (con_1)\n    options.issuer: "https://a.example.com" → "https://b.example.com"\n' +
        "      may be weaker: The service trusts the responses from these addresses, and sends users and secrets there.\n    affects organizations unknown; at least 1 application (Portal); users unknown\n",
    );
  });

  it("names further effects than the changed properties, as for a secret that becomes invalid", () => {
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

  it("distinguishes objects of one name by their ids, whatever a note says about them", () => {
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

  it("affects only the added or removed members if nothing else changes", () => {
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
  ] as const)("affects by %s only those that name the scope", (_, scopes, diff, expected) => {
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

  it("affects an unknown number by resources of other packages and none by providers; components are no objects", () => {
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

  it("has the failure of the preview and its reason in the first line, in all formats", () => {
    const diagnostics = [{ severity: "error", message: "error: it does not compile" }];
    const report = reportOf([portal], { diagnostics });
    expect(report).toMatchObject({ complete: false, errors: ["it does not compile"] });
    expect(toText(report)).toMatch(/^The preview of stack dev failed\n\nerror: it does not compile\n/);
    expect(toMarkdown(report)).toContain("### The preview of stack dev failed\n\n- error: `it does not compile`\n");
  });

  it("calls the management of an object an adoption, even if the stack has read it before", () => {
    const role = { name: "admin", type: "Role", id: "rol_1", was: { name: "Admin" } };
    const read = stepWithOld({ ...role, op: "replace", is: { name: "Admin", adopt: true } }, { external: true });
    expect(reportOfSteps([read])).toMatchObject({ resources: [{ action: "adopt" }] });
  });

  it("calls a creation an adoption if the program says so, with the provider's remark as a note of one line", () => {
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
