import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { ExecBacklog } from "../../../provider/src/watch/exec.ts";
import type { WatchReport } from "../../../provider/src/watch/options.ts";
import { reportOf } from "./reports.ts";

/** The content of examples/watch/exec, run as a watch runs it. `repair.mjs` runs in test/e2e. */
const scripts = join(import.meta.dirname, "../../../examples/watch/exec");

const hostile = "```\u001b[2J\n@channel <!channel> ::error::x\u202e";

async function run(script: string, reports: readonly WatchReport[], env: Record<string, string>) {
  const place = new ExecBacklog();
  for (const report of reports) place.add(report, 0);
  const PATH = [join(import.meta.dirname, "../../e2e/stubs"), join(process.execPath, ".."), process.env.PATH].join(
    delimiter,
  );
  const child = spawn(process.execPath, [join(scripts, script)], { env: { PATH, ...env }, stdio: "pipe" });
  // A script is to cope with all of them, also with more than a watch hands over.
  child.stdin.end(JSON.stringify({ ...place.handOver(), reports }));
  const [[code], stderr] = await Promise.all([once(child, "close"), text(child.stderr)]);
  return { code, stderr };
}

describe("the message to a web hook", () => {
  async function hook(status = 200, headers: Record<string, string> = {}) {
    const messages: { text: string }[] = [];
    const server = createServer(async (request, response) => {
      messages.push(JSON.parse(await text(request)));
      response.writeHead(status, headers).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    return { messages, env: { WEB_HOOK_URL: `http://127.0.0.1:${port}/hook` } };
  }

  it("has the resource, old and new values, and the author of the change", async () => {
    const { messages, env } = await hook();
    expect(await run("web-hook.mjs", [reportOf("corp")], env)).toEqual({ code: 0, stderr: "" });
    expect(messages).toEqual([
      {
        text: [
          "`Connection corp in stack dev` drifts",
          "```",
          "drift, 2026-01-31T12:00:00.400Z",
          '  displayName: "Corp" → "Other"',
          "  by Dashboard from 192.0.2.1 at 2026-01-31T12:00:00.000Z",
          "```",
        ].join("\n"),
      },
    ]);
  });

  it("has the restored values, and no secret", async () => {
    const { messages, env } = await hook();
    const secret = {
      changes: [{ path: "options.client_secret", kind: "update", secret: true, causedBy: [] }],
    } as const;
    await run("web-hook.mjs", [reportOf("corp", secret), reportOf("corp", { ...secret, kind: "restored" })], env);
    expect(messages[0]?.text).toMatch(/^`Connection corp in stack dev` is as declared again\n/);
    expect(messages[0]?.text).toContain("options.client_secret: another secret");
  });

  it("mentions nobody and does not leave its code block, whatever values the tenant has", async () => {
    const { messages, env } = await hook();
    const change = { path: "displayName", kind: "update", was: hostile, is: hostile, causedBy: [] } as const;
    const [cause] = reportOf("corp").causes;
    const causes = cause ? [{ ...cause, who: { userName: hostile } }] : [];
    await run("web-hook.mjs", [reportOf("corp", { changes: [change], causes })], env);
    const said = messages[0]?.text ?? "";
    expect(said.match(/```/g)).toHaveLength(2);
    expect(said).not.toMatch(/[^\P{Cc}\n]|[<>\p{Cf}]/u);
  });

  it("mentions nobody and does not leave its code span, whatever the name of a resource is", async () => {
    // An attacker who writes the state or a branch calls a resource so that the message mentions everybody, or holds a link of theirs.
    const { messages, env } = await hook();
    await run("web-hook.mjs", [{ ...reportOf("corp"), name: hostile, stack: hostile }], env);
    expect(messages[0]?.text).toMatch(/^`[^`\n<>]*@channel &lt;!channel&gt;[^`\n<>]*` drifts\n```\n/);
    expect(messages[0]?.text).not.toMatch(/[^\P{Cc}\n]|[<>\p{Cf}]/u);
  });

  it("is sent to no other address: a redirect is a failure", async () => {
    // The owner of the web hook forwards the message, with all old and new values, to another address.
    const theirs = await hook();
    const { env } = await hook(307, { location: theirs.env.WEB_HOOK_URL });
    expect(await run("web-hook.mjs", [reportOf("corp")], env)).toEqual({
      code: 1,
      stderr: "the web hook answered 307\n",
    });
    expect(theirs.messages).toEqual([]);
  });

  it("is short enough for a chat, whatever values the tenant has", async () => {
    const { messages, env } = await hook();
    const changes = Array.from({ length: 160 }, (_, n) => ({
      ...{ path: `metadata.key-${n}`, kind: "update" as const, causedBy: [] },
      ...{ was: "<".repeat(200), is: "&".repeat(200) },
    }));
    expect(await run("web-hook.mjs", [reportOf("corp", { changes })], env)).toEqual({ code: 0, stderr: "" });
    expect(messages[0]?.text.length).toBeLessThan(16_000);
    expect(messages[0]?.text).toMatch(/…\n```$/);
  });

  it("that the web hook refuses is a failure, so that the watch tries again", async () => {
    const { env } = await hook(503);
    expect(await run("web-hook.mjs", [reportOf("corp")], env)).toEqual({
      code: 1,
      stderr: "the web hook answered 503\n",
    });
  });
});

describe("the issue", () => {
  async function repository() {
    const folder = await mkdtemp(join(tmpdir(), "issue-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, "repository.json");
    await writeFile(file, JSON.stringify({ calls: [], issues: [] }));
    const env = { GH_FILE: file, GH_TOKEN: "none", GITHUB_REPOSITORY: "example/tenant" };
    const issues = async () => JSON.parse(await readFile(file, "utf8")).issues;
    return { env, issues };
  }

  it("is opened for a resource that drifts, describes the drift, and is closed after it", async () => {
    const { env, issues } = await repository();
    expect(await run("issue.mjs", [reportOf("corp", { kind: "restored" })], env)).toEqual({ code: 0, stderr: "" });
    expect(await issues()).toEqual([]);
    expect(await run("issue.mjs", [reportOf("corp")], env)).toEqual({ code: 0, stderr: "" });
    const opened = {
      open: true,
      title: "Drift: Connection corp in stack dev",
      body: expect.stringContaining('"Corp" → "Other"'),
    };
    expect(await issues()).toMatchObject([opened]);
    await run("issue.mjs", [reportOf("corp")], env);
    expect(await issues()).toMatchObject([{ ...opened, comments: [expect.stringContaining("drift, ")] }]);
    await run("issue.mjs", [reportOf("corp", { kind: "restored" })], env);
    const comments = [expect.stringContaining("drift, "), expect.stringContaining("restored, ")];
    expect(await issues()).toMatchObject([{ open: false, comments }]);
  });

  it("is opened also for 160 changes in non-Latin text, which are too long for an argument", async () => {
    const { env, issues } = await repository();
    const changes = Array.from({ length: 160 }, (_, n) => ({
      ...{ path: `metadata.key-${n}`, kind: "update" as const, causedBy: [] },
      ...{ was: "界".repeat(400), is: "世".repeat(400) },
    }));
    expect(await run("issue.mjs", [reportOf("corp", { changes })], env)).toEqual({ code: 0, stderr: "" });
    const [{ open, body }] = await issues();
    expect(open).toBe(true);
    expect(Buffer.byteLength(body)).toBeGreaterThan(59_900);
    expect(Buffer.byteLength(body)).toBeLessThan(60_100);
    expect(body).not.toContain("\ufffd");
    expect(body).toMatch(/^```text\n[^`]*…\n```\n$/);
  });

  it("is a separate one for a resource whose long name has the same beginning", async () => {
    const { env, issues } = await repository();
    const name = "x".repeat(300);
    const [one, other] = ["con_1", "con_2"].map((id) => reportOf(name, { id }));
    for (const report of [one, other]) if (report) await run("issue.mjs", [report], env);
    const titles = (await issues()).map(({ title }: { title: string }) => title);
    expect(titles).toEqual([expect.stringContaining("(con_1)"), expect.stringContaining("(con_2)")]);
    expect(titles[0].length).toBeLessThan(256);
  });

  it("that cannot be created is a failure", async () => {
    expect((await run("issue.mjs", [reportOf("corp")], { GH_FILE: "/nowhere" })).code).not.toBe(0);
  });
});
