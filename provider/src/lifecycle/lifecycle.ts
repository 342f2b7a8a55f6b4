import type * as pulumi from "@pulumi/pulumi";
import { type JsonObject, own, plain } from "../model/json.ts";
import { tenantKey } from "../model/keys.ts";
import { isOutdated } from "../model/outcome.ts";
import { planChange, sendsSomething } from "../model/plan.ts";
import { toPointer } from "../model/pointer.ts";
import { recordOf } from "../model/record.ts";
import { secretTexts } from "../model/secrets.ts";
import { ShapeError } from "../model/wire.ts";
import { announce } from "./adoption.ts";
import { checkInputs, otherTenant } from "./check.ts";
import { create } from "./create.ts";
import { remove } from "./delete.ts";
import { hideIn, misread, UserError } from "./errors.ts";
import type { Kind } from "./kind.ts";
import { redactorOf, steeringDiffers, steeringOf } from "./outputs.ts";
import { read } from "./read.ts";
import { Reads } from "./reads/reads.ts";
import { type Connect, Session } from "./session.ts";
import { stakes, wouldFight } from "./stakes.ts";
import { forTheEngine } from "./telling.ts";
import { update } from "./update.ts";
import type { Validator } from "./validate.ts";
import { hasSameKey } from "./whereabouts.ts";
import { Claims, type Work } from "./work.ts";

type Props = Record<string, unknown>;

/**
 * The lifecycle of every resource: what a table and a handful of calls become between the engine and the tenant.
 *
 * Results are plain JSON throughout: the SDK's host marshals them after the call to the tenant, and whatever it cannot
 * marshal would leave an orphan behind.
 */
export class Lifecycle implements pulumi.dynamic.ResourceProvider {
  readonly #kind: Kind;
  readonly #connect: Connect | undefined;
  #validator: Promise<Validator> | undefined;
  #session: Session;
  #claims = new Claims();
  #deleted = new Set<string>();
  #reads: Reads | undefined;

  /** @param connect makes the client of a tenant. Default: all resources of this process share one per tenant */
  constructor(kind: Kind, connect?: Connect) {
    this.#kind = kind;
    this.#connect = connect;
    this.#session = new Session(() => undefined, connect);
  }

  /**
   * Keeps the configuration. Deliberately synchronous and without failure: the host does not wait for it before it
   * serves other operations, and an error would reach only the first of them.
   */
  configure = ({ config }: pulumi.dynamic.ConfigureRequest): Promise<void> => {
    this.#session = new Session((key) => config.get(`tenant:${key}`), this.#connect);
    this.#claims = new Claims();
    this.#deleted = new Set();
    this.#reads = undefined;
    this.#session.watchEngine();
    return Promise.resolve();
  };

  check = async (olds: Props, news: Props): Promise<pulumi.dynamic.CheckResult> =>
    this.#explained([olds, news], async (before, inputs) =>
      checkInputs(this.#kind, await this.#validate(), this.#session, before, inputs, (args) =>
        announce(this.#workOn(args), args),
      ),
    );

  diff = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.DiffResult> =>
    this.#explained([olds, news], (outputs, inputs) => this.#diff(id, outputs, inputs));

  create = async (props: Props): Promise<pulumi.dynamic.CreateResult> =>
    this.#explained([props], async (inputs) => {
      const saved = await create(this.#workOn(inputs), inputs);
      // What is created now is refused by whichever is checked next.
      this.#declareStake(saved.id, inputs);
      return saved;
    });

  read = async (id: string, props?: Props): Promise<pulumi.dynamic.ReadResult> =>
    this.#explained([props ?? {}], (outputs) => read(this.#workOn(outputs), { id, outputs }));

  update = async (id: string, olds: Props, news: Props): Promise<pulumi.dynamic.UpdateResult> =>
    this.#explained([olds, news], async (outputs, inputs) => {
      const { outs } = await update(this.#workOn(outputs, inputs), { id, outputs }, inputs);
      return { outs };
    });

  delete = async (id: string, props: Props): Promise<void> =>
    this.#explained([props], (outputs) => remove(this.#workOn(outputs), { id, outputs }));

  /** The validator. A refresh checks nothing, so it does not load it. */
  #validate(): Promise<Validator> {
    this.#validator ??= import("./validate.ts").then(({ validatorOf }) =>
      validatorOf(this.#kind.table, steeringOf(this.#kind.table)),
    );
    return this.#validator;
  }

  #diff(id: string, outputs: JsonObject, inputs: JsonObject): pulumi.dynamic.DiffResult {
    const { table, uniqueBy } = this.#kind;
    const record = recordOf(table, id, outputs);
    if (record.standing.at === "tenant") this.#refuseFight(record.standing.id, inputs);
    const plan = planChange(table, outputs, record, inputs);
    // Whether the object exists is not known: the update finds out.
    if (record.standing.at === "unknown" && plan.replaces.length === 0) return { changes: true };

    // Whoever forces a replacement (replaceOnChanges, --replace) of an object that keeps its name must delete first.
    const isKeyUnsure = uniqueBy.some((name) => record.unsure.includes(toPointer([name])));
    const deleteBeforeReplace = isKeyUnsure || hasSameKey(this.#kind, outputs, inputs);
    if (plan.replaces.length > 0) return { changes: true, replaces: [...plan.replaces], deleteBeforeReplace };
    // Without `changes` the engine compares the inputs itself: it shows the leaves and honours replaceOnChanges.
    if (sendsSomething(plan)) return { deleteBeforeReplace };
    const isRenewed = isOutdated(record, { table, plan, inputs }) || steeringDiffers(table, outputs, inputs);
    return { changes: isRenewed, deleteBeforeReplace };
  }

  /** Keeps what a resource declares of a set whose owner has this id; answers whom it would fight with. */
  #declareStake(id: string, inputs: JsonObject): string | undefined {
    const stake = this.#kind.stake?.(inputs, id);
    const resolved = this.#session.resolve();
    if (!stake || !("settings" in resolved)) return undefined;
    const other = stakes.declare(resolved.settings.host, stake, this.#kind.label(inputs));
    return other && wouldFight(stake, other);
  }

  /** @throws UserError where another resource of this program declares the same */
  #refuseFight(id: string, inputs: JsonObject): void {
    const fight = this.#declareStake(id, inputs);
    if (fight !== undefined) throw new UserError(`${this.#kind.label(inputs)}: ${fight}`);
  }

  /**
   * What an operation works with.
   *
   * @param pinned properties that are pinned to a tenant
   * @throws UserError where that is another one than the credentials are for
   */
  #workOn(...pinned: readonly JsonObject[]): Work {
    const { host, adopt } = this.#session.settings;
    for (const props of pinned) {
      const pin = own(props, tenantKey);
      if (typeof pin === "string" && pin !== host) throw new UserError(otherTenant(pin, host));
    }
    const kind = this.#kind;
    const service = this.#session.client;
    this.#reads ??= new Reads(service, kind.listable);
    for (const props of pinned) service.keepSecret(secretTexts(kind.table.fields, props));
    return { kind, service, adopts: adopt, claims: this.#claims, reads: this.#reads, deleted: this.#deleted };
  }

  /**
   * Runs an operation on properties. Its errors show none of their secrets. An answer of the wrong form is the tenant's doing, so it
   * reaches the user as an error to act on.
   */
  async #explained<const P extends readonly Props[], T>(
    given: P,
    operation: (...props: { [K in keyof P]: JsonObject }) => T | Promise<T>,
  ): Promise<T> {
    const props = given.map(json) as { [K in keyof P]: JsonObject };
    try {
      return await operation(...props);
    } catch (error) {
      const told = forTheEngine(error instanceof ShapeError ? misread(error) : error, () => this.#session.client);
      if (told instanceof Error) hideIn(told, redactorOf(this.#kind.table, ...props));
      throw told;
    }
  }
}

function json(props: Props): JsonObject {
  return plain(props) as JsonObject;
}
