import type * as pulumi from "@pulumi/pulumi";
import { WriteCount } from "../client/index.ts";
import { type JsonObject, own, plain } from "../schema/json.ts";
import { tenantKey } from "../schema/provider-code.ts";
import { OldRecord, recordOf } from "../state/record.ts";
import { secretTexts } from "../state/secrets.ts";
import { ShapeError, withTypedNames } from "../state/wire.ts";
import { checkInputs, otherTenant } from "./checks/check.ts";
import { create, noteCreated } from "./create.ts";
import { remove } from "./delete.ts";
import { diff } from "./diff.ts";
import { hideIn, misread, reading, UserError } from "./errors.ts";
import { announce } from "./existing/announce.ts";
import { takeOver } from "./existing/take-over.ts";
import type { OperationContext } from "./operation-context.ts";
import { redactorOf } from "./outputs.ts";
import { idKey } from "./program/claims.ts";
import { EngineRun } from "./program/engine-run.ts";
import { meetOnce } from "./program/neighbors.ts";
import type { RunningProgram } from "./program/program.ts";
import { read } from "./read.ts";
import type { Reads } from "./reads/reads.ts";
import type { Entry, ResourceType } from "./resource-type.ts";
import { type Connect, forTheEngine, Session, sharedClients, watchOnce } from "./session.ts";
import { update } from "./update.ts";
import type { Saved } from "./write.ts";

type Props = Record<string, unknown>;

/**
 * The lifecycle of every resource: connects the engine's operations with the schema and the requests of a resource type.
 *
 * All results are plain JSON: the SDK's host marshals a result after the request to the tenant. If marshalling fails after a creation, the
 * object exists at the tenant without an entry in the state.
 */
export class Lifecycle implements pulumi.dynamic.ResourceProvider {
  readonly #type: ResourceType;
  readonly #connect: Connect;
  #session: Session;
  readonly #run: EngineRun;
  #reads: Reads | undefined;

  /**
   * @param connect creates the client of a tenant. Default: a client per tenant
   * @param run the data that all resources of a run share. Default: a run of this resource alone
   */
  constructor(type: ResourceType, connect = sharedClients(), run = new EngineRun()) {
    this.#type = type;
    this.#run = run;
    this.#connect = connect;
    this.#session = new Session(() => undefined, run, connect);
  }

  /**
   * Stores the configuration. This method is synchronous and never fails: the host serves other operations without waiting for it, and an
   * error would reach only the first of them. The host calls it once for each distinct text of `__provider`, so possibly several times in a run.
   * So it does not reset the data of the run.
   */
  configure = ({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> => {
    this.#session = new Session((key) => config.get(`tenant:${key}`), this.#run, this.#connect);
    this.#reads = undefined;
    watchOnce();
    meetOnce(this.#run);
    return Promise.resolve();
  };

  check = async (olds: Props, news: Props): Promise<pulumi.dynamic.CheckResult> =>
    this.#explained([olds, news], async (before, inputs) => {
      const announced = (args: JsonObject) => announce(this.#workOn(args), args);
      const context = { type: this.#type, session: this.#session, run: this.#run, announced };
      return checkInputs(context, this.#typed(before), inputs);
    });

  diff = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.DiffResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const typed = this.#typed(outputs);
      const context = { type: this.#type, program: this.#program, workOn: () => this.#workOn(typed) };
      const result = await diff(context, { id, outputs: typed }, inputs);
      // If only the names of properties differ, an update that sends nothing saves the new names in the state.
      return typed !== outputs && result.changes === false ? { ...result, changes: true } : result;
    });

  create = async (props: Props): Promise<pulumi.dynamic.CreateResult> =>
    this.#explained([props], async (inputs) => {
      const context = this.#workOn(inputs);
      const { takeOver: choices } = context;
      if (choices !== undefined) return carryOut(context, () => takeOver(context, choices, inputs));
      const { attempts, replacements } = context.program;
      return attempts.make(replacements.nameOfCreation(this.#type, inputs), async (begun) => {
        if (begun !== undefined) return carryOut(context, () => finish(context, begun, inputs));
        const { id, updates = replacements.keptFor(this.#type, inputs) } =
          replacements.ofCreation(this.#type, inputs) ?? {};
        const isUpdate = updates !== undefined && (await isThere(context, id, updates.outputs));
        return carryOut(context, () => (isUpdate ? update(context, updates, inputs) : create(context, inputs)));
      });
    });

  read = async (id: string, props?: Props): Promise<pulumi.dynamic.ReadResult> =>
    this.#explained([props ?? {}], (outputs) => read(this.#workOn(outputs), { id, outputs: this.#typed(outputs) }));

  update = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.UpdateResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const context = this.#workOn(outputs, inputs);
      const inState = { id, outputs: this.#typed(outputs) };
      // Several lost creations of objects with one name have the same provisional id.
      const { mark } = recordOf(id, inState.outputs);
      const key = idKey(this.#type.schema.noun, JSON.stringify([id, mark]));
      const { outs } = await context.program.attempts.make(key, (begun = inState) =>
        carryOut(context, () => update(context, begun, inputs)),
      );
      return { outs };
    });

  delete = async (id: string, props: Props): Promise<void> =>
    this.#explained([props], (outputs) => {
      const context = this.#workOn(outputs);
      return carryOut(context, () => remove(context, { id, outputs: this.#typed(outputs) }));
    });

  /** Inputs or outputs of the state, with each property under the name that it has in this version of the provider. */
  #typed(props: JsonObject): JsonObject {
    return withTypedNames(this.#type.schema, props);
  }

  /** The data of this run about the configured tenant. Undefined if the settings do not name a tenant. */
  get #program(): RunningProgram | undefined {
    const resolved = this.#session.resolve();
    return "settings" in resolved ? this.#run.programFor(resolved.settings.host) : undefined;
  }

  /**
   * The context of an operation.
   *
   * @param pinned inputs or outputs that are pinned to a tenant
   * @throws UserError if the credentials are for a tenant other than the pinned one
   */
  #workOn(...pinned: readonly JsonObject[]): OperationContext {
    const { host, adopt, takeOver } = this.#session.settings;
    for (const props of pinned) {
      const pin = own(props, tenantKey);
      if (typeof pin === "string" && pin !== host) throw new UserError(otherTenant(pin, host));
    }
    const type = this.#type;
    const service = this.#session.client;
    this.#reads ??= this.#run.readersOf(service).to(type);
    for (const props of pinned) service.keepSecret(secretTexts(type.schema.fields, props));
    const program = this.#run.programFor(host);
    const earlier = this.#run.earlierOf(service);
    let mark: string | undefined;
    return {
      ...{ type, service, writes: new WriteCount(), adopts: adopt, program, reads: this.#reads, earlier },
      takeOver: takeOver === undefined ? undefined : this.#run.choicesIn(takeOver),
      keptElsewhere: (leaving) => this.#run.neighbors(host, leaving),
      // A mark contains random data, which is slow to create, and only writes need one. So it is created on first use. By then the operation has
      // waited for removals of other resources, so its mark is later than theirs.
      get mark() {
        mark ??= program.moving.nextMark();
        return mark;
      },
    };
  }

  /** Runs an operation on inputs or outputs, and hides their secrets in its errors. */
  async #explained<const P extends readonly Props[], T>(
    given: P,
    operation: (...props: { [K in keyof P]: JsonObject }) => T | Promise<T>,
  ): Promise<T> {
    const props = given.map((one) => plain(one)) as { [K in keyof P]: JsonObject };
    try {
      return await operation(...props);
    } catch (error) {
      const shown = forTheEngine(actionable(error), this.#run);
      if (shown instanceof Error) hideIn(shown, redactorOf(this.#type.schema, ...props));
      throw shown;
    }
  }
}

/**
 * Carries out a write, and counts its requests. If objects of the type can lock out together, their writes follow one after the other:
 * otherwise, two writes that are safe alone could both pass the check and lock out together.
 */
function carryOut<T>({ type, program, writes }: OperationContext, write: () => Promise<T>): Promise<T> {
  const counted = () => writes.during(write);
  return type.lockOuts ? program.turnsOf(type.schema).take(counted) : counted();
}

/** Finishes a creation of this run that has stopped half-way. @param begun what it has reached */
async function finish(context: OperationContext, begun: Entry, inputs: JsonObject): Promise<Saved> {
  const saved = await update(context, begun, inputs);
  noteCreated(context, inputs, context.program.replacements.ofCreation(context.type, inputs));
  return saved;
}

/**
 * Whether the object that a replacement is to update exists. If an earlier run has deleted the object and could not create the next one, Pulumi keeps
 * the entry, and neither a diff nor a refresh shows that.
 */
async function isThere(
  { type, service }: OperationContext,
  id: string | undefined,
  outputs: JsonObject,
): Promise<boolean> {
  if (id === undefined || !type.hasOwnObject || type.schema.singleton !== undefined) return true;
  return (await reading(() => type.read(service, id, outputs))) !== undefined;
}

/** Turns errors that the tenant or the state has caused into errors that the user can act on. */
function actionable(error: unknown): unknown {
  if (error instanceof ShapeError) return misread(error);
  return error instanceof OldRecord ? new UserError(error.message, { cause: error }) : error;
}
