// usage: GITLAB_TOKEN=… node ci/gitlab-settings.mjs https://gitlab.example.com group/project
//
// Lists the missing settings of GITLAB.md: ends with 0 if none is missing, with 1 otherwise. Reads only. Run it by hand, not in a
// pipeline: it needs a token of a user with the role Maintainer and the scope `read_api`.
import { environments } from "./environments.mjs";
import { Gitlab, GitlabError } from "./gitlab-api.mjs";

const applying = environments();
const scopes = [...applying, ...applying.map((name) => `${name}-preview`)];
const maintainer = 40;
/** Variables that are secret whether or not GitLab masks them. */
const secretName = /SECRET|TOKEN|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY|CREDENTIAL/;

const [server, projectPath] = process.argv.slice(2);
const token = process.env.GITLAB_TOKEN;
if (!server || !projectPath || !token) {
  console.error("usage: GITLAB_TOKEN=… node ci/gitlab-settings.mjs https://gitlab.example.com group/project");
  process.exit(2);
}
const gitlab = new Gitlab(`${server.replace(/\/+$/, "")}/api/v4`, token);
const project = `/projects/${encodeURIComponent(projectPath)}`;
const findings = [];

/** A response, or undefined after a failure; then the finding has the reason. */
async function orFinding(ask, finding) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GitlabError) || ![403, 404].includes(error.status)) throw error;
    findings.push(finding);
    return undefined;
  }
}

function checkVariable({ key, protected: isProtected, masked, hidden, environment_scope: scope }, where) {
  const isSecret = masked || hidden || secretName.test(key);
  if (!isSecret && !applying.includes(scope)) return;
  const name = `variable ${key} of ${where}, for ${scope}`;
  if (scope.includes("*")) findings.push(`${name}: belongs to one environment, not to several`);
  else if (!scope.endsWith("-preview") && !isProtected)
    findings.push(`${name}: is not protected, so every branch can read it`);
  if (isSecret && !masked && !hidden) findings.push(`${name}: is not masked, so it can stand in a log`);
  if (key === "GITLAB_TOKEN" && scope.endsWith("-preview")) findings.push(`${name}: merge requests would get it`);
}

/** Whether a role below Maintainer has access. Users, groups and deploy keys that are named one by one are not checked. */
function isLow({ access_level: level }) {
  return typeof level === "number" && level > 0 && level < maintainer;
}

/** Finds credentials that previews share with the jobs that apply: they give a preview the same rights. */
function checkShared(variables) {
  for (const { key, value, environment_scope: scope } of variables) {
    // A stack has only one passphrase: see OPERATIONS.md for the secrets that it decrypts.
    if (!secretName.test(key) || key === "PULUMI_CONFIG_PASSPHRASE" || !applying.includes(scope) || !value) continue;
    const twin = variables.find((one) => one.value === value && one.environment_scope.endsWith("-preview"));
    if (twin) findings.push(`variable ${key}, for ${scope}: ${twin.environment_scope} has the same value`);
  }
}

async function checkVariables() {
  const variables = await Array.fromAsync(gitlab.list(`${project}/variables`));
  checkShared(variables);
  for (const variable of variables) {
    checkVariable(variable, "the project");
    if (variable.key === "TOOLCHAIN_IMAGE" && !/@sha256:[0-9a-f]{64}$/.test(variable.value)) {
      findings.push("variable TOOLCHAIN_IMAGE: names no digest (…@sha256:…), so the image can change");
    }
  }
  for (const scope of scopes) {
    const isThere = variables.some((one) => one.key === "TENANT_DOMAIN" && one.environment_scope === scope);
    if (!isThere) findings.push(`variable TENANT_DOMAIN, for ${scope}: is missing`);
  }
  const groups = projectPath.split("/").slice(0, -1);
  for (const [index] of groups.entries()) {
    const group = groups.slice(0, index + 1).join("/");
    await orFinding(async () => {
      for await (const variable of gitlab.list(`/groups/${encodeURIComponent(group)}/variables`)) {
        checkVariable(variable, `the group ${group}`);
      }
    }, `group ${group}: its variables cannot be read with this token, and the project inherits them`);
  }
}

async function checkEnvironments() {
  for (const name of applying) {
    const found = await orFinding(
      () => gitlab.get(`${project}/protected_environments/${name}`),
      `environment ${name}: is not protected`,
    );
    if (found?.deploy_access_levels.some(isLow)) findings.push(`environment ${name}: more than maintainers may deploy`);
  }
}

async function checkBranches(defaultBranch) {
  const names = [];
  for await (const {
    name,
    push_access_levels: push,
    merge_access_levels: merge,
    allow_force_push: force,
  } of gitlab.list(`${project}/protected_branches`)) {
    names.push(name);
    if ([...push, ...merge].some(isLow)) findings.push(`branch ${name}: more than maintainers may push or merge`);
    if (force) findings.push(`branch ${name}: may be pushed by force`);
  }
  if (!names.includes(defaultBranch)) findings.push(`branch ${defaultBranch}: is not protected`);
  for await (const { name, create_access_levels: create } of gitlab.list(`${project}/protected_tags`)) {
    if (create.some(isLow)) findings.push(`tag ${name}: more than maintainers may create it`);
  }
}

function checkProject(settings) {
  const role = settings.ci_pipeline_variables_minimum_override_role;
  if (settings.restrict_user_defined_variables === false || !["no_one_allowed", "owner", "maintainer"].includes(role)) {
    findings.push("pipeline variables: whoever starts a pipeline can set TENANT_DOMAIN; allow that to nobody");
  }
  if (settings.ci_allow_fork_pipelines_to_run_in_parent_project !== false) {
    findings.push("merge requests of forks: their pipelines can run in this project, with its variables");
  }
}

const settings = await gitlab.get(project);
checkProject(settings);
await checkVariables();
await checkEnvironments();
await checkBranches(settings.default_branch);
for (const finding of findings) console.log(finding);
console.log(
  findings.length === 0 ? "All settings that can be read are as GITLAB.md says." : `${findings.length} to correct.`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
