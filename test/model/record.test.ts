import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../provider/src/schema/json.ts";
import { valueAt } from "../../provider/src/schema/json.ts";
import type { Field, Schema } from "../../provider/src/schema/schema.ts";
import { afterWrite } from "../../provider/src/state/after-write.ts";
import { canonical } from "../../provider/src/state/canonical.ts";
import { isCollection, leavesOf } from "../../provider/src/state/leaves.ts";
import {
  type AttemptOutcome,
  isOutdated,
  planChange,
  recordAfter,
  rememberedOf,
  sendsSomething,
} from "../../provider/src/state/plan.ts";
import { project } from "../../provider/src/state/project.ts";
import { blankRecord, type ManagedRecord, readRecord, writeRecord } from "../../provider/src/state/record.ts";
import { organizationMemberRolesSchema } from "../../provider/src/types/organization/definition.ts";
import { definitions } from "../../provider/src/types/registry.ts";
import { resourceServerSchema } from "../../provider/src/types/resource-server/definition.ts";
import { resourceServerProperties } from "./arbitraries.ts";

const identifier = "https://orders.example.com";
const program = resourceServerProperties.map((args) =>
  canonical(resourceServerSchema.fields, { identifier, ...args }, undefined),
);
const roles = fc.uniqueArray(fc.constantFrom("rol_a", "rol_b", "rol_c", "rol_d"));
const rolesProgram = roles.map((declared) => ({ organizationId: "org_1", userId: "auth0|1", roles: declared }));

const id = fc.string({ minLength: 1 });
const standing = fc.oneof(
  fc.record({ at: fc.constant("unknown" as const), before: fc.array(id) }),
  fc.record({ at: fc.constant("unknown" as const), before: fc.array(id), sentAt: fc.nat() }),
  fc.record({ at: fc.constant("tenant" as const), id }),
);
const pointers = fc.uniqueArray(fc.constantFrom("/name", "/scopes", "/tokenLifetime", "/tokenEncryption/format"));
const anyRecord: fc.Arbitrary<ManagedRecord> = fc.record(
  {
    paths: pointers,
    hints: fc.dictionary(fc.string(), fc.string()),
    remembered: fc.dictionary(fc.string(), fc.array(fc.string())),
    unsure: pointers,
    pending: fc.constant(["/secretRotation"]),
    standing,
    replaced: fc.array(fc.record({ id, values: fc.dictionary(fc.string(), fc.string()) })),
    memberRemovals: fc.array(fc.record({ member: id, mark: id })),
  },
  { requiredKeys: ["paths", "hints", "remembered", "unsure", "standing", "replaced", "memberRemovals"] },
);

describe("a record in the state", () => {
  test("is the same after it is written and read", () => {
    fc.assert(
      fc.property(anyRecord, id, (record, stateId) => {
        const stored = writeRecord(record, stateId);
        expect(readRecord(stateId, { __managed: stored })).toEqual(record);
      }),
    );
  });

  test("has the tenant's id only if that differs from the id in the state", () => {
    const record = blankRecord({ at: "tenant", id: "con_1" });
    expect(writeRecord(record, "con_1")).toEqual({ v: 2, paths: [] });
    expect(writeRecord(record, "unconfirmed:corp")).toEqual({ v: 2, paths: [], id: "con_1" });
    expect(writeRecord(blankRecord(), "x")).toEqual({ v: 2, paths: [], unconfirmed: true });
  });

  test("does not exist for a resource that was only read", () => {
    expect(readRecord("id", { identifier })).toBeUndefined();
  });

  test("of version 0.1 is refused, and the message names the version that converts it", () => {
    const stored = { v: 1, paths: ["/name"], provisional: "real-id" };
    expect(() => readRecord("state-id", { __managed: stored })).toThrow(
      /saved by pulumi-tenant 0\.1.*Install pulumi-tenant 0\.2, run `pulumi refresh`/,
    );
  });
});

describe("the record after a write", () => {
  const schema = resourceServerSchema;
  const attemptAt = (before: ManagedRecord, outputs: JsonObject, inputs: JsonObject) => ({
    schema,
    inputs,
    plan: planChange(schema, outputs, before, inputs),
  });
  const done = (live: JsonObject): AttemptOutcome => ({ how: "done", id: "id-1", seen: { live } });

  test("that succeeded leaves nothing to send, whatever the state was before", () => {
    fc.assert(
      fc.property(anyRecord, program, program, (before, outputs, inputs) => {
        const record = recordAfter(before, attemptAt(before, outputs, inputs), done(inputs));
        expect(record).toMatchObject({ unsure: [], standing: { at: "tenant", id: "id-1" } });
        const saved = project(schema, { ...record, before: inputs, live: inputs });
        const next = planChange(schema, saved, record, inputs);
        expect([next.replaces, sendsSomething(next)]).toEqual([[], false]);
        expect(isOutdated(record, { schema, plan: next, inputs })).toBe(false);
      }),
    );
  });

  test("whose response was lost forgets nothing: the next run sends all of it, whatever the program is by then", () => {
    fc.assert(
      fc.property(anyRecord, program, program, fc.boolean(), (before, outputs, inputs, isTurnedBack) => {
        const attempt = attemptAt(before, outputs, inputs);
        const sent = [...attempt.plan.changed, ...attempt.plan.removed].map(({ pointer }) => pointer);
        const record = recordAfter(before, attempt, { how: "lost", sentPaths: sent });
        expect(record.standing).toEqual(before.standing);
        expect(record.hints).toEqual(before.hints);
        expect(record.paths).toEqual(expect.arrayContaining([...before.paths, ...sent]));
        const next = planChange(schema, outputs, record, isTurnedBack ? outputs : inputs);
        const sentNext = [...next.changed, ...next.removed].map(({ pointer }) => pointer);
        const declared = next.declared.map(({ pointer }) => pointer);
        expect(sentNext).toEqual(expect.arrayContaining(sent.filter((pointer) => declared.includes(pointer))));
      }),
    );
  });

  const scalar = fc.constantFrom<Json>("x", "y", 1, true);
  const documentOf = fc.dictionary(
    fc.constantFrom("a", "b", "c"),
    fc.oneof(scalar, fc.dictionary(fc.constantFrom("a", "b"), scalar, { minKeys: 1 })),
    { minKeys: 1 },
  );
  const documents = Object.values(definitions).flatMap(({ type, schema }) =>
    Object.entries((schema as Schema).fields).flatMap(([property, { kind }]) =>
      kind === "document" ? [[type, property, schema as Schema] as const] : [],
    ),
  );

  test.each(documents)(
    "whose response was lost: the next run leads to the declared value of %s.%s, whatever shape it has",
    (_, property, schema) =>
      fc.assert(
        fc.property(documentOf, documentOf, documentOf, fc.boolean(), (first, lost, other, isTurnedBack) => {
          const [before, sent, next] = [first, lost, isTurnedBack ? first : other].map((one) => ({ [property]: one }));
          const planOf = (record: ManagedRecord, inputs: JsonObject) =>
            planChange(schema, before ?? {}, record, inputs);
          const blank = blankRecord({ at: "tenant", id: "id-1" });
          const write = (record: ManagedRecord, inputs: JsonObject) => ({
            schema,
            inputs,
            plan: planOf(record, inputs),
          });
          const made = recordAfter(blank, write(blank, before ?? {}), done(before ?? {}));
          const attempt = write(made, sent ?? {});
          const sentPaths = [...attempt.plan.changed, ...attempt.plan.removed].map(({ pointer }) => pointer);
          const { plan } = write(recordAfter(made, attempt, { how: "lost", sentPaths }), next ?? {});
          for (const object of [before ?? {}, afterWrite(before ?? {}, attempt.plan)]) {
            const after = afterWrite(object, plan);
            for (const { path, value } of leavesOf(schema.fields, next ?? {}))
              expect(valueAt(after, path)).toEqual(value);
          }
        }),
      ),
  );

  test("that succeeded in part: the next run sends the unsure values again, and no others", () => {
    fc.assert(
      fc.property(program, fc.infiniteStream(fc.boolean()), (inputs, coin) => {
        const before = blankRecord();
        const attempt = attemptAt(before, {}, inputs);
        const unsure = attempt.plan.changed.map(({ pointer }) => pointer).filter(() => coin.next().value);
        const record = recordAfter(before, attempt, { how: "partly", id: "id-1", seen: { live: inputs }, unsure });
        expect(Object.keys(record.hints).filter((pointer) => unsure.includes(pointer))).toEqual([]);
        const next = planChange(schema, project(schema, { ...record, before: inputs, live: inputs }), record, inputs);
        expect(next.changed.map(({ pointer }) => pointer).toSorted()).toEqual(unsure.toSorted());
      }),
    );
  });

  test("keeps the thumbprint of a value that was not sent, although the tenant has another one", () => {
    const pem = "/tokenEncryption/encryptionKey/pem";
    const key = { alg: "RSA-OAEP-256", pem: "a key" };
    const inputs = {
      identifier,
      name: "Orders",
      tokenEncryption: { format: "compact-nested-jwe", encryptionKey: key },
    };
    const seenWith = (thumbprintSha256: string) => ({
      ...inputs,
      tokenEncryption: { ...inputs.tokenEncryption, encryptionKey: { ...key, thumbprintSha256 } },
    });
    const blank = blankRecord();
    const first = recordAfter(blank, attemptAt(blank, {}, inputs), done(seenWith("ours")));
    expect(first.hints).toEqual({ [pem]: "ours" });
    const renamed = { ...inputs, name: "New" };
    const second = recordAfter(first, attemptAt(first, inputs, renamed), done(seenWith("theirs")));
    expect(second.hints).toEqual({ [pem]: "ours" });
  });
});

describe("the members that a deletion removes", () => {
  const schema = organizationMemberRolesSchema;

  test("are the declared roles and, after a failed update, those declared before it as well", () => {
    fc.assert(
      fc.property(rolesProgram, rolesProgram, (first, second) => {
        const blank = blankRecord();
        const plan = planChange(schema, {}, blank, first);
        const before = recordAfter(
          blank,
          { schema, plan, inputs: first },
          { how: "done", id: "m", seen: { live: first } },
        );
        expect(before.remembered).toEqual({ "/roles": first.roles.toSorted() });
        expect(isOutdated(before, { schema, plan: planChange(schema, first, before, first), inputs: first })).toBe(
          false,
        );

        const attempt = { schema, plan: planChange(schema, first, before, second), inputs: second };
        const outcomes: AttemptOutcome[] = [
          { how: "partly", id: "m", seen: { live: first }, unsure: ["/roles"] },
          { how: "lost", sentPaths: ["/roles"] },
        ];
        const both = [...new Set([...first.roles, ...second.roles])].toSorted();
        for (const outcome of outcomes) {
          expect(recordAfter(before, attempt, outcome).remembered).toEqual({ "/roles": both });
        }
        const after = recordAfter(before, attempt, { how: "done", id: "m", seen: { live: second } });
        expect(after.remembered).toEqual(rememberedOf(schema, second, {}, true));
      }),
    );
  });

  test("are none for objects that are deleted whole", () => {
    fc.assert(
      fc.property(program, (inputs) => {
        expect(rememberedOf(resourceServerSchema, inputs, {}, true)).toEqual({});
      }),
    );
  });
});

describe("a response that lacks a declared property", () => {
  const cases = Object.values(definitions).flatMap(({ type, schema }) =>
    Object.entries<Field>(schema.fields).flatMap(([name, field]) => {
      const { absent, computed, kind } = field;
      if (absent === undefined || computed || kind === "object") return [];
      // As a whole, a collection is one value.
      const whole = isCollection(field) && field.exclusive && { [field.exclusive.argument]: true };
      return [[`${type}.${name}`, schema as Schema, { [name]: absent }, whole] as const];
    }),
  );
  test.each(cases)("is no change of a declared value that equals its absence: %s", (_, schema, declared, whole) => {
    const before = { ...declared, ...whole };
    const paths = leavesOf(schema.fields, before).map(({ pointer }) => pointer);
    expect(project(schema, { live: {}, paths, before, hints: {} })).toEqual(declared);
  });
});
