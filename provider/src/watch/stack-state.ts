import { z } from "zod";
import { properties } from "../drift/properties.ts";
import { isOurs } from "../drift/urn.ts";
import { isObject, type Json, type JsonObject, own, signatureKey } from "../model/json.ts";
import { secretEnvelope } from "../model/secrets.ts";
import { legible } from "../tenant/index.ts";

/** A resource of a stack that can be compared with the tenant. Its secrets are in envelopes that hold the values. */
export interface StackResource {
  readonly urn: string;
  readonly type: string;
  readonly id: string;
  readonly parent?: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
  /** The paths that the program keeps from being changed, in the CLI's notation. */
  readonly ignored: readonly string[];
}

/** What a state says. */
export interface StackState {
  /** This package's resources. */
  readonly resources: readonly StackResource[];
  /** The first URN, which names stack and project. Absent for a stack without resources. */
  readonly anyUrn?: string;
  /** When the state was written, as it says. */
  readonly writtenAt: string;
  /** It has operations that were begun and have not ended. */
  readonly isPending: boolean;
}

const resource = z.object({
  urn: z.string(),
  type: z.string(),
  custom: z.boolean().nullish(),
  delete: z.boolean().nullish(),
  pendingReplacement: z.boolean().nullish(),
  external: z.boolean().nullish(),
  id: z.string().nullish(),
  parent: z.string().nullish(),
  inputs: properties,
  outputs: properties,
  ignoreChanges: z.array(z.string()).nullish(),
});

const document = z.object({
  deployment: z.object({
    manifest: z.object({ time: z.string().nullish() }).nullish(),
    resources: z.array(resource).nullish(),
    pending_operations: z.array(z.unknown()).nullish(),
  }),
});

/**
 * Reads what `pulumi stack export --show-secrets` prints.
 *
 * @throws Error that says what is wrong with the text, and shows no value of it
 */
export function parseState(text: string): StackState {
  const parsed = document.safeParse(jsonIn(text));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw unexpected(`at "${legible(issue?.path.join(".") ?? "")}": ${issue?.message ?? "it has another form"}`);
  }
  const { manifest, resources, pending_operations: pending } = parsed.data.deployment;
  const [first] = resources ?? [];
  return {
    resources: (resources ?? []).filter(isCompared).map(resourceOf),
    ...(first && { anyUrn: first.urn }),
    writtenAt: manifest?.time ?? "",
    isPending: (pending ?? []).length > 0,
  };
}

/** A preview of a refresh shows nothing of what is only read (`X.get`), nor of what is about to be replaced or deleted. */
function isCompared({ type, custom, id, external, ...marks }: z.infer<typeof resource>): boolean {
  const isManaged = isOurs(type) && custom === true && Boolean(id) && external !== true;
  return isManaged && marks.delete !== true && marks.pendingReplacement !== true;
}

function resourceOf({ urn, type, id, parent, inputs, outputs, ignoreChanges }: z.infer<typeof resource>) {
  return {
    urn,
    type,
    id: id ?? "",
    ...(parent && { parent }),
    inputs: revived(inputs),
    outputs: revived(outputs),
    ignored: ignoreChanges ?? [],
  };
}

/** The CLI prints the value of a secret as JSON text. */
function revived<T extends Json>(value: T): T {
  return mapped(value, (found) => {
    const text = own(found, "plaintext");
    return typeof text === "string" ? secretEnvelope(secretIn(text)) : undefined;
  }) as T;
}

function secretIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw unexpected("a secret has no value that is JSON");
  }
}

/** Properties as a provider gets them: secrets without their envelopes. */
export function revealed<T extends Json>(value: T): T {
  return mapped(value, (found) => own(found, "value")) as T;
}

/** A copy in which everything with the engine's signature is replaced, as far as there is something to replace it. */
function mapped(value: Json, replace: (found: JsonObject) => Json | undefined): Json {
  if (Array.isArray(value)) return value.map((item: Json) => mapped(item, replace));
  if (!isObject(value)) return value;
  const replaced = Object.hasOwn(value, signatureKey) ? replace(value) : undefined;
  if (replaced !== undefined) return replaced;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapped(item, replace)]));
}

/** The document. The CLI may print warnings before it. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(text.startsWith("{") ? 0 : text.indexOf("\n{") + 1));
  } catch {
    throw unexpected(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

function unexpected(what: string): Error {
  return new Error(
    `the output of \`pulumi stack export\` is not understood: ${what}. Is this a version of the CLI that is much newer than this package?`,
  );
}
