import { describe, expect, it } from "vitest";
import { parsePreview } from "../../../provider/src/pulumi-cli/preview.ts";
import { toText } from "../../../provider/src/review/render.ts";
import { reviewReport } from "../../../provider/src/review/report.ts";
import { unknownValue } from "../../../provider/src/schema/json.ts";
import { type ResourceSketch, stepOf, urnOf } from "../helpers/preview.ts";
import { corp, portal, reportOf, reportOfSteps, stateOf, stepWithOld, was } from "./plans.ts";

const bound = (...actions: readonly string[]) => ({
  triggerId: "post-login",
  actions: actions.map((actionId) => ({ actionId })),
});

describe("a deletion in a review", () => {
  it("is listed before replacements, with the reason and the losses", () => {
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
    const listed = text.slice(text.indexOf("Deleted at the tenant"));
    expect(text).toMatch(/^The next up of stack dev: 1 deleted, 1 replaced, 1 changed, 1 created\n/);
    expect(text).toContain(
      "deleted with it: its users, with their metadata, second factors and memberships\n" +
        "    because of a change of strategy\n    strategy: ",
    );
    expect(listed.indexOf("Role gone")).toBeLessThan(listed.indexOf("Connection corp"));
  });

  it("is shown as no longer managed if the tenant keeps the object", () => {
    const step = stepOf({ name: "kept", type: "Role", id: "rol_1", was: { name: "Admin" } }) as { oldState: object };
    const kept = { ...step, oldState: { ...step.oldState, retainOnDelete: true } };
    const report = reviewReport(parsePreview(JSON.stringify({ steps: [kept] })), []);
    expect(report.resources).toMatchObject([{ action: "forget", changes: [] }]);
    expect(toText(report)).toContain("not deleted at the tenant");
  });

  it.each([
    ["the old object stays at the tenant, and the stack no longer manages it", { retainOnDelete: true, delete: true }],
    // The engine marks also what it has not deleted, as the tenant keeps it.
    ["the old object stays at the tenant", { retainOnDelete: true, pendingReplacement: true }],
    ["an earlier run deleted the old object and did not create the new one", { pendingReplacement: true }],
    ["the stack has only read the old object so far", { external: true, delete: true }],
  ])("is none if a replacement deletes nothing, with the reason: %s", (says, marks) => {
    const is = { ...was, strategy: "okta" };
    const replaced = { ...corp, was, is, op: "replace", extra: { replaceReasons: ["strategy"] } };
    const link: ResourceSketch = {
      ...{ name: "link", type: "OrganizationConnection", id: "org_1::con_1" },
      was: { organizationId: "org_1", connectionId: "con_1" },
    };
    const report = reportOfSteps([stepWithOld(replaced, marks)], [link]);
    expect(report.resources).toMatchObject([{ action: "renew", because: ["strategy"] }]);
    expect(report.resources[0]).not.toHaveProperty("losesContent");
    const text = toText(report);
    expect(text).toMatch(/^The next up of stack dev: 1 recreated\n/);
    expect(text.replace(" (with a warning)", "")).toContain(
      `Recreated with a new id: the old object is not deleted\n  Connection corp (con_1)\n    ${says}`,
    );
    expect(text).not.toMatch(/deleted with it|deleted at the tenant|refers to this object/);
    // Without the marks, the same steps lose the users.
    expect(reportOfSteps([stepOf(replaced)], [link]).resources).toMatchObject([
      { action: "replace", losesContent: true },
    ]);
  });

  it("is lost content if a replacement deletes the object first, unlike one that an earlier run has deleted", () => {
    const replaced = { ...corp, was, is: { ...was, strategy: "okta" }, op: "replace" };
    // The engine marks it in the preview, and the state does not.
    const step = stepWithOld(replaced, { pendingReplacement: true });
    const report = reviewReport(parsePreview(JSON.stringify({ steps: [step] })), stateOf([replaced]));
    expect(report.resources).toMatchObject([{ action: "replace", losesContent: true }]);
  });

  it("is said to leave the object alone if another resource of the program manages the same object", () => {
    const database = { ...was, strategy: "auth0" };
    const enabled = (connectionId: string) => ({ connectionId, clients: ["app_1"] });
    const sketches: readonly ResourceSketch[] = [
      { ...corp, was: database },
      { ...corp, name: "renamed", op: "create", is: { ...database, adopt: true } },
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
    const report = reportOf(sketches);
    const deleted = report.resources.filter(({ action }) => action === "delete" || action === "move");
    expect(Object.fromEntries(deleted.map(({ name, effects = [] }) => [name, effects.join()]))).toEqual({
      corp: expect.stringMatching(/the object may stay: Connection renamed .*otherwise deleted with it: its users/),
      // Nothing but its id tells an application from another one of the same name.
      portal: expect.stringMatching(/^2 resources of this program still refer to this object: /),
      "other-app": "",
      "clients-old": expect.stringContaining(
        "the members that ConnectionClients clients-new of this program also declares are not removed",
      ),
      admin: "",
    });
  });

  describe("lists the resources that still refer to the deleted object", () => {
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

    it("by type and name, whether the plan contains them or not", () => {
      const stays = { ...grant("job"), is: grant("job").was ?? {} };
      expect(referring([api, stays], [permissions, grant("other", "https://other.example.com")])).toEqual([
        "2 resources of this program still refer to this object: ClientGrant job, RolePermissions clerk",
      ]);
      expect(referring([api, stays])).toEqual([
        "1 resource of this program still refers to this object: ClientGrant job",
      ]);
    });

    it("without those that are deleted or replaced too, or refer to another object after the plan", () => {
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
        "1 resource of this program still refers to this object: ClientGrant new",
      ]);
    });

    it("without those that the stack has only read, and no longer reads", () => {
      const read = stepWithOld({ ...grant("read"), op: "discard" }, { external: true });
      expect(reportOfSteps([stepOf(api), read]).resources).toMatchObject([{ name: "orders", action: "delete" }]);
      expect(reportOfSteps([stepOf(api), read]).resources[0]).not.toHaveProperty("effects");
    });

    it("without references that an entry had before an alias renamed it", () => {
      const is = { clientId: "app_1", audience: "https://b.example.com" };
      const renamed = (op: string) => stepWithOld({ ...grant("new"), op, is }, { urn: urnOf("old", "ClientGrant") });
      for (const op of ["update", "replace"]) {
        const { resources } = reportOfSteps([stepOf(api), renamed(op)]);
        expect(resources.find(({ name }) => name === "orders")).not.toHaveProperty("effects");
      }
    });

    it("without entries that are marked for deletion", () => {
      const step = stepOf(api);
      const marked = stepWithOld(grant("old"), { delete: true });
      const preview = parsePreview(JSON.stringify({ steps: [step] }));
      const { resources } = reviewReport(preview, [marked.oldState]);
      expect(resources.find(({ name }) => name === "orders")).not.toHaveProperty("effects");
    });

    it("also for a replacement, by the object's key before it", () => {
      const other = "https://b.example.com";
      const replaced = { ...api, op: "replace", is: { identifier: other } };
      const moved = { ...grant("moved"), op: "update", is: { clientId: "app_1", audience: other } };
      expect(referring([replaced, moved, { ...grant("left"), is: grant("left").was ?? {} }])).toEqual([
        "1 resource of this program still refers to this object: ClientGrant left",
      ]);
    });

    it("ten of them, and counts the others", () => {
      const many = Array.from({ length: 12 }, (_, n) => grant(`job-${String(n).padStart(2, "0")}`));
      expect(referring([api], many)?.join()).toMatch(/^12 resources .*: ClientGrant job-00, .* job-09 and 2 more$/);
    });
  });

  it("names the irreversible losses of an organization and of a connection of any strategy", () => {
    const organization = { name: "north", type: "Organization", id: "org_1", was: { name: "north" } };
    const report = reportOf([{ ...corp, was }, organization, { ...portal, op: "delete" }]);
    expect(report.resources.map(({ name, losesContent }) => [name, losesContent])).toEqual([
      ...[
        ["portal", undefined],
        ["corp", true],
        ["north", true],
      ],
    ]);
    expect(toText(report)).toContain("deleted with it: its users, with their metadata");
    expect(toText(report)).toContain("deleted with it: all memberships, with the members' roles");
  });

  it("leaves the object alone also if the plan has no step for the resource that keeps it", () => {
    const sketch: ResourceSketch = { ...corp, was };
    const report = reportOf([sketch], undefined, [{ ...sketch, name: "renamed", op: "same" }]);
    expect(report.resources).toMatchObject([
      {
        name: "corp",
        action: "move",
        effects: [expect.stringContaining("because Connection renamed of this program manages it")],
      },
    ]);
    expect(reportOf([sketch]).resources[0]?.effects?.join() ?? "").not.toContain("the object stays");
  });

  it("is not prevented by an entry that an alias has renamed", () => {
    const old = { urn: urnOf("old", "Connection") };
    const replaced = stepWithOld({ ...corp, name: "new", was, is: { ...was, strategy: "okta" }, op: "replace" }, old);
    const report = reportOfSteps([replaced, stepOf({ ...corp, was })]);
    expect(report.resources.find(({ name }) => name === "corp")).toMatchObject({
      action: "delete",
      losesContent: true,
    });
  });

  describe("of a set of members lists the members that the run removes", () => {
    const south = "OrganizationMembers south of this program";
    const unless = " (unless the run has --target or --exclude)";
    const members = (list: unknown) => ({ organizationId: "org_1", members: list });
    const sketch = (name: string, list: unknown): ResourceSketch => {
      return { name, type: "OrganizationMembers", id: "org_1", was: members(list) };
    };
    const stays = (name: string, list: unknown, more: object = {}): ResourceSketch => {
      const declared = { ...members(list), ...more };
      return { ...sketch(name, []), op: "update", is: declared };
    };
    const saidOf = (sketches: readonly ResourceSketch[], alone?: readonly ResourceSketch[]) =>
      reportOf(sketches, {}, alone).resources.find(({ action }) => action === "delete" || action === "move")?.effects;

    it.each<[string, readonly string[], Partial<ResourceSketch>]>([
      ["except those that another set declares", ["a", "b"], stays("south", ["b", "c"])],
      [
        "except those that a new set declares",
        ["a", "b"],
        { ...stays("south", ["b"]), op: "create", was: undefined as never },
      ],
      ["except those that an exclusive set declares", ["a", "b"], stays("south", ["b"], { exclusive: true })],
    ])("%s", (_, declared, other) => {
      expect(saidOf([sketch("north", declared), other as ResourceSketch])).toEqual([
        `the run removes a; the members that ${south} also declares are not removed${unless}`,
      ]);
    });

    it("if the plan has no step for the other set", () => {
      expect(saidOf([sketch("north", ["a", "b"])], [sketch("south", ["b"])])).toEqual([
        `the run removes a; the members that ${south} also declares are not removed${unless}`,
      ]);
      // An update of the other one counts, and not what it has declared before.
      const leaves = { ...sketch("south", ["b"]), op: "update", is: members(["c"]) };
      expect(saidOf([sketch("north", ["a", "b"]), leaves])).toBeUndefined();
    });

    it("none if other sets together declare all members", () => {
      expect(
        saidOf([sketch("north", ["a", "b"]), stays("south", ["b"]), stays("west", ["a"]), stays("east", ["c"])]),
      ).toEqual([
        `the members that ${south.replace(" of", ", OrganizationMembers west of")} also declare are not removed: ` +
          `the run only removes this resource from the state${unless}`,
      ]);
    });

    it("without a remark if no other set declares any of them", () => {
      expect(saidOf([sketch("north", ["a", "b"]), stays("south", ["c"])])).toBeUndefined();
    });

    it.each([[unknownValue], [[unknownValue]], ["[secret]"]])(
      "if it is unknown which members the other set declares: %j",
      (list) => {
        expect(saidOf([sketch("north", ["a", "b"]), stays("south", list)])).toEqual([
          `the run removes a, b, except the members that ${south} also declares: these are secret, or known only during the run${unless}`,
        ]);
      },
    );

    it.each([["[secret]"], [["a", "[secret]"]]])("but not secret members: %j", (list) => {
      expect(saidOf([sketch("north", list), stays("south", ["a"])])).toEqual([
        `the members that ${south} also declares are not removed${unless}`,
      ]);
    });

    it("ten of them, without control characters", () => {
      const many = Array.from({ length: 12 }, (_, n) => `user-${n}\u001b[2J`);
      const [said = ""] = saidOf([sketch("north", [...many, "b"]), stays("south", ["b"])]) ?? [];
      expect(said).toMatch(/^the run removes user-0\\u001b\[2J, .*, user-9\\u001b\[2J and 2 more; the members/);
    });

    it("as declared, whatever a refresh has found or a run has not removed yet", () => {
      const remembered = { "/members": ["a", "b", "left"] };
      const record = { v: 2, paths: ["/members"], remembered };
      const outputs = { ...members(["a", "b", "found"]), __managed: record };
      const gone = stepWithOld({ ...sketch("north", ["a", "b"]), op: "delete" }, { outputs });
      expect(reportOfSteps([gone], [sketch("south", ["b"])]).resources[0]?.effects).toEqual([
        `the run removes a, left; the members that ${south} also declares are not removed${unless}`,
      ]);
    });

    it.each<[string, ResourceSketch, ResourceSketch, string]>([
      [
        "applications of a connection",
        {
          name: "clients",
          type: "ConnectionClients",
          id: "con_1",
          was: { connectionId: "con_1", clients: ["app_1", "a"] },
        },
        { ...corp, was, op: "same", is: was },
        "Connection corp",
      ],
      [
        "scopes of an API",
        {
          name: "more",
          type: "ResourceServerScopes",
          id: "https://a",
          was: { identifier: "https://a", scopes: { a: "", b: "" } },
        },
        {
          name: "api",
          id: "api_1",
          op: "same",
          was: {},
          is: { identifier: "https://a", scopes: { b: "" }, exclusiveScopes: false },
        },
        "ResourceServer api",
      ],
      [
        "actions of a trigger",
        { name: "old", type: "TriggerActions", id: "post-login", was: bound("a", "b") },
        { name: "new", type: "TriggerActions", op: "create", is: bound("b") },
        "TriggerActions new",
      ],
    ])("of %s", (_, gone, other, title) => {
      expect(saidOf([gone, other])).toEqual([
        `the run removes a; the members that ${title} of this program also declares are not removed${unless}`,
      ]);
    });
  });

  it("says that a recreated action has only the secrets that the program declares", () => {
    const check = (op: string): ResourceSketch => {
      const declared = { name: "Check", supportedTriggers: [{ id: "post-login", version: "v3" }] };
      return { name: "check", type: "Action", id: "act_1", op, was: declared, is: { ...declared, code: "" } };
    };
    const said = "the new action has only the secrets that the program declares";
    expect(toText(reportOf([check("replace")]))).toContain(`${said}: the values of undeclared secrets are lost\n`);
    expect(toText(reportOfSteps([stepWithOld(check("replace"), { retainOnDelete: true })]))).toContain(`${said}\n`);
    expect(toText(reportOf([check("update")]))).not.toContain(said);
  });
});
