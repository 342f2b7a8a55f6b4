import type * as pulumi from "@pulumi/pulumi";
import { equal, type Json, type JsonObject, own } from "../model/json.ts";
import { providerKey, tenantKey } from "../model/keys.ts";
import { fromPointer, putAt } from "../model/pointer.ts";
import { isReadable } from "../model/project.ts";
import { changedMarker, type ManagedRecord, readRecord } from "../model/record.ts";
import { dropSecrets } from "../model/secrets.ts";
import type { Table } from "../model/table.ts";
import { legible } from "../tenant/index.ts";
import { UserError } from "./errors.ts";
import { inputsOf, outputsOf, wrapped } from "./outputs.ts";
import { locate, sayLeftAlone } from "./whereabouts.ts";
import type { Entry, Work } from "./work.ts";

/** An object that is not there: the resource leaves the state. */
const absent: pulumi.dynamic.ReadResult = { id: "", props: {} };

/** Reads the object of a resource: for a refresh, or for `X.get`. */
export async function read(work: Work, entry: Entry): Promise<pulumi.dynamic.ReadResult> {
  const { kind, service } = work;
  const { id, outputs } = entry;
  const record = readRecord(kind.table, id, outputs);
  if (!record) return got(work, entry, await kind.read(service, id, outputs));
  const where = await locate(work, record, outputs);
  switch (where.is) {
    case "known": {
      const live = await kind.read(service, where.id, outputs);
      return live ? refreshed(work, where.id, live, outputs, record) : absent;
    }
    case "ours":
      return refreshed(work, where.id, where.found.live, outputs, record);
    case "theirs":
      sayLeftAlone(work, outputs, where.id);
      return absent;
    case "absent":
      return absent;
  }
}

/** What a refresh answers. The resource gets the tenant's own id, where the state had another one. */
function refreshed(
  { kind, service }: Work,
  id: string,
  live: JsonObject,
  before: JsonObject,
  record: ManagedRecord,
): pulumi.dynamic.ReadResult {
  const { table } = kind;
  const unsure = record.unsure.filter((pointer) => !isReadable(table, pointer, { ...record, before, live }));
  const known: ManagedRecord = { ...record, unsure, standing: { at: "tenant", id } };
  // What was not sure and does not come back has to differ, or the engine would see nothing to do.
  const found = { ...outputsOf({ table, host: service.host, id, seen: { live }, before, record: known }) };
  for (const pointer of unsure) putAt(found, fromPointer(pointer), changedMarker);
  const outputs = withoutNoise(table, found, before);
  return { id, props: wrapped(table, outputs), inputs: wrapped(table, inputsOf(table, outputs)) };
}

/** Outputs with the old volatile values, if nothing else has changed: an edit of undeclared properties is no drift. */
function withoutNoise({ fields }: Table, outputs: JsonObject, before: JsonObject): JsonObject {
  const isVolatile = ([name]: readonly [string, Json]) => fields[name]?.volatile === true;
  const calm = { ...outputs, ...Object.fromEntries(Object.entries(before).filter(isVolatile)) };
  const { [providerKey]: _, ...known } = before;
  return equal(calm, known) ? calm : outputs;
}

/** `X.get(name, id)`: all that can be read, but for secrets, which no program declared. */
function got({ kind, service }: Work, { id, outputs }: Entry, live: JsonObject | undefined): pulumi.dynamic.ReadResult {
  const { table } = kind;
  if (live) return { id, props: { ...dropSecrets(table.fields, live), [tenantKey]: service.host } };
  // Once it has been read, a refresh may find it gone: then it leaves the state, and the next `get` says so.
  if (own(outputs, tenantKey) !== undefined) return absent;
  throw new UserError(`there is no ${table.noun} with the id "${legible(id)}" in tenant "${service.host}"`);
}
