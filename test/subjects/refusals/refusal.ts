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

/** What the service answers to a value that its description does not allow. */
export const payload = (why: string, property: string) =>
  [400, `Payload validation error: '${why}'${property && ` on property ${property}`}.`, "invalid_body"] as const;

/** What it answers to values that do not go together. */
export const bad = (message: string) => [400, message, "invalid_body"] as const;

/** A text of a length. */
export const x = (count: number) => "x".repeat(count);

/** What several requests of another client make. */
export const identifier = "https://orders.example.com";
export const api: Request = ["POST", "/resource-servers", { identifier }];
export const shop: Request = ["POST", "/clients", { name: "Shop" }];
export const users: Request = ["POST", "/connections", { name: "users", strategy: "auth0" }];
export const acme: Request = ["POST", "/organizations", { name: "acme" }];

/** The request that creates an object. */
export const named = (body: JsonObject, path: string): Request => ["POST", path, body];

/** An object that exists already: the preview finds it. */
export function taken(
  type: TypeName,
  args: JsonObject,
  request: Request,
  message: string,
  errorCode?: string,
  first: readonly Request[] = [],
): Refusal {
  return {
    ...{ refuses: `${type}: the key is taken`, decides: "tenant", said: "preview", status: 409, message },
    ...(errorCode !== undefined && { errorCode }),
    ...{ tenant: [...first, request], sends: request, program: { type, args }, says: /exists already/ },
  };
}

/** A name that an object gets, although another one has it: the preview finds that one. */
export function renamed(
  type: TypeName,
  before: JsonObject,
  after: JsonObject,
  [path, holder]: readonly [path: string, holder: JsonObject],
  message: string,
  sends: Request = ["PATCH", `${path}/{id}`, after],
): Refusal {
  return {
    ...{
      refuses: `${type}: the new name is taken`,
      decides: "program and state",
      said: "preview",
      status: 409,
      message,
    },
    ...{ tenant: [["POST", path, holder]], sends, program: { type, before, args: { ...before, ...after } } },
    says: /will fail: .* will not be changed: Another .* has this/,
  };
}

/** A refusal that only the tenant decides: by its plan, its settings, or the scopes of the token. */
export const byTenant = { decides: "tenant" } as const;

/** A refusal that only a run can know: an object that is not there, and what the tenant has or lacks. */
export function inRun(
  refuses: string,
  sends: Request,
  [status, message, errorCode]: readonly [Refusal["status"], string, string?],
  tenant?: readonly Request[],
): Refusal {
  return {
    ...{ ...byTenant, refuses, said: "run", status, message, sends },
    ...(errorCode !== undefined && { errorCode }),
    ...(tenant && { tenant }),
  };
}

/** The same about an object to which the request refers. */
export const ofReferred = (refusal: Refusal): Refusal => ({ ...refusal, ofReferred: true });

/** A message without the description of the property, which is the text of the service's interface description. */
export function withoutDescription(message: unknown): string {
  return String(message).replace(/( on property \S+) \([^()]*\)\./, "$1.");
}
