import * as pulumi from "@pulumi/pulumi";
import type * as tenant from "../client/index.ts";
import type { ProviderSettings } from "../client/index.ts";
import { listingRouteOf, listKeyOf } from "../schema/definition.ts";
import { isObject } from "../schema/json.ts";
import { pathOf, type Query } from "../schema/service.ts";
import { rateGroups } from "../types/registry.ts";
import {
  type Answer,
  absentValues,
  type KeyFilter,
  type Question,
  type Read,
  type Reading,
  type Row,
  rowFrom,
  type Source,
  type Values,
} from "./rows.ts";

/** The module with the HTTP client. Only programs that call look-ups load it. */
type Tenant = typeof tenant;

/** Sends the requests of look-ups to one tenant. */
class Reader {
  readonly #tenant: Tenant;
  readonly #service: tenant.TenantClient;
  readonly #groups = new Map<KeyFilter, (key: string) => Promise<readonly unknown[]>>();

  constructor(library: Tenant, service: tenant.TenantClient) {
    this.#tenant = library;
    this.#service = service;
  }

  /** @throws TenantError, or RunError if the response is not of the expected form */
  async answer(question: Question): Promise<Answer> {
    const { asked, values, confidential } = question;
    const { host } = this.#service;
    if (confidential) this.#service.keepSecret(Object.values(values).flat().filter(isText));
    if (asked.isSetting) return { host, rows: await this.#settings(question) };
    const readings = asked.reads?.(values) ?? [{}];
    const items = await Promise.all(readings.map((reading) => this.#itemsOf(question, reading)));
    const rows = items.flat().map((item) => rowOf(asked.source, item, values, host));
    return { host, rows: (await asked.settle?.(rows, values, this.#readMore)) ?? rows };
  }

  async #settings({ asked: { source }, values }: Question): Promise<readonly Row[]> {
    const { readSetting } = await import("./settings.ts");
    const found = await readSetting(this.#service, source.descriptor.type, values);
    if (found === undefined) return [];
    const shown = Object.entries(found).filter(([name]) => name === "id" || Object.hasOwn(source.fields, name));
    return [{ ...absentValues(source.fields), ...Object.fromEntries(shown), id: found.id }];
  }

  readonly #readMore: Read = async (path, query, subject) =>
    (await this.#service.request({ method: "GET", path, query, subject, action: "read" })).body;

  async #itemsOf(question: Question, reading: Reading): Promise<readonly unknown[]> {
    const { source } = question.asked;
    const { key, among, query, from, below = [] } = reading;
    if (from !== undefined) return this.#listOnce(question, from, query);
    if (key === undefined) return this.#list(source, question.values, query);
    const shown = among ? await this.#listed(source, among, key) : [];
    // If a listing lacks the object, the object's own route is read: only this route proves that the object does not exist.
    return shown.length > 0 ? shown : this.#readOne(question, [...below, key], query);
  }

  async #list({ descriptor, noun }: Source, values: Values, query: Query = {}): Promise<readonly unknown[]> {
    const { listing: paged, members } = descriptor;
    const paging = (members ?? paged)?.paging ?? "checkpoint";
    const listing = {
      path: pathOf(listingRouteOf(descriptor), values),
      query: { ...paged?.query, ...query },
      collection: listKeyOf(descriptor),
      subject: `${noun}s`,
    };
    const items: unknown[] = [];
    for await (const item of this.#tenant.listed(this.#service, paging, listing)) items.push(item);
    return items;
  }

  /** Reads a list that the service returns in one response, without pages. */
  async #listOnce({ asked, confidential }: Question, from: string, query?: Query): Promise<readonly unknown[]> {
    const subject = confidential ? asked.source.noun : `${asked.source.noun}s`;
    const { body } = await this.#service.request({ method: "GET", path: [from], query, subject, action: "list" });
    if (Array.isArray(body)) return body;
    throw new pulumi.RunError(`The response of tenant ${this.#service.host} for ${subject} contains no list.`);
  }

  /**
   * The object with this key, from a listing that several look-ups share. Empty if no other object is requested at the same time: for one object, a
   * listing is not worthwhile.
   */
  async #listed(source: Source, filter: KeyFilter, key: string): Promise<readonly unknown[]> {
    const { parameter, property, most } = filter;
    const group =
      this.#groups.get(filter) ??
      together(most, async (keys) => (keys.length > 1 ? this.#list(source, {}, { [parameter]: keys }) : []));
    this.#groups.set(filter, group);
    return (await group(key)).filter((item) => isObject(item) && item[property] === key);
  }

  /** The object, or an empty list if the service responds that there is none. */
  async #readOne(
    { asked, values, confidential }: Question,
    keys: readonly string[],
    query?: Query,
  ): Promise<readonly unknown[]> {
    const { noun, descriptor } = asked.source;
    const subject = confidential ? noun : `${noun} "${keys.at(-1)}"`;
    const call = {
      method: "GET",
      path: [...pathOf(descriptor.route, values), ...keys],
      query,
      subject,
      action: "read",
      expected: "object",
    } as const;
    try {
      return [(await this.#service.request(call)).body];
    } catch (error) {
      if (error instanceof this.#tenant.TenantError && error.isAbsence) return [];
      throw error;
    }
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function rowOf({ fields, noun, also, id }: Source, item: unknown, values: Values, host: string): Row {
  const row = rowFrom({ fields, ...(id !== undefined && { id }) }, item);
  if (row === undefined || !isObject(item)) {
    throw new pulumi.RunError(`the response of ${host} is invalid: an entry of its list is not a ${noun}`);
  }
  return { ...absentValues(fields), ...row, ...also?.(item, values) };
}

/** A call of a look-up within a run. Equal calls share one request. */
interface RunQuestion extends Question {
  /** Reads one value of the configuration by its key without the namespace. */
  config(key: string): string | undefined;
  /**
   * The URNs of the resources that must exist before the request. Calls with different URNs share no request, because the tenant changes between
   * their requests.
   */
  readonly after: readonly string[];
}

/**
 * The look-ups of one run of one program. Pulumi's Automation API runs several programs in one process, or one program several times. The responses
 * in one run must not be used in the next run.
 */
export class Run {
  static readonly #runs = new WeakMap<object, Run>();
  static readonly #outside = new Run();

  readonly #tenants = new Map<string, Reader>();
  readonly #answers = new Map<string, Promise<Answer>>();

  /** The run that the caller is part of. */
  static current(): Run {
    const stack = pulumi.runtime.getStackResource();
    if (stack === undefined) return Run.#outside;
    const run = Run.#runs.get(stack) ?? new Run();
    Run.#runs.set(stack, run);
    return run;
  }

  /** @throws RunError */
  async answer(question: RunQuestion): Promise<Answer> {
    const done = pulumi.runtime.rpcKeepAlive();
    try {
      // Only programs that call look-ups load the HTTP client.
      const tenant = await import("../client/index.ts");
      const settings = tenant.resolveSettings({ config: question.config, env: process.env });
      const { asked, values, after } = question;
      const { type } = asked.source.descriptor;
      const key = JSON.stringify([type, settings, Object.entries(values).sort(), [...after].sort()]);
      const known = this.#answers.get(key);
      if (known !== undefined) return await known;
      const answer = this.#reader(tenant, settings).answer(question);
      this.#answers.set(key, answer);
      // After a failure, the next equal look-up sends the request again.
      answer.catch(() => this.#answers.delete(key));
      return await answer;
    } catch (error) {
      throw explained(question, error);
    } finally {
      done();
    }
  }

  #reader(tenant: Tenant, settings: ProviderSettings): Reader {
    const key = JSON.stringify(settings);
    const known = this.#tenants.get(key);
    if (known !== undefined) return known;
    for (const warning of settings.warnings) void pulumi.log.warn(warning);
    const reader = new Reader(tenant, new tenant.TenantClient(settings, { rateGroups }));
    this.#tenants.set(key, reader);
    return reader;
  }
}

/** Converts errors that users can act on to a `RunError`: the SDK prints its message without a stack trace. Other errors are returned unchanged. */
function explained({ label, asked }: Question, error: unknown): unknown {
  const [scope = ""] = asked.source.descriptor.scopes.read;
  if (!(error instanceof Error)) return error;
  const forPeople: boolean = pulumi.RunError.isInstance(error);
  if (!forPeople && !["TenantError", "SettingsError"].includes(error.name)) return error;
  const missing = "forbidden" in error && error.forbidden === "scope" && !error.message.includes(scope);
  const hint = missing ? ` Grant the scope ${scope} to the client that this program runs as.` : "";
  return expectLateHandling(Object.assign(new pulumi.RunError(`${label}: ${error.message}${hint}`), { cause: error }));
}

/**
 * Collects the keys that are requested in the same turn of the event loop, and requests up to `most` of them together.
 *
 * @returns a function that requests a key; its result contains the objects for all keys that were requested together
 */
export function together<T>(most: number, ask: (keys: readonly string[]) => Promise<T>): (key: string) => Promise<T> {
  let open: { readonly keys: Set<string>; readonly answer: Promise<T> } | undefined;
  const begin = () => {
    const keys = new Set<string>();
    const answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
      if (open === group) open = undefined;
      return ask([...keys]);
    });
    const group = { keys, answer };
    return group;
  };
  return (key) => {
    if (open === undefined || open.keys.size === most) open = begin();
    open.keys.add(key);
    return open.answer;
  };
}

/** The errors of failed look-ups. Every promise that is derived from a failed look-up rejects with the same error object. */
const lookUpErrors = new WeakSet<object>();
let isListening = false;

/**
 * Prevents Node's warning about promise rejections that are handled late, for errors of look-ups: an exported output is handled only at the end of
 * the program. The SDK has already reported the error, so the warning would repeat it less clearly. A listener turns off Node's warning for all
 * rejections, so the listener itself warns of rejections with other errors.
 */
function expectLateHandling<T extends object>(error: T): T {
  lookUpErrors.add(error);
  if (!isListening) process.on("rejectionHandled", warnOfOtherErrors);
  isListening = true;
  return error;
}

function warnOfOtherErrors(promise: Promise<unknown>): void {
  promise.catch((reason: unknown) => {
    if (typeof reason === "object" && reason !== null && lookUpErrors.has(reason)) return;
    process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
  });
}
