import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import type * as tenant from "../tenant/index.ts";
import type { Query } from "../tenant/path.ts";
import { absentValues, rowFrom } from "./rows.ts";
import type { Asked, KeyFilter, Reading, Row, Source, Values } from "./source.ts";
import { together } from "./together.ts";

/** What the tenant has said to a question. */
export interface Answer {
  readonly host: string;
  readonly rows: readonly Row[];
}

/** What is asked, and whether its values may be shown. */
interface Question {
  readonly asked: Asked<unknown>;
  readonly values: Values;
  readonly confidential: boolean;
}

type Tenant = typeof tenant;

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
    if (confidential) this.#service.keepSecret(Object.values(values).flat());
    const readings = asked.reads?.(values) ?? [{}];
    const items = await Promise.all(readings.map((reading) => this.#itemsOf(question, reading)));
    return { host, rows: items.flat().map((item) => rowOf(asked.source, item, values, host)) };
  }

  async #itemsOf(question: Question, reading: Reading): Promise<readonly unknown[]> {
    const { source } = question.asked;
    const { key, among, query } = reading;
    if (key === undefined) return this.#list(source, question.values, query);
    const shown = among ? await this.#listed(source, among, key) : [];
    // Only the object's own route says for sure that it is not there.
    return shown.length > 0 ? shown : this.#readOne(question, key, query);
  }

  async #list(source: Source, values: Values, query: Query = {}): Promise<readonly unknown[]> {
    const listing = { path: source.path(values), query, collection: source.collection, subject: `${source.noun}s` };
    const items: unknown[] = [];
    for await (const item of this.#tenant[source.pages](this.#service, listing)) items.push(item);
    return items;
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
  async #readOne({ asked, values, confidential }: Question, key: string, query?: Query): Promise<readonly unknown[]> {
    const { noun, path } = asked.source;
    const subject = confidential ? noun : `${noun} "${key}"`;
    const call = {
      method: "GET",
      path: [...path(values), key],
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

function rowOf({ fields, noun, also }: Source, item: unknown, values: Values, host: string): Row {
  const row = rowFrom(fields, item);
  if (row === undefined || !isObject(item)) {
    throw new pulumi.RunError(`the answer of ${host} cannot be used: it lists a ${noun} that is none`);
  }
  return { ...absentValues(fields), ...row, ...also?.(item, values) };
}
