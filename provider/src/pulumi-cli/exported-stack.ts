import { z } from "zod";
import { explicitKey, settingPrefix } from "../client/index.ts";
import { type Json, type JsonObject, own } from "../schema/json.ts";
import { mapSecrets, secretEnvelope } from "../state/secrets.ts";
import { engineObject, parseDocument, readJson, unread, withoutWarnings } from "./document.ts";
import { isOurs } from "./urn.ts";

const position = z.string().nullish();

/** The fields of a resource in the CLI's documents that tell where the program declares the resource. */
const sourcePlace = {
  sourcePosition: position,
  stackTrace: z.array(engineObject({ sourcePosition: position }).nullish()).nullish(),
};

/** A line of a program. */
export interface ProgramLine {
  /** The path relative to the project's folder, with slashes. */
  readonly file: string;
  readonly line: number;
}

/** A position in the engine's notation, `project:///src/index.ts#12,3`. The engine writes positions only for files in the project. */
const form = /^project:\/\/\/(?<path>[^#?]+)#(?<line>\d{1,7})(?:,\d+)?$/;

/** A file of this package with a resource class. If the package is linked from a folder of the project, its path has no `node_modules`. */
const ownClass = /(?:^|\/)dist\/sdk\/(?:resources\/[^/]+|base)\.js$/;

/**
 * The line of the program that declares a resource: the innermost call outside packages. The position that the CLI gives for the resource itself is
 * usually in the package that contains its class; the stack trace then leads to the program. Undefined if no position is in the program.
 */
export function programLineOf({
  sourcePosition,
  stackTrace,
}: z.infer<z.ZodObject<typeof sourcePlace>>): ProgramLine | undefined {
  for (const one of [sourcePosition, ...(stackTrace ?? []).map((frame) => frame?.sourcePosition)]) {
    const { path = "", line = "" } = form.exec(one ?? "")?.groups ?? {};
    const file = decoded(path);
    const parts = file.split("/");
    if (
      file === "" ||
      ownClass.test(file) ||
      parts.some((part) => ["node_modules", "..", "."].includes(part)) ||
      Number(line) < 1
    )
      continue;
    return { file, line: Number(line) };
  }
  return undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return "";
  }
}

/** The properties of a resource in a document of the CLI. */
export const properties = z
  // The document was parsed from JSON, so every value is JSON.
  .record(z.string(), z.custom<Json>())
  .nullish()
  .transform((given): JsonObject => given ?? {});

/** The members of a resource that the CLI writes and that no judgement needs. */
const unreadOfResource = {
  ...{ taint: unread, dependencies: unread, initErrors: unread, additionalSecretOutputs: unread, aliases: unread },
  ...{ customTimeouts: unread, importID: unread, replaceWith: unread, created: unread, modified: unread },
  ...{ hideDiff: unread, replaceOnChanges: unread, replacementTrigger: unread, refreshBeforeUpdate: unread },
  ...{ viewOf: unread, resourceHooks: unread, extensionRef: unread, snippetID: unread },
};

/** By input: the URNs of the resources from which the input gets its value. */
export const propertyDependencies = z.record(z.string(), z.array(z.string()).nullish()).nullish();

/** The members of a resource in a state, a preview and a pending operation. */
export const resourceShape = {
  ...unreadOfResource,
  urn: z.string(),
  type: z.string(),
  /** False for a component, which only groups other resources. */
  custom: z.boolean().nullish(),
  delete: z.boolean().nullish(),
  /** Whether a replacement was interrupted after it had deleted the old object and before it created the new one. */
  pendingReplacement: z.boolean().nullish(),
  /** Whether the stack only reads the object. */
  external: z.boolean().nullish(),
  /** Whether the tenant keeps the object after its removal from the program. */
  retainOnDelete: z.boolean().nullish(),
  /** The URN of another resource. If that resource is deleted, too, the engine sends no deletion of this object. */
  deletedWith: z.string().nullish(),
  /** Whether the engine refuses to delete the object. */
  protect: z.boolean().nullish(),
  id: z.string().nullish(),
  parent: z.string().nullish(),
  /** The URN and the id of the resource's provider. */
  provider: z.string().nullish(),
  inputs: properties,
  outputs: properties,
  propertyDependencies,
  /** The paths that a run and a refresh leave as they are, in the CLI's notation. */
  ignoreChanges: z.array(z.string()).nullish(),
  ...sourcePlace,
};

const exportedResource = engineObject(resourceShape);

/** A resource of an exported stack. */
export type ExportedResource = z.infer<typeof exportedResource>;

/** The type of the provider of dynamic resources. All packages with dynamic resources share it. */
export const dynamicProvider = "pulumi:providers:pulumi-nodejs";

/** Whether a resource is an explicit provider of pulumi-tenant, which has a tenant and credentials of its own. */
export function isExplicitProvider({ type, inputs }: Pick<ExportedResource, "type" | "inputs">): boolean {
  return type === dynamicProvider && inputs[`${settingPrefix}${explicitKey}`] === "true";
}

/** The versions that wrote a document of the engine. */
export const manifest = engineObject({
  time: z.string().nullish(),
  ...{ magic: unread, version: unread },
  plugins: z.array(engineObject({ name: unread, path: unread, type: unread, version: unread })).nullish(),
}).nullish();

/**
 * The form of the output of `pulumi stack export`.
 *
 * @param resource the form of its resources
 */
export function stackExport<Resource extends z.ZodType>(resource: Resource) {
  return engineObject({
    ...{ version: unread, features: unread },
    deployment: engineObject({
      manifest,
      resources: z.array(resource).nullish(),
      pending_operations: z.array(engineObject({ resource: resource.optional(), type: unread })).nullish(),
      secrets_providers: engineObject({ type: unread, state: unread }).nullish(),
      metadata: engineObject({ integrity_error: unread }).nullish(),
      ...{ snippets: unread, extensions: unread },
    }),
  });
}

/** The output of `pulumi stack export`. */
export const exportedStack = stackExport(exportedResource);

/** A resource of a stack that can be compared with the tenant. Its secrets are envelopes that contain the values. */
export type StackResource = Readonly<ReturnType<typeof resourceOf>>;

/** The content of a state. */
export type StackState = Readonly<ReturnType<typeof parseState>>;

/**
 * Parses the output of `pulumi stack export --show-secrets`.
 *
 * @throws Error that names the problem of the text, without its values
 */
export function parseState(text: string) {
  const { deployment } = parseDocument(withoutWarnings(text), exportedStack, unexpected);
  const { manifest, resources, pending_operations: pending } = deployment;
  return {
    /** The resources of pulumi-tenant. */
    resources: (resources ?? []).filter(isCompared).map(resourceOf),
    /** The URN of the first resource: every URN contains the names of stack and project. Undefined for a stack without resources. */
    anyUrn: resources?.[0]?.urn,
    /** The time at which the state was written, according to its manifest; empty if unknown. */
    writtenAt: manifest?.time ?? "",
    /** Whether the state contains operations that have begun and not ended. */
    isPending: (pending ?? []).length > 0,
  };
}

/**
 * Whether a resource is compared. Resources that are only read (`X.get`) or about to be replaced or deleted are left out, as in a preview
 * of a refresh.
 */
function isCompared({ type, custom, id, external, ...marks }: ExportedResource): boolean {
  const isManaged = isOurs(type) && custom === true && Boolean(id) && external !== true;
  return isManaged && marks.delete !== true && marks.pendingReplacement !== true;
}

function resourceOf({ urn, type, id, parent, inputs, outputs, ignoreChanges }: ExportedResource) {
  return {
    urn,
    type,
    id: id ?? "",
    ...(parent && { parent }),
    inputs: revived(inputs),
    outputs: revived(outputs),
    /** The `ignoreChanges` paths of the program, in the CLI's notation. */
    ignored: ignoreChanges ?? [],
  };
}

/** Replaces the JSON text in the envelope of each secret, as the CLI prints it, with the parsed value. */
function revived<T extends Json>(value: T): T {
  return mapSecrets(value, (envelope) => {
    const text = own(envelope, "plaintext");
    return typeof text === "string" ? secretEnvelope(secretIn(text)) : undefined;
  });
}

function secretIn(text: string): Json {
  return readJson(text, () => unexpected("the value of a secret is not one JSON value")) as Json;
}

/** Properties in the form that a provider gets: secrets without their envelopes. */
export function revealed<T extends Json>(value: T): T {
  return mapSecrets(value, (envelope) => own(envelope, "value"));
}

function unexpected(what: string): Error {
  return new Error(
    `the output of \`pulumi stack export\` has an unknown format: ${what}. If the CLI was released after this version of pulumi-tenant, update ` +
      "pulumi-tenant.",
  );
}
