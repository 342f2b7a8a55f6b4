import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** GitLab as far as ci/gitlab-issue.mjs of examples/gitops uses it, in memory. */
export interface GitlabStub {
  readonly url: string;
  readonly issues: { iid: number; title: string; description: string; state: string }[];
  close(): Promise<void>;
}

export async function startGitlab(token: string): Promise<GitlabStub> {
  const issues: GitlabStub["issues"] = [];

  const answer = (method: string, path: string, body: Record<string, string>): unknown => {
    const last = Number(path.split("/").at(-1));
    if (path === "/projects/12/issues") {
      const { title = "", description = "" } = body;
      if (method === "POST") issues.push({ iid: issues.length + 1, title, description, state: "opened" });
      return issues.filter(({ state }) => state === "opened");
    }
    if (path.startsWith("/projects/12/issues/")) {
      const { state_event, ...rest } = body;
      return Object.assign(issues.find(({ iid }) => iid === last) ?? {}, rest, state_event && { state: "closed" });
    }
    return undefined;
  };

  const server = createServer(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    const path = new URL(request.url ?? "", "http://loopback").pathname;
    const isKnown = request.headers["private-token"] === token;
    const found = isKnown ? answer(request.method ?? "", path, text === "" ? {} : JSON.parse(text)) : undefined;
    response.writeHead(!isKnown ? 401 : found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? {}));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    issues,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
