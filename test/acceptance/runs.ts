import { onTestFinished, vi } from "vitest";
import type { TenantAnswer, TenantCall } from "../../provider/src/client/index.ts";
import type { Emulator, Seed } from "../../provider/src/emulator/index.ts";
import type { JsonObject } from "../../provider/src/schema/json.ts";
import type { TypeName } from "../../provider/src/types/registry.ts";
import type { TestTenant } from "../unit/import/tenant.ts";
import type { Noted } from "./manifest.ts";
import { reportOf } from "./report.ts";
import { type Limits, Meter, RunClient, Stopped } from "./run-client.ts";
import { survey, type WriteOptions, type Written, writeTenant } from "./writing.ts";

/** More than any run needs. */
export const enough: Limits = { maxCalls: 1_000_000, maxMinutes: 1_000_000 };

/** Without the waits of a client between its attempts. */
export const quick = { retries: { baseMs: 1, capMs: 2 } };

/** A seed with all settings that no request takes away again, so that a run leaves none of its own. */
export function settled(seed: Seed): Seed {
  const key = { site_key: "key", secret: "hush" };
  const values: readonly (JsonObject & { readonly id: string })[] = [
    { id: "guardian/factors/duo", ikey: "DI00000000", skey: "hush", host: "api-00000000.duo.example.com" },
    {
      id: "guardian/factors/phone",
      templates: { enrollment_message: "{{code}} enrols.", verification_message: "{{code}} verifies." },
    },
    {
      id: "guardian/factors/push-notification",
      sns: { aws_access_key_id: "AK00000000", aws_secret_access_key: "hush", aws_region: "eu-central-1" },
    },
    {
      id: "attack-protection/captcha",
      ...Object.fromEntries(["arkose", "hcaptcha", "friendly_captcha", "recaptcha_v2"].map((name) => [name, key])),
      recaptcha_enterprise: { site_key: "key", api_key: "hush", project_id: "project" },
    },
    {
      ...{ id: "email-templates/password_reset", template: "password_reset", body: "<p>Ours</p>", enabled: true },
      ...{ from: "", subject: "Ours", syntax: "liquid", includeEmailInRedirect: false },
    },
  ];
  const { settings = [] } = seed;
  const others = settings.filter(({ id }) => !values.some((one) => one.id === id));
  const own = values.map((one) => ({ ...settings.find(({ id }) => id === one.id), ...one }));
  return { ...seed, settings: [...others, ...own] };
}

/** The configuration of a provider for a tenant, as a stack would have it. */
export function configOf({ emulator }: TestTenant): WriteOptions["config"] {
  const { domain, clientId, clientSecret } = emulator;
  const config: Readonly<Record<string, string>> = { domain, clientId, clientSecret };
  return (key) => config[key.replace("tenant:", "")];
}

/** Performs a run in this process. */
export async function writing(
  tenant: TestTenant,
  types: readonly TypeName[] | undefined,
  make: (meter: Meter) => RunClient = (meter) => new RunClient(tenant.settings, meter, quick),
  meter = new Meter(enough),
  save: (noted: Noted) => Promise<void> = () => Promise.resolve(),
): Promise<Written> {
  silence();
  const client = make(meter);
  onTestFinished(() => client.close());
  const seen = await survey(client, tenant.access);
  const given = types ? { types } : {};
  const waits = { eventPatience: { events: 300, opening: 2_000 }, listingPause: 1 };
  return writeTenant({ client, config: configOf(tenant), survey: seen, prefix: "verify", save, ...waits, ...given });
}

/** The provider prints for the engine. */
export function silence(): void {
  for (const name of ["info", "warn"] as const) {
    const spy = vi.spyOn(console, name).mockImplementation(() => {});
    onTestFinished(() => spy.mockRestore());
  }
}

/** How a run ended. */
export function outcomeOf({ stopped, failure, left, unrestored, calls }: Written) {
  return { stopped, failure, left: left.made.length, unrestored: [...unrestored.keys()], calls };
}

/** The facts with a result, as `Type, fact`. */
export function factsWith(written: Written, result: string): readonly string[] {
  const { types } = reportOf(written, "0.0.0", new Date());
  return types.flatMap(({ type, facts }) =>
    facts.flatMap((one) => (one.result === result ? [`${type}, ${one.fact}`] : [])),
  );
}

/** What a tenant has, without the times that a reading of it may change. */
export function contentOf(emulator: Emulator): unknown {
  return emulator.export();
}

/** A process that is killed: after the n-th request it neither sends nor saves anything. */
export class Killed extends Meter {
  isDead = false;
  readonly #after: number;
  readonly #isSent: boolean;

  /** @param isSent whether the n-th request still goes out */
  constructor(after: number, isSent: boolean) {
    super(enough);
    this.#after = after;
    this.#isSent = isSent;
  }

  override spend(): void {
    this.isDead ||= this.calls >= this.#after || (!this.#isSent && this.calls + 1 >= this.#after);
    if (this.isDead) throw new Stopped("killed");
    super.spend();
    this.isDead = this.#isSent && this.calls >= this.#after;
  }
}

/** A number from 0 to n - 1 that the seed determines. */
export function generator(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

/** Runs the types at a tenant that does something before each request. */
export function writingWith(
  tenant: TestTenant,
  types: readonly TypeName[],
  before: (call: TenantCall, client: RunClient) => void,
  meter = new Meter(enough),
  save?: (noted: Noted) => Promise<void>,
) {
  const clientAt = (given: Meter) =>
    new (class extends RunClient {
      override send<T>(call: TenantCall): Promise<TenantAnswer<T>> {
        before(call, this);
        return super.send<T>(call);
      }
    })(tenant.settings, given, quick);
  return writing(tenant, types, clientAt, meter, save);
}
