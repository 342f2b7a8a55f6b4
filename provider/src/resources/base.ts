import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../model/json.ts";
import { previewKey, providerKey, secretsKey } from "../model/keys.ts";
import { providerCode } from "../model/provider-code.ts";
import { secretPatterns, type Table } from "../model/table.ts";
import { handlerOf, typeToken } from "../model/type-token.ts";
import { doubtConfiguration } from "./configuration.ts";
import { isNear } from "./is-near.ts";
import { markSecrets } from "./mark-secrets.ts";
import { holdsLater, secretPaths } from "./secret-paths.ts";

/** What makes a class out of the base class. */
export interface Definition {
  /** The class's name. `pulumi-tenant/host` exports its handler under it, with the first letter in lower case. */
  readonly type: string;
  /** Its properties: every one of them is an output of the class, and the secret ones are wrapped. */
  readonly table: Table;
}

/** A promise that every output has, and that fails with it. The SDK's declarations leave it out. */
interface Inside {
  readonly isKnown: Promise<boolean>;
}

/**
 * The base class of all resources of this package.
 *
 * Not `pulumi.dynamic.Resource`: that class saves the provider's source text with every resource. Here the text is a
 * constant that names this package, so the state stays small, an upgrade of the package takes effect at once, and a
 * refresh never runs old code.
 *
 * A subclass declares its outputs with `declare readonly`: a real field would overwrite the output with undefined.
 */
export abstract class TenantResource extends pulumi.CustomResource {
  /** @param args the arguments; none for a resource that is only read */
  constructor({ type, table }: Definition, name: string, args: pulumi.Inputs, opts: pulumi.CustomResourceOptions) {
    if (opts.import !== undefined) throw new pulumi.RunError(importRefused(type, name));
    doubtConfiguration();
    const handler = handlerOf(type);
    const preview = pulumi.runtime.isDryRun() && { [previewKey]: true };
    const props = { ...propsOf(table, args), ...preview, [providerKey]: providerCode(handler, isNear()) };
    const declaration = new Error();
    const { stackTraceLimit } = Error;
    try {
      // The SDK records a stack trace for each of the four promises of every output, and source maps make that slow. The
      // traces only serve the search for promise leaks. For the positions in the state the SDK sets a limit of its own.
      if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS) Error.stackTraceLimit = 0;
      super(typeToken(type), name, props, opts);
    } catch (error) {
      throw locate(error, declaration);
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
    // The SDK makes the error of a registration that fails in its constructor, so it has no stack trace either.
    (this.urn as unknown as Inside).isKnown.catch((error) => locate(error, declaration));
  }
}

/** Whether an object is of a class, also when it comes from another copy of this package. */
export function isOfType(object: unknown, { type }: Definition): boolean {
  return isObject(object) && object.__pulumiType === typeToken(type);
}

/** The arguments as they are registered. */
function propsOf({ fields }: Table, args: pulumi.Inputs): pulumi.Inputs {
  const declared = { ...args };
  // The SDK makes an output of each property that it is given, undefined ones included, and drops all else that the engine
  // answers. So an output cannot be made later, when a program reads it.
  const outputs = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
  const marked = markSecrets(declared, secretPatterns(fields)) as pulumi.Inputs;
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
