import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { generate } from "selfsigned";

/** A server on the loopback. */
export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** An HTTP proxy. */
export interface TestProxy extends Listening {
  /** `host:port`. */
  readonly host: string;
  /** The addresses to which connections were asked for, in their order. */
  readonly asked: readonly string[];
  /** The requests that came without CONNECT. */
  readonly forwarded: readonly string[];
}

export interface TestProxyOptions {
  /** Where every connection leads, whatever was asked for: a port on the loopback. */
  readonly to: number;
  /** What a client has to prove, as `user:password`. Default: nothing. */
  readonly login?: string;
}

/** Starts a proxy that opens connections for CONNECT. */
export async function startProxy({ to, login }: TestProxyOptions): Promise<TestProxy> {
  const asked: string[] = [];
  const forwarded: string[] = [];
  const server = createServer((request, response) => {
    forwarded.push(request.url ?? "");
    response.writeHead(501).end();
  });
  server.on("connect", (request, socket: Duplex) => {
    asked.push(request.url ?? "");
    const expected = login && `Basic ${Buffer.from(login).toString("base64")}`;
    if (request.headers["proxy-authorization"] !== expected) {
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"\r\n\r\n');
      return;
    }
    socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
    join(socket, to);
  });
  const listening = await listen(server);
  return { ...listening, host: `127.0.0.1:${listening.port}`, asked, forwarded };
}

/** Serves TLS for one host name in front of a server on the loopback that speaks none. */
export async function startTls(name: string, to: number): Promise<Listening & { certificate: string }> {
  const { private: key, cert } = await generate([{ name: "commonName", value: name }], {
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: name }] },
    ],
  });
  const server = createTlsServer({ key, cert }, (socket) => join(socket, to));
  return { ...(await listen(server)), certificate: cert };
}

/** Passes all bytes on, both ways. */
function join(socket: Duplex, port: number): void {
  const other = connect(port, "127.0.0.1");
  socket.on("error", () => other.destroy()).on("close", () => other.destroy());
  other.on("error", () => socket.destroy()).on("close", () => socket.destroy());
  socket.pipe(other).pipe(socket);
}

async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
