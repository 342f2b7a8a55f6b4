import type * as pulumi from "@pulumi/pulumi";
import { type JsonObject, own, plain } from "../schema/json.ts";
import { tenantKey } from "../schema/keys.ts";
import { toPointer } from "../schema/pointer.ts";
import { isOutdated } from "../state/outcome.ts";
import { type Plan, planChange, sendsSomething, touched } from "../state/plan.ts";
import { type ManagedRecord, recordOf } from "../state/record.ts";
import { secretTexts } from "../state/secrets.ts";
import { ShapeError } from "../state/wire.ts";
import { announce, nearestReplaced } from "./adoption.ts";
import { checkInputs, otherTenant } from "./check.ts";
import { type Claim, objectKey, setKeyOf } from "./claims.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { hideIn, misread, UserError } from "./errors.ts";
import { hasSameKey } from "./locate.ts";
import { keep, type OperationContext, objectOf, refuseKept } from "./operation-context.ts";
import { redactorOf, steeringDiffers } from "./outputs.ts";
import { type EngineRun, type RunningProgram, thisRun } from "./program.ts";
import { read } from "./read.ts";
import type { Reads } from "./reads/reads.ts";
import { replacementOf } from "./replacements.ts";
import type { ResourceType } from "./resource-type.ts";
import { type Connect, forTheEngine, Session, watchOnce } from "./session.ts";
import { doubtsOf, removalsToUndo, removalsToUndoForOthers } from "./shared-sets.ts";
import { update } from "./update.ts";

type Props = Record<string, unknown>;

/**
 * The lifecycle of every resource: what a table and a handful of calls become between the engine and the tenant.
 *
 * Results are plain JSON throughout: the SDK's host marshals them after the call to the tenant, and whatever it cannot
 * marshal would leave an orphan behind.
 */
export class Lifecycle implements pulumi.dynamic.ResourceProvider {
  readonly #kind: ResourceType;
  readonly #connect: Connect | undefined;
  #session: Session;
  readonly #run: EngineRun;
  #reads: Reads | undefined;

  /**
   * @param connect makes the client of a tenant. Default: all resources of this process share one per tenant
   * @param run what all resources of a run share. Default: a process is a run
   */
  constructor(type: ResourceType, connect?: Connect, run = thisRun) {
    this.#kind = type;
    this.#run = run;
    this.#connect = connect;
    this.#session = new Session(() => undefined, connect);
  }

  /**
   * Keeps the configuration. Deliberately synchronous and without failure: the host does not wait for it before it
   * serves other operations, and an error would reach only the first of them. It comes once for each text of `__provider`, so it may
   * come again in a run: what the run knows stays.
   */
  configure = ({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> => {
    this.#session = new Session((key) => config.get(`tenant:${key}`), this.#connect);
    this.#reads = undefined;
    watchOnce();
    return Promise.resolve();
  };

  check = async (olds: Props, news: Props): Promise<pulumi.dynamic.CheckResult> =>
    this.#explained([olds, news], async (before, inputs) =>
      checkInputs(this.#kind, this.#session, this.#run, before, inputs, (args) => announce(this.#workOn(args), args)),
    );

  diff = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.DiffResult> =>
    this.#explained([olds, news], (outputs, inputs) => this.#diff(id, outputs, inputs));

  create = async (props: Props): Promise<pulumi.dynamic.CreateResult> =>
    this.#explained([props], async (inputs) => create(this.#workOn(inputs), inputs));

  read = async (id: string, props?: Props): Promise<pulumi.dynamic.ReadResult> =>
    this.#explained([props ?? {}], (outputs) => read(this.#workOn(outputs), { id, outputs }));

  update = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.UpdateResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const { outs } = await update(this.#workOn(outputs, inputs), { id, outputs }, inputs);
      return { outs };
    });

  delete = async (id: string, props: Props): Promise<void> =>
    this.#explained([props], (outputs) => remove(this.#workOn(outputs), { id, outputs }));

  async #diff(id: string, outputs: JsonObject, inputs: JsonObject): Promise<pulumi.dynamic.DiffResult> {
    const { schema, uniqueBy } = this.#kind;
    const record = recordOf(schema, id, outputs);
    const plan = planChange(schema, outputs, record, inputs);
    if (record.standing.at === "tenant") this.#keep(record.standing.id, inputs, record, plan);
    const knownId = record.standing.at === "tenant" ? record.standing.id : undefined;
    const claim = this.#kind.claim?.(inputs, knownId);
    const set = setKeyOf(this.#kind, inputs, knownId);
    // The record of a resource that is replaced belongs to the set of the old inputs.
    if (set !== undefined && plan.replaces.length === 0) this.#program?.moving.note(set, record);
    // A resource option can make a replacement of any comparison.
    const replacement = replacementOf(this.#kind, outputs, record, plan, inputs);
    this.#program?.replacements.expect(this.#kind, replacement);
    // The option that forced the replacement can leave the program with the change.
    const mayBeBack = plan.replaces.length === 0 && replacement.replaced.length > 0 && replacement.differences > 0;
    const left = mayBeBack ? await nearestReplaced(this.#workOn(outputs), inputs, replacement) : undefined;
    if (left?.changed.length === 0)
      return { changes: true, replaces: [...new Set(touched(plan))], deleteBeforeReplace: false };
    // Whether the object exists is not known: the update finds out.
    if (record.standing.at === "unknown" && plan.replaces.length === 0) return { changes: true };

    // Whoever forces a replacement (replaceOnChanges, --replace) of an object that keeps its name must delete first.
    const isKeyUnsure = uniqueBy.some((name) => record.unsure.includes(toPointer([name])));
    const isInTheWay = this.#kind.deleteBeforeReplace?.(inputs) ?? hasSameKey(this.#kind, outputs, inputs);
    const deleteBeforeReplace = isKeyUnsure || isInTheWay;
    if (plan.replaces.length > 0) return { changes: true, replaces: [...plan.replaces], deleteBeforeReplace };
    if (sendsSomething(plan)) {
      // Without `changes` the engine compares the inputs itself: it shows the leaves and honours replaceOnChanges. Equal inputs are no change to it.
      const isHidden = this.#program?.isDeclaredAsBefore(this.#kind, inputs) === true;
      return { ...(isHidden && { changes: true }), deleteBeforeReplace };
    }
    const isRenewed = isOutdated(record, { schema, plan, inputs }) || steeringDiffers(schema, outputs, inputs);
    return { changes: isRenewed || this.#isDoubted(record, inputs, claim), deleteBeforeReplace };
  }

  /** Whether this run makes nobody sure of what the resource declares, or of what it has removed. */
  #isDoubted(record: ManagedRecord, inputs: JsonObject, claim: Claim | undefined): boolean {
    const [type, program] = [this.#kind, this.#program];
    if (!program) return false;
    const doubts = doubtsOf({ type, program }, claim, inputs, removalsToUndo({ program }, claim, record));
    return [...doubts, ...removalsToUndoForOthers({ program }, claim, record)].length > 0;
  }

  /** What the run has done so far at the tenant. Undefined where the settings do not say at which. */
  get #program(): RunningProgram | undefined {
    const resolved = this.#session.resolve();
    return "settings" in resolved ? this.#run.programFor(resolved.settings.host) : undefined;
  }

  /**
   * Notes that the state has an object, and what a resource that is not replaced keeps and declares, now that its id is known.
   *
   * @throws UserError where another resource of this program keeps or declares the same
   */
  #keep(id: string, inputs: JsonObject, record: ManagedRecord, { replaces }: Plan): void {
    const program = this.#program;
    // Where the settings do not say at which tenant, nothing can be kept.
    if (!program) return;
    const context = { type: this.#kind, program };
    const object = objectOf(this.#kind, id);
    if (object !== undefined) program.inState.add(object);
    if (replaces.length > 0) return;
    // A refresh asks also for what the program has no more.
    const isNamesake = this.#kind.sharesNames && program.keepsNamesake(this.#kind, inputs);
    refuseKept(context, id, inputs, isNamesake ? record.mark : undefined);
    const key = objectKey(this.#kind, inputs);
    // A set may be known by its owner's id.
    const claim = this.#kind.claim?.(inputs, id);
    const [conflict] = key !== undefined && claim ? program.declareMore(key, claim) : [];
    if (conflict !== undefined) throw new UserError(conflict);
    keep(context, id, inputs, record.mark);
    program.namesakes.keep(this.#kind, inputs, id, record);
  }

  /**
   * What an operation works with.
   *
   * @param pinned properties that are pinned to a tenant
   * @throws UserError where that is another one than the credentials are for
   */
  #workOn(...pinned: readonly JsonObject[]): OperationContext {
    const { host, adopt } = this.#session.settings;
    for (const props of pinned) {
      const pin = own(props, tenantKey);
      if (typeof pin === "string" && pin !== host) throw new UserError(otherTenant(pin, host));
    }
    const type = this.#kind;
    const service = this.#session.client;
    this.#reads ??= this.#run.doorsOf(service).to(type);
    for (const props of pinned) service.keepSecret(secretTexts(type.schema.fields, props));
    const program = this.#run.programFor(host);
    const earlier = this.#run.earlierOf(service);
    let mark: string | undefined;
    return {
      ...{ type, service, adopts: adopt, program, reads: this.#reads, earlier },
      // Chance is dear, and only a write needs it. It is given after the removals for which the operation has waited.
      get mark() {
        mark ??= program.nextMark();
        return mark;
      },
    };
  }

  /**
   * Runs an operation on properties. Its errors show none of their secrets. An answer of the wrong form is the tenant's doing, so it
   * reaches the user as an error to act on.
   */
  async #explained<const P extends readonly Props[], T>(
    given: P,
    operation: (...props: { [K in keyof P]: JsonObject }) => T | Promise<T>,
  ): Promise<T> {
    const props = given.map((one) => plain(one)) as { [K in keyof P]: JsonObject };
    try {
      return await operation(...props);
    } catch (error) {
      const shown = forTheEngine(error instanceof ShapeError ? misread(error) : error, () => this.#session.client);
      if (shown instanceof Error) hideIn(shown, redactorOf(this.#kind.schema, ...props));
      throw shown;
    }
  }
}
