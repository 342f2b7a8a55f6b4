import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import { collectionOf, pathOf } from "../model/route.ts";
import type * as tenant from "../tenant/index.ts";
import type { Query } from "../tenant/path.ts";
import { absentValues, rowFrom } from "./rows.ts";
import type { Answer, KeyFilter, Question, Read, Reading, Row, Source, Values } from "./source.ts";
import { together } from "./together.ts";

/** The library of the tenant. Only programs that ask load it. */
export type Tenant = typeof tenant;

/** Reads from one tenant what questions are about. */
export class Reader {
  readonly #tenant: Tenant;
  readonly #service: tenant.TenantClient;
  readonly #groups = new Map<KeyFilter, (key: string) => Promise<readonly unknown[]>>();

  constructor(library: Tenant, service: tenant.TenantClient) {
    this.#tenant = library;
    this.#service = service;
  }

  /** @throws TenantError, or RunError where the service answers something else */
  async answer(question: Question): Promise<Answer> {
    const { asked, values, confidential } = question;
    const { host } = this.#service;
    if (confidential) this.#service.keepSecret(Object.values(values).flat().filter(isText));
    const readings = asked.reads?.(values) ?? [{}];
    const items = await Promise.all(readings.map((reading) => this.#itemsOf(question, reading)));
    const rows = items.flat().map((item) => rowOf(asked.source, item, values, host));
    return { host, rows: (await asked.settle?.(rows, values, this.#readMore)) ?? rows };
  }

  readonly #readMore: Read = async (path, query, subject) =>
    (await this.#service.request({ method: "GET", path, query, subject, action: "read" })).body;

  async #itemsOf(question: Question, reading: Reading): Promise<readonly unknown[]> {
    const { source } = question.asked;
    const { key, among, query, from, below = [] } = reading;
    if (from !== undefined) return this.#listOnce(question, from, query);
    if (key === undefined) return this.#list(source, question.values, query);
    const shown = among ? await this.#listed(source, among, key) : [];
    // Only the object's own route says for sure that it is not there.
    return shown.length > 0 ? shown : this.#readOne(question, [...below, key], query);
  }

  async #list({ descriptor, noun }: Source, values: Values, query: Query = {}): Promise<readonly unknown[]> {
    const { route, listing: paged, members } = descriptor;
    const paging = (members ?? paged)?.paging ?? "checkpoint";
    const listing = {
      path: pathOf(route, values),
      query: { ...paged?.query, ...query },
      collection: collectionOf(route),
      subject: `${noun}s`,
    };
    const items: unknown[] = [];
    for await (const item of this.#tenant.listed(this.#service, paging, listing)) items.push(item);
    return items;
  }

  /** A list that is one answer. */
  async #listOnce({ asked, confidential }: Question, from: string, query?: Query): Promise<readonly unknown[]> {
    const subject = confidential ? asked.source.noun : `${asked.source.noun}s`;
    const { body } = await this.#service.request({ method: "GET", path: [from], query, subject, action: "list" });
    if (Array.isArray(body)) return body;
    throw new pulumi.RunError(`Tenant ${this.#service.host} has answered for ${subject} without a list.`);
  }

  /** What a listing shows of an object, if others are asked for at the same time. One alone is not worth a listing. */
  async #listed(source: Source, filter: KeyFilter, key: string): Promise<readonly unknown[]> {
    const { parameter, property, most } = filter;
    const group =
      this.#groups.get(filter) ??
      together(most, async (keys) => (keys.length > 1 ? this.#list(source, {}, { [parameter]: keys }) : []));
    this.#groups.set(filter, group);
    return (await group(key)).filter((item) => isObject(item) && item[property] === key);
  }

  /** The object, or nothing where the service says that there is none. */
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
    throw new pulumi.RunError(`the answer of ${host} cannot be used: it lists a ${noun} that is none`);
  }
  return { ...absentValues(fields), ...row, ...also?.(item, values) };
}
