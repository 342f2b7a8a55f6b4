import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { UserError } from "./errors.ts";

/** Throws where the engine is gone. */
export type AssertAlive = () => Promise<void>;

/** How long the engine may take to accept a connection, in milliseconds. It is on this machine. */
const connectTimeout = 2_000;

/** The engine's address, if this process is the SDK's dynamic-provider host: the first argument after its script that looks like one. */
export function engineAddress(argv: readonly string[]): { host: string; port: number } | undefined {
  const [, script = "", ...rest] = argv;
  const matches = rest.map((argument) => /^(?<host>[\w.-]+|\[[0-9a-f:]+\]):(?<port>\d{1,5})$/i.exec(argument));
  const match = matches.find((found) => found !== null);
  if (!/[\\/]dynamic-provider(?:[\\/]index(?:\.js)?)?$/.test(script) || !match?.groups) return undefined;
  return { host: match.groups.host?.replace(/^\[|\]$/g, "") ?? "", port: Number(match.groups.port) };
}

/**
 * Watches the engine that started this process, and ends this process as soon as the engine is gone. A killed engine leaves its provider
 * processes behind: their parent, a launcher shell, stays. One of them could then write to the tenant while the next run is under way.
 *
 * An open connection tells at once. The engine may close an idle connection, so a closed one is opened again before the
 * engine counts as gone.
 *
 * @returns what throws where the engine is gone, as no write may start then
 */
export function watchEngine(address: { host: string; port: number }, onGone: () => void): AssertAlive {
  let isHeld = false;
  let gone = false;

  const conclude = () => {
    if (gone) return;
    gone = true;
    onGone();
  };
  const open = async (): Promise<Socket> => {
    const socket = connect({ ...address, timeout: connectTimeout });
    socket.once("timeout", () => socket.destroy(new Error("timed out")));
    // It throws what the socket reports before.
    await once(socket, "connect");
    socket.setTimeout(0);
    return socket;
  };
  const hold = async (): Promise<void> => {
    try {
      const socket = await open();
      isHeld = true;
      const letGo = () => {
        isHeld = false;
      };
      socket.unref();
      socket.on("error", letGo);
      socket.once("end", letGo);
      socket.once("close", () => {
        letGo();
        void hold();
      });
      socket.resume();
    } catch (error) {
      if (isGone(error)) conclude();
      // Any other failure (no free descriptor, for example) says nothing about the engine.
      else setTimeout(() => void hold(), connectTimeout).unref();
    }
  };
  void hold();

  return async () => {
    // If the connection has ended by now, that is known after a turn of the event loop. It costs much less than a new connection.
    await turn();
    if (isHeld) return;
    if (!gone) {
      try {
        (await open()).destroy();
        return;
      } catch (error) {
        if (!isGone(error)) return;
        conclude();
      }
    }
    throw new UserError("the Pulumi engine that started this operation is gone: nothing more is written");
  };
}

/** Whether nobody listens at the engine's address any more. */
function isGone(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ECONNREFUSED";
}
