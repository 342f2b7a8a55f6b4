import * as pulumi from "@pulumi/pulumi";
import { isObject, type JsonObject } from "../model/json.ts";
import { besideKey, guardKey, nameKey, previewKey, providerKey, recordKey, secretsKey } from "../model/keys.ts";
import { providerCode } from "../model/provider-code.ts";
import { secrecyOfFields } from "../model/secrets.ts";
import { handlerOf, typeToken } from "../model/type-token.ts";
import type { Descriptor } from "../objects/descriptor.ts";
import { doubtConfiguration } from "./configuration.ts";
import { declaredBeside, noteDeclared, refuseTwin } from "./declared.ts";
import { guarded } from "./guard.ts";
import { inside } from "./inside.ts";
import { isNear } from "./is-near.ts";
import { markSecrets } from "./mark-secrets.ts";
import { checkUnderMocks, failOnce } from "./mocks.ts";
import { holdsLater, secretPaths } from "./secret-paths.ts";
import { giveTenantId, isTheId } from "./tenant-id.ts";
import { uniqueName } from "./unique-name.ts";

/** A class of this package. */
type Class = (new (
  name: string,
  args: never,
  opts?: pulumi.CustomResourceOptions,
) => TenantResource) & {
  readonly typeToken: string;
};

/**
 * The base class of all resources of this package.
 *
 * Not `pulumi.dynamic.Resource`: that class saves the provider's source text with every resource. Here the text is a
 * constant that names this package, so the state stays small, an upgrade of the package takes effect at once, and a
 * refresh never runs old code.
 *
 * A subclass declares its outputs with `declare readonly`: a real field would overwrite the output with undefined. Every property of its
 * table is an output, and the secret ones are wrapped.
 */
export abstract class TenantResource extends pulumi.CustomResource {
  /** @param args the arguments; none for a resource that is only read */
  constructor(descriptor: Descriptor, name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions) {
    const { type } = descriptor;
    if (opts.import !== undefined) throw new pulumi.RunError(importRefused(type, name));
    doubtConfiguration();
    const mocked = checkUnderMocks();
    const handler = handlerOf(type);
    // With --replace nothing is compared, so no check can tell an object that goes first from one that is in the way.
    const preview = pulumi.runtime.isDryRun() && !opts.deleteBeforeReplace && { [previewKey]: true };
    // No provider checks what is only read.
    const isChecked = opts.id === undefined && !mocked;
    const label = isChecked ? uniqueName(type, name) : undefined;
    if (label !== undefined) refuseTwin(descriptor, label, args, opts);
    const beside = declaredBeside(descriptor, args);
    const safe = guarded(descriptor, args, opts);
    const props = {
      ...propsOf(descriptor, args),
      ...preview,
      ...(label !== undefined && { [nameKey]: label }),
      ...(beside !== undefined && { [besideKey]: beside }),
      ...(safe !== opts && { [guardKey]: true }),
      [providerKey]: providerCode(handler, isNear()),
    };
    const declaration = new Error();
    const { stackTraceLimit } = Error;
    try {
      // The SDK records a stack trace for each of the four promises of every output, and source maps make that slow. The
      // traces only serve the search for promise leaks. For the positions in the state the SDK sets a limit of its own.
      if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
      super(typeToken(type), name, props, safe);
    } catch (error) {
      throw locate(error, declaration);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    // The SDK makes the error of a registration that fails in its constructor, so it has no stack trace either.
    inside(this.urn).isKnown.catch((error) => locate(error, declaration));
    if (mocked) failOnce(this);
    giveTenantId(this, descriptor, name);
    if (label !== undefined) noteDeclared(this, { type, label, args });
  }

  /**
   * Reads an object that something else manages. It is never protected.
   *
   * @param id the id of the resource, as the class says
   * @throws (in the run) if there is no such object
   */
  static get<C extends Class>(
    this: C,
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts: pulumi.CustomResourceOptions = {},
  ): InstanceType<C> {
    return new this(name, {} as never, { ...opts, id }) as InstanceType<C>;
  }

  /** Whether an object is of this class, also one of another copy of this package. Policy packs call it without the class. */
  static override get isInstance(): <C extends Class>(this: C, object: unknown) => object is InstanceType<C> {
    // biome-ignore lint/complexity/noThisInStatic: it is the class that is asked
    const { typeToken } = this as unknown as Class;
    return <C extends Class>(object: unknown): object is InstanceType<C> =>
      isObject(object) && typeToken !== undefined && object.__pulumiType === typeToken;
  }
}

/** The arguments as they are registered. */
function propsOf(descriptor: Descriptor, args: pulumi.Inputs): pulumi.Inputs {
  const { fields } = descriptor.table;
  const declared = { ...args };
  // The SDK makes an output of each property that it is given, undefined ones included, and drops all else that the engine
  // answers. So an output cannot be made later, when a program reads it.
  const names = Object.keys(fields).filter((name) => !isTheId(descriptor, name));
  const outputs = Object.fromEntries([...names, recordKey].map((name) => [name, undefined]));
  const marked = markSecrets(declared, secrecyOfFields(fields, declared as JsonObject)) as pulumi.Inputs;
  // Only where something comes later can the program have marked something, and only there is the search worth its time.
  return { ...outputs, ...marked, ...(holdsLater(declared) && { [secretsKey]: secretPaths(declared) }) };
}

function importRefused(type: string, name: string): string {
  return (
    `${type} "${name}": the \`import\` option cannot work for a dynamic resource, as the engine reads the object before ` +
    "it knows the provider. To manage an object that exists, declare it with `adopt: true` (or set TENANT_ADOPT=true for " +
    `one run); to only read it, use \`${type}.get\`.`
  );
}

/** The same error, with the lines that declared the resource if it has none of its own. */
function locate(error: unknown, declaration: Error): unknown {
  if (error instanceof Error && !error.stack?.includes("\n    at ")) {
    error.stack = `${error}${declaration.stack?.replace(/^.*/, "")}`;
  }
  return error;
}
