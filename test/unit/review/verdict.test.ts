import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { prose } from "../../../provider/src/report/markdown.ts";
import { entryOf, Findings } from "../../../provider/src/review/lines.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import type { ReviewedResource, ReviewReport } from "../../../provider/src/review/types.ts";
import { verdictOf as foundIn } from "../../../provider/src/review/verdict.ts";
import type { Definition } from "../../../provider/src/schema/definition.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { definitions, type TypeName, typeNames } from "../../../provider/src/types/registry.ts";
import { tools } from "../../../provider/src/types/tools.made.ts";
import { type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";
import { manyChanges, untouched } from "./many-changes.ts";
import { corp, portal, reportOf, reportOfSteps, stepWithOld, was } from "./plans.ts";

/** The verdict of a text, by the kind of each line. A verdict of one line has the kind "". */
function verdictOf(text: string): Readonly<Record<string, string>> {
  const lines = text.split("\n").flatMap((line) => {
    const [, kind, says] = /^(IRREVERSIBLE|LOGIN|WHOLE TENANT|PRIVILEGE|WEAKER|REST): (.*)$/.exec(line) ?? [];
    if (kind !== undefined && says !== undefined) return [[kind, says] as const];
    return line.startsWith("Nothing is lost") ? [["", line] as const] : [];
  });
  return Object.fromEntries(lines);
}

const verdict = (sketches: readonly ResourceSketch[], more?: object, alone?: readonly ResourceSketch[]) =>
  verdictOf(toText(reportOf(sketches, more, alone)));

it("a created application loses no secret", () => {
  const at = { __tenant: "shop.example.com" };
  const keys = { clientId: unknownValue, method: "private_key_jwt", credentials: [{ pem: "[secret]" }], ...at };
  const irreversibleWith = (client: ResourceSketch) => {
    const step = stepOf({ name: "keys", type: "ClientAuthentication", op: "create", is: keys }) as { newState: object };
    const dependent = { ...step.newState, propertyDependencies: { clientId: [urnOf("worker", "Client")] } };
    return verdictOf(toText(reportOfSteps([stepOf(client), { ...step, newState: dependent }]))).IRREVERSIBLE;
  };
  const worker = { name: "worker", type: "Client", is: { name: "Worker", ...at } };
  expect(irreversibleWith({ ...worker, op: "create" })).toBeUndefined();
  const lost = "ClientAuthentication keys: the application's secret becomes invalid";
  expect(irreversibleWith({ ...worker, op: "create", is: { ...worker.is, adopt: true } })).toContain(lost);
  expect(irreversibleWith({ ...worker, op: "same", was: worker.is })).toContain(lost);
});

it("a resource has one line about broken rules, and one about values that may be weaker", () => {
  const at = { __tenant: "shop.example.com" };
  const spa = { name: "Shop", appType: "spa", grantTypes: ["authorization_code"], callbacks: [], ...at };
  const logs = { name: "logs", type: "http", status: "active", sink: { httpEndpoint: "https://a.example.com" }, ...at };
  const { WEAKER } = verdict([
    {
      ...{ name: "spa", type: "Client", was: spa, diff: { grantTypes: "update", callbacks: "update" } },
      is: { ...spa, grantTypes: ["authorization_code", "implicit"], callbacks: ["http://shop.example.com/callback"] },
    },
    {
      ...{ name: "logs", type: "LogStream", was: logs, diff: { status: "update", "sink.httpEndpoint": "update" } },
      is: { ...logs, status: "paused", sink: { httpEndpoint: "https://b.example.com" } },
    },
  ]);
  expect(WEAKER).toContain(
    "breaks client-callbacks-https (high), client-no-implicit-grant (high); LogStream logs: may be",
  );
  expect(WEAKER?.match(/may be weaker/g)).toHaveLength(1);
});

describe("the review of a plan with many kinds of changes", () => {
  const report = reportOf([...manyChanges, ...untouched]);
  const text = toText(report);
  const markdown = toMarkdown(report);

  it("begins with the tenant and the worst changes, one line for each kind", () => {
    expect(text).toMatch(/^The next up of stack dev: .*\nTenant: shop\.example\.com\n\nIRREVERSIBLE: /);
    expect(verdictOf(text)).toEqual({
      IRREVERSIBLE:
        'Connection customers (strategy "auth0") is deleted with its users, with their metadata, second factors and memberships; ' +
        "Client portal: the service generates a new secret: programs that still use the old secret get no more tokens; " +
        "Role clerk is deleted: a new one gets another id. An earlier program does not bring it back.",
      LOGIN:
        '"Portal" loses its last connection of this stack: nobody can log in to it, unless another stack or tool enables one.',
      "WHOLE TENANT":
        'MultiFactor mfa: policies: - "all-applications" (without `all-applications`, a password alone can be enough for a login), ' +
        "factors.otp: true → false (without a factor that they can enroll, users have only their passwords) " +
        "(after the run: policies: none; factors: none (not declared: sms, pushNotification, email, duo, webauthnRoaming, " +
        "webauthnPlatform, recoveryCode)); " +
        "TenantSettings settings: sessionLifetime: 7 days → 30 days (anyone with access to a user's device can use an open session " +
        "without the password).",
      PRIVILEGE:
        'role "Orders admin" gets "delete:orders" of "https://orders.example.com", keeps "read:orders" (RolePermissions admin-orders), ' +
        "for at least 1 organization (north) and at least 1 user (auth0|alice); " +
        'application "Batch job" gets "read:orders", "write:orders" of "https://orders.example.com" (ClientGrant batch-orders); ' +
        'user "auth0|alice" gets "Orders admin" of "north", loses "Clerk" (OrganizationMemberRoles alice).',
      WEAKER:
        "ResourceServer orders: tokenLifetime: 1 day → 2 days, breaks api-token-lifetime (medium); " +
        'Client portal: callbacks: + "https://new.example.com/callback" ' +
        "(besides WHOLE TENANT and PRIVILEGE above).",
      REST:
        "2 other changes; the whole tenant is affected by EmailTemplate welcome (update); 5 rules of the security baseline cannot be judged after this run: client-urls-no-secrets (high), " +
        "mfa-factor-enabled (high), mfa-policy-set (medium), mfa-strong-factor (medium), and 1 more (at most medium).",
    });
  });

  it("has the verdict's facts in its JSON", () => {
    expect(report).toMatchObject({ tenants: ["shop.example.com"], affectsAll: true });
    const [connection] = report.resources;
    expect(connection).toMatchObject({
      losses: ["is deleted with its users, with their metadata, second factors and memberships"],
      kind: { path: "strategy", value: "auth0" },
    });
    expect(report.privileges).toMatchObject([
      { name: "batch-orders", path: "scope", rights: ["read:orders", "write:orders"], to: "Batch job" },
      { name: "admin-orders", path: "permissions", rights: ["delete:orders"], to: "Orders admin", isPassedOn: true },
      { name: "alice", path: "roles", rights: ["Orders admin"], to: "auth0|alice", on: "north" },
    ]);
  });

  it("says that settings affect the whole tenant, and does not call users members", () => {
    expect(text.match(/ {4}affects the whole tenant\n/g)).toHaveLength(3);
    expect(text).toContain("\nAffected: the whole tenant, with at least 1 organization (north); ");
    expect(text + markdown).not.toMatch(/\bmembers? (?:unknown|\()/);
    // The JSON keeps the key of the group.
    expect(report.concerns.map(({ who }) => who)).toContain("members");
  });

  it("shows the strategy of a deleted connection, and the names of the objects that make up an identity", () => {
    expect(text).toContain('  Connection customers (con_1), strategy "auth0"\n');
    expect(text).toContain(
      "  RolePermissions admin-orders (rol_9::orders) of Orders admin, https://orders.example.com\n",
    );
  });

  it("shows elements of sets by + and -, and durations in larger units", () => {
    expect(text).toContain('    roles: - "rol_1" (Clerk)\n    roles: + "rol_9" (Orders admin)\n');
    expect(text).toContain("    tokenLifetime: 86400 → 172800 (seconds: 1 day → 2 days)\n");
    expect(text).toContain("    sessionLifetime: 168 → 720 (hours: 7 days → 30 days)\n");
    expect(text + markdown).not.toContain("absent");
  });

  it("has each change once after the verdict, with its warning and its rules", () => {
    const below = text.slice(text.indexOf("Deleted at the tenant"));
    for (const { name, type } of manyChanges) {
      expect(below.match(new RegExp(`^ {2}${type} ${name}\\b`, "gm"))).toHaveLength(1);
    }
    expect(below.match(/factors\.otp: true/g)).toHaveLength(1);
    expect(below).toMatch(
      / {4}factors\.otp: true → false\n {6}weaker: .*\n {4}policies: - "all-applications"\n {6}weaker: Without .*\n {4}after the run: .*\n {4}cannot be judged after this run: mfa-/,
    );
    expect(below).toMatch(
      / {6}weaker: A stolen token .*\n {4}newly breaks the security baseline: medium api-token-lifetime: /,
    );
    // What the verdict names comes before all other changes.
    expect(below.indexOf("ClientGrant batch-orders")).toBeLessThan(below.indexOf("EmailTemplate welcome"));
  });

  it("is Markdown of headings and prose, with code spans for foreign text only", () => {
    expect(markdown).toContain(
      '\n#### Deleted at the tenant\n\n**`Connection customers (con_1), strategy "auth0"`**\n\n- deleted',
    );
    expect(markdown).toContain("\n- affects the whole tenant\n");
    expect(markdown).toContain('\n- roles: + `"rol_9"` (Orders admin)\n');
    expect(markdown).toMatch(
      /\n\n- \*\*IRREVERSIBLE\*\*: Connection customers \(strategy `"auth0"`\) is deleted with its users/,
    );
  });
});

describe("a verdict", () => {
  it("is one line if nothing is lost and nothing is weaker", () => {
    const subject = manyChanges.filter(({ name }) => name === "welcome" || name === "auditor");
    const says =
      "Nothing is lost for ever, and nothing is weaker; the whole tenant is affected by EmailTemplate welcome (update).";
    expect(verdict(subject)).toEqual({ "": says });
    expect(toMarkdown(reportOf(subject))).toMatch(/\n\nNothing is lost for ever, and nothing is weaker; .+\.\n/);
    const [auditor] = subject.filter(({ name }) => name === "auditor");
    expect(verdict(auditor ? [auditor] : [])).toEqual({ "": "Nothing is lost for ever, and nothing is weaker." });
    const named = subject.map((one) => (one.name === "welcome" ? { ...one, name: "@team" } : one));
    expect(toMarkdown(reportOf(named))).toContain("is affected by EmailTemplate `@team` (update).\n");
  });

  it("is empty without changes", () => {
    expect(verdict([portal])).toEqual({});
  });

  const adopting = { name: "reader", type: "Role", op: "create", is: { name: "Reader", adopt: true } };
  const failed = { diagnostics: [{ severity: "error", message: "it does not compile" }] };
  const encrypted = { name: "Portal", grantTypes: "[secret]", __secrets: ["/grantTypes"] };
  it.each<[string, readonly ResourceSketch[], object, Readonly<Record<string, string>>]>([
    [
      "an object to adopt was not read",
      [adopting],
      {},
      { REST: "1 change; 1 of them adopts an object that the review has not read." },
    ],
    [
      "the preview failed",
      [{ name: "reader", type: "Role", op: "create", is: { name: "Reader" } }],
      failed,
      { REST: "1 change." },
    ],
    [
      ...([
        "a resource is of another package",
        [{ name: "logs", type: "aws:s3:Bucket", op: "create", is: {} }],
        {},
      ] as const),
      { REST: "1 change; 1 of them is of other packages, which no rule judges." },
    ],
    [
      "a value that protects the tenant is hidden",
      [{ ...portal, op: "update", was: { name: "Portal", grantTypes: ["authorization_code"] }, is: encrypted }],
      {},
      {
        WEAKER: "Client portal: may be weaker: grantTypes: [secret] → [secret].",
        REST: expect.stringContaining("cannot be judged"),
      },
    ],
    [
      ...([
        "the settings of the tenant were not read",
        [{ name: "mfa", type: "MultiFactor", op: "create", is: { policies: [] } }],
        {},
      ] as const),
      {
        "WHOLE TENANT": expect.stringContaining(
          "MultiFactor mfa: replaces settings of the tenant that the review has not read",
        ),
      },
    ],
  ])("does not say that nothing is weaker if %s", (_, sketches, more, expected) => {
    expect(verdict(sketches, more)).toEqual(expected);
  });

  it("names a protection that ends, and a new exception from comparisons", () => {
    const step = stepOf({ ...portal, is: { name: "Portal" } }) as { oldState: object; newState: object };
    const loosened = { ...step, oldState: { ...step.oldState, protect: true } };
    expect(verdictOf(toText(reportOfSteps([loosened])))).toEqual({
      WEAKER: "Client portal: no longer protected (protect): a later run can delete or replace it.",
    });
  });

  it("does not count as irreversible an object that can be recreated as it was, or that stays", () => {
    const link: ResourceSketch = {
      ...{ name: "link", type: "OrganizationConnection", id: "org_1::con_1" },
      was: { organizationId: "org_1", connectionId: "con_1" },
    };
    const members = {
      name: "staff",
      type: "OrganizationMembers",
      id: "org_1",
      was: { organizationId: "org_1", members: ["a"] },
    };
    expect(verdict([link, members])).toEqual({ "": expect.any(String) });
    const kept = stepWithOld({ ...corp, was }, { retainOnDelete: true });
    expect(verdictOf(toText(reportOfSteps([kept])))).toEqual({ "": expect.any(String) });
    const renamed = { ...corp, name: "renamed", op: "create", is: { ...was, adopt: true } };
    expect(verdict([{ ...corp, was }, renamed]).IRREVERSIBLE).toMatch(
      /^Connection corp \(strategy "oidc"\) may be deleted with /,
    );
  });

  it("names permissions that roles lose with a scope of their API, unless the scope stays", () => {
    const api = { name: "orders", id: "api_1", op: "update" };
    const scopes = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ""]));
    const was = { identifier: "https://orders.example.com", scopes: scopes("read:orders", "write:orders") };
    const is = { ...was, scopes: scopes("read:orders") };
    expect(verdict([{ ...api, was, is }]).IRREVERSIBLE).toMatch(/permissions for the removed scopes.*: write:orders/);
    const shared = { ...is, exclusiveScopes: false };
    expect(verdict([{ ...api, was, is: shared }])).not.toHaveProperty("IRREVERSIBLE");
    expect(verdict([{ ...api, was: is, is: was }])).not.toHaveProperty("IRREVERSIBLE");
  });

  it("names a deletion that affects every login, although an equal object can replace it", () => {
    const bound = { triggerId: "post-login", actions: [{ actionId: "act_1" }] };
    expect(verdict([{ name: "login", type: "TriggerActions", id: "post-login", was: bound }])).toMatchObject({
      "WHOLE TENANT": "TriggerActions login: deleted.",
    });
  });

  it.each([
    [
      { policies: ["all-applications"], factors: { otp: true, sms: false } },
      'policies: "all-applications"; factors: otp',
    ],
    [
      { policies: unknownValue, factors: { otp: unknownValue, sms: true } },
      "policies: known only during the run; factors: sms",
    ],
    [{ factors: { sms: true } }, "policies: not declared; factors: sms"],
  ])("shows the remaining settings that together decide who can log in: %j", (is, says) => {
    const mfa = { name: "mfa", type: "MultiFactor", id: "guardian", op: "update" };
    const text = toText(reportOf([{ ...mfa, was: { factors: { email: true, sms: true } }, is }]));
    expect(text).toContain(`\n    after the run: ${says} (`);
    const same = toText(
      reportOf([{ ...mfa, was: { rememberMeDefaultValue: true }, is: { rememberMeDefaultValue: false } }]),
    );
    expect(same).not.toContain("after the run: policies");
  });

  it("names a replacement by an object of another kind", () => {
    const replaced = { ...corp, was, is: { ...was, strategy: "okta" }, op: "replace" };
    expect(verdict([replaced]).WEAKER).toContain('may be weaker: strategy: "oidc" → "okta"');
  });

  it("names at most four changes of a kind, and counts the others", () => {
    const roles = Array.from(
      { length: 7 },
      (_, n): ResourceSketch => ({ name: `r${n}`, type: "Role", id: `rol_${n}`, was: {} }),
    );
    expect(verdict(roles).IRREVERSIBLE).toMatch(
      /^(?:Role r\d is deleted: a new one gets another id; ){4}and 3 more\. An earlier program does not bring it back\.$/,
    );
  });
});

describe("the affected objects of a change to a whole tenant", () => {
  const settings: ResourceSketch = {
    ...{ name: "settings", type: "TenantSettings", id: "tenant", op: "update" },
    ...{ was: { sessionLifetime: 168 }, is: { sessionLifetime: 100 } },
  };
  const affected = (...steps: readonly object[]) =>
    /^Affected: (.*)$/m.exec(toText(reportOfSteps([stepOf(settings), ...steps])))?.[1] ?? "";

  it.each(typeNames)("include the objects that are deleted with one of the type %s, with an unknown number", (type) => {
    const { deletedWithIt = [] } = tools[type];
    const { type: name } = definitions[type];
    const gone = affected(stepOf({ name: "it", type: name, id: "it_1", was: { name: "it" } }));
    const unknown = deletedWithIt.map((one) => `${definitions[one as TypeName].plural} unknown`);
    expect(gone.split("; ").filter((words) => words.endsWith(" unknown"))).toEqual(unknown);
  });

  it("have no unknown number if no object is deleted", () => {
    const kept = stepWithOld({ ...corp, was }, { retainOnDelete: true });
    expect(affected(kept)).toMatch(/^the whole tenant(?!.*unknown)/);
    expect(affected()).toBe("the whole tenant");
  });
});

describe("a resource below a heading with a warning", () => {
  /** The lines that stand below a resource whatever they are worth. */
  const bare = (one: ReviewedResource, report: ReviewReport) => {
    const { losses = [], loosens = [], effects = [], isUnread: _, ...rest } = one;
    const said = [...losses, ...loosens].join("; ");
    const others = effects.filter((effect) => !said.includes(effect));
    return entryOf({ ...rest, effects: others }, new Findings({ resources: report.resources }));
  };
  const created = (type: string, is: object): readonly ResourceSketch[] => [{ name: "it", type, op: "create", is }];
  const givingRights = typeNames.flatMap((name) =>
    Object.entries((definitions[name] as Definition).schema.fields).flatMap(([path, { grantsTo, kind }]) =>
      grantsTo
        ? [
            [
              `${path} of ${definitions[name].type}`,
              created(definitions[name].type, {
                [grantsTo[0]]: "holder_1",
                [path]: kind === "boolean" ? true : ["right"],
              }),
            ] as const,
          ]
        : [],
    ),
  );
  const unread = typeNames.flatMap((name) =>
    (definitions[name] as Definition).schema.singleton === undefined
      ? []
      : [[definitions[name].type, created(definitions[name].type, {})] as const],
  );

  it.each(givingRights)("says that a deletion removes rights: %s", (_, [sketch]) => {
    const { is = {}, op: _op, ...gone } = sketch ?? { name: "it" };
    const report = reportOf([{ ...gone, was: is }]);
    expect(report.privileges).toMatchObject([{ isLoss: true, rights: [] }]);
    expect(toText(report)).toMatch(/\n {6}takes rights .*from (?:[a-z ]+ )?"holder_1"\n/);
  });

  it.each(givingRights)("says who gets rights by a creation: %s", (_, all) => {
    const report = reportOf(all);
    expect(report.privileges).toMatchObject([{ to: "holder_1" }]);
    expect(toText(report)).toMatch(/\n {6,}gives (?:[a-z ]+ )?"holder_1" more rights/);
  });

  it.each([["many changes", manyChanges] as const, ...givingRights, ...unread])(
    "has its warning inline: %s",
    (_, all) => {
      const report = reportOf([...all, ...untouched]);
      const findings = new Findings(report);
      const { urns } = foundIn(report, findings);
      const warned = report.resources.filter(({ urn, action }) => urns.has(urn) && action !== "delete");
      expect(warned.length).toBeGreaterThan(0);
      const silent = warned.filter(
        (one) => JSON.stringify(entryOf(one, findings)) === JSON.stringify(bare(one, report)),
      );
      expect(silent.map(({ urn }) => urn)).toEqual([]);
    },
  );
});

describe("logins", () => {
  const portalClient: ResourceSketch = {
    ...{ name: "portal", type: "Client", id: "app_1", op: "same", was: { name: "Portal" }, is: { name: "Portal" } },
  };
  const connection = (id: string, op: string | undefined, enabledClients: unknown, is?: unknown): ResourceSketch => ({
    ...{ name: id, type: "Connection", id, ...(op && { op }), was: { name: id, strategy: "oidc", enabledClients } },
    ...(op && { is: { name: id, strategy: "oidc", enabledClients: is } }),
  });
  const members = (id: string, op: string | undefined, clients: unknown, is?: unknown): ResourceSketch => ({
    ...{ name: `${id}-clients`, type: "ConnectionClients", id, ...(op && { op }), was: { connectionId: id, clients } },
    ...(op && { is: { connectionId: id, clients: is } }),
  });
  const ended =
    '"Portal" loses its last connection of this stack: nobody can log in to it, unless another stack or tool enables one.';

  it.each<[string, readonly ResourceSketch[], string | undefined]>([
    ["the only connection is deleted", [connection("con_1", undefined, ["app_1"])], ended],
    ["the only connection is disabled", [connection("con_1", "update", ["app_1"], [])], ended],
    [
      "the set of applications is deleted",
      [connection("con_1", "same", [], []), members("con_1", undefined, ["app_1"])],
      ended,
    ],
    ["the set of applications gets smaller", [members("con_1", "update", ["app_1", "app_2"], ["app_2"])], ended],
    [
      "the connection of a set that stays is deleted",
      [connection("con_1", undefined, []), members("con_1", "same", ["app_1"], ["app_1"])],
      ended,
    ],
    [
      "another connection may be enabled",
      [connection("con_1", undefined, ["app_1"]), connection("con_2", "update", [], [unknownValue])],
      ended.replace("loses", "may lose"),
    ],
    [
      "another connection is enabled",
      [connection("con_1", undefined, ["app_1"]), connection("con_2", "same", ["app_1"], ["app_1"])],
      undefined,
    ],
    [
      "another resource enables the same connection",
      [connection("con_1", "same", ["app_1"], ["app_1"]), members("con_1", undefined, ["app_1"])],
      undefined,
    ],
    ["the connection is replaced", [connection("con_1", "replace", ["app_1"], ["app_1"])], undefined],
    ["the application is deleted, too", [{ ...connection("con_1", undefined, ["app_9"]) }], undefined],
  ])("of an application: %s", (_, steps, says) => {
    const gone: ResourceSketch = { name: "gone", type: "Client", id: "app_9", was: { name: "Gone" } };
    const report = reportOf([portalClient, gone, ...steps]);
    expect(verdictOf(toText(report)).LOGIN).toBe(says);
    const inline = toText(report).match(/^ {4}"Portal" (?:loses|may lose) its last connection/gm) ?? [];
    expect(inline.length > 0).toBe(says !== undefined);
  });

  it("include the connections through which users can still log in", () => {
    const text = toText(
      reportOf([
        portalClient,
        connection("con_1", undefined, ["app_1"]),
        connection("con_2", "same", ["app_1"], ["app_1"]),
      ]),
    );
    expect(text).toContain('\n    users can still log in to "Portal": connection "con_2"\n');
  });
});

describe("rights", () => {
  const audience = "https://orders.example.com";
  const batch: ResourceSketch = { name: "batch", type: "Client", id: "app_2", op: "same", was: { name: "Batch job" } };
  const grant = (before: object | undefined, after: object): ResourceSketch => ({
    ...{ name: "grant", type: "ClientGrant", id: "cgr_1", op: before ? "update" : "create" },
    ...(before && { was: { clientId: "app_2", audience, ...before } }),
    is: { clientId: "app_2", audience, ...after },
  });

  it.each<[string, object | undefined, object, string | undefined]>([
    [
      ...(["a wider grant has", { scope: ["a"] }, { scope: ["a", "b"] }] as const),
      'application "Batch job" gets "b" of "https://orders.example.com", keeps "a" (ClientGrant grant).',
    ],
    [
      ...(["a narrower grant does not have", { scope: ["a", "b"] }, { scope: ["a"] }] as const),
      'application "Batch job" loses "b" of "https://orders.example.com", keeps "a" (ClientGrant grant).',
    ],
    [
      ...(["another grant has", { scope: ["a"] }, { scope: ["b"] }] as const),
      'application "Batch job" gets "b" of "https://orders.example.com", loses "a" (ClientGrant grant).',
    ],
    [
      ...(["may be among unknown ones", { scope: ["a", "b"] }, { scope: ["b", unknownValue] }] as const),
      'application "Batch job" gets rights that are secret, or known only during the run of "https://orders.example.com", keeps "b" (',
    ],
    [
      "a switch gives",
      { allowAllScopes: false },
      { allowAllScopes: true },
      'application "Batch job" gets allowAllScopes of',
    ],
    [
      ...(["a switch takes away", { allowAllScopes: true }, { allowAllScopes: false }] as const),
      'application "Batch job" loses allowAllScopes of',
    ],
    [
      "are known only during the run",
      undefined,
      { scope: unknownValue },
      'application "Batch job" gets rights that are secret, or known only during the run of',
    ],
    ["are secret", undefined, { scope: "[secret]" }, 'application "Batch job" gets rights that are secret'],
    ["an equal grant has", { scope: ["a"] }, { scope: ["a"] }, undefined],
    [
      "every application of a kind gets",
      undefined,
      { clientId: null, defaultFor: "third_party_clients", scope: ["a"] },
      '"third_party_clients" gets "a"',
    ],
  ])("that %s", (_, before, after, says) => {
    const found = verdict([batch, grant(before, after)]).PRIVILEGE;
    if (says === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(says);
  });

  it("of a replaced grant are new for its new holder, and lost for the old one", () => {
    const replaced = { ...grant({ clientId: "app_1", scope: ["a"] }, { scope: ["a"] }), op: "replace" };
    const { PRIVILEGE: says } = verdict([batch, replaced]);
    expect(says).toContain('application "Batch job" gets "a" of');
    expect(says).toContain('"app_1" loses "a" of');
  });

  it("of a deleted grant are lost, unless the holder is deleted too, or the grant may stay", () => {
    const deleted: ResourceSketch = {
      ...{ name: "grant", type: "ClientGrant", id: "cgr_1" },
      was: { clientId: "app_2", audience, scope: ["a", "b"] },
    };
    const there = { ...batch, is: batch.was ?? {} };
    const report = reportOf([there, deleted]);
    expect(report.privileges).toMatchObject([{ isLoss: true, rights: [], lost: ["a", "b"], to: "Batch job" }]);
    expect(toText(report)).toContain(
      '\n    scope: - "a", - "b"\n      takes rights of "https://orders.example.com" from application "Batch job"\n',
    );
    const { op: _, ...gone } = batch;
    expect(verdict([gone, deleted])).not.toHaveProperty("PRIVILEGE");
    const renamed = { name: "renamed", type: "ClientGrant", op: "create", is: { ...deleted.was, adopt: true } };
    expect(reportOf([there, deleted, renamed]).privileges?.map(({ name }) => name)).toEqual(["renamed"]);
  });

  it("of a holder that is known only during the run name the object from which the program computes it", () => {
    const step = stepOf(grant(undefined, { clientId: unknownValue, scope: ["a"] })) as { newState: object };
    const propertyDependencies = { clientId: [urnOf("batch", "Client")] };
    const created = { ...step, newState: { ...step.newState, propertyDependencies } };
    const client = stepOf({ ...batch, op: "create", is: { name: "Batch job" } });
    expect(verdictOf(toText(reportOfSteps([client, created]))).PRIVILEGE).toContain(
      'a holder that is known only during the run (the id of Batch job, or computed from it) gets "a" of',
    );
  });
});

describe("prose in Markdown", () => {
  it("keeps words, short numbers and signs, and quotes everything else", () => {
    expect(prose('name: "Old name" → "New name", 2 of 10 users')).toBe(
      'name: `"Old name"` → `"New name"`, 2 of 10 users',
    );
    expect(prose("at least 1 user (auth0|alice); a@b.example.com.")).toBe(
      "at least 1 user (`auth0|alice`); `a@b.example.com`.",
    );
    expect(prose("- x")).toBe("`-` x");
  });

  it("contains no sign outside of code spans that has a meaning in Markdown or at GitHub and GitLab", () => {
    const sign = fc.constantFrom(..."`*_#@<>[]()!|~\\/:.-+&%$=\"' 1aB".split(""));
    fc.assert(
      fc.property(fc.string({ unit: sign, maxLength: 40 }), (text) => {
        const plain = prose(text).replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");
        expect(plain).not.toMatch(/[`*_#@<>[\]!|~\\/&%$="]|[:.]\w|^[-+]|\d[.)]/);
      }),
    );
  });
});
