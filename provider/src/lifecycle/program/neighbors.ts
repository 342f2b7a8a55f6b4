import { once } from "node:events";
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { isAlive } from "../is-alive.ts";
import { engineAddress } from "../session.ts";
import type { DeclaredSettings, Rival } from "./declared-singletons.ts";
import type { EngineRun } from "./engine-run.ts";
import type { DeletionTarget, Keepers } from "./program.ts";

/**
 * A question to another provider process: whether its part of the program manages or reads an object that is to be deleted, or whether it declares
 * other values of an object that every tenant has.
 */
type Question = { readonly host: string } & (
  | { readonly leaving: DeletionTarget }
  | { readonly settings: DeclaredSettings }
);

/** Maximum time for an answer, in milliseconds. */
const patience = 10_000;

/** Maximum length of a message, in characters. */
const maxLength = 16 * 1024 * 1024;

let hasMet = false;

/** Lets this process and the other provider processes of its run ask each other, if the engine started this process. */
export function meetOnce(run: EngineRun): void {
  const address = hasMet ? undefined : engineAddress(process.argv);
  if (!address) return;
  hasMet = true;
  const folder = folderOfUser();
  if (folder !== undefined) meetNeighbors(run, `${address.host}_${address.port}`, folder);
}

/**
 * Lets the provider processes of one run ask each other which objects they manage or read, and which settings they declare. The engine starts one process for each provider of a
 * program, and two providers can have the same tenant. Without the question, a process would delete an object that the program manages or reads
 * through another provider.
 *
 * Each process answers on a socket in a folder that only its user can open. On Windows, and if the folder cannot be used, no process asks.
 *
 * @param engine the address of the engine: the same for all processes of the run
 */
export function meetNeighbors(run: EngineRun, engine: string, folder: string): void {
  const prefix = `${engine.replace(/[^\w.-]/g, "_")}-`;
  const own = `${prefix}${process.pid}`;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    void textFrom(socket)
      .then((text) => {
        const question = JSON.parse(text) as Question;
        const program = run.programFor(question.host);
        const answer =
          "leaving" in question
            ? program.keepersOf(question.leaving)
            : [program.singletons.rivalOf(question.settings)].filter((rival) => rival !== undefined);
        socket.end(JSON.stringify(answer));
      })
      // The other process has ended before its question was complete.
      .catch(() => socket.destroy());
  });
  // A socket file with the id of this process is from an earlier process: in containers, processes of several runs can have the same id.
  rmSync(join(folder, own), { force: true });
  // If the socket cannot be opened, this process cannot answer, and other processes treat it like one that has ended.
  server.on("error", () => undefined);
  server.listen(join(folder, own)).unref();
  const askAll = async <Answer>(question: Question) => {
    const others = namesIn(folder).filter((name) => name.startsWith(prefix) && name !== own);
    const answers = await Promise.all(others.map((name) => ask<Answer>(join(folder, name), question)));
    return answers.filter((answer) => answer !== undefined);
  };
  run.neighbors = (host, leaving) => askAll<Keepers>({ host, leaving });
  run.rivals = async (host, settings) => (await askAll<readonly Rival[]>({ host, settings })).flat();
}

/**
 * Asks one process. Undefined if the process has ended.
 *
 * @throws UserError if the process runs but does not answer, because it may manage or read the object
 */
async function ask<Answer>(path: string, question: Question): Promise<Answer | undefined> {
  const socket = connect({ path, allowHalfOpen: true });
  try {
    await once(socket, "connect");
    socket.setTimeout(patience, () => socket.destroy(new Error("timed out")));
    socket.end(JSON.stringify(question));
    return JSON.parse(await textFrom(socket)) as Answer;
  } catch (error) {
    if (error instanceof Error && "code" in error && ["ECONNREFUSED", "ENOENT"].includes(String(error.code)))
      return undefined;
    throw new UserError(
      "Nothing was deleted: another provider of this program may manage or read the object, and its process does not answer. Run " +
        "`pulumi up` again.",
      { cause: error },
    );
  } finally {
    socket.destroy();
  }
}

async function textFrom(socket: Socket): Promise<string> {
  let text = "";
  for await (const part of socket.setEncoding("utf8")) {
    text += part;
    if (text.length > maxLength) throw new Error("the message is too long");
  }
  return text;
}

/** The folder of this user's sockets. Undefined if another user could open it. */
function folderOfUser(): string | undefined {
  const user = process.getuid?.();
  if (user === undefined) return undefined;
  try {
    const folder = join(tmpdir(), `pulumi-tenant-${user}`);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== user || (found.mode & 0o077) !== 0) return undefined;
    removeDead(folder);
    return folder;
  } catch {
    return undefined;
  }
}

/** The names of the sockets. None if the folder was removed meanwhile. */
function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Removes the sockets of processes that were killed. */
function removeDead(folder: string): void {
  for (const name of namesIn(folder)) {
    if (!isAlive(Number(name.split("-").at(-1)))) rmSync(join(folder, name), { force: true });
  }
}
