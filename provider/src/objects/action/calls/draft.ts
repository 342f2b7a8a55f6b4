import { UserError } from "../../../lifecycle/errors.ts";
import { isObject, type Json, type JsonObject, own } from "../../../model/json.ts";
import { toPointer } from "../../../model/pointer.ts";
import type { ManagedRecord } from "../../../model/record.ts";
import { legible } from "../../../tenant/index.ts";

/** All that a deploy publishes, by the name that messages use. Values are texts that can be compared. */
export type Draft = ReadonlyMap<string, string>;

/**
 * What a draft or a version of an action consists of.
 *
 * @param live under the names that programs use; of secrets, when each was sent
 * @param modules as the service shows them
 */
export function draftOf(live: JsonObject, modules: Json | undefined): Draft {
  const dependencies = own(live, "dependencies");
  // The service forgets the registry of a dependency once it is built.
  const packages = (Array.isArray(dependencies) ? dependencies : []).map((one: Json) =>
    JSON.stringify([own(one, "name") ?? null, own(one, "version") ?? null]),
  );
  const secrets = own(live, "secrets");
  return new Map([
    ["code", String(own(live, "code") ?? "")],
    ["runtime", String(own(live, "runtime") ?? "")],
    ["supportedTriggers", JSON.stringify(own(live, "supportedTriggers") ?? [])],
    ["dependencies", packages.toSorted().join()],
    ["modules", JSON.stringify(modules ?? [])],
    ...Object.entries(isObject(secrets) ? secrets : {}).map(
      ([name, sentAt]) => [`secrets.${name}`, String(sentAt)] as const,
    ),
  ]);
}

/** The names of what differs between two drafts. */
export function differencesOf(some: Draft, others: Draft): readonly string[] {
  const names = new Set([...some.keys(), ...others.keys()]);
  return [...names].filter((name) => some.get(name) !== others.get(name));
}

/**
 * A draft as a call leaves it that sends some properties.
 *
 * @param answered the draft in the answer to the call
 */
export function draftAfter(before: Draft, answered: Draft, sent: readonly string[]): Draft {
  const isSent = ([name]: readonly [string, string]) => sent.includes(propertyOf(name));
  return new Map([...[...before].filter((one) => !isSent(one)), ...[...answered].filter(isSent)]);
}

/** What this run and the state know of a draft. */
export interface KnownDraft {
  /** What the program declares, as a draft. */
  readonly declared: Draft;
  readonly inputs: JsonObject;
  /** The names of the properties that the run sends. */
  readonly sent: readonly string[];
  readonly hints: ManagedRecord["hints"];
}

/**
 * Refuses to deploy what another team has left undeployed: a deploy publishes the whole draft. A value is ours if this run sends it, or if it
 * is the declared one.
 *
 * @param deployed undefined for an action that was never deployed: a new one has no dependencies, modules and secrets
 * @throws UserError that names the properties
 */
export function refuseForeignDraft(
  draft: Draft,
  deployed: Draft | undefined,
  { declared, inputs, sent, hints }: KnownDraft,
  label: string,
): void {
  const before =
    deployed ?? draftOf({ ...inputs, dependencies: [], secrets: {}, runtime: draft.get("runtime") ?? null }, []);
  const secretOf = (name: string) => (name.startsWith("secrets.") ? name.slice("secrets.".length) : undefined);
  const secrets = own(inputs, "secrets");
  /** The program declares that there is no such secret: all that it declares are all that there may be. */
  const isToGo = (secret: string) =>
    secrets !== undefined && own(inputs, "exclusiveSecrets") === true && own(secrets, secret) === undefined;
  const isDeclared = (name: string) => {
    const secret = secretOf(name);
    if (secret === undefined) return own(inputs, name) !== undefined;
    return own(secrets, secret) !== undefined || isToGo(secret);
  };
  const isOurs = (name: string) => {
    if (sent.includes(propertyOf(name))) return true;
    const secret = secretOf(name);
    if (secret === undefined) return isDeclared(name) && draft.get(name) === declared.get(name);
    // The state knows when each declared secret was sent.
    return draft.has(name) ? own(hints, toPointer(["secrets", secret])) === draft.get(name) : isToGo(secret);
  };
  const foreign = differencesOf(draft, before).filter((name) => !isOurs(name));
  if (foreign.length === 0) return;
  const [ours, others] = [foreign.filter(isDeclared), foreign.filter((name) => !isDeclared(name))];
  throw new UserError(
    [
      `${label} was not changed: its draft at the tenant has another ${inWords(foreign)} than the deployed version. This run did not write that, and would deploy it.`,
      ...(ours.length > 0
        ? [`\`pulumi up --refresh\` shows ${inWords(ours)} and replaces it with what the program declares.`]
        : []),
      ...(others.length > 0
        ? [
            `The program does not declare ${inWords(others)}: declare it, or deploy or discard the draft at the dashboard.`,
          ]
        : []),
    ].join(" "),
  );
}

/** The refusal of a draft that has changed since the run has read or written it. */
export function changedMeanwhile(label: string, names: readonly string[]): UserError {
  return new UserError(
    `${label} was not deployed: its ${inWords(names)} was changed by another client while this run waited for the build. ` +
      "Run `pulumi up --refresh`, which shows the change and replaces it with what the program declares.",
  );
}

function propertyOf(name: string): string {
  return name.split(".")[0] ?? name;
}

function inWords(names: readonly string[]): string {
  return legible(names.join(", "), 500);
}
