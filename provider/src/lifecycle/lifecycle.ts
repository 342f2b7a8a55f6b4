import type * as pulumi from "@pulumi/pulumi";
import { same } from "../model/canonical.ts";
import { touched } from "../model/compose.ts";
import { equal, type JsonObject, own, plain } from "../model/json.ts";
import { type Leaf, leavesOf } from "../model/leaves.ts";
import { type Plan, planChange, sendsSomething } from "../model/plan.ts";
import { describePath, fromPointer, putAt } from "../model/pointer.ts";
import { isReadable } from "../model/project.ts";
import {
  CHANGED,
  type ManagedRecord,
  NO_RECORD,
  RECORD,
  readRecord,
  recordedPaths,
  writeRecord,
} from "../model/record.ts";
import { dropSecrets, wrapSecrets } from "../model/secrets.ts";
import { ShapeError } from "../model/wire.ts";
import { legible, TenantError } from "../tenant/index.ts";
import { checkInputs, otherTenant } from "./check.ts";
import {
  type Adoption,
  completed,
  createOrFind,
  isOurs,
  isUntouched,
  sayFound,
  UnconfirmedCreation,
} from "./create.ts";
import { gone, misread, PartialFailure, UserError } from "./errors.ts";
import { type Found, Incomplete, type Kind, type Seen } from "./kind.ts";
import {
  freshRecord,
  inputsOf,
  markedSecrets,
  outputsOf,
  STEERING,
  steeringDiffers,
  TENANT,
  warnNotKept,
} from "./outputs.ts";
import { type Connect, Session } from "./session.ts";
import { type Validator, validatorOf } from "./validate.ts";

type Props = Record<string, unknown>;

/**
 * The lifecycle of every resource: what a table and a handful of calls become between the engine and the tenant.
 *
 * Results are plain JSON throughout: the SDK's host marshals them after the call to the tenant, and whatever it cannot
 * marshal would leave an orphan behind.
 */
export class Lifecycle implements pulumi.dynamic.ResourceProvider {
  readonly #kind: Kind;
  readonly #validate: Validator;
  #session: Session;
  /** The ids of the objects that this process has taken over: in this run nothing deletes them. */
  readonly #adopted = new Set<string>();

  readonly #connect: Connect | undefined;

  /** @param connect makes the client of a tenant; unless told, all resources of this process share one per tenant */
  constructor(kind: Kind, connect?: Connect) {
    this.#kind = kind;
    this.#connect = connect;
    this.#validate = validatorOf(kind.table, STEERING);
    this.#session = new Session(() => undefined, connect);
  }

  /**
   * Keeps the configuration. Deliberately synchronous and without failure: the host does not wait for it before it
   * serves other operations, and an error would reach only the first of them.
   */
  configure = ({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> => {
    this.#session = new Session((key) => config.get(`tenant:${key}`), this.#connect);
    this.#adopted.clear();
    this.#session.watchEngine();
    return Promise.resolve();
  };

  check = async (olds: Props, news: Props): Promise<pulumi.dynamic.CheckResult> =>
    explained(async () => checkInputs(this.#kind, this.#validate, this.#session, json(olds), json(news)));

  diff = async (_id: string, olds: Props, news: Props): Promise<pulumi.dynamic.DiffResult> =>
    explained(async () => this.#diff(json(olds), json(news)));

  create = async (inputs: Props): Promise<pulumi.dynamic.CreateResult> =>
    explained(async () => this.#create(json(inputs)));

  read = async (id: string, props?: Props): Promise<pulumi.dynamic.ReadResult> =>
    explained(async () => this.#read(id, json(props ?? {})));

  update = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.UpdateResult> =>
    explained(async () => this.#update(id, json(olds), json(news)));

  delete = async (id: string, props: Props): Promise<void> => explained(async () => this.#delete(id, json(props)));

  #diff(outputs: JsonObject, inputs: JsonObject): pulumi.dynamic.DiffResult {
    const { table, uniqueBy, remember } = this.#kind;
    const record = readRecord(outputs) ?? NO_RECORD;
    const plan = planChange(table, outputs, record, inputs);
    // Whether the object exists is not known: the update finds out.
    if (record.unconfirmed && plan.replaces.length === 0) return { changes: true };

    // Whoever forces a replacement (replaceOnChanges, --replace) of an object that keeps its name must delete first.
    const deleteBeforeReplace = uniqueBy.every((name) =>
      same(table.fields[name], own(outputs, name), own(inputs, name)),
    );
    if (plan.replaces.length > 0) return { changes: true, replaces: [...plan.replaces], deleteBeforeReplace };
    // Without `changes` the engine compares the inputs itself: it shows the leaves and honours replaceOnChanges.
    if (sendsSomething(plan)) return { deleteBeforeReplace };
    const isForgotten = Object.entries(remember(inputs)).some(
      ([path, value]) => !equal(own(record.hints, path), value),
    );
    const isRenewed = plan.recordDiffers || isForgotten || steeringDiffers(outputs, inputs);
    return { changes: isRenewed, deleteBeforeReplace };
  }

  async #create(inputs: JsonObject): Promise<pulumi.dynamic.CreateResult> {
    const kind = this.#kind;
    const { client } = this.#session;
    this.#refuseOtherTenant(inputs);
    refuseMarkers(kind.label(inputs), leavesOf(kind.table.fields, inputs));
    try {
      const { id, existed, ...seen } = await createOrFind(kind, client, inputs, this.#adoption(inputs));
      if (existed) this.#adopted.add(id);
      warnNotKept(kind.label(inputs), leavesOf(kind.table.fields, inputs), inputs, seen.live);
      return { id, outs: this.#outputs(inputs, seen, freshRecord(kind, inputs, seen)) };
    } catch (error) {
      throw this.#savedCreation(error, inputs, kind.provisionalId(inputs));
    }
  }

  #adoption(inputs: JsonObject): Adoption {
    return { isWanted: this.#session.settings.adopt || own(inputs, "adopt") === true, taken: this.#adopted };
  }

  /** What is saved of a creation that went wrong, if there may be something at the tenant. */
  #savedCreation(error: unknown, inputs: JsonObject, provisionalId: string): unknown {
    const kind = this.#kind;
    if (error instanceof Incomplete) return this.#partial(error, inputs);
    if (!(error instanceof UnconfirmedCreation)) return error;
    const paths = recordedPaths(leavesOf(kind.table.fields, inputs));
    return new PartialFailure(
      provisionalId,
      `${error.message}\nWhether ${kind.label(inputs)} exists is not known. The next \`pulumi refresh\` or \`pulumi up\` finds out and puts it right.`,
      { ...this.#outputs(inputs, { live: inputs }, { ...NO_RECORD, paths, unconfirmed: true }), ...provider(inputs) },
      { cause: error },
    );
  }

  /** Finds out what became of a creation, and goes on from there. The id in the state stays until a refresh. */
  async #settle(id: string, outputs: JsonObject, inputs: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    const kind = this.#kind;
    const { client } = this.#session;
    try {
      const sent = await kind.find(client, outputs);
      const isFound = sent !== undefined && isOurs(kind, outputs, sent);
      if (isFound) sayFound(kind, outputs, sent);
      const found = isFound
        ? await completed(kind, client, inputs, sent, readRecord(outputs)?.paths)
        : await createOrFind(kind, client, inputs, this.#adoption(inputs));
      const record = { ...freshRecord(kind, inputs, found), provisional: found.id !== id && found.id };
      return { outs: this.#outputs(inputs, found, record) };
    } catch (error) {
      if (!(error instanceof Incomplete)) throw this.#savedCreation(error, inputs, id);
      throw this.#partial(error, inputs, { id, provisional: error.found.id !== id && error.found.id });
    }
  }

  async #read(id: string, props: JsonObject): Promise<pulumi.dynamic.ReadResult> {
    const kind = this.#kind;
    const record = readRecord(props);
    this.#refuseOtherTenant(props);
    const { client } = this.#session;
    if (record?.unconfirmed || record?.provisional === true) return this.#readByIdentity(props, record);

    const realId = record?.provisional || id;
    const live = await kind.read(client, realId, props);
    if (!record) return this.#get(id, props, live);
    return live ? this.#refreshed(realId, live, props, record) : { id: "", props: {} };
  }

  /** A refresh settles what became of a creation whose answer was lost, and gives it its own id. */
  async #readByIdentity(props: JsonObject, record: ManagedRecord): Promise<pulumi.dynamic.ReadResult> {
    const kind = this.#kind;
    const found = await kind.find(this.#session.client, props);
    if (!found) return { id: "", props: {} };
    if (record.unconfirmed && !isOurs(kind, props, found)) {
      this.#leaveAlone(props, found);
      return { id: "", props: {} };
    }
    const unsure = record.unconfirmed ? record.paths : record.unsure;
    return this.#refreshed(found.id, found.live, props, { ...record, unsure });
  }

  #refreshed(id: string, live: JsonObject, before: JsonObject, record: ManagedRecord): pulumi.dynamic.ReadResult {
    const { table } = this.#kind;
    const unsure = record.unsure.filter((pointer) => !isReadable(table, pointer, { ...record, before, live }));
    const known = { ...record, unsure, unconfirmed: false, provisional: false };
    // What was not sure and does not come back has to differ, or the engine would see nothing to do.
    const outputs = marked(this.#plainOutputs(before, { live }, known), unsure);
    return { id, props: this.#wrap(outputs), inputs: this.#wrap(inputsOf(table, outputs)) };
  }

  /** `X.get(name, id)`: all that can be read, but for secrets, which no program declared. */
  #get(id: string, props: JsonObject, live: JsonObject | undefined): pulumi.dynamic.ReadResult {
    const { table } = this.#kind;
    const { host } = this.#session.settings;
    if (!live) {
      // Once it has been read, a refresh may find it gone: then it leaves the state, and the next `get` says so.
      if (own(props, TENANT) !== undefined) return { id: "", props: {} };
      throw new UserError(`there is no ${table.noun} with the id "${legible(id)}" in tenant "${host}"`);
    }
    return { id, props: { ...dropSecrets(table.fields, live), [TENANT]: host } };
  }

  async #update(id: string, outputs: JsonObject, inputs: JsonObject): Promise<pulumi.dynamic.UpdateResult> {
    const kind = this.#kind;
    this.#refuseOtherTenant(outputs, inputs);
    const record = readRecord(outputs) ?? NO_RECORD;
    if (record.unconfirmed) return this.#settle(id, outputs, inputs);
    const plan = planChange(kind.table, outputs, record, inputs);
    const paths = recordedPaths(plan.declared);
    const { provisional } = record;
    if (!sendsSomething(plan)) {
      const hints = { ...keptHints(record, paths, plan), ...kind.remember(inputs) };
      const seen = { live: outputs, unseen: Object.keys(kind.table.fields) };
      return { outs: this.#outputs(inputs, seen, { ...NO_RECORD, paths, hints, provisional }) };
    }
    const label = kind.label(inputs);
    const refusal = kind.untouchable(outputs);
    if (refusal) throw new UserError(`${label} cannot be changed: ${refusal}`);
    const names = touched(plan);
    refuseMarkers(
      label,
      plan.declared.filter(({ path }) => names.includes(path[0] ?? "")),
    );
    const { client } = this.#session;
    try {
      const realId = await this.#idOf(id, outputs, record);
      if (realId === undefined) throw gone(label);
      const seen = await kind.update(client, { id: realId, plan, inputs, outputs, unsure: record.unsure });
      warnNotKept(label, plan.changed, inputs, seen.live);
      const hints = { ...freshRecord(kind, inputs, seen).hints, ...keptHints(record, paths, plan) };
      return { outs: this.#outputs(inputs, seen, { ...NO_RECORD, paths, hints, provisional }) };
    } catch (error) {
      if (error instanceof Incomplete) {
        const hints = { ...keptHints(record, paths, plan), ...kind.remember(inputs, record.hints) };
        throw this.#partial(error, inputs, { id, provisional, hints });
      }
      if (error instanceof TenantError && error.isAbsence) throw gone(label);
      if (!(error instanceof Error) || !mayHaveWritten(error)) throw error;
      throw new PartialFailure(
        id,
        `${error.message}\nWhether ${label} was changed is not known. The next \`pulumi up\` sends the change again.`,
        { ...this.#wrap({ ...outputs, [RECORD]: writeRecord(unsureAfter(kind, record, plan)) }), ...provider(inputs) },
        { cause: error },
      );
    }
  }

  async #delete(id: string, outputs: JsonObject): Promise<void> {
    const kind = this.#kind;
    this.#refuseOtherTenant(outputs);
    const refusal = kind.untouchable(outputs);
    if (refusal) {
      throw new UserError(
        `${kind.label(outputs)} cannot be deleted: ${refusal}. To stop managing it, use \`pulumi state delete\`.`,
      );
    }
    try {
      await this.#remove(id, outputs, readRecord(outputs) ?? NO_RECORD);
    } catch (error) {
      if (!(error instanceof Error) || !mayHaveWritten(error)) throw error;
      // The engine keeps the state as it was, and compares a program that has the resource again with that.
      throw new UserError(
        `${error.message}\nWhether ${kind.label(outputs)} was deleted is not known. The next \`pulumi up\` deletes it again; ` +
          "to keep it in the program after all, run `pulumi up --refresh`, which looks whether it is still there.",
        { cause: error },
      );
    }
  }

  #isAdopted(id: string, outputs: JsonObject): boolean {
    if (!this.#adopted.has(id)) return false;
    console.warn(
      `${this.#kind.label(outputs)} is not deleted: another resource of this program has taken it over in this run`,
    );
    return true;
  }

  async #remove(id: string, outputs: JsonObject, record: ManagedRecord): Promise<void> {
    const kind = this.#kind;
    const { client } = this.#session;
    if (!record.unconfirmed) {
      const realId = await this.#idOf(id, outputs, record);
      if (realId !== undefined && !this.#isAdopted(realId, outputs))
        await kind.delete(client, realId, outputs, record.hints);
      return;
    }
    const found = await kind.find(client, outputs);
    if (!found || this.#isAdopted(found.id, outputs)) return;
    const isDisposable = isOurs(kind, outputs, found) && isUntouched(kind, outputs, found.live);
    if (isDisposable) await kind.delete(client, found.id, outputs, record.hints);
    else this.#leaveAlone(outputs, found);
  }

  #leaveAlone(outputs: JsonObject, found: Found): void {
    const label = this.#kind.label(outputs);
    console.warn(`${label} (id ${found.id}) is left alone: nothing tells for sure that this stack made it`);
  }

  /** The tenant's id of an object whose own is not known to the state yet. */
  async #idOf(id: string, outputs: JsonObject, record: ManagedRecord): Promise<string | undefined> {
    if (typeof record.provisional === "string") return record.provisional;
    if (!record.provisional) return id;
    return (await this.#kind.find(this.#session.client, outputs))?.id;
  }

  /**
   * What is saved of an operation that was carried out in part: as far as it came.
   *
   * @param kept the id in the state, and hints that still stand
   */
  #partial(
    { found, unsure, message, cause }: Incomplete,
    inputs: JsonObject,
    kept: {
      readonly id?: string;
      readonly provisional?: ManagedRecord["provisional"];
      readonly hints?: JsonObject;
    } = {},
  ): PartialFailure {
    const fresh = freshRecord(this.#kind, inputs, found, unsure);
    const { id = found.id, provisional = false } = kept;
    // What is declared no more and may still be there is not forgotten.
    const paths = [...new Set([...fresh.paths, ...unsure])];
    const record = { ...fresh, paths, hints: { ...fresh.hints, ...kept.hints }, unsure, provisional };
    const outputs = this.#outputs(inputs, found, record);
    const reason = `${message}\nOnly a part of ${this.#kind.label(inputs)} is in place. The next \`pulumi up\` goes on.`;
    return new PartialFailure(id, reason, { ...outputs, ...provider(inputs) }, { cause });
  }

  #refuseOtherTenant(...pinned: readonly JsonObject[]): void {
    const { host } = this.#session.settings;
    for (const props of pinned) {
      const pin = own(props, TENANT);
      if (typeof pin === "string" && pin !== host) throw new UserError(otherTenant(pin, host));
    }
  }

  #plainOutputs(before: JsonObject, seen: Seen, record: ManagedRecord): JsonObject {
    return outputsOf({ table: this.#kind.table, host: this.#session.settings.host, seen, before, record });
  }

  #outputs(before: JsonObject, seen: Seen, record: ManagedRecord): JsonObject {
    return this.#wrap(this.#plainOutputs(before, seen, record));
  }

  #wrap(props: JsonObject): JsonObject {
    return wrapSecrets(this.#kind.table.fields, props, markedSecrets(props));
  }
}

/** Whether an update that failed may have changed something: an answer to a write that was lost or cannot be read. */
function mayHaveWritten(error: Error): boolean {
  if (error instanceof ShapeError) return true;
  return error instanceof TenantError && error.outcome === "unknown" && error.request.method !== "GET";
}

/** Stops an update that would send the marker of a changed value as if it were one: `ignoreChanges` puts it there. */
function refuseMarkers(label: string, leaves: readonly Leaf[]): void {
  const ignored = leaves.filter(({ value }) => value === CHANGED);
  if (ignored.length === 0) return;
  throw new UserError(
    `${label} was not changed: ${ignored.map(({ path }) => describePath(path)).join(", ")} was changed at the tenant, which ` +
      "never shows it, so an update has to send it anew; but ignoreChanges keeps it out. Take it out of ignoreChanges.",
  );
}

/** Outputs with the marker in place of values that are not known. */
function marked(outputs: JsonObject, pointers: readonly string[]): JsonObject {
  const copy = { ...outputs };
  for (const pointer of pointers) putAt(copy, fromPointer(pointer), CHANGED);
  return copy;
}

/** The hints of values that an update does not send: what they were written with still stands. */
function keptHints(record: ManagedRecord, paths: readonly string[], plan: Plan): JsonObject {
  const sent = new Set([...plan.changed, ...plan.removed].map(({ path }) => path[0]));
  const kept = Object.entries(record.hints).filter(
    ([pointer]) => paths.includes(pointer) && !sent.has(fromPointer(pointer)[0]),
  );
  return Object.fromEntries(kept);
}

/**
 * The record after an update of which nobody knows whether it was carried out: the tenant may hold the old values or
 * the new ones, so the next run sends its own, also where the program has been turned back by then.
 */
function unsureAfter(kind: Kind, record: ManagedRecord, plan: Plan): ManagedRecord {
  // What comes in later calls has not been sent: those would have said how far they came.
  const first = kind.sentFirst(Object.fromEntries(touched(plan).map((name) => [name, true])));
  const sent = [...plan.changed, ...plan.removed]
    .filter(({ path }) => Object.hasOwn(first, path[0] ?? ""))
    .map(({ pointer }) => pointer);
  return {
    ...record,
    paths: [...new Set([...record.paths, ...sent])],
    unsure: [...new Set([...record.unsure, ...sent])],
  };
}

function provider(props: JsonObject): JsonObject {
  const code = own(props, "__provider");
  return code === undefined ? {} : { __provider: code };
}

function json(props: Props): JsonObject {
  return plain(props) as JsonObject;
}

/** Runs an operation. An answer of the wrong form is the tenant's doing, so it reaches the user without a stack. */
async function explained<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof ShapeError) throw misread(error);
    throw error;
  }
}
