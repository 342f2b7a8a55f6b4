import type * as pulumi from "@pulumi/pulumi";
import { sharesNames } from "../schema/definition.ts";
import { holdsUnknown, type JsonObject, own, plain, toPointer } from "../schema/json.ts";
import { tenantKey } from "../schema/provider-code.ts";
import { isOutdated, type Plan, planChange, sendsSomething, touched } from "../state/plan.ts";
import { doubtsIn, type ManagedRecord, OldRecord, recordOf } from "../state/record.ts";
import { secretTexts } from "../state/secrets.ts";
import { ShapeError, withTypedNames } from "../state/wire.ts";
import { nearestReplaced } from "./adoption.ts";
import { announce } from "./announce.ts";
import { checkInputs, otherTenant } from "./check.ts";
import { type Claim, objectKey, setKeyOf } from "./claims.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { failureWarning, hideIn, misread, reading, UserError } from "./errors.ts";
import { hasSameKey } from "./locate.ts";
import { meetOnce } from "./neighbors.ts";
import { noteManaged, type OperationContext, objectOf, refuseManagedElsewhere } from "./operation-context.ts";
import { metaArgumentsDiffer, redactorOf } from "./outputs.ts";
import { EngineRun, type RunningProgram } from "./program.ts";
import { read } from "./read.ts";
import type { Reads } from "./reads/reads.ts";
import { replacementOf } from "./replacements.ts";
import type { ResourceType } from "./resource-type.ts";
import { type Connect, forTheEngine, Session, sharedClients, watchOnce } from "./session.ts";
import { pathsToResend, removalsToUndo, removalsToUndoForOthers } from "./shared-sets.ts";
import { takeOver } from "./take-over.ts";
import { keyTaken, renamedBy } from "./taken-keys.ts";
import { update } from "./update.ts";
import { foreseeable, reasonsAgainst } from "./vetoes/vetoes.ts";

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
    this.#explained([olds, news], async (before, inputs) =>
      checkInputs(this.#type, this.#session, this.#run, this.#typed(before), inputs, (args) =>
        announce(this.#workOn(args), args),
      ),
    );

  diff = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.DiffResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const typed = this.#typed(outputs);
      const diff = await this.#diff(id, typed, inputs);
      // If only the names of properties differ, an update that sends nothing saves the new names in the state.
      return typed !== outputs && diff.changes === false ? { ...diff, changes: true } : diff;
    });

  create = async (props: Props): Promise<pulumi.dynamic.CreateResult> =>
    this.#explained([props], async (inputs) => {
      const context = this.#workOn(inputs);
      const { takeOver: choices } = context;
      if (choices !== undefined) return inTurn(context, () => takeOver(context, choices, inputs));
      const { replacements } = context.program;
      const { id, updates = replacements.keptFor(this.#type, inputs) } =
        replacements.ofCreation(this.#type, inputs) ?? {};
      const isUpdate = updates !== undefined && (await isThere(context, id, updates.outputs));
      return inTurn(context, () => (isUpdate ? update(context, updates, inputs) : create(context, inputs)));
    });

  read = async (id: string, props?: Props): Promise<pulumi.dynamic.ReadResult> =>
    this.#explained([props ?? {}], (outputs) => read(this.#workOn(outputs), { id, outputs: this.#typed(outputs) }));

  update = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.UpdateResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const context = this.#workOn(outputs, inputs);
      const entry = { id, outputs: this.#typed(outputs) };
      const { outs } = await inTurn(context, () => update(context, entry, inputs));
      return { outs };
    });

  delete = async (id: string, props: Props): Promise<void> =>
    this.#explained([props], (outputs) => {
      const context = this.#workOn(outputs);
      return inTurn(context, () => remove(context, { id, outputs: this.#typed(outputs) }));
    });

  /** Inputs or outputs of the state, with each property under the name that it has in this version of the provider. */
  #typed(props: JsonObject): JsonObject {
    return withTypedNames(this.#type.schema, props);
  }

  async #diff(id: string, outputs: JsonObject, inputs: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    const { schema, uniqueBy } = this.#type;
    const record = recordOf(id, outputs);
    const plan = planChange(schema, outputs, record, inputs);
    if (record.standing.at === "tenant") this.#noteManaged(record.standing.id, inputs, record, plan);
    const knownId = record.standing.at === "tenant" ? record.standing.id : undefined;
    const claim = this.#type.claim?.(inputs, knownId);
    const set = setKeyOf(this.#type, inputs, knownId);
    // If the resource is replaced, its record describes the set of the old inputs, not this one.
    if (set !== undefined && plan.replaces.length === 0) this.#program?.moving.note(set, record);
    // Resource options such as `replaceOnChanges` can turn any diff into a replacement, so each diff is noted as a possible one.
    const replacement = replacementOf(this.#type, { id, outputs }, record, plan, inputs);
    this.#program?.replacements.expect(this.#type, replacement);
    // An earlier replacement may have been forced by a resource option that the program no longer sets, and may have failed to delete the old
    // object. If that object is unchanged, it is managed again: the engine has to call create for this, so the diff reports a replacement.
    const mayBeBack = plan.replaces.length === 0 && replacement.replaced.length > 0 && replacement.differences > 0;
    const left = mayBeBack ? await nearestReplaced(this.#workOn(outputs), inputs, replacement) : undefined;
    if (left?.changed.length === 0)
      return { changes: true, replaces: [...new Set(touched(plan))], deleteBeforeReplace: false };
    // It is not known whether the object exists. The update finds out.
    if (record.standing.at === "unknown" && plan.replaces.length === 0) return { changes: true };

    // A forced replacement (replaceOnChanges, --replace) of an object that keeps its name must delete the old object first.
    const isKeyUnsure = uniqueBy.some((name) => record.unsure.includes(toPointer([name])));
    const isKnownInTheWay = this.#type.deleteBeforeReplace?.(inputs) ?? hasSameKey(this.#type, outputs, inputs);
    const isInTheWay = isKnownInTheWay || (plan.replaces.length > 0 && (await this.#isFull(outputs, inputs)));
    const deleteBeforeReplace = (isKeyUnsure || isInTheWay) && replacement.updates === undefined;
    if (plan.replaces.length > 0) {
      // The engine also deletes the object first if another one, on which an unknown value depends, is deleted first.
      const mayBeFirst = deleteBeforeReplace || plan.replaces.some((name) => holdsUnknown(own(inputs, name)));
      const object = mayBeFirst && knownId !== undefined ? objectOf(this.#type, knownId) : undefined;
      if (object !== undefined) this.#program?.freed.add(object);
      return { changes: true, replaces: [...plan.replaces], deleteBeforeReplace };
    }
    if (sendsSomething(plan)) {
      if (this.#program?.isPreview) await warnOfRefusal(this.#workOn(outputs), { plan, inputs, outputs, record });
      // Without `changes`, the engine compares the inputs itself, prints the changed leaves and honours replaceOnChanges. If the inputs are equal,
      // it would find no change, so `changes` is returned then.
      const isHidden = this.#program?.isDeclaredAsBefore(this.#type, inputs) === true;
      return { ...(isHidden && { changes: true }), deleteBeforeReplace };
    }
    const isRenewed = isOutdated(record, { schema, plan, inputs }) || metaArgumentsDiffer(schema, outputs, inputs);
    return { changes: isRenewed || this.#mustSendAgain(record, inputs, claim), deleteBeforeReplace };
  }

  /** Whether the tenant accepts the replacement of an object only after the deletion of the object. */
  async #isFull(outputs: JsonObject, inputs: JsonObject): Promise<boolean> {
    const { service } = this.#workOn(outputs);
    return (await this.#type.isFull?.(service, outputs, inputs)) === true;
  }

  /** Whether this run has to restore members of a set: declared ones that were removed, or ones that only other resources declare. */
  #mustSendAgain(record: ManagedRecord, inputs: JsonObject, claim: Claim | undefined): boolean {
    const [type, program] = [this.#type, this.#program];
    if (!program) return false;
    const paths = pathsToResend({ type, program }, claim, inputs, removalsToUndo({ program }, claim, record));
    return [...paths, ...removalsToUndoForOthers({ program }, claim, record)].length > 0;
  }

  /** The data of this run about the configured tenant. Undefined if the settings do not name a tenant. */
  get #program(): RunningProgram | undefined {
    const resolved = this.#session.resolve();
    return "settings" in resolved ? this.#run.programFor(resolved.settings.host) : undefined;
  }

  /**
   * Notes that the state contains an object. Unless the resource is replaced, the method also notes that the resource manages this object and
   * its declared members. The check could not do this, because it does not know the object's id.
   *
   * @throws UserError if another resource of this program manages the same object, or declares members that conflict with the resource's claim
   */
  #noteManaged(id: string, inputs: JsonObject, record: ManagedRecord, plan: Plan): void {
    const program = this.#program;
    // Without a tenant in the settings, there is no data of the run to write to.
    if (!program) return;
    const context = { type: this.#type, program };
    const object = objectOf(this.#type, id);
    if (object !== undefined) program.inState.add(object);
    if (object !== undefined && renamedBy(this.#type, plan).length > 0) program.freed.add(object);
    if (plan.replaces.length > 0) return;
    // A refresh also requests diffs of resources that were removed from the program. The mark of such a resource must not be compared with other
    // marks, so it is not passed.
    const isNamesake = sharesNames(this.#type, inputs) && program.declaresNamesake(this.#type, inputs);
    refuseManagedElsewhere(context, id, inputs, isNamesake ? record.mark : undefined);
    const key = objectKey(this.#type, inputs);
    // The key of a set can contain the id of its owner, so the claim is built with the id.
    const claim = this.#type.claim?.(inputs, id);
    const [conflict] = key !== undefined && claim ? program.declareMore(key, claim) : [];
    if (conflict !== undefined) throw new UserError(conflict);
    noteManaged(context, id, inputs, record.mark);
    program.namesakes.note(this.#type, inputs, id, record);
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
      ...{ type, service, adopts: adopt, program, reads: this.#reads, earlier },
      takeOver: takeOver === undefined ? undefined : this.#run.choicesIn(takeOver),
      keptElsewhere: (leaving) => this.#run.neighbors(host, leaving),
      // A mark contains random data, which is slow to create, and only writes need one. So it is created on first use. By then the operation has
      // waited for removals of other resources, so its mark is later than theirs.
      get mark() {
        mark ??= program.nextMark();
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
 * Carries out a write. If objects of the type can lock out together, their writes follow one after the other: otherwise, two writes that are safe
 * alone could both pass the check and lock out together.
 */
function inTurn<T>({ type, program }: OperationContext, write: () => Promise<T>): Promise<T> {
  return type.lockOuts ? program.turnsOf(type.schema).take(write) : write();
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

/**
 * Warns in a preview of an update that the run will refuse. A preview that cannot read the object prints no warning, because the run reads the object
 * again before it writes.
 */
async function warnOfRefusal(
  context: OperationContext,
  { plan, inputs, outputs, record }: { plan: Plan; inputs: JsonObject; outputs: JsonObject; record: ManagedRecord },
): Promise<void> {
  if (record.standing.at !== "tenant") return;
  const known = { outputs, unsure: record.unsure, doubts: doubtsIn(record) };
  const write = { action: "update", id: record.standing.id, plan, inputs, values: outputs, known, record } as const;
  const reasons = await reasonsAgainst(context, write, foreseeable).catch(() => []);
  const taken = await keyTaken(context, record.standing.id, plan, inputs).catch(() => undefined);
  const label = context.type.label(outputs);
  for (const reason of [...reasons, ...(taken === undefined ? [] : [taken])])
    console.warn(failureWarning(`${label} will not be changed: ${reason}`));
}

/** Turns errors that the tenant or the state has caused into errors that the user can act on. */
function actionable(error: unknown): unknown {
  if (error instanceof ShapeError) return misread(error);
  return error instanceof OldRecord ? new UserError(error.message, { cause: error }) : error;
}
