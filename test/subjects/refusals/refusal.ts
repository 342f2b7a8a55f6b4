import type { JsonObject } from "../../../provider/src/schema/json.ts";
import type { TypeName } from "../../../provider/src/types/registry.ts";

/**
 * A request to the service: method, path below `/api/v2`, and body. `{id}` stands for the id of the object that the program had before; `{first}` and
 * `{last}` for the ids in the answers to the first and the last request of another client.
 */
export type Request = readonly [method: string, path: string, body?: unknown];

/**
 * A refusal of the service that the facts about it count or quote: a request, and its answer. It says what decides about the refusal, and who says it
 * first.
 */
export interface Refusal {
  /** What the service refuses, as a name of a test. */
  readonly refuses: string;
  /** What decides: the program alone, the program and the state, or only the tenant. */
  readonly decides: "program" | "program and state" | "tenant";
  /**
   * Who says it: `check` refuses the program before anything is sent, `preview` warns, and of a `run` only the error of the service tells.
   */
  readonly said: "check" | "preview" | "run";
  /** An object to which the request refers decides: a program that declares this object, too, knows the answer. */
  readonly ofReferred?: true;
  readonly status: 400 | 402 | 403 | 404 | 409 | 412;
  readonly message: string;
  readonly errorCode?: string;
  /** Requests of another client that come first: what the tenant has already. */
  readonly tenant?: readonly Request[];
  /** Requests of an earlier run before the refused request. Default: none, or the creation of the object if the refused request has `{id}`. */
  readonly before?: readonly Request[];
  /** The refused request. Default: the request by which a run would create the object that the program declares. */
  readonly sends?: Request;
  /** The program that causes the request. Only a row that nobody says before the run can lack it. */
  readonly program?: {
    readonly type: TypeName;
    readonly args: JsonObject;
    /** The arguments that an earlier run has sent. Default: the resource is new. */
    readonly before?: JsonObject;
  };
  /** The scopes of the token of the refused request. Default: all. */
  readonly scopes?: readonly string[];
  /** The tenant's plan lacks the feature: the service answers so to all requests to the path. The emulator has each feature, so the test answers. */
  readonly isOfPlan?: true;
  /** What the check or the preview says. */
  readonly says?: RegExp;
}

/** A refusal that a program alone decides, and that the check says: the arguments, and the answer to the request that would create the object. */
export function byProgram(
  type: TypeName,
  refuses: string,
  args: JsonObject,
  [status, message, errorCode]: readonly [Refusal["status"], string, string?],
  says: RegExp,
  sends?: Request,
  tenant?: readonly Request[],
): Refusal {
  return {
    ...{ refuses: `${type}: ${refuses}`, decides: "program", said: "check", status, message },
    ...(errorCode !== undefined && { errorCode }),
    ...(sends && { sends }),
    ...(tenant && { tenant }),
    ...{ program: { type, args }, says },
  };
}

/** A message without the description of the property, which is the text of the service's interface description. */
export function withoutDescription(message: unknown): string {
  return String(message).replace(/( on property \S+) \([^()]*\)\./, "$1.");
}
