import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Emulator, startEmulator } from "../../../provider/src/emulator/index.ts";
import { compileCache } from "../../harness/compile-cache.ts";
import { exec } from "../../harness/exec.ts";
import { runCommand } from "../helpers/command.ts";
import { inDays, later } from "../helpers/days.ts";
import { previewText, type ResourceSketch, stepOf } from "../helpers/preview.ts";

// The commands as they are published, for one story each: the package has to be built first.
const main = join(import.meta.dirname, "../../../provider/dist/commands/main.js");

/** A CLI that prints what it is told to for each of its commands. */
const fake = `#!/bin/sh
answer=none
case "$1 $2" in
  "stack export") answer=\${FAKE_EXPORT-none} ;;
  "stack ls") answer=\${FAKE_LS-none} ;;
  "preview "*) answer=\${FAKE_PREVIEW-none} ;;
esac
if [ "$answer" = none ]; then
  printf "error: no stack named 'dev' found" >&2
  exit 255
fi
printf %s "$answer"
`;

const secret = "not-to-be-shown";
let folder: string;
let tenant: Emulator;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "map-"));
  await writeFile(join(folder, "pulumi"), fake, { mode: 0o755 });
  tenant = await startEmulator({
    seed: {
      connections: [{ name: "corp", strategy: "oidc", options: { client_id: "a", client_secret: secret } }],
      roles: [{ id: "rol_reader", name: "Reader" }],
      organizations: [{ id: "org_shop", name: "shop" }],
      organizationMembers: [{ organization_id: "org_shop", user_id: "auth0|ops", name: "Ops", roles: ["rol_reader"] }],
    },
  });
});
afterAll(async () => {
  await tenant?.close();
  await rm(folder, { recursive: true, force: true });
});

const environment = (more: Readonly<Record<string, string>>) => ({
  ...{ PATH: process.env.PATH, PULUMI_CLI: join(folder, "pulumi") },
  ...more,
});

const run = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input?: string) =>
  runCommand(args, { cwd: folder, env: environment(env), input });

const runPublished = (args: readonly string[], env: Readonly<Record<string, string>>, input?: string) =>
  exec(process.execPath, [main, ...args], {
    ...{ cwd: folder, env: { ...compileCache, ...environment(env) }, input, timeoutMs: 60_000 },
  });
const exported = (sketches: readonly ResourceSketch[]) =>
  JSON.stringify({
    deployment: { resources: sketches.map((sketch) => Object(stepOf(sketch)).oldState) },
  });

const role = { name: "reader", type: "Role", id: "rol_reader", was: { name: "Reader" } };
const member = {
  ...{ name: "ops", type: "OrganizationMemberRoles", id: "org_shop::auth0|ops" },
  was: { organizationId: "org_shop", userId: "auth0|ops", roles: ["rol_reader"] },
};
const renamed = previewText([{ ...role, is: { name: "Viewer" }, diff: { name: "update" } }]);

describe("review", () => {
  const state = { FAKE_EXPORT: exported([role, member]) };

  describe("with --strict-baseline", () => {
    const code = { appType: "spa", grantTypes: ["authorization_code"] };
    const portal = { name: "portal", type: "Client", id: "app_1", was: code };
    const env = { FAKE_EXPORT: exported([portal]) };
    const review = (is: object, ...args: readonly string[]) =>
      run(
        ["review", "--stack", "dev", "--strict-baseline", "--preview", "-", ...args],
        env,
        previewText([{ ...portal, op: "update", is }]),
      );
    const implicit = { ...code, grantTypes: ["implicit"] };

    it("fails on a newly broken rule of severity high, after it has shown the whole review", async () => {
      const { code: ended, stdout, stderr } = await review(implicit, "--markdown", "review.md");
      expect(ended).toBe(1);
      expect(stdout).toContain("\n    newly breaks the security baseline: high client-no-implicit-grant: fails if");
      expect(stdout).toContain("grantTypes");
      expect(stderr).toContain(
        "newly breaks rules of the security baseline:\n  high client-no-implicit-grant: Client portal\n",
      );
      expect(await readFile(join(folder, "review.md"), "utf8")).toContain(
        "\n- newly breaks the security baseline: high client-no-implicit-grant: fails if",
      );
    });

    it("does not fail on a waived broken rule, nor on one of a lower severity", async () => {
      const waivers = join(folder, "tenant-baseline.yaml");
      const entry = `rule: client-no-implicit-grant\n    resource: portal\n    reason: Later.\n    until: ${later}`;
      await writeFile(waivers, `waivers:\n  - ${entry}\n`);
      expect(await review(implicit)).toMatchObject({
        code: 7,
        stdout: expect.stringContaining(`waived until ${later}: Later.`),
      });
      await rm(waivers);
      const lower = await review({ ...code, crossOriginAuthentication: true });
      expect(lower).toMatchObject({ code: 7, stdout: expect.stringContaining("medium client-no-cross-origin-auth") });
    });
  });

  it("reads the object that a plan adopts with the environment's credentials, and lists no rule as new that was broken before", async () => {
    const options = { client_id: "a", issuer: "http://idp.example.com" };
    const own = await startEmulator({ seed: { connections: [{ name: "corp", strategy: "oidc", options }] } });
    onTestFinished(() => own.close());
    const rule = "connection-https-endpoints";
    const review = (is: object, env: Record<string, string> = {}) => {
      const inputs = { name: "corp", strategy: "oidc", adopt: true, ...is, __tenant: new URL(own.url).host };
      const sketch = { name: "corp", type: "Connection", op: "create", is: inputs };
      return run(["review", "--strict-baseline", "--preview", "-"], { ...state, ...env }, previewText([sketch]));
    };
    const unread = await review({ options });
    expect(unread).toMatchObject({ code: 1, stdout: expect.stringContaining("may already break the rule") });
    expect(unread.stderr).toContain("objects that the plan adopts could not be read at the tenant: ");
    const withScopes = (...scopes: readonly string[]) => ({
      TENANT_DOMAIN: own.url,
      TENANT_TOKEN: own.issueToken(scopes),
    });
    const withheld = await review({ options }, withScopes("read:connections"));
    expect(withheld).toMatchObject({ code: 1, stdout: expect.stringContaining("may already break the rule") });
    const credentials = withScopes("read:connections", "read:connections_options");
    const read = await review({ options }, credentials);
    expect(read).toMatchObject({ code: 7, stdout: expect.not.stringContaining("security baseline") });
    const another = await review({ name: "another", options }, credentials);
    expect(another).toMatchObject({ code: 1, stdout: expect.stringContaining(`${rule}: fails`) });
    // The environment names another tenant than the plan, so nothing is read there.
    const requests = tenant.requests.length;
    const elsewhere = await review({ options }, { TENANT_DOMAIN: tenant.url, TENANT_TOKEN: "unused" });
    expect(elsewhere).toMatchObject({ code: 1, stdout: expect.stringContaining("may already break the rule") });
    expect(tenant.requests.length).toBe(requests);
  });

  it("runs a preview itself, or reads one from a file or standard input, without credentials", async () => {
    const file = join(folder, "preview.json");
    await writeFile(file, renamed);
    const [itself, ofFile, ofInput] = await Promise.all([
      runPublished(["review"], { ...state, FAKE_PREVIEW: renamed }),
      run(["review", "--preview", file], state),
      runPublished(["review", "--preview", "-"], state, renamed),
    ]);
    expect(itself).toMatchObject({ code: 7, stderr: "" });
    expect(itself.stdout).toContain('  Role reader (rol_reader)\n    name: "Reader" → "Viewer"\n');
    expect(itself.stdout).toContain("at least 1 user (auth0|ops)");
    const withoutSource = ({ stdout }: { readonly stdout: string }) => stdout.replace(/^Source: .*\n/m, "");
    expect([ofFile, ofInput].map(withoutSource)).toEqual([itself, itself].map(withoutSource));
  });

  it("reads a saved plan in place of a preview, and refuses losses that an earlier review has not shown", async () => {
    const [urn] = (JSON.parse(renamed).steps as { urn: string }[]).slice(-1).map((step) => step.urn);
    const plan = join(folder, "plan.json");
    await writeFile(plan, JSON.stringify({ resourcePlans: { [String(urn)]: { steps: ["delete"] } } }));
    const earlier = join(folder, "review.json");
    const reviewed = await run(["review", "--plan", plan, "--json", earlier], state);
    expect(reviewed).toMatchObject({ code: 7, stdout: expect.stringContaining("1 deleted") });
    const again = (file: string, of: Record<string, string> = state) =>
      run(["review", "--plan", plan, "--reviewed", file], of);
    expect(await again(earlier)).toMatchObject({ code: 7, stderr: "" });
    const other = { FAKE_EXPORT: exported([{ ...role, id: "rol_other" }, member]) };
    expect(await again(earlier, other)).toMatchObject({
      ...{
        code: 1,
        stderr: expect.stringMatching(/no longer the one that was reviewed.*\n {2}delete Role reader \(rol_other\)/s),
      },
    });
    // Otherwise the new report would replace the earlier one, and then be compared with itself.
    const replacing = ["review", "--plan", plan, "--json", `${folder}/./review.json`, "--reviewed", earlier];
    expect(await run(replacing, other)).toMatchObject({
      ...{ code: 2, stdout: "", stderr: expect.stringContaining("two options name the same file") },
    });
    expect(await again(earlier, other)).toMatchObject({ code: 1 });
    expect(await again(join(folder, "none.json"))).toMatchObject({
      ...{ code: 1, stderr: expect.stringContaining("there is no such file, so nothing was reviewed") },
    });
    // What the preview said is added, and is no change.
    const diagnostics = [{ severity: "info#err", message: "it exists already" }];
    const said = await run(["review", "--plan", plan, "--preview", "-"], state, JSON.stringify({ diagnostics }));
    expect(said.stdout.replace("\nnote: it exists already\n", "")).toBe(reviewed.stdout);
  });

  it.each([
    ["no step", '{"steps":null}', "describes no resource, although the state has some"],
    ["only counts", '{"changeSummary":{"same":2}}', "describes no resource, although the state has some"],
    [
      "the steps of another stack",
      renamed.replaceAll("urn:pulumi:dev::", "urn:pulumi:stage::"),
      /is of stack "stage" of project "\w+", and the state is of stack "dev" of project/,
    ],
  ])("refuses a preview with %s, which would be taken for one without changes", async (_, text, why) => {
    const message = {
      code: 1,
      stdout: "",
      stderr: typeof why === "string" ? expect.stringContaining(why) : expect.stringMatching(why),
    };
    expect(await run(["review", "--preview", "-"], state, text)).toMatchObject(message);
    expect(await run(["audit", "--stack", "dev", "--preview", "-"], state, text)).toMatchObject(message);
  });

  it("refuses a saved plan without any step, and a preview by the CLI itself that has none", async () => {
    const plan = join(folder, "empty-plan.json");
    await writeFile(plan, JSON.stringify({ manifest: {}, resourcePlans: {} }));
    const message = { code: 1, stderr: expect.stringContaining("describes no resource, although the state has some") };
    expect(await run(["review", "--plan", plan], state)).toMatchObject(message);
    expect(await run(["review"], { ...state, FAKE_PREVIEW: '{"steps":null}' })).toMatchObject(message);
  });

  describe("with --fail-on", () => {
    const portal = { name: "portal", type: "Client", id: "app_1", was: { name: "Portal", appType: "spa" } };
    const lost = { ...role, op: "delete" };
    const adopted = { ...{ name: "new", type: "Role" }, op: "create", is: { name: "New", adopt: true } };
    const review = (sketches: readonly ResourceSketch[], ...args: readonly string[]) =>
      run(["review", "--preview", "-", ...args], { FAKE_EXPORT: exported([role]) }, previewText(sketches));

    it("fails on each of the given kinds of changes, and on no other", async () => {
      const implicit = { ...portal, op: "update", is: { ...portal.was, grantTypes: ["implicit"] } };
      const replaced = { ...portal, op: "replace", is: portal.was };
      const cases: readonly (readonly [string, ResourceSketch, string])[] = [
        ["delete", lost, "delete: Role reader"],
        ["replace", replaced, "replace: Client portal"],
        ["weaker", implicit, "weaker: breaks client-no-implicit-grant of Client portal"],
        ["adopt", adopted, "adopt: Role new"],
      ];
      await Promise.all(
        cases.flatMap(([kind, sketch, says]) => {
          const others = cases.map(([other]) => other).filter((other) => other !== kind);
          return [
            review([sketch], "--fail-on", kind).then(({ code, stdout, stderr }) => {
              expect(stderr).toContain("--fail-on ends it:\n");
              expect(stderr).toContain(`\n  ${says}`);
              expect(stdout).toContain("The next up of stack dev");
              expect(code, kind).toBe(1);
            }),
            review([sketch], "--fail-on", others.join(",")).then(({ code, stderr }) =>
              expect({ code, stderr }, kind).toEqual({ code: 7, stderr: "" }),
            ),
          ];
        }),
      );
    });

    it("takes several kinds, separated by commas or in several options, and names all that it finds", async () => {
      const forms = [
        ["--fail-on", "adopt, delete"],
        ["--fail-on", "delete", "--fail-on", "adopt"],
      ];
      for (const { code, stderr } of await Promise.all(forms.map((form) => review([lost, adopted], ...form)))) {
        expect(stderr).toMatch(/\n {2}delete: Role reader.*\n {2}adopt: Role new/);
        expect(code).toBe(1);
      }
    });

    it.each(["deletes", "", "delete,", "Delete"])(
      "ends with 2 for a kind that does not exist, before it reads anything: %j",
      async (kind) => {
        const { code, stdout, stderr } = await run(["review", "--fail-on", kind]);
        expect(stderr).toContain("is no kind of change. Use delete, replace, weaker, adopt.");
        expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      },
    );
  });

  it("names the document that it reviews, and the values with which it compares", async () => {
    const step = stepOf({ ...role, op: "same", is: role.was });
    const { urn } = step as { readonly urn: string };
    const unrefreshed = JSON.stringify({ steps: [step] });
    const [preview, plan] = [join(folder, "preview.json"), join(folder, "plan.json")];
    await writeFile(preview, unrefreshed);
    await writeFile(plan, JSON.stringify({ manifest: {}, resourcePlans: { [urn]: { steps: ["same"] } } }));
    const env = { FAKE_EXPORT: exported([role]), FAKE_PREVIEW: renamed };
    const sourceOf = async (...args: readonly string[]) =>
      /^Source: (.*)$/m.exec((await run(["review", ...args], env)).stdout)?.[1];
    const stored =
      "compared with the stored values of the state, which lack edits at the tenant since the last refresh";
    expect(await sourceOf("--preview", preview)).toBe(`the preview in ${preview}; ${stored}`);
    expect(await sourceOf("--plan", plan)).toBe(`the saved plan ${plan}; ${stored}`);
    const live = "a preview that this command has run; compared with the tenant as it is (refresh)";
    expect(await sourceOf("--refresh")).toBe(live);
  });

  it("shows waivers that a branch adds or extends as weaker, except those of other stacks", async () => {
    const files = ["tenant-baseline.yaml", "branch.yaml"].map((file) => join(folder, file));
    onTestFinished(async () => {
      await Promise.all(files.map((file) => rm(file, { force: true })));
    });
    const waiver = (resource: string, more: string) =>
      `  - {rule: client-no-implicit-grant, resource: ${resource}, reason: "Later\\x01", until: ${more}}\n`;
    const old = `waivers:\n${waiver("portal", inDays(200))}`;
    await writeFile(files[0] ?? "", old);
    const added = [later, `${inDays(200)}, stack: dev`, `${inDays(200)}, stack: prod`].map((more, n) =>
      waiver(n === 0 ? "portal" : `app-${n}`, more),
    );
    await writeFile(files[1] ?? "", old + added.slice(1).join("") + waiver("ended", "2020-01-01"));
    const review = (...args: readonly string[]) =>
      run(
        ["review", "--preview", "-", ...args],
        { FAKE_EXPORT: exported([role]) },
        previewText([{ ...role, op: "same", is: role.was }]),
      );
    const same = await review("--branch-waivers", files[0] ?? "", "--fail-on", "weaker");
    expect(same.code).toBe(0);
    expect(same.stdout).toMatch(
      /^The next up of stack dev changes nothing\nSource: a preview from standard input; compared with .*\n$/,
    );
    const { code, stdout } = await review("--branch-waivers", files[1] ?? "");
    const line = `high client-no-implicit-grant: "app-1" (stack dev), until ${inDays(200)}: Later\\u0001`;
    expect(stdout).toContain(`\nWeaker: waivers of the security baseline that the branch adds or extends\n  ${line}\n`);
    expect(stdout).not.toMatch(/app-2|ended|portal/);
    expect(code).toBe(0);
    await writeFile(files[1] ?? "", `waivers:\n${added[0]}`);
    const extended = await review("--branch-waivers", files[1] ?? "", "--fail-on", "weaker", "--json");
    expect(extended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("new waiver of client-no-implicit-grant"),
    });
    expect(JSON.parse(extended.stdout)).toMatchObject({
      addedWaivers: [{ rule: "client-no-implicit-grant", resource: "portal", until: later, severity: "high" }],
    });
  });

  it("shows drift and differences that a branch newly accepts as weaker", async () => {
    const branch = join(folder, "branch");
    await mkdir(branch);
    const write = (drift: string, compare: string, at = branch) =>
      Promise.all([
        writeFile(join(at, "tenant-drift.yaml"), `waivers:\n${drift}`),
        writeFile(join(at, "tenant-compare.dev-prod.yaml"), `sides: {from: dev, to: prod}\n${compare}`),
      ]);
    onTestFinished(async () => {
      await Promise.all(
        [
          branch,
          ...["tenant-drift.yaml", "shared.yaml", "tenant-compare.dev-prod.yaml"].map((name) => join(folder, name)),
        ].map((path) => rm(path, { recursive: true, force: true })),
      );
    });
    const review = (...args: readonly string[]) =>
      run(
        ["review", "--preview", "-", "--branch-files", branch, ...args],
        { FAKE_EXPORT: exported([role]) },
        previewText([{ ...role, op: "same", is: role.was }]),
      );
    const drift = (resource: string, more: string) => `  - {resource: ${resource}, reason: "Later\\x01", ${more}}\n`;
    const soon = inDays(1);
    await write(
      drift("corp", `until: ${soon}, stack: dev, property: options.issuer`) +
        drift("other", `until: ${soon}, stack: prod`),
      "replacements: [{from: a, to: b}]\nmayDiffer: [{type: Role, object: Debug*, reason: Why}]\n",
    );
    const { stdout } = await review();
    const lines = [
      `tenant-drift.yaml: drift of "corp", options.issuer (stack dev), until ${soon}: Later\\u0001`,
      'tenant-compare.dev-prod.yaml: Role "Debug*" may differ, or be missing: Why',
      'tenant-compare.dev-prod.yaml: "a" counts as the same as "b"',
    ];
    expect(stdout).toContain(
      `\nWeaker: what the branch accepts in reports of drift and comparisons\n${lines.map((line) => `  ${line}\n`).join("")}`,
    );
    expect(await review("--fail-on", "weaker")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('weaker: newly accepted: drift of "corp", options.issuer'),
    });
    const reviewed = join(branch, "review.json");
    await writeFile(reviewed, '{"resources": []}');
    expect(await review("--reviewed", reviewed)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('\n  newly accepted: drift of "corp", options.issuer\n'),
    });
    await writeFile(reviewed, (await review("--json")).stdout);
    expect((await review("--reviewed", reviewed)).code).toBe(0);
    const waivers = join(branch, "tenant-baseline.yaml");
    await writeFile(
      waivers,
      `waivers:\n  - {rule: client-no-implicit-grant, resource: app, reason: Later, until: ${soon}}\n`,
    );
    expect((await review()).stdout).toContain(`high client-no-implicit-grant: "app", until ${soon}: Later\n`);
    await rm(waivers);
    // The default branch has the same entries, or wider ones.
    const wider = "replacements: [{from: a, to: b}]\nmayDiffer: [{type: Role, reason: Why}]\n";
    await write(drift("corp", `until: ${soon}`), wider, folder);
    expect(await review("--fail-on", "weaker")).toMatchObject({ code: 0 });
    // A link in the project is its owner's, one in the branch may lead anywhere.
    await rename(join(folder, "tenant-drift.yaml"), join(folder, "shared.yaml"));
    await symlink(join(folder, "shared.yaml"), join(folder, "tenant-drift.yaml"));
    expect(await review("--fail-on", "weaker")).toMatchObject({ code: 0 });
    await rm(join(branch, "tenant-drift.yaml"));
    await symlink("/proc/self/environ", join(branch, "tenant-drift.yaml"));
    expect(await review()).toMatchObject({ code: 1, stderr: expect.stringContaining("is not a file") });
  });

  it("reads the waivers in force once, also beside the waivers of a branch", async () => {
    const [branch, waivers] = [join(folder, "of-branch"), join(folder, "tenant-baseline.yaml")];
    await mkdir(branch);
    onTestFinished(() =>
      Promise.all([branch, waivers].map((path) => rm(path, { recursive: true }))).then(() => undefined),
    );
    // A second read of a pipe would wait for ever.
    execFileSync("mkfifo", [waivers]);
    const written = writeFile(waivers, "waivers: []\n");
    const preview = previewText([{ ...role, op: "same", is: role.was }]);
    expect((await run(["review", "--preview", "-", "--branch-files", branch], state, preview)).code).toBe(0);
    await written;
  });

  it("warns of a preview that hides deletions before a replacement", async () => {
    const step = (op: string) => ({ ...role, op, is: { name: "Viewer" } });
    const [hidden, shown] = await Promise.all(
      [[step("replace")], [step("replace"), step("create-replacement")]].map((steps) =>
        run(["review", "--preview", "-"], state, previewText(steps)),
      ),
    );
    expect(hidden?.stdout).toContain(
      "warning: the preview omits resources that were removed from the program and are deleted before a replacement",
    );
    expect(shown?.stdout).not.toContain("warning");
  });

  it("ends with 0 and prints one document if nothing changes", async () => {
    const { code, stdout } = await run(["review", "--json"], { ...state, FAKE_PREVIEW: previewText([]) });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, changes: false, resources: [] });
  });

  it("ends with 1 and a report if the preview failed, and with 2 for contradictory options", async () => {
    const diagnostics = [{ severity: "error", message: "it does not compile" }];
    const failed = await run(["review"], { ...state, FAKE_PREVIEW: previewText([], { diagnostics }) });
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining("error: it does not compile") });
    expect(await run(["review"], { FAKE_PREVIEW: renamed })).toMatchObject({ code: 1, stdout: "" });
    expect(await run(["review", "--preview", "-"], state, "{}")).toMatchObject({
      ...{
        code: 1,
        stderr: expect.stringContaining("`pulumi preview --json --show-replacement-steps` has an unknown format"),
      },
    });
    expect((await run(["review", "--json", "--markdown"])).code).toBe(2);
  });
});

describe("map", () => {
  const credentials = () => ({
    ...{ TENANT_DOMAIN: tenant.domain, TENANT_CLIENT_ID: tenant.clientId, TENANT_CLIENT_SECRET: tenant.clientSecret },
  });
  const labelsOf = (stdout: string) =>
    (JSON.parse(stdout).objects as { kind: string; label: string; state: string }[]).map(
      ({ kind, label, state }) => `${kind} ${label} ${state}`,
    );

  it("shows the whole tenant, and marks the objects that no stack of the project manages", async () => {
    const FAKE_LS = JSON.stringify([{ name: "dev" }]);
    const env = { ...credentials(), FAKE_LS, FAKE_EXPORT: exported([role]) };
    const { code, stdout } = await runPublished(["map", "--json"], env);
    expect(code).toBe(0);
    expect(labelsOf(stdout)).toEqual([
      "Organization shop unmanaged",
      "Connection corp unmanaged",
      "Role Reader managed",
      "User auth0|ops outside",
      "OrganizationMemberRoles shop · auth0|ops unmanaged",
    ]);
    expect(stdout).not.toContain(secret);
  });

  it("shows e-mails that differ from a new tenant's, without a call for those that a stack manages", async () => {
    const mails = ["welcome_email", "reset_email"].map((template) => {
      return { id: `email-templates/${template}`, template, body: "<p>Hello</p>", enabled: true };
    });
    const own = await startEmulator({ seed: { settings: mails } });
    onTestFinished(() => own.close());
    const welcome = { name: "mail", type: "EmailTemplate", id: "welcome_email", was: { template: "welcome_email" } };
    const FAKE_LS = JSON.stringify([{ name: "dev" }]);
    const env = { TENANT_DOMAIN: own.domain, TENANT_CLIENT_ID: own.clientId, TENANT_CLIENT_SECRET: own.clientSecret };
    const { stdout } = await run(["map", "--json"], { ...env, FAKE_LS, FAKE_EXPORT: exported([welcome]) });
    expect(labelsOf(stdout).toSorted()).toEqual([
      "EmailTemplate reset_email unmanaged",
      "EmailTemplate welcome_email managed",
    ]);
    expect(own.requests.filter(({ path }) => path.includes("email-templates/"))).toHaveLength(13);
  });

  it("says what it could not read also where the map itself has no place for it", async () => {
    const own = await startEmulator();
    onTestFinished(() => own.close());
    const env = { TENANT_DOMAIN: own.domain, TENANT_CLIENT_ID: own.clientId, TENANT_CLIENT_SECRET: own.clientSecret };
    own.inject({ kind: "status", status: 200, method: "GET", path: "/api/v2/roles", body: {} });
    const { code, stdout, stderr } = await run(["map", "--mermaid"], { ...env, FAKE_LS: "[]" });
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("flowchart") });
    expect(stderr).toMatch(/^not on the map, because it could not be read:\n {2}all roles: .* no list of roles\n/);
  });

  it("warns if the stacks cannot be listed, and marks no object as unmanaged", async () => {
    const { code, stdout, stderr } = await run(["map", "--json"], credentials());
    expect(code).toBe(0);
    expect(stderr).toContain(
      "the stacks of this project could not be listed, so it is unknown which objects are managed",
    );
    expect(labelsOf(stdout)).toContain("Connection corp unknown");
  });

  it("shows the objects of stacks without credentials, as one page and as Mermaid", async () => {
    const out = join(folder, "tenant.html");
    const env = { FAKE_EXPORT: exported([role, member]) };
    const { code, stdout } = await run(["map", "--stack", "dev", "--stack", "prod", "--out", out, "--mermaid"], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^flowchart LR\n/);
    const page = await readFile(out, "utf8");
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="/);
    // The library says itself who made it, and under which license.
    expect(page).toContain("Permission is hereby granted, free of charge");
  });

  it("names on stderr the objects that a diagram leaves out, so that stdout is a valid diagram", async () => {
    const members = Array.from({ length: 500 }, (_, at) => `u-${at}`);
    const all = { name: "all", type: "OrganizationMembers", was: { organizationId: "org_shop", members } };
    const { stdout, stderr } = await run(["map", "--stack", "dev", "--mermaid"], { FAKE_EXPORT: exported([all]) });
    expect(stdout).toMatch(/^flowchart LR\n( {2}.*\n)+$/);
    expect(stderr).toMatch(/^the diagram lacks \d+ users, \d+ references, because .*; --out <file> writes/);
  });

  it("refuses to run without exactly one kind of output", async () => {
    expect(await run(["map"])).toMatchObject({ code: 2, stderr: expect.stringContaining("--out <file>") });
    expect((await run(["map", "--json", "--mermaid"])).code).toBe(2);
  });
});
