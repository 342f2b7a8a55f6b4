import { type Json, own } from "../schema/json.ts";
import { mapSecrets, secretEnvelope } from "../state/secrets.ts";
import { type ExportedResource, exportedStack, parseDocument } from "./cli-document.ts";
import { isOurs } from "./urn.ts";

/** A resource of a stack that can be compared with the tenant. Its secrets are in envelopes that hold the values. */
export type StackResource = Readonly<ReturnType<typeof resourceOf>>;

/** What a state says. */
export type StackState = Readonly<ReturnType<typeof parseState>>;

/**
 * Reads what `pulumi stack export --show-secrets` prints.
 *
 * @throws Error that says what is wrong with the text, and shows no value of it
 */
export function parseState(text: string) {
  const { deployment } = parseDocument(text, exportedStack, unexpected);
  const { manifest, resources, pending_operations: pending } = deployment;
  return {
    /** This package's resources. */
    resources: (resources ?? []).filter(isCompared).map(resourceOf),
    /** The first URN, which names stack and project. Undefined for a stack without resources. */
    anyUrn: resources?.[0]?.urn,
    /** When the state was written, as it says. */
    writtenAt: manifest?.time ?? "",
    /** It has operations that were begun and have not ended. */
    isPending: (pending ?? []).length > 0,
  };
}

/** A preview of a refresh shows nothing of what is only read (`X.get`), nor of what is about to be replaced or deleted. */
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
    /** The paths that the program keeps from being changed, in the CLI's notation. */
    ignored: ignoreChanges ?? [],
  };
}

/** The CLI prints the value of a secret as JSON text. */
function revived<T extends Json>(value: T): T {
  return mapSecrets(value, (envelope) => {
    const text = own(envelope, "plaintext");
    return typeof text === "string" ? secretEnvelope(secretIn(text)) : undefined;
  });
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
  return mapSecrets(value, (envelope) => own(envelope, "value"));
}

function unexpected(what: string): Error {
  return new Error(
    `the output of \`pulumi stack export\` is not understood: ${what}. Is this a version of the CLI that is much newer than this package?`,
  );
}
