import type * as pulumi from "@pulumi/pulumi";
import type { TenantClient } from "../client/index.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import { EngineRun } from "../lifecycle/program/engine-run.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import { revealed, type StackResource } from "../pulumi-cli/exported-stack.ts";
import { type PreviewStep, shown } from "../pulumi-cli/preview.ts";
import { typeForPeople } from "../pulumi-cli/urn.ts";
import { isList, keysOf, part } from "../pulumi-cli/values.ts";
import { changeReport } from "../report/report.ts";
import type { ResourceReport } from "../report/types.ts";
import { describePath, equal, isObject, type Json, type JsonObject, own, plain, signatureKey } from "../schema/json.ts";
import { parsePropertyPath } from "../schema/property-path.ts";
import { providerKey } from "../schema/provider-code.ts";
import { classesReferringTo, type TypeName, typeNameOf } from "../types/registry.ts";
import { resourceTypes } from "../types/resource-types.made.ts";

/** The differences of one resource; undefined if there are none. */
export type ResourceDrift = ResourceReport | undefined;

/** Compares one resource with the tenant. It throws if the object cannot be read. */
export type Compare = (resource: StackResource) => Promise<ResourceDrift>;

/** How objects are read: each by separate requests, or many through listings. Listings can lag behind, so reads after events are direct. */
export type ReadMethod = "directly" | "in listings";

/**
 * Compares resources as `pulumi refresh` does: the provider's lifecycle reads the objects, and the engine's rules find the differences.
 * All requests go through the given client.
 */
export function comparer(client: TenantClient, config: ConfigReader, how: ReadMethod): Compare {
  const lifecycles = new Map<string, Lifecycle>();
  // A run caches listings, so each comparer has a separate run.
  const run = new EngineRun(classesReferringTo);
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
    // A refresh also calls diff with the program's inputs, to decide whether the next `up` would change the resource.
    const { changes } = await lifecycle.diff(after.id, revealed(after.outputs), revealed(resource.inputs));
    const differing = differences(resource.inputs, after.inputs, []).filter(({ path }) => !isIgnored(resource, path));
    if (changes !== false && (changes || differing.length > 0)) return reportOf(resource, after, differing);
    const unread = run.programFor(client.host).unread.get(resourceTypes[name].schema)?.get(found.id);
    if (unread !== undefined) throw new Error(unread);
    return undefined;
  };
}

/** @throws Error for an unknown resource type */
function nameOf(type: string): TypeName {
  const name = typeNameOf(type);
  if (name === undefined)
    throw new Error(
      `${typeForPeople(type)}: unknown resource type. Update pulumi-tenant: a newer version has written this state`,
    );
  return name;
}

function lifecycleOf(
  name: TypeName,
  client: TenantClient,
  config: ConfigReader,
  how: ReadMethod,
  run: EngineRun,
): Lifecycle {
  const { listable: _, wholeListing: __, sharesReads: ___, ...alone } = resourceTypes[name];
  const lifecycle = new Lifecycle(how === "in listings" ? resourceTypes[name] : alone, () => client, run);
  const get = (key: string) => config(key.replace(/^tenant:/, ""));
  void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } as pulumi.dynamic.Config });
  return lifecycle;
}

type DifferingPath = PreviewStep["details"][number];

/** The paths that differ, as the engine would name them. A secret counts as one leaf. Null equals absent. */
function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly (string | number)[],
): DifferingPath[] {
  const isSecret = [before, after].some((value) => isObject(value) && Object.hasOwn(value, signatureKey));
  const [was, is] = [before, after].map((value) => value ?? undefined) as [Json | undefined, Json | undefined];
  if (equal(was && revealed(was), is && revealed(is))) return [];
  const areContainers = [isObject, isList].some((isContainer) => isContainer(was) && isContainer(is));
  if (!isSecret && areContainers) {
    return keysOf(was, is).flatMap((key) => differences(part(was, key), part(is, key), [...path, key]));
  }
  const kind = was === undefined ? "add" : is === undefined ? "delete" : "update";
  return [{ path: describePath(path), kind, isInput: true }];
}

/** Whether a path lies within a path of the resource's `ignoreChanges`. `*` matches any key. */
function isIgnored({ ignored }: StackResource, text: string): boolean {
  const path = parsePropertyPath(text) ?? [text];
  return ignored.some((pattern) => {
    const keys = parsePropertyPath(pattern.replaceAll("[*]", ".*")) ?? [pattern];
    return keys.length <= path.length && keys.every((key, index) => key === "*" || `${key}` === `${path[index]}`);
  });
}

/** The same report as the drift report contains for a preview of a refresh. */
function reportOf(
  { urn, id, parent, inputs, outputs }: StackResource,
  after: PreviewStep["after"],
  details: DifferingPath[],
): ResourceDrift {
  return changeReport({
    op: after ? "update" : "delete",
    urn,
    before: shown(urn, { id, parent, inputs, outputs }, () => everywhere),
    after: shown(urn, after, () => everywhere),
    reasons: [],
    details,
  });
}

/** No text is a mask of a secret, even if it equals the CLI's mask: in the state, secrets are in envelopes, and not replaced by the mask. */
const everywhere = () => true;
