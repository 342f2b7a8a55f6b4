import { randomBytes } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { type TenantClient, TenantError } from "../../provider/src/client/index.ts";
import { PartialFailure } from "../../provider/src/lifecycle/errors.ts";
import { Lifecycle } from "../../provider/src/lifecycle/lifecycle.ts";
import { EngineRun } from "../../provider/src/lifecycle/program/engine-run.ts";
import type { ConfigReader } from "../../provider/src/lifecycle/session.ts";
import { revealed } from "../../provider/src/pulumi-cli/exported-stack.ts";
import { type Json, type JsonObject, own, plain } from "../../provider/src/schema/json.ts";
import { same } from "../../provider/src/state/canonical.ts";
import { classesReferringTo, type TypeName } from "../../provider/src/types/registry.ts";
import { resourceTypes } from "../../provider/src/types/resource-types.made.ts";
import { isSettings } from "./disposable.ts";
import { isSameSettings } from "./values.ts";

/** The entry of an object in a state. */
interface Entry {
  readonly id: string;
  readonly inputs: JsonObject;
  readonly outputs: JsonObject;
}

/** Thrown if the provider refuses the program of a sample. The sample is wrong, not the tenant. */
export class InvalidSample extends Error {}

/** Thrown if a fact cannot be tried. The message is the reason in the report. */
export class NotTried extends Error {}

/** The maximum number of reads in which two consecutive ones must agree. */
const maxReads = 5;

/** What the engine does with an object to apply a program. */
export type Operation = "create" | "update" | "replace" | "same";

/**
 * One object with its state, and a small engine that applies programs to it: it calls the provider's lifecycle in the same order as Pulumi's
 * engine. Each operation corresponds to one run of `pulumi`.
 */
export class TestObject {
  readonly type: TypeName;
  readonly client: TenantClient;
  readonly #config: ConfigReader;
  #entry: Entry | undefined;

  constructor(type: TypeName, client: TenantClient, config: ConfigReader, entry?: Entry) {
    this.type = type;
    this.client = client;
    this.#config = config;
    this.#entry = entry;
  }

  /** The same object in a second, separate state. */
  copy(): TestObject {
    return new TestObject(this.type, this.client, this.#config, this.#entry);
  }

  get id(): string | undefined {
    return this.#entry?.id;
  }

  get outputs(): JsonObject {
    return this.#entry?.outputs ?? {};
  }

  /** The declared values in the state. After a refresh, they are the values at the tenant. */
  get inputs(): JsonObject {
    return this.#entry?.inputs ?? {};
  }

  /** Whether the check of the provider accepts a program. */
  async accepts(args: JsonObject): Promise<boolean> {
    try {
      await this.#checked(this.#provider(), {}, args);
      return true;
    } catch (error) {
      if (error instanceof InvalidSample) return false;
      throw error;
    }
  }

  /** The operation that {@link apply} would carry out for a program. */
  async preview(args: JsonObject): Promise<Operation> {
    return (await this.#decide(this.#provider(), args)).operation;
  }

  /** Applies a program: creates, updates or replaces the object as necessary. */
  async apply(args: JsonObject): Promise<Operation> {
    const provider = this.#provider();
    const { operation, inputs } = await this.#decide(provider, args);
    const entry = this.#entry;
    if (operation === "same" && entry) this.#entry = { ...entry, inputs };
    else if (operation === "update" && entry) {
      await this.#saving(inputs, async () => {
        const { outs } = await provider.update(entry.id, entry.outputs, inputs);
        return { id: entry.id, outputs: outs };
      });
    } else {
      // Like Pulumi's engine, check the inputs of a replacement once more, as those of a new object.
      const news = entry ? await this.#checked(provider, {}, args) : inputs;
      await this.#saving(news, async () => {
        const { id, outs } = await provider.create(news);
        return { id, outputs: outs };
      });
      if (entry) await provider.delete(entry.id, entry.outputs);
    }
    return operation;
  }

  /** Reads the object into the state, as a refresh does. Returns whether the object exists. */
  async refresh(): Promise<boolean> {
    const entry = this.#entry;
    if (!entry) return false;
    const { id, props, inputs } = await this.#provider().read(entry.id, entry.outputs);
    this.#entry = id ? { id, inputs: known(inputs ?? entry.inputs), outputs: known(props) } : undefined;
    return this.#entry !== undefined;
  }

  /** The whole object, under the names that programs use; undefined if there is none. */
  async live(): Promise<JsonObject | undefined> {
    const entry = this.#entry;
    // For settings, a read with outputs would return only the declared properties.
    return entry && resourceTypes[this.type].read(this.client, entry.id, isSettings(this.type) ? {} : entry.outputs);
  }

  /**
   * The settings that the tenant has now, whatever this object has recorded. They are read until two consecutive reads agree. If one wrong response made a
   * value count as absent, the run would replace the value and could not restore it.
   *
   * @throws NotTried if no two consecutive reads agree
   */
  async found(args: JsonObject): Promise<JsonObject> {
    let last = await this.read(args);
    for (let reads = 1; reads < maxReads; reads += 1) {
      const next = await this.read(args);
      if (isSameSettings(this.type, last, next)) return next;
      last = next;
    }
    throw new NotTried("the tenant returned different values each time that the run read the settings");
  }

  /** Like {@link found}, but the settings are read only once. */
  async read(args: JsonObject): Promise<JsonObject> {
    const type = resourceTypes[this.type];
    return (await type.read(this.client, type.provisionalId(args), {})) ?? {};
  }

  /** Deletes the object at the tenant and in the state. */
  async remove(): Promise<void> {
    const entry = this.#entry;
    if (!entry) return;
    await this.#provider().delete(entry.id, entry.outputs);
    this.#entry = undefined;
  }

  #provider(): Lifecycle {
    const run = new EngineRun(classesReferringTo);
    run.programFor(this.client.host).isTrial = true;
    const provider = new Lifecycle(resourceTypes[this.type], () => this.client, run);
    const config = { get: this.#config, require: (key: string) => this.#config(key) ?? "" };
    void provider.configure({ config: config as pulumi.dynamic.Config });
    return provider;
  }

  async #decide(provider: Lifecycle, args: JsonObject): Promise<{ operation: Operation; inputs: JsonObject }> {
    const entry = this.#entry;
    const inputs = await this.#checked(provider, entry?.inputs ?? {}, args);
    if (!entry) return { operation: "create", inputs };
    const { changes, replaces = [] } = await provider.diff(entry.id, entry.outputs, inputs);
    if (replaces.length > 0) return { operation: "replace", inputs };
    // If the provider does not say whether there are changes, Pulumi's engine compares the inputs.
    const isChanged = changes ?? !same(undefined, entry.inputs, inputs);
    return { operation: isChanged ? "update" : "same", inputs };
  }

  async #checked(provider: Lifecycle, before: JsonObject, args: JsonObject): Promise<JsonObject> {
    const { inputs, failures = [] } = await provider.check(before, { ...args, __resource: 'Resource "verify"' });
    const [failure] = failures;
    if (failure)
      throw new InvalidSample(`the provider refuses a value in the sample of ${this.type}: ${failure.reason}`);
    return known(inputs);
  }

  async #saving(inputs: JsonObject, write: () => Promise<{ id: string; outputs: unknown }>): Promise<void> {
    try {
      const { id, outputs } = await write();
      this.#entry = { id, inputs, outputs: known(outputs) };
    } catch (error) {
      if (error instanceof PartialFailure)
        this.#entry = { id: error.id, inputs: this.#entry?.inputs ?? inputs, outputs: known(error.properties) };
      throw error;
    }
  }
}

/** Properties in the form in which the engine passes them to a provider: without secret envelopes. */
function known(props: unknown): JsonObject {
  return revealed(plain(props ?? {}) as JsonObject);
}

/** Thrown if the tenant refused to create a user, or did not return the id of the new user. */
export class UserRefused extends Error {}

/**
 * Creates a user in a database connection of the run. The user is blocked, has an e-mail address that does not exist, and a random password
 * that is not stored. The tenant removes the user together with the connection, so the manifest does not list the user.
 *
 * @param connection the name of the connection
 * @param key a text with the mark of the run
 * @returns the id of the user
 * @throws UserRefused
 */
export async function createUser(client: TenantClient, connection: string, key: string): Promise<string> {
  const body = {
    ...{ connection, email: `${key}@example.com`, password: `Aa1!${randomBytes(24).toString("base64url")}` },
    ...{ blocked: true, email_verified: true, verify_email: false },
  };
  try {
    const call = { method: "POST", path: ["users"], subject: "a user of this run", action: "create" } as const;
    const id = own((await client.request<Json>({ ...call, body })).body, "user_id");
    if (typeof id === "string") return id;
  } catch (error) {
    if (!(error instanceof TenantError)) throw error;
  }
  throw new UserRefused();
}
