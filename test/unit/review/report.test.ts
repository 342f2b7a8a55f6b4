import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePreview } from "../../../provider/src/drift/preview.ts";
import { signatureKey, unknownValue } from "../../../provider/src/model/json.ts";
import { toMarkdown } from "../../../provider/src/review/markdown.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { toText } from "../../../provider/src/review/text.ts";
import { previewText, type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";

type State = Parameters<typeof reviewReport>[1];

/** The state before a plan: what its steps found, and what they leave alone. */
function stateOf(sketches: readonly ResourceSketch[]): State {
  return sketches.flatMap((sketch) => {
    const { oldState } = stepOf(sketch) as { oldState?: State[number] };
    return oldState ? [oldState] : [];
  });
}
const reportOf = (sketches: readonly ResourceSketch[], more?: object, alone: readonly ResourceSketch[] = []) =>
  reviewReport(parsePreview(previewText(sketches, more), "pulumi preview --json"), stateOf([...sketches, ...alone]));

const portal: ResourceSketch = { name: "portal", type: "Client", id: "app_1", was: { name: "Portal" }, op: "same" };
const corp = { name: "corp", type: "Connection", id: "con_1" };
const was = { name: "corp", strategy: "oidc", enabledClients: ["app_1"], options: { issuer: "https://a.example.com" } };

describe("what the next up does", () => {
  it("is nothing where nothing changes", () => {
    const report = reportOf([portal]);
    expect(report).toMatchObject({ changes: false, complete: true, resources: [], concerns: [] });
    expect(toText(report)).toBe("The next up of stack dev changes nothing\n");
  });

  it("is each leaf with both values, and whom it concerns", () => {
    const is = { ...was, options: { issuer: "https://b.example.com" } };
    const text = toText(reportOf([portal, { ...corp, was, is, diff: { "options.issuer": "update" } }]));
    expect(text).toContain(
      '  Connection corp (con_1)\n    options.issuer: "https://a.example.com" → "https://b.example.com"\n' +
        "    concerns organizations unknown; at least 1 application (Portal); members unknown\n",
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
    const said = text.split("\n").map((line) => line.trim());
    expect(said.filter((line) => /secret: whoever/.test(line))).toHaveLength(1);
    expect(said.filter((line) => /secret does not count/.test(line))).toHaveLength(1);
    expect(said.filter((line) => /proves itself as it did before/.test(line))).toHaveLength(1);
  });

  it("begins with what is deleted, then what is replaced, and says why and what is lost", () => {
    const database = { ...was, strategy: "auth0", options: {} };
    const report = reportOf([
      { name: "new", type: "Role", op: "create", is: { name: "Reader" } },
      { ...corp, was: database, is: { ...database, strategy: "oidc" }, op: "create-replacement" },
      {
        ...{ ...corp, was: database, is: { ...database, strategy: "oidc" }, op: "replace" },
        ...{ diff: { strategy: "update-replace" }, extra: { replaceReasons: ["strategy"] } },
      },
      { ...corp, was: database, op: "delete-replaced" },
      { name: "gone", type: "Role", id: "rol_1", was: { name: "Admin" } },
      { name: "kept", type: "Role", id: "rol_2", was: { name: "Reader" }, op: "update", is: { name: "Viewer" } },
    ]);
    expect(report.resources.map(({ action, name }) => `${action} ${name}`)).toEqual([
      ...["delete gone", "replace corp", "update kept", "create new"],
    ]);
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 1 deleted, 1 replaced, 1 changed, 1 created\n/);
    expect(text).toContain(
      "gone with it: its users, with their metadata, second factors and memberships\n" +
        "    because of a change of strategy\n    strategy: ",
    );
    expect(text.indexOf("Role gone")).toBeLessThan(text.indexOf("Connection corp"));
  });

  it("says where the tenant keeps what the program no longer has", () => {
    const step = stepOf({ name: "kept", type: "Role", id: "rol_1", was: { name: "Admin" } }) as { oldState: object };
    const kept = { ...step, oldState: { ...step.oldState, retainOnDelete: true } };
    const report = reviewReport(parsePreview(JSON.stringify({ steps: [kept] })), []);
    expect(report.resources).toMatchObject([{ action: "forget", changes: [] }]);
    expect(toText(report)).toContain("the tenant keeps it");
  });

  it("says beside a deletion that the run leaves the object alone where another resource of the program has it", () => {
    const database = { ...was, strategy: "auth0" };
    const enabled = (connectionId: string) => ({ connectionId, clients: ["app_1"] });
    const sketches: readonly ResourceSketch[] = [
      { ...corp, was: database },
      { ...corp, name: "renamed", op: "create", is: { ...database, adopt: true } },
      // Nothing but its id tells an application from another one of the same name.
      { ...portal, op: "delete" },
      { ...portal, name: "adopted", op: "create", is: { name: "Portal", adopt: true } },
      { name: "other-app", type: "Client", id: "app_2", was: { name: "Other" } },
      { name: "new-app", type: "Client", op: "create", is: { name: "Other" } },
      { name: "clients-old", type: "ConnectionClients", id: "con_1", was: enabled("con_1") },
      {
        name: "clients-new",
        type: "ConnectionClients",
        id: "con_1",
        op: "same",
        was: enabled("con_1"),
        is: enabled("con_1"),
      },
      // Another object gets the name of one that goes.
      { name: "admin", type: "Role", id: "rol_1", was: { name: "Admin" } },
      {
        name: "reader",
        type: "Role",
        id: "rol_2",
        was: { name: "Reader" },
        is: { name: "Admin" },
        diff: { name: "update" },
      },
    ];
    const message = 'application "Portal" exists already (id app_1): adopt takes it over and changes nothing of it';
    const report = reportOf(sketches, { diagnostics: [{ severity: "info#err", message }] });
    const deleted = report.resources.filter(({ action }) => action === "delete");
    expect(Object.fromEntries(deleted.map(({ name, effects = [] }) => [name, effects.join()]))).toEqual({
      corp: expect.stringContaining("leaves the object alone, as Connection renamed of this program keeps it"),
      portal: expect.stringContaining("as Client adopted of this program keeps it"),
      "other-app": "",
      "clients-old": expect.stringContaining(
        "takes nothing back that ConnectionClients clients-new of this program declares",
      ),
      admin: "",
    });
    // Nothing is lost with what stays.
    expect(toText(report)).not.toContain("gone with it");
    expect(toText(report)).not.toContain("of this program refer");
  });

  it("names the objects whose ids values are, also of those that do not exist yet", () => {
    const member = { name: "alice", type: "OrganizationMemberRoles" };
    const organizationId = urnOf("north", "Organization");
    const created = stepOf({
      ...{ ...member, op: "create", is: { organizationId: unknownValue, userId: "alice", roles: ["rol_1"] } },
    }) as { newState: object };
    const report = reviewReport(
      parsePreview(
        JSON.stringify({
          steps: [
            stepOf({ name: "north", type: "Organization", op: "create", is: { name: "north" } }),
            {
              ...created,
              newState: { ...created.newState, propertyDependencies: { organizationId: [organizationId] } },
            },
          ].map((step) => JSON.parse(JSON.stringify(step).replace(/"id":"id-\w+",/g, ""))),
        }),
      ),
      stateOf([{ name: "admin", type: "Role", id: "rol_1", was: { name: "Orders admin" } }]),
    );
    const text = toText(report);
    expect(text).toContain("organizationId: known only during the run (north)\n");
    expect(text).toContain('roles[]: "rol_1" (Orders admin)\n');
    expect(text).toContain("concerns 1 organization (north); 1 member (alice)\n");
  });

  it("calls an object that gets another name by the one that people know, and a new id by the new name", () => {
    const south = { name: "south", type: "Organization", id: "org_2", was: { name: "customer-5" } };
    const idp = {
      ...corp,
      id: "con_3",
      was: { ...was, name: "idp-3" },
      is: { ...was, name: "idp-three" },
      op: "replace",
    };
    const enabled = { organizationId: "org_2", connectionId: "con_3" };
    const link = {
      ...{ name: "link", type: "OrganizationConnection", id: "org_2::con_3", was: enabled },
      ...{ is: { ...enabled, connectionId: unknownValue }, diff: { connectionId: "update-replace" }, op: "replace" },
    };
    const dependent = stepOf(link) as { newState: object };
    const propertyDependencies = { connectionId: [urnOf("corp", "Connection")] };
    const steps = [
      stepOf({ ...south, is: { name: "customer-five" }, diff: { name: "update" } }),
      stepOf(idp),
      { ...dependent, newState: { ...dependent.newState, propertyDependencies } },
    ];
    const text = toText(
      reviewReport(parsePreview(JSON.stringify({ steps })), stateOf([south, idp, link] as ResourceSketch[])),
    );
    expect(text).toContain('connectionId: "con_3" (idp-3) → known only during the run (idp-three)\n');
    expect(text).toContain('name: "customer-5" → "customer-five"\n    concerns 1 organization (customer-5)');
  });

  describe("says of a value that is known only during the run", () => {
    const clients = ["shop", "office", "desk"];
    const text = (is: readonly string[], dependsOn: readonly string[]) => {
      const steps = clients.map((name) => stepOf({ ...client(name), op: name === "office" ? "same" : "replace" }));
      const step = stepOf({
        ...{ ...corp, was: { ...was, enabledClients: ["app_shop", "app_office"] }, is: { ...was, enabledClients: is } },
        ...{ diff: { enabledClients: "update" } },
      }) as { newState: object };
      const propertyDependencies = { enabledClients: dependsOn.map((name) => urnOf(name, "Client")) };
      const planned = { ...step, newState: { ...step.newState, propertyDependencies } };
      const preview = parsePreview(JSON.stringify({ steps: [...steps, planned] }));
      return toText(reviewReport(preview, stateOf(clients.map(client))));
    };
    const client = (name: string): ResourceSketch => {
      return { name, type: "Client", id: `app_${name}`, was: { name: `The ${name}` }, is: { name: `The ${name}` } };
    };
    const unknown = "enabledClients[]: absent → known only during the run";

    it("the name of the one object that it can be", () => {
      const found = text([unknownValue, "app_office"], ["shop", "office"]);
      expect(found).toContain('enabledClients[]: "app_shop" (The shop) → absent\n');
      expect(found).toContain(`${unknown} (The shop)\n`);
    });

    it.each([
      ["two objects are left", [unknownValue, "app_office"], ["shop", "office", "desk"]],
      ["two values are not known", [unknownValue, unknownValue], ["shop", "desk"]],
      ["one of two values comes from elsewhere", [unknownValue, unknownValue], ["shop"]],
      ["it comes from what the property has already", [unknownValue, "app_office"], ["office"]],
    ])("no name where %s", (_, is, dependsOn) => {
      expect(text(is, dependsOn)).toContain(`${unknown}\n`);
    });
  });

  it("names objects also where their ids stand in elements of lists", () => {
    const bound = (actionId: string) => ({ triggerId: "post-login", actions: [{ actionId }] });
    const actions = ["one", "two"].map((name): ResourceSketch => {
      return { name, type: "Action", id: `act_${name}`, op: "same", was: { name: `Action ${name}` } };
    });
    const login = { name: "login", type: "TriggerActions", was: bound("act_one"), is: bound("act_two") };
    expect(toText(reportOf([...actions, { ...login, diff: { "actions[0].actionId": "update" } }]))).toContain(
      'actions[0].actionId: "act_one" (Action one) → "act_two" (Action two)\n',
    );
  });

  describe("says of what the program declares no more", () => {
    const north = { name: "north", type: "Organization", id: "org_1" };
    const shop = { name: "shop", type: "Client", id: "app_2" };
    const branding = { logoUrl: "https://a.example.com/l.png", colors: { primary: "red", pageBackground: "blue" } };
    const mobile = { android: { appPackageName: "a" }, ios: { teamId: "t" } };

    it.each<[string, ResourceSketch, object, object, string]>([
      ["a value that is kept", north, { displayName: "North" }, {}, "displayName"],
      ["a member of an object that is kept", north, { branding }, {}, "branding.logoUrl"],
      [
        ...(["a member of one that goes in part", north] as const),
        ...([{ branding }, { branding: { logoUrl: branding.logoUrl } }, "branding.colors.primary"] as const),
      ],
      ["a member with no rule of its own", shop, { mobile }, {}, "mobile.ios.teamId"],
      ["a part of an object", shop, { mobile }, { mobile: { android: mobile.android } }, "mobile.ios.teamId"],
      [
        ...(["a key of a document", corp, { ...was, options: { enable_script_context: true } }] as const),
        ...([{ ...was, options: {} }, "options.enable_script_context"] as const),
      ],
      ["a secret", shop, { clientSecret: "[secret]" }, {}, "clientSecret"],
    ])("that the tenant keeps it: %s", (_, sketch, before, is, path) => {
      const top = path.split(".")[0] ?? "";
      const report = reportOf([{ ...sketch, was: before, is, diff: { [top]: "delete" } }]);
      const change = report.resources[0]?.changes.find((one) => one.path === path);
      expect(change).toMatchObject({ kind: "delete", stays: true });
      const line = new RegExp(`${path}: \\S+ → managed no more, stays as it is`);
      expect(toText(report)).toMatch(line);
      expect(toMarkdown(report)).toMatch(line);
    });

    it.each<[string, ResourceSketch, object, object, string, string?]>([
      ["a value that null clears", shop, { complianceLevel: "none" }, {}, "complianceLevel"],
      ["a key of a document", north, { metadata: { a: "b" } }, { metadata: {} }, "metadata.a"],
      [
        ...([
          "a part of what is replaced whole",
          shop,
          { mobile: { ios: { teamId: "t", appBundleIdentifier: "b" } } },
        ] as const),
        ...([{ mobile: { ios: { teamId: "t" } } }, "mobile.ios.appBundleIdentifier"] as const),
      ],
      ["a value of an object that is made anew", north, { displayName: "North" }, {}, "displayName", "replace"],
    ])("that it goes: %s", (_, sketch, before, is, path, op = "update") => {
      const top = path.split(".")[0] ?? "";
      const report = reportOf([{ ...sketch, was: before, is, op, diff: { [top]: "delete" } }]);
      expect(report.resources[0]?.changes).toMatchObject([{ path, kind: "delete" }]);
      expect(toText(report)).toMatch(new RegExp(`${path}: \\S+ → absent\\n`));
    });
  });

  describe("says of a deletion what refers to the object and stays", () => {
    const audience = "https://orders.example.com";
    const api: ResourceSketch = { name: "orders", type: "ResourceServer", id: "api_1", was: { identifier: audience } };
    const grant = (name: string, to = audience): ResourceSketch => {
      return { name, type: "ClientGrant", id: `cgr_${name}`, op: "same", was: { clientId: "app_1", audience: to } };
    };
    const permissions: ResourceSketch = {
      ...{ name: "clerk", type: "RolePermissions", id: "rol_1", op: "same" },
      was: { roleId: "rol_1", resourceServerIdentifier: audience, permissions: [] },
    };
    const referring = (sketches: readonly ResourceSketch[], alone?: readonly ResourceSketch[]) =>
      reportOf(sketches, {}, alone).resources.find(({ name }) => name === "orders")?.effects;

    it("by type and name, whether the plan shows them or not", () => {
      const stays = { ...grant("job"), is: grant("job").was ?? {} };
      expect(referring([api, stays], [permissions, grant("other", "https://other.example.com")])).toEqual([
        "2 resources of this program refer to it and stay: ClientGrant job, RolePermissions clerk",
      ]);
      expect(referring([api, stays])).toEqual(["1 resource of this program refers to it and stays: ClientGrant job"]);
    });

    it("but not what is deleted or replaced as well, or refers to another object after the plan", () => {
      const gone = { ...grant("gone"), op: "delete" };
      const replaced = { ...grant("replaced"), op: "replace", is: { clientId: "app_2", audience } };
      const role = { ...permissions, was: { roleId: "rol_1", resourceServerIdentifier: audience } };
      const moved = {
        ...role,
        op: "update",
        is: { roleId: "rol_1", resourceServerIdentifier: "https://b.example.com" },
      };
      const created = { ...grant("new"), op: "create", was: undefined, is: grant("new").was };
      expect(referring([api, gone, replaced, moved] as ResourceSketch[])).toBeUndefined();
      expect(referring([api, gone, replaced, moved, created] as ResourceSketch[])).toEqual([
        "1 resource of this program refers to it and stays: ClientGrant new",
      ]);
    });

    it("also of a replacement, by what the object was called before it", () => {
      const other = "https://b.example.com";
      const replaced = { ...api, op: "replace", is: { identifier: other } };
      const moved = { ...grant("moved"), op: "update", is: { clientId: "app_1", audience: other } };
      expect(referring([replaced, moved, { ...grant("left"), is: grant("left").was ?? {} }])).toEqual([
        "1 resource of this program refers to it and stays: ClientGrant left",
      ]);
    });

    it("names ten of them, and counts the rest", () => {
      const many = Array.from({ length: 12 }, (_, n) => grant(`job-${String(n).padStart(2, "0")}`));
      expect(referring([api], many)?.join()).toMatch(/^12 resources .*: ClientGrant job-00, .* job-09 and 2 more$/);
    });
  });

  it("says what is gone for good with an organization or a connection of any strategy", () => {
    const organization = { name: "north", type: "Organization", id: "org_1", was: { name: "north" } };
    const report = reportOf([{ ...corp, was }, organization, { ...portal, op: "delete" }]);
    expect(report.resources.map(({ name, losesContent }) => [name, losesContent])).toEqual([
      ...[
        ["portal", undefined],
        ["corp", true],
        ["north", true],
      ],
    ]);
    expect(toText(report)).toContain("gone with it: its users, with their metadata");
    expect(toText(report)).toContain("gone with it: the memberships of its people");
  });

  it("tells those of one name apart by their ids, and knows an adopted one for the object that it is", () => {
    const job = (name: string, more: object): ResourceSketch => ({ name, type: "Client", ...more });
    const report = (adopt: boolean) => {
      const message =
        'application "Nightly job" exists already (id client_a): adopt takes it over and changes nothing of it';
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
    expect(report(true)).toContain("2 applications (Nightly job, Other)\n");
  });

  it("says that a deletion leaves the object alone also where the plan has no step for the resource that keeps it", () => {
    const sketch: ResourceSketch = { ...corp, was };
    const report = reportOf([sketch], undefined, [{ ...sketch, name: "renamed", op: "same" }]);
    expect(report.resources).toMatchObject([
      {
        name: "corp",
        action: "delete",
        effects: [expect.stringContaining("as Connection renamed of this program keeps it")],
      },
    ]);
    expect(reportOf([sketch]).resources[0]?.effects?.join() ?? "").not.toContain("leaves the object alone");
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

  it("is unknown for resources of other packages, and nobody for components and providers", () => {
    const [bucket, shop, provider] = ["aws:s3:Bucket", "my:index:Shop", "pulumi:providers:aws"].map((type) => {
      const step = stepOf({ name: "it", type, op: "create", is: {} }) as { newState: object };
      return { ...step, newState: { ...step.newState, custom: type !== "my:index:Shop" } };
    });
    const concernsOf = (step: unknown) =>
      reviewReport(parsePreview(JSON.stringify({ steps: [step] })), []).resources[0]?.concerns.map(
        ({ count }) => count,
      );
    expect([bucket, shop, provider].map(concernsOf)).toEqual([["unknown", "unknown", "unknown"], [], []]);
  });

  it("says that the preview failed, and why, in the first line and in all formats", () => {
    const diagnostics = [{ severity: "error", message: "error: it does not compile" }];
    const report = reportOf([portal], { diagnostics });
    expect(report).toMatchObject({ complete: false, errors: ["it does not compile"] });
    expect(toText(report)).toMatch(/^The preview of stack dev failed\n\nerror: it does not compile\n/);
    expect(toMarkdown(report)).toContain("### The preview of stack dev failed\n\n- error: `it does not compile`\n");
  });

  it("shows an adoption as one, and what it changes beneath the resource that it belongs to", () => {
    const said = [
      'role "Admin" exists already (id rol_1): adopt takes it over and changes:',
      ...['  name: "A" → "Admin"', "  description: absent → [secret]"],
      'role "Reader" exists already (id rol_2): adopt takes it over and changes:',
      '  name: "A" → "Admin"',
      'role "Elsewhere" exists already (id rol_3): adopt takes it over and changes nothing of it',
    ];
    const roles = ["Reader", "Admin", "New", "Twice", "Twice"].map((name, at): ResourceSketch => {
      return { name: `${name}-${at}`, type: "Role", op: "create", is: { name, adopt: true } };
    });
    const twice = 'role "Twice" exists already (id rol_4): adopt takes it over and changes nothing of it';
    const report = reportOf(roles, {
      // As the engine has them: a line each, without a URN.
      diagnostics: [...said, twice].map((line) => ({ severity: "info#err", message: `${line}\n\n` })),
    });
    expect(report.counts).toMatchObject({ adopt: 2, create: 3 });
    expect(report.resources.slice(0, 2).map(({ id, adoption }) => [id, adoption])).toEqual([
      ["rol_1", [said[0]?.slice(13), 'name: "A" → "Admin"', "description: absent → [secret]"]],
      ["rol_2", [said[3]?.slice(14), 'name: "A" → "Admin"']],
    ]);
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 2 adopted, 3 created\n/);
    expect(text).toContain(
      "  Role Reader-0 (rol_2)\n    exists already (id rol_2): adopt takes it over and changes:\n",
    );
    // What no resource of the plan is called, or two of them are, is nobody's.
    expect(report.notes).toEqual([said.at(-1), twice]);
    expect(toMarkdown(report)).toContain('    - `name: "A" → "Admin"`\n');
  });
});

describe("what others wrote", () => {
  it("shows no secret: neither of the state nor of the plan", () => {
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

  it("tells a secret that is new, one that is changed and one that is removed apart", () => {
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

  const hostile = fc.string({ unit: "binary", maxLength: 40 }).map((text) => `\u001b[2K\u202e@all \`\`${text}\n# x\r`);

  it("controls no terminal, ends no code span and no line, whatever names and values are", () => {
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

  it("fits into a comment, and counts what does not", () => {
    const many = Array.from({ length: 3_000 }, (_, n): ResourceSketch => {
      return { name: `role-${n}`, type: "Role", id: `rol_${n}`, was: { name: `Role ${n}` } };
    });
    const markdown = toMarkdown(reportOf(many));
    expect(markdown.length).toBeLessThanOrEqual(60_000);
    expect(markdown).toMatch(/… and \d+ more, for which there is no room here\n/);
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
