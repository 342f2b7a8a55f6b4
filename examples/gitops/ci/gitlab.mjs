// usage: node ci/gitlab.mjs note | issue
//
// note: shows previews/comment.md as one note of the merge request, added the first time and changed afterwards.
// issue: keeps one issue for the drift of $STACK. It is opened, brought up to date, and closed when there is no more drift.
//
// Needs $GITLAB_TOKEN, a project access token with the scope `api` and the role Reporter: a job's own token may do neither.
import { readFile } from "node:fs/promises";

/** A variable of the job. */
function required(name) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

const project = `${required("CI_API_V4_URL")}/projects/${encodeURIComponent(required("CI_PROJECT_ID"))}`;

async function call(method, path, body) {
  const response = await fetch(`${project}${path}`, {
    method,
    headers: { "PRIVATE-TOKEN": required("GITLAB_TOKEN"), "Content-Type": "application/json" },
    signal: AbortSignal.timeout(30_000),
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: GitLab answered ${response.status}`);
  return response;
}

/** All objects of a listing, page by page. */
async function* list(path) {
  for (let page = "1"; page; ) {
    const response = await call("GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100&page=${page}`);
    yield* await response.json();
    page = response.headers.get("x-next-page");
  }
}

async function first(path, isWanted) {
  for await (const one of list(path)) if (isWanted(one)) return one;
  return undefined;
}

async function note() {
  const body = await readFile("previews/comment.md", "utf8");
  const [marker] = body.split("\n");
  const notes = `/merge_requests/${required("CI_MERGE_REQUEST_IID")}/notes`;
  const { id: me } = await (await fetchUser()).json();
  const mine = await first(notes, (one) => one.author?.id === me && one.body.startsWith(marker));
  if (mine) await call("PUT", `${notes}/${mine.id}`, { body });
  else await call("POST", notes, { body });
}

/** Whose token it is: nobody else's note is changed. */
function fetchUser() {
  return fetch(`${required("CI_API_V4_URL")}/user`, {
    headers: { "PRIVATE-TOKEN": required("GITLAB_TOKEN") },
    signal: AbortSignal.timeout(30_000),
  });
}

async function issue() {
  const stack = required("STACK");
  const status = (await readFile(`drift/${stack}.status`, "utf8").catch(() => "")).trim();
  // Where it is not known whether there is drift, the issue stays as it is.
  if (status !== "0" && status !== "7") return;
  const title = `Drift in stack ${stack}`;
  const open = await first("/issues?state=opened&labels=drift", (one) => one.title === title);
  if (status === "0") {
    if (open) await call("PUT", `/issues/${open.iid}`, { state_event: "close" });
    return;
  }
  const description = await readFile(`drift/${stack}.md`, "utf8");
  if (open) await call("PUT", `/issues/${open.iid}`, { description });
  else await call("POST", "/issues", { title, description, labels: "drift" });
}

const commands = { note, issue };
const command = commands[process.argv[2]];
if (!command) throw new Error(`expected one of: ${Object.keys(commands).join(", ")}`);
await command();
