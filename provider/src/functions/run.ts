import * as pulumi from "@pulumi/pulumi";
import { rateGroups } from "../objects/descriptors.ts";
import type { TenantSettings } from "../tenant/index.ts";
import { expectLateHandling } from "./late.ts";
import { Reader, type Tenant } from "./reader.ts";
import type { Answer, Question } from "./source.ts";

/** A question to the service. Equal questions are asked once. */
interface RunQuestion extends Question {
  /** Reads one value of the configuration by its key without the namespace. */
  config(key: string): string | undefined;
  /** The URNs of what must be there first: after a change of the tenant, the same question has another answer. */
  readonly after: readonly string[];
}

/**
 * One run of one program. Pulumi's Automation API runs several programs in one process, or one of them many times: what one
 * run was told must not be the answer to the next.
 */
export class Run {
  static readonly #runs = new WeakMap<object, Run>();
  static readonly #outside = new Run();

  readonly #tenants = new Map<string, Reader>();
  readonly #answers = new Map<string, Promise<Answer>>();

  /** The run that the caller is part of. */
  static current(): Run {
    const stack = pulumi.runtime.getStackResource();
    if (stack === undefined) return Run.#outside;
    const run = Run.#runs.get(stack) ?? new Run();
    Run.#runs.set(stack, run);
    return run;
  }

  /** @throws RunError */
  async answer(question: RunQuestion): Promise<Answer> {
    const done = pulumi.runtime.rpcKeepAlive();
    try {
      // Only programs that ask load the HTTP client.
      const tenant = await import("../tenant/index.ts");
      const settings = tenant.resolveSettings({ config: question.config, env: process.env });
      const { asked, values, after } = question;
      const { type } = asked.source.descriptor;
      const key = JSON.stringify([type, settings, Object.entries(values).sort(), [...after].sort()]);
      const known = this.#answers.get(key);
      if (known !== undefined) return await known;
      const answer = this.#reader(tenant, settings).answer(question);
      this.#answers.set(key, answer);
      // The next one who asks tries again.
      answer.catch(() => this.#answers.delete(key));
      return await answer;
    } catch (error) {
      throw explained(question, error);
    } finally {
      done();
    }
  }

  #reader(tenant: Tenant, settings: TenantSettings): Reader {
    const key = JSON.stringify(settings);
    const known = this.#tenants.get(key);
    if (known !== undefined) return known;
    for (const warning of settings.warnings) void pulumi.log.warn(warning);
    const reader = new Reader(tenant, new tenant.TenantClient(settings, { rateGroups }));
    this.#tenants.set(key, reader);
    return reader;
  }
}

/** Errors that are written for people, without the stack that the SDK prints for others. */
function explained({ label, asked }: Question, error: unknown): unknown {
  const [scope = ""] = asked.source.descriptor.scopes.read;
  if (!(error instanceof Error)) return error;
  const forPeople: boolean = pulumi.RunError.isInstance(error);
  if (!forPeople && !["TenantError", "SettingsError"].includes(error.name)) return error;
  const missing = "forbidden" in error && error.forbidden === "scope" && !error.message.includes(scope);
  const hint = missing ? ` The scope it needs is ${scope}.` : "";
  return expectLateHandling(Object.assign(new pulumi.RunError(`${label}: ${error.message}${hint}`), { cause: error }));
}
