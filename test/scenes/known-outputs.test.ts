import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parsePreview } from "../../provider/src/pulumi-cli/preview.ts";
import { reviewReport } from "../../provider/src/review/report.ts";
import { equal, type JsonObject, own } from "../../provider/src/schema/json.ts";
import { inProgramForm } from "../../provider/src/schema/program-forms.ts";
import type { Field, Schema } from "../../provider/src/schema/schema.ts";
import { undocumented } from "../../provider/src/schema/undocumented.ts";
import { tools } from "../../provider/src/types/tools.made.ts";
import type { Program } from "../e2e/project.ts";
import { identifier, withWorld } from "../e2e/world.ts";
import { pairs } from "../harness/keys.ts";
import { subjects } from "../subjects/index.ts";
import { kinds, type TypeName } from "../subjects/kinds.ts";

/** What a preview knows of the outputs of a resource that it updates. Every test has a tenant of its own. */
const ofApplication = withWorld();
const ofAll = withWorld();
const [pair] = pairs(1);

const application = (description: string): Program => ({
  orders: { args: { identifier, scopes: [{ value: "read:orders" }] } },
  job: { kind: "Client", args: { name: "Job", description, grantTypes: ["client_credentials"] } },
  grant: {
    kind: "ClientGrant",
    args: { audience: identifier, scope: ["read:orders"] },
    idsOf: { clientId: "job.clientId" },
    dependsOn: ["orders"],
  },
  keys: {
    kind: "ClientAuthentication",
    args: { method: "private_key_jwt", credentials: [{ pem: pair?.pem }] },
    idsOf: { clientId: "job.clientId" },
  },
});

test("a changed description updates the application alone: preview and review show no replacement of its grants or keys", async () => {
  const { stack, up } = ofApplication();
  await up(application("first"));
  await stack.declare(application("second"));
  const { stdout } = await stack.run(["preview", "--json"]);
  const { steps = [] } = JSON.parse(stdout) as { readonly steps?: readonly { op: string; urn: string }[] };
  const changed = steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
  expect(changed).toEqual(["update job"]);
  const report = reviewReport(parsePreview(stdout, "pulumi preview --json"), []);
  expect(report.counts).toMatchObject({ create: 0, update: 1, replace: 0, delete: 0 });
});

test("the preview of an update knows every declared property and every id, except the documented outputs", async () => {
  const { tenant, stack, up } = ofAll();
  const { entries } = Object;
  for (const subject of subjects) subject.prepare(tenant);
  // A type of which each change replaces the object has no updates.
  const changing = subjects.filter(({ name }) => {
    const fields: Schema["fields"] = kinds[name].schema.fields;
    const isSettable = ([key, { computed }]: readonly [string, Field]) => key !== undocumented && !computed;
    return entries(fields).some((one) => isSettable(one) && !one[1].forceNew && !one[1].forceNewIfDeclared);
  });
  const versions = changing.map((subject, at): [TypeName, string, readonly JsonObject[]] => {
    const [first, second] = subject.bench;
    // Of two kinds that are about the same object, each gets another one.
    const identity = entries(subject.identity(tenant, at + 1)).filter(([key]) =>
      equal(own(first, key), own(second, key)),
    );
    return [
      subject.name,
      subject.resource,
      subject.bench.map((args) => ({ ...args, ...Object.fromEntries(identity) })),
    ];
  });
  const program = (at: number) =>
    Object.fromEntries(
      versions.map(([name, kind, args]) => [
        name,
        { kind, args: inProgramForm(kinds[name].schema.fields, args[at] ?? {}) },
      ]),
    ) as Program;
  await up(program(0));
  await stack.declare(program(1));
  const file = join(tmpdir(), `known-${process.pid}.json`);
  const { stdout } = await stack.run(["preview", "--json"], { env: { KNOWN: file } });
  const known = JSON.parse(await readFile(file, "utf8")) as Record<string, Record<string, boolean>>;
  await rm(file);
  const { steps = [] } = JSON.parse(stdout) as { readonly steps?: readonly { op: string; urn: string }[] };
  const updated = steps.filter(({ op }) => op === "update").map(({ urn }) => urn.split("::").at(-1) ?? "");
  expect(updated.toSorted()).toEqual(versions.map(([name]) => name).toSorted());

  for (const [name, , [, args = {}]] of versions) {
    const unknown = entries(known[name] ?? {}).flatMap(([key, isKnown]) => (isKnown ? [] : [key]));
    const { fields }: Schema = kinds[name].schema;
    const isUndeclared = (key: string) =>
      own(args, key) === undefined && fields[key] && !fields[key].computed && !fields[key].shownBy;
    const named = unknown.filter((key) => !key.startsWith("__") && !isUndeclared(key));
    expect(named, name).toEqual(tools[name].unknownInPreviews ?? []);
  }
});
