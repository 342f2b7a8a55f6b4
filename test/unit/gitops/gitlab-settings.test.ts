import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { example } from "../../e2e/gitops-project.ts";
import { exec } from "../../harness/exec.ts";

type Json = Record<string, unknown>;

/** A variable, an environment and so on as GitLab's documentation of its API shows them. */
const variable = (key: string, scope: string, more: Json = {}): Json => ({
  variable_type: "env_var",
  key,
  value: `${key} of ${scope}`,
  protected: !scope.endsWith("-preview"),
  masked: /SECRET|TOKEN|PASSPHRASE/.test(key),
  hidden: false,
  raw: false,
  environment_scope: scope,
  description: null,
  ...more,
});
const level = (access_level: number | null, access_level_description = "Maintainers"): Json => ({
  id: 1001,
  access_level,
  access_level_description,
});
const protectedEnvironment = (name: string, access_level = 40): Json => ({
  name,
  deploy_access_levels: [
    {
      id: 12,
      access_level,
      access_level_description: "Maintainers",
      user_id: null,
      group_id: null,
      group_inheritance_type: 0,
    },
  ],
  required_approval_count: 0,
});
const branch = (name: string, more: Json = {}): Json => ({
  id: 101,
  name,
  push_access_levels: [level(0, "No one")],
  merge_access_levels: [level(40)],
  allow_force_push: false,
  code_owner_approval_required: false,
  ...more,
});

const scopes = ["dev", "prod", "dev-preview", "prod-preview"];
const digest = "0123456789abcdef".repeat(4);

/** What GitLab answers, by path; arrays come in pages of two. */
let answers: Map<string, Json | Json[]>;
const project = "/projects/example%2Ftenant";
const change = (path: string, edit: (before: Json[]) => Json[]) =>
  answers.set(path, edit((answers.get(path) as Json[] | undefined) ?? []));

let server: Server;
let asked: { method: string | undefined; token: unknown }[];
const token = "token-of-a-maintainer";

beforeEach(async () => {
  answers = new Map<string, Json | Json[]>([
    [
      project,
      {
        id: 3,
        path_with_namespace: "example/tenant",
        default_branch: "main",
        ci_allow_fork_pipelines_to_run_in_parent_project: false,
        ci_pipeline_variables_minimum_override_role: "no_one_allowed",
        restrict_user_defined_variables: true,
        protect_merge_request_pipelines: true,
      },
    ],
    [
      `${project}/variables`,
      [
        variable("TOOLCHAIN_IMAGE", "*", {
          protected: false,
          value: `registry.example.com/toolchain@sha256:${digest}`,
        }),
        variable("GITLAB_TOKEN", "drift-issue"),
        ...scopes.flatMap((scope) =>
          ["TENANT_DOMAIN", "TENANT_CLIENT_ID", "TENANT_CLIENT_SECRET", "PULUMI_ACCESS_TOKEN"].map((key) =>
            variable(key, scope),
          ),
        ),
      ],
    ],
    ["/groups/example/variables", []],
    [`${project}/protected_environments/dev`, protectedEnvironment("dev")],
    [`${project}/protected_environments/prod`, protectedEnvironment("prod")],
    [`${project}/protected_branches`, [branch("main")]],
    [`${project}/protected_tags`, [{ name: "release-1-0", create_access_levels: [level(40)] }]],
  ]);
  asked = [];
  server = createServer(({ method, url = "", headers }, response) => {
    asked.push({ method, token: headers["private-token"] });
    const { pathname, searchParams } = new URL(url, "http://loopback");
    const answer = answers.get(pathname.replace(/^\/api\/v4/, ""));
    const page = Number(searchParams.get("page") ?? 1);
    const isList = Array.isArray(answer);
    const next = isList && page * 2 < answer.length ? String(page + 1) : "";
    response.writeHead(answer === undefined ? 404 : 200, { "content-type": "application/json", "x-next-page": next });
    const body = isList ? answer.slice(page * 2 - 2, page * 2) : (answer ?? { message: "404 Not found" });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

async function settings(...args: string[]) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, stdout, stderr } = await exec(
    process.execPath,
    [join(example, "ci/gitlab-settings.mjs"), ...(args.length > 0 ? args : [url, "example/tenant"])],
    { env: { GITLAB_TOKEN: token }, timeoutMs: 60_000 },
  );
  return { code, stderr, found: stdout.trim().split("\n").slice(0, -1) };
}

describe("the GitLab settings of a project", () => {
  it("pass the check if they are as on the page, and the check only reads", async () => {
    expect(await settings()).toEqual({ code: 0, stderr: "", found: [] });
    expect(new Set(asked.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(new Set(asked.map((one) => one.token))).toEqual(new Set([token]));
  });

  const variables = `${project}/variables`;
  const edit = (key: string, scope: string, more: Json) => () =>
    change(variables, (all) =>
      all.map((one) => (one.key === key && one.environment_scope === scope ? { ...one, ...more } : one)),
    );
  const replace = (path: string, answer: Json | Json[]) => () => void answers.set(path, answer);

  it.each<[string, () => void, RegExp]>([
    [
      "a secret of prod is not protected",
      edit("TENANT_CLIENT_SECRET", "prod", { protected: false }),
      /TENANT_CLIENT_SECRET.*prod: is not protected/,
    ],
    [
      "a domain of prod is not protected",
      edit("TENANT_DOMAIN", "prod", { protected: false }),
      /TENANT_DOMAIN.*prod: is not protected/,
    ],
    [
      "a secret is for all environments",
      edit("TENANT_CLIENT_SECRET", "dev", { environment_scope: "*" }),
      /TENANT_CLIENT_SECRET.*\*: belongs to one/,
    ],
    [
      "a secret is for dev and its previews",
      edit("PULUMI_ACCESS_TOKEN", "dev", { environment_scope: "dev*" }),
      /PULUMI_ACCESS_TOKEN.*dev\*: belongs to one/,
    ],
    [
      "a secret is not masked",
      edit("TENANT_CLIENT_SECRET", "prod-preview", { masked: false }),
      /TENANT_CLIENT_SECRET.*prod-preview: is not masked/,
    ],
    [
      "previews apply with the same client",
      edit("TENANT_CLIENT_SECRET", "prod-preview", { value: "TENANT_CLIENT_SECRET of prod" }),
      /TENANT_CLIENT_SECRET, for prod: prod-preview has the same value/,
    ],
    [
      "an environment has no domain",
      edit("TENANT_DOMAIN", "prod", { environment_scope: "other" }),
      /TENANT_DOMAIN, for prod: is missing/,
    ],
    [
      "merge requests get the project's token",
      edit("GITLAB_TOKEN", "drift-issue", { protected: false }),
      /GITLAB_TOKEN.*is not protected/,
    ],
    [
      "the image can change",
      edit("TOOLCHAIN_IMAGE", "*", { value: "registry.example.com/toolchain:latest" }),
      /TOOLCHAIN_IMAGE: names no digest/,
    ],
    [
      "the group has a secret for everybody",
      replace("/groups/example/variables", [variable("AWS_SECRET_ACCESS_KEY", "*")]),
      /AWS_SECRET_ACCESS_KEY of the group example/,
    ],
    [
      "the group's variables cannot be read",
      () => answers.delete("/groups/example/variables"),
      /group example: its variables cannot be read/,
    ],
    [
      "prod is no protected environment",
      () => answers.delete(`${project}/protected_environments/prod`),
      /environment prod: is not protected/,
    ],
    [
      "developers may deploy",
      replace(`${project}/protected_environments/dev`, protectedEnvironment("dev", 30)),
      /environment dev: more than maintainers/,
    ],
    [
      "the default branch is not protected",
      replace(`${project}/protected_branches`, [branch("release/*")]),
      /branch main: is not protected/,
    ],
    [
      "developers may push to a protected branch",
      replace(`${project}/protected_branches`, [
        branch("main"),
        branch("release/*", { push_access_levels: [level(30, "Developers + Maintainers")] }),
      ]),
      /branch release\/\*: more than maintainers/,
    ],
    [
      "the default branch may be pushed by force",
      replace(`${project}/protected_branches`, [branch("main", { allow_force_push: true })]),
      /branch main: may be pushed by force/,
    ],
    [
      "developers may create a protected tag",
      replace(`${project}/protected_tags`, [
        { name: "*-stable", create_access_levels: [level(30, "Developers + Maintainers")] },
      ]),
      /tag \*-stable: more than maintainers/,
    ],
    [
      "whoever starts a pipeline sets its variables",
      replace(project, {
        default_branch: "main",
        ci_allow_fork_pipelines_to_run_in_parent_project: false,
        ci_pipeline_variables_minimum_override_role: "developer",
        restrict_user_defined_variables: true,
      }),
      /pipeline variables.*TENANT_DOMAIN/,
    ],
    [
      "pipelines of forks can run here",
      replace(project, {
        default_branch: "main",
        ci_allow_fork_pipelines_to_run_in_parent_project: true,
        ci_pipeline_variables_minimum_override_role: "maintainer",
        restrict_user_defined_variables: true,
      }),
      /merge requests of forks/,
    ],
  ])("fail the check if %s", async (_, breakIt, expected) => {
    breakIt();
    const { code, found } = await settings();
    expect(code).toBe(1);
    expect(found.filter((line) => expected.test(line))).toHaveLength(1);
  });

  it("are never quoted in a report", async () => {
    edit("TENANT_CLIENT_SECRET", "prod", { protected: false, masked: false, value: "do-not-print" })();
    expect((await settings()).found.join()).not.toContain("do-not-print");
  });

  it("are not judged if GitLab does not respond", async () => {
    answers.clear();
    expect(await settings()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("GitLab answered 404"),
      found: [],
    });
    expect((await settings("https://gitlab.example.com")).code).toBe(2);
  });
});
