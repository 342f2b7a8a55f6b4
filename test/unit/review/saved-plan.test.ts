import { describe, expect, it } from "vitest";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { earlierReview, notReviewed } from "../../../provider/src/review/reviewed.ts";
import { parsePlan, previewOfPlan } from "../../../provider/src/review/saved-plan.ts";
import { signatureKey, unknownValue } from "../../../provider/src/schema/json.ts";
import { type ResourceSketch, urnOf } from "../helpers/preview.ts";
import { corp, portal, stateOf, stepWithOld, was } from "./plans.ts";

interface Planned {
  readonly name: string;
  readonly type?: string;
  readonly steps: readonly string[];
  readonly diff?: object;
  readonly goal?: object;
}

const planOf = (planned: readonly Planned[]) => {
  const plans = planned.map(({ name, type = "ResourceServer", steps, diff, goal }) => {
    const urn = urnOf(name, type);
    const declared = { type: urn.split("::")[2], name, custom: true, inputDiff: diff, ...goal };
    return [urn, { ...(diff && { goal: declared }), steps }];
  });
  return JSON.stringify({ manifest: {}, resourcePlans: Object.fromEntries(plans) });
};

type State = Parameters<typeof reviewReport>[1];
const reportOf = (planned: readonly Planned[], state: State, said: readonly object[] = []) =>
  reviewReport(previewOfPlan(parsePlan(planOf(planned)), state, said as never), state);

const connection: ResourceSketch = { ...corp, was };
const plannedCorp = { name: "corp", type: "Connection" };
const encrypted = (ciphertext: string) => ({ [signatureKey]: "1b47061264138c4ac30d75fd1eb44270", ciphertext });

describe("the review of a saved plan", () => {
  it("needs the state alone: changed properties, deletions, creations, affected objects", () => {
    const role: ResourceSketch = { name: "admin", type: "Role", id: "rol_1", was: { name: "Admin" } };
    const issuer = { options: { issuer: "https://b.example.com" } };
    const report = reportOf(
      [
        { ...plannedCorp, steps: ["update"], diff: { updates: issuer } },
        { name: "admin", type: "Role", steps: ["delete"] },
        { name: "portal", type: "Client", steps: ["same"], diff: {} },
        { name: "new", type: "Role", steps: ["create"], diff: { adds: { name: "Reader" } } },
      ],
      stateOf([connection, role, portal]),
    );
    // `--reviewed` reads the JSON of any report.
    expect(notReviewed(report, earlierReview.parse(JSON.parse(JSON.stringify(report))))).toEqual([]);
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 1 deleted, 1 changed, 1 created\n/);
    expect(text).toContain("Deleted at the tenant\n  Role admin (rol_1)\n");
    expect(text).toContain(
      '  Connection corp (con_1)\n    options.issuer: "https://a.example.com" → "https://b.example.com"\n' +
        "      may be weaker: The service trusts the responses from these addresses, and sends users and secrets there.\n    affects organizations unknown; at least 1 application (Portal); users unknown\n",
    );
    expect(text).toContain('Created\n  Role new\n    name: "Reader"\n');
  });

  it("names the reason of a replacement, its losses, and values that are known only during the run", () => {
    const strategy = { strategy: "okta", displayName: unknownValue };
    const report = reportOf(
      [{ ...plannedCorp, steps: ["create-replacement", "replace", "delete-replaced"], diff: { updates: strategy } }],
      stateOf([connection]),
    );
    expect(report.resources).toMatchObject([{ action: "replace", because: ["strategy"], losesContent: true }]);
    expect(toText(report)).toContain("displayName: absent → known only during the run\n");
  });

  it("takes the inputs of a creation from the plan alone", () => {
    const diff = { adds: { name: "corp", strategy: "oidc", options: { issuer: "https://a.example.com" } } };
    const [resource] = reportOf([{ ...plannedCorp, steps: ["replace"], diff }], stateOf([connection])).resources;
    expect(resource?.changes).toMatchObject([{ path: "enabledClients[]", kind: "delete", was: "app_1" }]);
  });

  it.each([
    ["the only difference is another value", "https://a.example.com", "[secret] → [secret], another value"],
    [
      "the value may be unchanged beside other values",
      "https://b.example.com",
      "[secret] → [secret], perhaps another value",
    ],
  ])("shows no secret, and says of a secret that is encrypted anew whether %s", (_, issuer, says) => {
    const options = (client_secret: object, to: string) => ({ options: { issuer: to, client_secret } });
    const state = stateOf([{ ...corp, was: { ...was, ...options(encrypted("v1:old"), "https://a.example.com") } }]);
    const report = reportOf(
      [{ ...plannedCorp, steps: ["update"], diff: { updates: options(encrypted("v1:new"), issuer) } }],
      state,
    );
    expect(toText(report)).toContain(`options.client_secret: ${says}\n`);
    expect(JSON.stringify(report) + toMarkdown(report)).not.toMatch(/v1:|cipher/);
  });

  it("shows nothing as removed that is inside of a value which becomes a secret as a whole", () => {
    const diff = { updates: { options: encrypted("v1:new") } };
    const report = reportOf([{ ...plannedCorp, steps: ["update"], diff }], stateOf([connection]));
    expect(report.resources[0]?.changes.map(({ path }) => path)).toEqual(["options"]);
    expect(toText(report)).toContain("may be weaker: options: [secret] → [secret]");
    expect(toText(report)).not.toContain("absent");
  });

  it("tells nothing of a credential that may be unchanged, and something of any other secret", () => {
    const logs = { name: "logs", type: "LogStream" };
    const sink = (httpContentType: string, ciphertext: string) => ({
      sink: { httpContentType, httpEndpoint: encrypted(ciphertext), httpAuthorization: encrypted(ciphertext) },
    });
    const before = { ...logs, id: "lst_1", was: { name: "logs", type: "http", ...sink("application/json", "v1:old") } };
    const diff = { updates: sink("application/jsonl", "v1:new") };
    const report = reportOf([{ ...logs, steps: ["update"], diff }], stateOf([before]));
    expect(report.weaker?.map(({ path }) => path)).toEqual(["sink.httpContentType", "sink.httpEndpoint"]);
  });

  it("finds the entry of a renamed resource by its alias", () => {
    const goal = { structuredAliases: [{ Name: "corp" }] };
    const renamed = { name: "renamed", type: "Connection", steps: ["update"], goal };
    const diff = { updates: { displayName: "Corp" } };
    const report = reportOf([{ ...renamed, diff }], stateOf([connection]));
    expect(report).toMatchObject({
      ...{ complete: true, counts: { update: 1, delete: 0 } },
      resources: [{ id: "con_1", changes: [{ path: "displayName", is: "Corp" }] }],
    });
  });

  it("shows deletions before a replacement, and of resources that are not in the program", () => {
    const link = { name: "link", type: "OrganizationConnection" };
    const state = stateOf([connection, { ...link, id: "org_1::con_1", was: { organizationId: "org_1" } }]);
    const report = reportOf([{ ...link, steps: ["delete-replaced", "remove-pending-replace"] }], state);
    expect(report).toMatchObject({
      complete: true,
      resources: [{ action: "delete", name: "link", id: "org_1::con_1" }],
    });
  });

  it("takes time in proportion to the plan, even if the state has nothing of it", () => {
    const timeOf = (size: number) => {
      const many = Array.from({ length: size }, (_, n) => n);
      const text = planOf(
        many.map((n) => ({ name: `r-${n}`, type: "Role", steps: ["update"], diff: { updates: { name: "x" } } })),
      );
      const state = stateOf(many.map((n) => ({ name: `s-${n}`, type: "Role", id: `rol_${n}`, was: { name: "y" } })));
      const before = process.threadCpuUsage().user;
      previewOfPlan(parsePlan(text), state);
      return (process.threadCpuUsage().user - before) / 1000;
    };
    const small = Math.max(20, timeOf(1_000));
    expect(timeOf(4_000)).toBeLessThan(small * 10);
  });

  it("shows the objects that an earlier replacement has left, and that the run deletes", () => {
    const left = stepWithOld({ ...corp, id: "con_0", was }, { delete: true }).oldState;
    const state = [...stateOf([connection]), left];
    const same = { ...plannedCorp, diff: {} };
    const report = reportOf([{ ...same, steps: ["same", "delete-replaced"] }], state);
    expect(report).toMatchObject({ complete: true, resources: [{ action: "delete", id: "con_0", isPending: true }] });
    // One that is not in the plan as well: the state decides what is there to be deleted.
    expect(reportOf([{ ...same, steps: ["same"] }], state).resources).toEqual(report.resources);
  });

  it.each<[string, Planned]>([
    ["changes what is not there", { name: "gone", steps: ["update"], diff: { updates: { name: "x" } } }],
    ["deletes what is not there", { name: "gone", steps: ["delete"] }],
    ["creates what is there", { ...plannedCorp, steps: ["create"], diff: { adds: was } }],
    ["deletes more than is left", { ...plannedCorp, steps: ["same", "delete-replaced"], diff: {} }],
    ...["same", "refresh", "import", "discard", "create"].map(
      (after) =>
        [
          `hides an update behind "${after}"`,
          { ...plannedCorp, steps: ["update", after], diff: { updates: { name: "x" } } },
        ] as [string, Planned],
    ),
    [
      "imports an object that it has just created",
      { name: "new", steps: ["create", "import"], diff: { adds: { name: "x" } } },
    ],
    ["deletes and keeps", { ...plannedCorp, steps: ["delete", "same"], diff: {} }],
    ["replaces and keeps", { ...plannedCorp, steps: ["create-replacement", "replace", "same"], diff: {} }],
  ])("is incomplete if the plan is for another state: it %s", (_, planned) => {
    const report = reportOf([planned], stateOf([connection]));
    expect(report).toMatchObject({ complete: false, errors: [expect.stringContaining("made for another state")] });
  });

  it("loses no line because of a branch's output, however long", () => {
    const flood = Array.from({ length: 20 }, (_, n) => ({ severity: "error", message: `${n}${"x".repeat(9_000)}` }));
    const planned = [{ ...plannedCorp, steps: ["delete"] }];
    const plain = reportOf(planned, stateOf([connection]));
    const report = reportOf(planned, stateOf([connection]), [
      ...flood,
      { severity: "error", urn: urnOf("corp", "Connection"), message: "it could not be looked at" },
    ]);
    expect(report.resources).toEqual(plain.resources);
    expect(toMarkdown(report)).toContain(
      '**`Connection corp (con_1), strategy "oidc"`**\n\n- deleted with it: its users',
    );
  });

  it("is refused for another document, without quoting it", () => {
    for (const text of ["{}", "[]", '{"resourcePlans":{"a":{"steps":"secret-text"}}}']) {
      expect(() => parsePlan(text)).toThrow(/^the saved plan cannot be read: (?!.*secret-text)/);
    }
  });
});

describe("a loss that an earlier review has not shown", () => {
  const planned = [{ ...plannedCorp, steps: ["delete"] }];
  const report = (more: readonly ResourceSketch[] = []) => reportOf(planned, stateOf([connection, ...more]));
  const link: ResourceSketch = {
    ...{ name: "link", type: "OrganizationConnection", id: "org_1::con_1" },
    was: { organizationId: "org_1", connectionId: "con_1" },
  };

  it("does not exist if both reviews show the same losses", () => {
    expect(notReviewed(report(), report())).toEqual([]);
    expect(notReviewed(reportOf([], []), report())).toEqual([]);
  });

  it("is the deletion of another object, of a further one, or of one with more content", () => {
    const other = reportOf(planned, stateOf([{ ...connection, id: "con_2" }]));
    for (const earlier of [other, reportOf([], []), report([link])]) {
      expect(notReviewed(report(), earlier)).toEqual(["delete Connection corp (con_1)"]);
    }
  });

  const clientsOf = (clients: readonly string[]): ResourceSketch => ({
    ...{ name: "corp-clients", type: "ConnectionClients", id: "con_1" },
    was: { connectionId: "con_1", clients },
  });
  const [a, b] = [
    ["app_1", "app_2"],
    ["app_1", "app_3"],
  ];
  const leaving = (clients: readonly string[], left: readonly string[]) => {
    const updates = { clients: left };
    const plan = { name: "corp-clients", type: "ConnectionClients", steps: ["update"], diff: { updates } };
    return reportOf([plan], stateOf([clientsOf(clients)]));
  };

  it("is a member that an update removes from a list", () => {
    expect(notReviewed(leaving(a, ["app_1"]), leaving(a, ["app_1"]))).toEqual([]);
    expect(notReviewed(leaving(a, ["app_1", "app_2", "app_4"]), reportOf([], []))).toEqual([
      'ConnectionClients corp-clients: weaker: clients: + "app_4"',
    ]);
    for (const earlier of [leaving(b, ["app_1"]), leaving(["app_1"], ["app_1", "app_4"]), reportOf([], [])]) {
      expect(notReviewed(leaving(a, ["app_1"]), earlier)).toEqual([
        'update ConnectionClients corp-clients (con_1): clients[] "app_2" is removed',
      ]);
    }
  });

  it("is an element that is replaced in an ordered list", () => {
    const actions = (...ids: readonly string[]) => ids.map((actionId) => ({ actionId }));
    const moved = (was: readonly string[], is: readonly string[]) => {
      const sketch = { name: "login", type: "TriggerActions", id: "post-login" };
      const plan = { ...sketch, steps: ["update"], diff: { updates: { actions: actions(...is) } } };
      return reportOf([plan], stateOf([{ ...sketch, was: { triggerId: "post-login", actions: actions(...was) } }]));
    };
    expect(notReviewed(moved(["one", "two"], ["one", "new"]), moved(["one", "two"], ["one", "new"]))).toEqual([]);
    expect(notReviewed(moved(["one", "theirs"], ["one", "new"]), moved(["one", "two"], ["one", "new"]))).toEqual([
      'update TriggerActions login (post-login): actions[1].actionId "theirs" is removed',
    ]);
  });

  it("is a removed secret, whose value no line shows", () => {
    const cleared = (options: object) =>
      reportOf(
        [{ ...plannedCorp, steps: ["update"], diff: { deletes: ["options"] } }],
        stateOf([{ ...corp, was: { ...was, options } }]),
      );
    const found = notReviewed(
      cleared({ client_secret: encrypted("a"), scope: "openid" }),
      cleared({ scope: "openid" }),
    );
    expect(found).toEqual(["update Connection corp (con_1): options.client_secret is removed"]);
  });

  describe("is a value that has become weaker:", () => {
    /** The review of one plan, made with a state in which the value is this one. */
    const updating = (type: string, property: string, was: unknown, is: unknown, more: object = {}) => {
      const sketch = { name: "it", type, id: "id-it" };
      const plan = { ...sketch, steps: ["update"], diff: { updates: { [property]: is } } };
      const report = reportOf([plan], stateOf([{ ...sketch, was: { ...more, [property]: was } }]));
      return { report, read: earlierReview.parse(JSON.parse(JSON.stringify(report))) };
    };

    it.each([
      ["ResourceServer", "tokenLifetime", 86_400, 600, 3600, { identifier: "urn:a" }],
      ["BruteForceProtection", "enabled", false, true, false, {}],
      ["Client", "tokenEndpointAuthMethod", "none", "private_key_jwt", "none", { name: "Shop" }],
      ["Client", "callbacks", ["https://b.example.com"], [], ["https://b.example.com"], { name: "Shop" }],
      [
        "OrganizationConnection",
        "isSignupEnabled",
        true,
        false,
        true,
        { organizationId: "org_1", connectionId: "con_1" },
      ],
    ])("%s.%s, which the plan made stronger when it was reviewed", (type, property, reviewed, hardened, is, more) => {
      const [then, now] = [reviewed, hardened].map((was) => updating(type, property, was, is, more));
      if (!then || !now) throw new Error("two reviews are compared");
      expect(notReviewed(now.report, then.read).join("\n")).toMatch(
        new RegExp(`${type} it: (may be )?weaker: ${property}`),
      );
      expect(notReviewed(now.report, now.read)).toEqual([]);
      expect(notReviewed(then.report, now.read).filter((line) => line.includes("weaker:"))).toEqual([]);
    });

    it("one that was stronger before this plan than before the reviewed plan", () => {
      const with_ = (was: number) => updating("ResourceServer", "tokenLifetime", was, 3600, { identifier: "urn:a" });
      expect(notReviewed(with_(600).report, with_(1200).read)).toEqual([
        "ResourceServer it: weaker: tokenLifetime: 600 → 3600 (seconds: 10 minutes → 1 hour)",
      ]);
    });

    it("a set that lost members since the review, but not the reviewed ones", () => {
      const grant = { clientId: "app_1", audience: "urn:a" };
      const is = ["a", "b", "c"];
      const with_ = (was: readonly string[]) => updating("ClientGrant", "scope", was, is, grant);
      expect(notReviewed(with_(["a"]).report, with_(["a", "b"]).read)).toEqual([
        'ClientGrant it: weaker: scope: + "b", + "c"',
        'ClientGrant it: gives rights by scope: "b", "c"',
      ]);
      expect(notReviewed(with_(["a", "b"]).report, with_(["a"]).read)).toEqual([]);
    });

    it("a right, if the reviewed plan only takes rights away", () => {
      const grant = { clientId: "app_1", audience: "urn:a" };
      const with_ = (was: boolean, is: boolean) => updating("ClientGrant", "allowAllScopes", was, is, grant);
      const given = "ClientGrant it: gives rights by allowAllScopes";
      expect(notReviewed(with_(false, true).report, with_(true, false).read)).toContain(given);
      expect(notReviewed(with_(false, true).report, with_(false, true).read)).toEqual([]);
    });

    it("a broken rule of the baseline that the reviewed plan did not break, or that was waived", () => {
      const { report, read } = updating("BruteForceProtection", "enabled", true, false);
      const broken = ["BruteForceProtection it: breaks attack-brute-force-blocks"];
      expect(notReviewed(report, { ...read, baseline: {} })).toEqual(broken);
      const breaks = read.baseline?.breaks?.map((one) => ({ ...one, waived: { until: "2027-01-01" } }));
      expect(notReviewed(report, { ...read, baseline: { breaks } })).toEqual(broken);
      const waived = (report.baseline?.breaks ?? []).map((one) => ({ ...one, waived: { reason: "", until: "" } }));
      const nothing = { breaks: waived, mends: [], unjudged: [] };
      expect(notReviewed({ ...report, baseline: nothing }, { ...read, baseline: {} })).toEqual([]);
    });

    it("a set that the run replaces without reading it", () => {
      const sketch = { name: "login", type: "TriggerActions" };
      const creation = { ...sketch, steps: ["create"], diff: { adds: { triggerId: "post-login", actions: [] } } };
      const report = reportOf([creation], []);
      expect(notReviewed(report, report)).toEqual([]);
      expect(notReviewed(report, reportOf([], []))).toEqual([
        "TriggerActions login: replaces all that others may have put there, which the review has not read",
      ]);
    });
  });

  it("is an object that is adopted", () => {
    const adoption = { name: "api", steps: ["create"], diff: { adds: { identifier: "urn:a", adopt: true } } };
    const report = reportOf([adoption], []);
    expect(report.counts.adopt).toBe(1);
    expect(notReviewed(report, report)).toEqual([]);
    expect(notReviewed(report, reportOf([], []))).toEqual(["adopt ResourceServer api"]);
    const creation = reportOf([{ ...adoption, diff: { adds: { identifier: "urn:a" } } }], []);
    expect(notReviewed(report, creation)).toEqual(["adopt ResourceServer api"]);
    expect(notReviewed(creation, reportOf([], []))).toEqual([]);
  });
});
