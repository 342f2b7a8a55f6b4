import type * as pulumi from "@pulumi/pulumi";
import { driftReport, type ResourceReport } from "../drift/index.ts";
import { kindOf } from "../drift/kind-of.ts";
import type { PreviewStep } from "../drift/preview.ts";
import { parsePropertyPath } from "../drift/property-path.ts";
import { parseUrn, typeForPeople } from "../drift/urn.ts";
import { masked } from "../drift/values.ts";
import { Lifecycle } from "../lifecycle/lifecycle.ts";
import type { ConfigReader } from "../lifecycle/session.ts";
import { equal, isObject, type Json, type JsonObject, own, plain, signatureKey } from "../model/json.ts";
import { providerKey } from "../model/keys.ts";
import { describePath } from "../model/pointer.ts";
import type { TenantClient } from "../tenant/index.ts";
import { revealed, type StackResource } from "./stack-state.ts";

/** What differs at one resource; undefined where nothing does. */
export type Finding = ResourceReport | undefined;

/** Compares one resource with the tenant. It throws where the object cannot be read. */
export type Compare = (resource: StackResource) => Promise<Finding>;

/** How objects are read: each by calls of its own, or many in listings. A listing may be behind, so it says nothing about a fresh event. */
export type How = "directly" | "in listings";

/**
 * Compares resources as a refresh does: the same lifecycle reads the objects, and the engine's rules say what differs. All calls go over
 * one client.
 */
export function comparer(client: TenantClient, config: ConfigReader, how: How): Compare {
  const lifecycles = new Map<string, Lifecycle>();
  return async (resource) => {
    const lifecycle = lifecycles.get(resource.type) ?? lifecycleOf(resource.type, client, config, how);
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
      inputs: found.inputs ? withCode(found.inputs) : resource.inputs,
      outputs: withCode(found.props),
    };
    // The engine asks what an `up` of the same program would do after the refresh.
    const { changes } = await lifecycle.diff(after.id, revealed(after.outputs), revealed(resource.inputs));
    if (changes === false) return undefined;
    const differing = differences(resource.inputs, after.inputs, []).filter(({ path }) => !isIgnored(resource, path));
    return changes || differing.length > 0 ? reportOf(resource, after, differing) : undefined;
  };
}

function lifecycleOf(type: string, client: TenantClient, config: ConfigReader, how: How): Lifecycle {
  const found = kindOf(type);
  if (!found) throw new Error(`${typeForPeople(type)} is of a newer version of this package`);
  // A watch sees several stacks, and each over time: what their resources take from each other is drift, not a mistake in one program.
  const { listable, stake: _, ...kind } = found;
  const lifecycle = new Lifecycle({ ...kind, ...(how === "in listings" && listable && { listable }) }, () => client);
  const get = (key: string) => config(key.replace(/^tenant:/, ""));
  void lifecycle.configure({ config: { get, require: (key) => get(key) ?? "" } as pulumi.dynamic.Config });
  return lifecycle;
}

type Difference = PreviewStep["details"][number];

/** The places that differ, as the engine would name them. A secret is one place. Null means absent. */
function differences(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly (string | number)[],
): readonly Difference[] {
  const isSecret = [before, after].some((value) => isObject(value) && Object.hasOwn(value, signatureKey));
  const [was, is] = [before, after].map((value) => value ?? undefined) as [Json | undefined, Json | undefined];
  if (equal(was && revealed(was), is && revealed(is))) return [];
  if (!isSecret && isObject(was) && isObject(is)) {
    const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
    return keys.flatMap((key) => differences(own(was, key), own(is, key), [...path, key]));
  }
  if (!isSecret && Array.isArray(was) && Array.isArray(is)) {
    const [old, fresh] = [was as readonly Json[], is as readonly Json[]];
    const positions = Array.from({ length: Math.max(old.length, fresh.length) }, (_, position) => position);
    return positions.flatMap((position) => differences(old[position], fresh[position], [...path, position]));
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
  after: { readonly id: string; readonly inputs: JsonObject; readonly outputs: JsonObject } | undefined,
  details: readonly Difference[],
): Finding {
  const shown = (state: { id: string; inputs: JsonObject; outputs: JsonObject }) => ({
    id: state.id,
    parent,
    inputs: masked(state.inputs, isPlain),
    outputs: masked(state.outputs, isPlain),
  });
  const step: PreviewStep = {
    op: after ? "update" : "delete",
    urn,
    before: shown({ id, inputs, outputs }),
    after: after && shown(after),
    reasons: [],
    details: [...details],
  };
  const { resources } = driftReport({ steps: [step], diagnostics: [] });
  return resources[0];
}

/** Nothing here was printed by the CLI with secrets masked: all of them are in envelopes. */
const isPlain = () => true;

/** The stack and the project of a URN. */
export function placeOf(urn: string): { readonly stack: string; readonly project: string } {
  const { stack = "", project = "" } = parseUrn(urn) ?? {};
  return { stack, project };
}
