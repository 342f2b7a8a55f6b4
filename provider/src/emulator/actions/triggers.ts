/** One version of a trigger. */
export interface Trigger {
  readonly id: string;
  readonly version: string;
  readonly status: "CURRENT" | "DEPRECATED";
  readonly runtimes: readonly string[];
  readonly default_runtime: string;
  readonly binding_policy: "trigger-bound" | "entity-bound";
  readonly compatible_triggers: readonly { readonly id: string; readonly version: string }[];
}

const usual = ["node18-actions", "node22"];

function trigger(id: string, version: string, more: Partial<Trigger> = {}): Trigger {
  return {
    id,
    version,
    status: "CURRENT",
    runtimes: usual,
    default_runtime: "node22",
    binding_policy: "trigger-bound",
    compatible_triggers: [],
    ...more,
  };
}

const twice = (id: string) => [
  trigger(id, "v2"),
  trigger(id, "v1", { status: "DEPRECATED", runtimes: ["node22"], default_runtime: "node12" }),
];

/** The triggers of a tenant, as of 2026-08. */
export const triggers: readonly Trigger[] = [
  trigger("post-login", "v3", { compatible_triggers: [{ id: "post-login", version: "v2" }] }),
  trigger("post-login", "v2", { status: "DEPRECATED", runtimes: ["node18", "node22"], default_runtime: "node16" }),
  trigger("post-login", "v1", { status: "DEPRECATED", runtimes: ["node22"], default_runtime: "node12" }),
  ...["credentials-exchange", "pre-user-registration", "post-user-registration", "post-change-password"].flatMap(twice),
  ...twice("send-phone-message"),
  ...["password-reset-post-challenge", "custom-phone-provider", "custom-email-provider"].map((id) => trigger(id, "v1")),
  trigger("custom-token-exchange", "v1", { runtimes: ["node18", "node22"], binding_policy: "entity-bound" }),
  ...["event-stream", "password-hash-migration", "mcp-tool"].map((id) =>
    trigger(id, "v1", { runtimes: ["node22"], binding_policy: "entity-bound" }),
  ),
];

/** The trigger with this id and version; undefined if the list does not contain it. */
export function triggerOf(id: unknown, version: unknown): Trigger | undefined {
  return triggers.find((one) => one.id === id && one.version === version);
}
