import type * as pulumi from "@pulumi/pulumi";
import type { TenantClient } from "../client/index.ts";
import { type TypeName, typeNameOf } from "../definitions/registry.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import { EngineRun } from "../lifecycle/program.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import { type PreviewStep, shown } from "../pulumi-cli/preview.ts";
import { revealed, type StackResource } from "../pulumi-cli/stack-state.ts";
import { parsePropertyPath, typeForPeople } from "../pulumi-cli/urn.ts";
import { isList, keysOf, part } from "../pulumi-cli/values.ts";
import { changeReport } from "../report/report.ts";
import type { ResourceReport } from "../report/types.ts";
import { resourceTypes } from "../resources/resource-types.made.ts";
import { equal, isObject, type Json, type JsonObject, own, plain, signatureKey } from "../schema/json.ts";
import { providerKey } from "../schema/keys.ts";
import { describePath } from "../schema/pointer.ts";

/** What differs at one resource; undefined where nothing does. */
export type ResourceDrift = ResourceReport | undefined;

/** Compares one resource with the tenant. It throws where the object cannot be read. */
export type Compare = (resource: StackResource) => Promise<ResourceDrift>;

/** How objects are read: each by calls of its own, or many in listings. A listing may be behind, so it says nothing about a fresh event. */
export type ReadMethod = "directly" | "in listings";

/**
 * Compares resources as a refresh does: the same lifecycle reads the objects, and the engine's rules say what differs. All calls go over
 * one client.
 */
export function comparer(client: TenantClient, config: ConfigReader, how: ReadMethod): Compare {
  const lifecycles = new Map<string, Lifecycle>();
  // What listings show counts for this comparison alone.
  const run = new EngineRun();
  return async (resource) => {
    const name = nameOf(resource.type);
    const lifecycle = lifecycles.get(resource.type) ?? lifecycleOf(name, client, config, how, run);
    lifecycles.set(resource.type, lifecycle);
    const found = await lifecycle.read(resource.id, revealed(resource.outputs));
    if (!found.id) return reportOf(resource, undefined, []);
    const code = own(resource.outputs, providerKey);
    const withCode = (props: unknown): JsonObject => ({
      ...(plain(props) as JsonObject),
      ...(code !== undefined && { [providerKey]: code }),
    });
    const after = {
      id: found.id,
      parent: resource.parent,
      inputs: found.inputs ? withCode(found.inputs) : resource.inputs,
      outputs: withCode(found.props),
    };
    // The engine asks what an `up` of the same program would do after the refresh.
    const { changes } = await lifecycle.diff(after.id, revealed(after.outputs), revealed(resource.inputs));
    const differing = differences(resource.inputs, after.inputs, []).filter(({ path }) => !isIgnored(resource, path));
    if (changes !== false && (changes || differing.length > 0)) return reportOf(resource, after, differing);
    const unread = run.programFor(client.host).unread.get(resourceTypes[name].schema)?.get(found.id);
    if (unread !== undefined) throw new Error(unread);
    return undefined;
  };
}

/** @throws Error where there is no such kind */
function nameOf(type: string): TypeName {
  const name = typeNameOf(type);
  if (name === undefined) throw new Error(`${typeForPeople(type)} is of a newer version of this package`);
  return name;
}

function lifecycleOf(
  name: TypeName,
  client: TenantClient,
  config: ConfigReader,
  how: ReadMethod,
  run: EngineRun,
): Lifecycle {
  const { listable: _, alsoIn: __, sharesReads: ___, ...alone } = resourceTypes[name];
  const lifecycle = new Lifecycle(how === "in listings" ? resourceTypes[name] : alone, () => client, run);
  const get = (key: string) => config(key.replace(/^tenant:/, ""));
  void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } as pulumi.dynamic.Config });
  return lifecycle;
}

type DifferingPath = PreviewStep["details"][number];

/** The places that differ, as the engine would name them. A secret is one place. Null means absent. */
function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly (string | number)[],
): DifferingPath[] {
  const isSecret = [before, after].some((value) => isObject(value) && Object.hasOwn(value, signatureKey));
  const [was, is] = [before, after].map((value) => value ?? undefined) as [Json | undefined, Json | undefined];
  if (equal(was && revealed(was), is && revealed(is))) return [];
  const areAlike = [isObject, isList].some((isKind) => isKind(was) && isKind(is));
  if (!isSecret && areAlike) {
    return keysOf(was, is).flatMap((key) => differences(part(was, key), part(is, key), [...path, key]));
  }
  const kind = was === undefined ? "add" : is === undefined ? "delete" : "update";
  return [{ path: describePath(path), kind, isInput: true }];
}

/** Whether a place lies in one that the program keeps from being changed (`ignoreChanges`). `*` stands for any key. */
function isIgnored({ ignored }: StackResource, text: string): boolean {
  const path = parsePropertyPath(text) ?? [text];
  return ignored.some((pattern) => {
    const keys = parsePropertyPath(pattern.replaceAll("[*]", ".*")) ?? [pattern];
    return keys.length <= path.length && keys.every((key, index) => key === "*" || `${key}` === `${path[index]}`);
  });
}

/** The report that a preview of a refresh would lead to. */
function reportOf(
  { urn, id, parent, inputs, outputs }: StackResource,
  after: PreviewStep["after"],
  details: DifferingPath[],
): ResourceDrift {
  return changeReport({
    op: after ? "update" : "delete",
    urn,
    before: shown(urn, { id, parent, inputs, outputs }, everywhere),
    after: shown(urn, after, everywhere),
    reasons: [],
    details,
  });
}

/** Nothing here was printed by the CLI with secrets masked: all of them are in envelopes. */
const everywhere = () => () => true;
