import { Agent, type Dispatcher, EnvHttpProxyAgent, Pool } from "undici";
import { type HttpProxy, ProxyFailed } from "./proxy.ts";

/**
 * The time for which an idle connection stays open, in milliseconds. It is shorter than the 5 s after which common servers close idle
 * connections: a request that is written while the server closes the connection is lost, and a lost POST has an unknown outcome.
 */
const keepAlive = 3_000;

/**
 * The connections to a tenant.
 *
 * @param connectMs the time to open a connection, TLS included, in milliseconds; with a proxy, the time for each of two steps: the connection to the
 *   proxy, and the proxy's response
 */
export function connections(proxy: HttpProxy | undefined, connectMs: number): Dispatcher {
  const options = {
    // HTTP/1.1 without pipelining: a lost connection then affects only one request, and undici does not send that request again.
    allowH2: false,
    connectTimeout: connectMs,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
  };
  if (proxy === undefined) return new Agent(options);
  return new EnvHttpProxyAgent({
    ...options,
    httpProxy: proxy.url,
    httpsProxy: proxy.url,
    noProxy: proxy.except,
    clientFactory: (origin) => connectionsTo(proxy, new Pool(origin, { ...options, headersTimeout: connectMs })),
  });
}

/** The connections to a proxy, with errors that distinguish the proxy's failures from those of the tenant. */
function connectionsTo(proxy: HttpProxy, pool: Pool): Dispatcher {
  const open = pool.connect.bind(pool) as (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData>;
  const connect = async (options: Dispatcher.ConnectOptions) => {
    const answer = await open(options).catch((error: Error & { code?: unknown }) => {
      throw new ProxyFailed(proxy, `could not be reached (${error.code ?? error.name})`, false);
    });
    const { statusCode: status, socket } = answer;
    if (status === 200) return answer;
    socket.on("error", () => {}).destroy();
    throw new ProxyFailed(proxy, `answered ${status}, and opened no connection`, status >= 400 && status < 500);
  };
  return Object.assign(pool, { connect }) as Dispatcher;
}
