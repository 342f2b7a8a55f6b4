// usage: node ci/gitlab-issue.mjs
//
// Keeps one issue for the drift of $STACK: opens it, updates it, and closes it when the drift is gone.
//
// Needs $GITLAB_TOKEN, a project access token with the scope `api` and the role Reporter: a job's own token may not write issues. Only
// protected branches may get it: see GITLAB.md.
import { readFile } from "node:fs/promises";
import { Gitlab } from "./gitlab-api.mjs";

/** A variable of the job. */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const gitlab = new Gitlab(required("CI_API_V4_URL"), required("GITLAB_TOKEN"));
const issues = `/projects/${encodeURIComponent(required("CI_PROJECT_ID"))}/issues`;
const stack = required("STACK");
const title = `Drift in stack ${stack}`;

async function openIssue() {
  for await (const issue of gitlab.list(`${issues}?state=opened&labels=drift`)) if (issue.title === title) return issue;
  return undefined;
}

const status = (await readFile(`drift/${stack}.status`, "utf8").catch(() => "")).trim();
// If the drift report failed, the issue stays as it is.
if (status === "0" || status === "7") {
  const open = await openIssue();
  if (status === "0") {
    if (open) await gitlab.call("PUT", `${issues}/${open.iid}`, { state_event: "close" });
  } else {
    const description = await readFile(`drift/${stack}.md`, "utf8");
    if (open) await gitlab.call("PUT", `${issues}/${open.iid}`, { description });
    else await gitlab.call("POST", issues, { title, description, labels: "drift" });
  }
}
