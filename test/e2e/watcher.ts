import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Emulator } from "../../provider/src/emulator/index.ts";
import type { WatchReport } from "../../provider/src/watch/options.ts";
import { outerEnvironment, type Stack } from "../harness/stack.ts";

/** A line of the log of `pulumi-tenant watch --json`. */
interface Line {
  readonly what: string;
  readonly [detail: string]: unknown;
}

/** A `pulumi-tenant watch` that runs. */
export interface Watcher {
  readonly child: ChildProcessWithoutNullStreams;
  readonly reports: WatchReport[];
  readonly log: Line[];
  /** Resolves once it is true; rejects where the command ends before. */
  until(what: () => boolean): Promise<void>;
  /** The exit code. */
  readonly ended: Promise<number | string>;
}

const main = join(import.meta.dirname, "../../provider/dist/commands/main.js");
const project = join(import.meta.dirname, "project");

/**
 * Starts the command as it is published, with `--json`.
 *
 * @param cwd the folder of the stack's project
 */
export function startWatch(
  { name, env }: Pick<Stack, "name" | "env">,
  args: readonly string[] = [],
  cwd = project,
): Watcher {
  const child = spawn(process.execPath, [main, "watch", "--json", "--stack", name, "--cwd", cwd, ...args], {
    env: { ...outerEnvironment(), ...env },
  });
  const [reports, log]: [WatchReport[], Line[]] = [[], []];
  let stderr = "";
  const looks = new Set<() => void>();
  const lines = (stream: NodeJS.ReadableStream, take: (line: string) => void) => {
    let rest = "";
    stream.setEncoding("utf8").on("data", (text: string) => {
      const whole = (rest + text).split("\n");
      rest = whole.pop() ?? "";
      whole.forEach(take);
      for (const look of looks) look();
    });
  };
  lines(child.stdout, (line) => reports.push(JSON.parse(line)));
  lines(child.stderr, (line) => {
    stderr += `${line}\n`;
    if (line.startsWith("{")) log.push(JSON.parse(line));
  });
  const ended = once(child, "close").then(([code, signal]) => (code ?? signal) as number | string);
  const until = (what: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!what()) return;
        looks.delete(look);
        resolve();
      };
      looks.add(look);
      look();
      void ended.then((code) => reject(new Error(`ended with ${code}\n${JSON.stringify(reports)}\n${stderr}`)));
    });
  return { child, reports, log, until, ended };
}

/** What is open at the end of these reports: the leaves of each resource, by its name. */
export function openIn(reports: readonly WatchReport[]): Record<string, readonly string[]> {
  const open = new Map<string, Map<string, string>>();
  for (const { name, kind, state, changes } of reports) {
    const leaves = open.get(name) ?? new Map<string, string>();
    open.set(name, leaves);
    if (state === "deleted") {
      leaves.clear();
      if (kind === "drift") leaves.set("deleted", "deleted");
    }
    for (const { path, was, is } of changes) {
      const [there, here] = kind === "drift" ? [was, is] : [is, was];
      const key = path.endsWith("[]") ? `${path} ${JSON.stringify([there, here])}` : path;
      if (kind === "drift") leaves.set(key, leafOf(path, there, here));
      else leaves.delete(key);
    }
  }
  return Object.fromEntries(
    [...open].filter(([, leaves]) => leaves.size > 0).map(([name, leaves]) => [name, [...leaves.values()].sort()]),
  );
}

export function leafOf(path: string, was: unknown, is: unknown): string {
  return `${path}: ${JSON.stringify(was)} → ${JSON.stringify(is)}`;
}

/** Somebody with a client of the tenant, who edits over the API. */
export async function person(tenant: Emulator, clientId: string, clientSecret: string) {
  const headers = { "content-type": "application/json", "user-agent": `browser of ${clientId}` };
  const answer = await fetch(`${tenant.url}/oauth/token`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
      audience: `${tenant.url}/api/v2/`,
    }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return async (method: string, path: string, body?: unknown): Promise<void> => {
    const done = await fetch(`${tenant.url}/api/v2/${path}`, {
      method,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!done.ok) throw new Error(`${method} ${path}: ${done.status} ${await done.text()}`);
  };
}
