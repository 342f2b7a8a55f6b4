import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import type { Service } from "../tenant/index.ts";
import { absentValues, rowFrom } from "./rows.ts";
import type { Asked, Reading, Row, Source, Values } from "./source.ts";

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

type Tenant = typeof import("../tenant/index.ts");

/**
 * Reads what a question is about.
 *
 * @throws TenantError, or RunError where the service answers something else
 */
export async function readAnswer(question: Question, tenant: Tenant, service: Service): Promise<Answer> {
  const { asked, values } = question;
  const readings = asked.reads?.(values) ?? [{}];
  const items = await Promise.all(readings.map((reading) => itemsOf(question, reading, tenant, service)));
  return { host: service.host, rows: items.flat().map((item) => rowOf(asked.source, item, values, service.host)) };
}

async function itemsOf(question: Question, reading: Reading, tenant: Tenant, service: Service): Promise<unknown[]> {
  const { source } = question.asked;
  const path = source.path(question.values);
  if (reading.key !== undefined) return readOne(question, [...path, reading.key], reading, tenant, service);
  const listing = { path, collection: source.collection, subject: `${source.noun}s` };
  const items: unknown[] = [];
  for await (const item of tenant[source.pages](service, { ...listing, query: reading.query ?? {} })) items.push(item);
  return items;
}

/** The object, or nothing where the service says that there is none. */
async function readOne(
  { asked, confidential }: Question,
  path: readonly string[],
  { key, query }: Reading,
  { TenantError }: Tenant,
  service: Service,
): Promise<unknown[]> {
  const { noun } = asked.source;
  const subject = confidential ? noun : `${noun} "${key}"`;
  try {
    const call = { method: "GET", path, query, subject, action: "read", expected: "object" } as const;
    return [(await service.request(call)).body];
  } catch (error) {
    if (error instanceof TenantError && error.isAbsence) return [];
    throw error;
  }
}

function rowOf({ fields, noun, also }: Source, item: unknown, values: Values, host: string): Row {
  const row = rowFrom(fields, item);
  if (row === undefined || !isObject(item)) {
    throw new pulumi.RunError(`the answer of ${host} cannot be used: it lists a ${noun} that is none`);
  }
  return { ...absentValues(fields), ...row, ...also?.(item, values) };
}
