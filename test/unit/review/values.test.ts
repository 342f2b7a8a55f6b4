import { describe, expect, it } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toText as driftToText } from "../../../provider/src/report/drift.ts";
import { driftReport } from "../../../provider/src/report/report.ts";
import { toMarkdown, toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { previewText, type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";
import { corp, reportOf, stateOf, was } from "./plans.ts";

describe("the review of a plan's values", () => {
  it("names the objects whose ids are values, also new objects", () => {
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
    expect(text).toContain("organizationId: known only during the run (the id of north, or computed from it)\n");
    expect(text).toContain('roles: + "rol_1" (Orders admin)\n');
    expect(text).toContain("affects 1 organization (north); 1 user (alice)\n");
  });

  it("calls a renamed object by its old name, and a new id by the new name", () => {
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
    expect(text).toContain(
      'connectionId: "con_3" (idp-3) → known only during the run (the id of idp-three, or computed from it)\n',
    );
    expect(text).toContain('name: "customer-5" → "customer-five"\n    affects 1 organization (customer-5)');
  });

  describe("shows for a value that is known only during the run", () => {
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
    const unknown = "enabledClients: + known only during the run";

    it("the name of the one object that it depends on, and that it can be computed from the id", () => {
      const found = text([unknownValue, "app_office"], ["shop", "office"]);
      expect(found).toContain('enabledClients: - "app_shop" (The shop)\n');
      expect(found).toContain(`${unknown} (the id of The shop, or computed from it)\n`);
    });

    it.each([
      ["two objects are left", [unknownValue, "app_office"], ["shop", "office", "desk"]],
      ["two values are not known", [unknownValue, unknownValue], ["shop", "desk"]],
      ["one of two values comes from elsewhere", [unknownValue, unknownValue], ["shop"]],
      ["the value comes from an object that the property already has", [unknownValue, "app_office"], ["office"]],
    ])("no name if %s", (_, is, dependsOn) => {
      expect(text(is, dependsOn)).toContain(`${unknown}\n`);
    });
  });

  it("takes no name from a resource that only reads an object, as it can claim any name", () => {
    const at = { __tenant: "dev.example.com" };
    const roles = { organizationId: "org_1", userId: "auth0|alice", ...at };
    const given: ResourceSketch = {
      ...{ name: "alice", type: "OrganizationMemberRoles", id: "org_1::auth0|alice", op: "update" },
      ...{ was: { ...roles, roles: [] }, is: { ...roles, roles: ["rol_1"] }, diff: { roles: "update" } },
    };
    const admin: ResourceSketch = { name: "admin", type: "Role", id: "rol_1", was: { name: "Admin", ...at } };
    const claimed: ResourceSketch = { ...admin, name: "decoy", op: "read", is: { name: "Reader", ...at } };
    const { was: _, ...decoy } = claimed;
    expect(toText(reportOf([given, decoy]))).toContain('roles: + "rol_1"\n');
    expect(toText(reportOf([given, decoy], {}, [admin]))).toContain('roles: + "rol_1" (Admin)\n');
  });

  it("names objects also if their ids are elements of lists", () => {
    const bound = (actionId: string) => ({ triggerId: "post-login", actions: [{ actionId }] });
    const actions = ["one", "two"].map((name): ResourceSketch => {
      return { name, type: "Action", id: `act_${name}`, op: "same", was: { name: `Action ${name}` } };
    });
    const login = { name: "login", type: "TriggerActions", was: bound("act_one"), is: bound("act_two") };
    expect(toText(reportOf([...actions, { ...login, diff: { "actions[0].actionId": "update" } }]))).toContain(
      'actions[0].actionId: "act_one" (Action one) → "act_two" (Action two)\n',
    );
  });

  describe("shows for a property that was removed from the program", () => {
    const north = { name: "north", type: "Organization", id: "org_1" };
    const shop = { name: "shop", type: "Client", id: "app_2" };
    const branding = { logoUrl: "https://a.example.com/l.png", colors: { primary: "red", pageBackground: "blue" } };
    const mobile = { android: { appPackageName: "a" }, ios: { teamId: "t" } };
    const database = { name: "users", strategy: "auth0" };
    const attributes = (unique?: boolean) => ({
      attributes: { email: { identifier: { active: true }, ...(unique !== undefined && { unique }) } },
    });

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
        ...(["a key of a document", corp, { ...database, options: { enable_script_context: true } }] as const),
        ...([{ ...database, options: {} }, "options.enable_script_context"] as const),
      ],
      [
        ...(["a value that only a creation can set", corp, { ...database, options: attributes(false) }] as const),
        ...([{ ...database, options: attributes() }, "options.attributes.email.unique"] as const),
      ],
      ["a secret", shop, { clientSecret: "[secret]" }, {}, "clientSecret"],
    ])("that its value stays at the tenant: %s", (_, sketch, before, is, path) => {
      const top = path.split(".")[0] ?? "";
      const report = reportOf([{ ...sketch, was: before, is, diff: { [top]: "delete" } }]);
      const change = report.resources[0]?.changes.find((one) => one.path === path);
      expect(change).toMatchObject({ kind: "delete", stays: true });
      const line = new RegExp(`${path}: \\S+ → no longer managed, stays as it is`);
      expect(toText(report)).toMatch(line);
      expect(toMarkdown(report).replaceAll("`", "")).toMatch(line);
    });

    it("no remark about a create-only value that can disappear with the object around it", () => {
      const before = { ...database, options: { ...attributes(false), import_mode: true } };
      const report = reportOf([
        { ...corp, was: before, is: { ...database, options: { import_mode: true } }, diff: { options: "update" } },
      ]);
      const changes = report.resources[0]?.changes ?? [];
      expect(changes.map(({ path }) => path)).toContain("options.attributes.email.unique");
      expect(changes.filter(({ stays }) => stays)).toEqual([]);
    });

    it("that a member of a list stays if the list becomes shared, and is removed otherwise", () => {
      const lineOf = (before: object, after: object) => {
        const [whole, part] = [{ organizationId: "org_1", members: ["alice", "bob"] }, { members: ["alice"] }];
        const members = { name: "north", type: "OrganizationMembers", id: "org_1", diff: { "members[1]": "delete" } };
        const was = { ...whole, ...before };
        return toText(reportOf([{ ...members, was, is: { ...whole, ...part, ...after } } as ResourceSketch]));
      };
      const stays = 'members[]: "bob" → no longer managed, stays as it is';
      expect(lineOf({ exclusive: true }, {})).toContain(stays);
      expect(lineOf({ exclusive: true }, { exclusive: true })).toContain('members: - "bob"');
      expect(lineOf({}, {})).toContain('members: - "bob"');
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
    ])("that its value is removed: %s", (_, sketch, before, is, path, op = "update") => {
      const top = path.split(".")[0] ?? "";
      const report = reportOf([{ ...sketch, was: before, is, op, diff: { [top]: "delete" } }]);
      expect(report.resources[0]?.changes).toMatchObject([{ path, kind: "delete" }]);
      expect(toText(report)).toMatch(new RegExp(`${path}: \\S+ → absent\\n`));
    });
  });

  describe("shows only the differing parts of long texts", () => {
    const edits: readonly [string, (text: string) => string][] = [
      ["of many lines", (text) => `${"line();\n".repeat(200)}${text}\n${"line();\n".repeat(200)}`],
      ["on one line", (text) => `${"a();".repeat(300)}${text}${"b();".repeat(300)}`],
    ];
    const places: readonly [string, string, (text: string) => object][] = [
      ["Action", "code", (code) => ({ name: "check", code })],
      ["LoginPageTemplate", "body", (body) => ({ body })],
      ["EmailTemplate", "body", (body) => ({ template: "welcome_email", body })],
      ["Connection", "options.customScripts.login", (login) => ({ ...was, options: { customScripts: { login } } })],
      [
        "Connection",
        "options.scripts.fetchUserProfile",
        (script) => ({ ...was, options: { scripts: { fetchUserProfile: script } } }),
      ],
    ];
    const all = places.flatMap(([type, path, make]) =>
      edits.map(([form, text]) => [type, path, form, make, text] as const),
    );
    it.each(all)("%s %s, %s, in a review as in a drift report", (type, path, _, make, text) => {
      const sketch = {
        name: "it",
        type,
        was: make(text("safe()")),
        is: make(text("evil()")),
        diff: { [path]: "update" },
      };
      const review = toText(reportOf([{ ...sketch, op: "update" }]));
      const drift = driftToText(driftReport(parsePreview(previewText([sketch]))));
      for (const said of [review, drift]) {
        for (const part of ["safe()", "evil()"]) expect(said).toContain(part);
        expect(said.length).toBeLessThan(2_000);
      }
    });
  });
});
