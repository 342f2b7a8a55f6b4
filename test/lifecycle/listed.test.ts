import { expect, test } from "vitest";
import { idNameOf, listingRouteOf, listKeyOf } from "../../provider/src/schema/definition.ts";
import { isObject, type Json, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { type Field, type Fields, wireName } from "../../provider/src/schema/schema.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { subjects } from "../subjects/index.ts";
import { kinds } from "../subjects/kinds.ts";
import type { Subject } from "../subjects/subject.ts";
import { startWorld } from "./world.ts";

/* What an entry of a listing lacks, although the object has it, is in the table. */

const cases = subjects.flatMap((subject) => {
  const { listing } = definitions[subject.name];
  return listing && !listing.owners && !listing.isPartial ? [[subject.resource, subject] as const] : [];
});

const partial = subjects.flatMap(({ name, resource }) => {
  const { route, listing } = definitions[name];
  return listing?.isPartial ? [[resource, name, route] as const] : [];
});

/** The properties that an object's own answer has and its entry lacks, and of which these fields do not say that it may. */
function hiddenIn(row: Json | undefined, one: Json, fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const wire = wireName(name, field);
    const mayLack = field.reads?.how === "sometimes" || (field.kind === "document" && field.mayBeWithheld);
    return own(one, wire) !== undefined && own(row, wire) === undefined && !mayLack ? [name] : [];
  });
}

/** An object as its own route and as the listing has it. */
async function bothAnswers(subject: Subject): Promise<{ readonly one: Json; readonly row: JsonObject }> {
  const { tenant, engine, close } = await startWorld({}, kinds[subject.name]);
  subject.prepare(tenant);
  await engine.up({ it: subject.hostile.versions(tenant, 1)[0] });
  const { route } = definitions[subject.name];
  const idName = idNameOf(definitions[subject.name]);
  const headers = { authorization: `Bearer ${tenant.issueToken()}` };
  const read = async (path: string) =>
    (await (await fetch(`${tenant.domain}/api/v2/${path}`, { headers })).json()) as Json;
  const id = encodeURIComponent(engine.state.get("it")?.id ?? "");
  const listed = await read(listingRouteOf(definitions[subject.name]));
  const one = await read(route.includes("{") ? route.replace(/\{\w+\}/, id) : `${route}/${id}`);
  await close();
  const rows = isObject(listed) ? own(listed, listKeyOf(definitions[subject.name])) : listed;
  const row = (Array.isArray(rows) ? rows : []).find((entry: Json) => [own(entry, idName)].includes(own(one, idName)));
  if (!isObject(row)) throw new Error("the listing does not have the object");
  return { one, row };
}

test.each(partial)("%s: a listing whose entries lack properties answers no read", (_, name, route) => {
  expect(kinds[name].listable?.entryFor({ path: [route, "one"] }, {})).toBeUndefined();
  expect(kinds[name].listable?.entryFor({ path: [route] }, { name: "one" })).toBeUndefined();
});

test.each(cases)("%s: the table names the properties that the listing lacks", async (_, subject) => {
  const { fields } = definitions[subject.name].schema;
  const { one, row } = await bothAnswers(subject);
  expect(hiddenIn(row, one, fields)).toEqual([]);
  const [[name = "", field] = []] = Object.entries(fields).filter(
    ([key, one]) => own(row, wireName(key, one)) !== undefined,
  );
  const { [wireName(name, field)]: _name, ...others } = row;
  expect(hiddenIn(others, one, fields)).toEqual([name]);
  expect(hiddenIn(others, one, { ...fields, [name]: { ...field, reads: { how: "sometimes" } } as Field })).toEqual([]);
});
